package lower_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/contractc/contractc/internal/lower"
	"github.com/contractc/contractc/internal/solver"
	"github.com/contractc/contractc/schema"
	"pgregory.net/rapid"
)

// TestPatterns compares patterns in SMT-LIB with Go's engine of RE2 patterns.
func TestPatterns(t *testing.T) {
	r := newSMTReader(t, solver.Z3)
	compared, refused := 0, map[string]int{}
	rapid.Check(t, func(t *rapid.T) {
		pattern := drawPattern(t, 3)
		re, err := regexp.Compile(pattern)
		if err != nil {
			return
		}
		texts := rapid.SliceOfN(rapid.StringOfN(rapid.SampledFrom([]rune("abAkKſ\n é\u212a")), 0, 4, -1), 4, 4).Draw(t, "texts")
		var script strings.Builder
		var symbols []string
		for i, text := range texts {
			c := &schema.Exists{Set: effects("a.E"), Predicate: matches(lit(str(text)), pattern)}
			m, err := lower.NewSMT(sampleOptions(world{}.env), c)
			if err != nil {
				t.Fatal(err)
			}
			one, err := m.Given(trace(event("a.E")))
			if err != nil {
				refused[err.Error()[strings.LastIndex(err.Error(), ": "):]]++
				return
			}
			fmt.Fprintf(&script, "(push 1)\n%s(declare-const t Bool)(assert (= t holds))(check-sat)(get-value (t))(pop 1)\n", one)
			symbols = append(symbols, fmt.Sprintf("sat ((t %t))", re.MatchString(texts[i])))
		}
		lines, err := r.session.Ask(script.String())
		if err != nil {
			t.Fatalf("%q: %v", pattern, err)
		}
		if got, want := strings.Join(lines, " "), strings.Join(symbols, " "); got != want {
			t.Fatalf("%q on %q: %s, want %s\n%s", pattern, texts, got, want, script.String())
		}
		compared += len(texts)
	})
	t.Logf("%d texts compared, refused %v", compared, refused)
	if compared < *pairs/2 {
		t.Errorf("only %d texts were compared", compared)
	}
}

func drawPattern(t *rapid.T, depth int) string {
	if depth == 0 {
		return rapid.SampledFrom([]string{"a", "b", "ab", "(?i:k)", "(?i:aB)", ".", "(?s:.)", "[a-k]", "[^a]", `\s`, `\W`, "[[:upper:]]", "", "^", "$", `\A`, `\z`}).Draw(t, "leaf")
	}
	sub := func() string { return drawPattern(t, depth-1) }
	switch rapid.IntRange(0, 9).Draw(t, "pattern") {
	case 0, 1, 2:
		return sub() + sub()
	case 3:
		return sub() + "|" + sub()
	case 4:
		return "(" + sub() + ")" + rapid.SampledFrom([]string{"*", "+", "?", "*?", "{2}", "{1,2}", "{2,}"}).Draw(t, "repeat")
	case 5:
		return "(?:" + sub() + "|" + sub() + ")" + sub()
	case 6:
		return "^" + sub()
	case 7:
		return sub() + "$"
	}
	return drawPattern(t, 0)
}
