package solver_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/contractc/contractc/internal/solver"
)

// written writes an expression as Parse reads it.
func written(e solver.Expr) string {
	if e.Leaf {
		return e.Atom
	}
	parts := make([]string, len(e.List))
	for i, sub := range e.List {
		parts[i] = written(sub)
	}
	return "(" + strings.Join(parts, " ") + ")"
}

func TestParse(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"sat", "sat"},
		{" ((x  1)\n(|a b| \"(\"\"\")) ", `((x 1) (|a b| "("""))`},
		{"()", "()"},
		{strings.Repeat("(", 60) + strings.Repeat(")", 60), strings.Repeat("(", 60) + strings.Repeat(")", 60)},
	} {
		got, err := solver.Parse(test.text)
		if err != nil || written(got) != test.want {
			t.Errorf("%q is %s, %v", test.text, written(got), err)
		}
	}
	for _, text := range []string{"", "(", ")", "(a", `"a`, "|a", "a b", "(a))", `("a"" b`, strings.Repeat("(", 70) + strings.Repeat(")", 70)} {
		if got, err := solver.Parse(text); err == nil {
			t.Errorf("%q is %s", text, written(got))
		}
	}
}

func TestNumbersAndTexts(t *testing.T) {
	for text, want := range map[string]string{
		"5": "5", "1.50": "3/2", "(- 5)": "-5", "(/ 1 3)": "1/3", "(- (/ 1.0 3.0))": "-1/3", "(/ (- 1) 2)": "-1/2",
		"-5": "none", "1e3": "none", "(/ 1 0)": "none", "(+ 1 2)": "none", "x": "none", "()": "none", "1.2.3": "none", "(- 1 2)": "none",
	} {
		e, err := solver.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		got := "none"
		if n, ok := e.Number(); ok {
			got = n.RatString()
		}
		if got != want {
			t.Errorf("%s is %s, want %s", text, got, want)
		}
	}
	for text, want := range map[string]string{
		`""`: "", `"a""b"`: `a"b`, `"\u{41}\u0042"`: "AB", `"\u{1f600}"`: "\U0001f600", `"\u{d800}"`: "none", `"\ud800"`: "none",
		`"\u{}"`: `\u{}`, `"\u{1234567}"`: `\u{1234567}`, `"\x41"`: `\x41`, `"\u00"`: `\u00`, `"\u{zz}"`: `\u{zz}`, `x`: "none", `"é"`: "é",
	} {
		e, err := solver.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		got, ok := e.Text()
		if !ok {
			got = "none"
		}
		if got != want {
			t.Errorf("%s is %q, want %q", text, got, want)
		}
	}
}

// FuzzParse: what is read can be written and read again; nothing panics.
func FuzzParse(f *testing.F) {
	for _, text := range []string{`((x (- 1)) (y "a""\u{5c}"))`, "(/ 1.0 3)", "|a|", `"\u{d800}"`, "((((", "sat"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		e, err := solver.Parse(text)
		if err != nil {
			return
		}
		again, err := solver.Parse(written(e))
		if err != nil || written(again) != written(e) {
			t.Fatalf("%q: %s, %v", text, written(again), err)
		}
		_, _ = e.Bool()
		_, _ = e.Number()
		_ = fmt.Sprint(e.Text())
	})
}
