package formula_test

import (
	"encoding/json"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/contractc/contractc/internal/formula"
	"github.com/contractc/contractc/internal/recorded"
)

// options returns the options of a rule set in the default bundle.
func options(t testing.TB, set string) formula.Options {
	t.Helper()
	opt, err := formula.Decode(recorded.Table(t, "claim/tables/formula.yaml"), set)
	if err != nil {
		t.Fatal(err)
	}
	return opt
}

// The recorded answers are those of the claim contract's first version.
func TestRecordedFormulas(t *testing.T) {
	opt := options(t, "claim@1")
	agree, texts := 0, 0
	cases := recorded.Claim(t, "formula")
	for _, c := range cases {
		env, _ := c.Input["env"].(map[string]any)
		got, err := formula.Eval(c.Input.Text("expr"), env, opt)
		want := c.Expected.Text("error")
		switch {
		case (err != nil) != (want != ""):
			t.Errorf("%s: %q = %v, %v; recorded %v", c.ID, c.Input.Text("expr"), got, err, c.Expected)
			continue
		case err == nil && !same(got, c.Expected["value"]):
			t.Errorf("%s: %q = %v, recorded %v", c.ID, c.Input.Text("expr"), got, c.Expected["value"])
			continue
		case err != nil && err.Error() == want:
			texts++
		case err != nil && !c.Flagged("cpython_text"):
			t.Errorf("%s: %q: %q, recorded %q", c.ID, c.Input.Text("expr"), err, want)
		case err != nil && kindOf(err.Error()) != kindOf(want):
			t.Errorf("%s: %q: %q, recorded %q", c.ID, c.Input.Text("expr"), err, want)
		case err == nil && math.Float64bits(got) != math.Float64bits(float(c.Expected["value"])):
			t.Logf("%s: %q = %v, recorded %v (another last bit)", c.ID, c.Input.Text("expr"), got, c.Expected["value"])
		}
		checkKeys(t, c, opt)
		agree++
	}
	t.Logf("%d of %d agree, %d messages are the same to the letter", agree, len(cases), texts)
}

func checkKeys(t *testing.T, c recorded.Case, opt formula.Options) {
	t.Helper()
	keys, err := formula.Keys(c.Input.Text("expr"), opt)
	if err != nil && !strings.Contains(err.Error(), "longer") {
		t.Errorf("%s: %v", c.ID, err)
	}
	var want []string
	for _, key := range c.Expected["keys"].([]any) {
		want = append(want, key.(string))
	}
	if !slices.Equal(keys, want) {
		t.Errorf("%s: keys %q, recorded %q", c.ID, keys, want)
	}
}

// kindOf is the part of a message that does not come from the interpreter.
func kindOf(message string) string {
	for _, prefix := range []string{"invalid formula ", "cannot evaluate "} {
		if strings.HasPrefix(message, prefix) {
			return prefix
		}
	}
	return message
}

func float(v any) float64 {
	x, _ := v.(json.Number).Float64()
	return x
}

func same(got float64, want any) bool {
	x := float(want)
	return got == x || math.Abs(got-x) <= 1e-9*math.Max(math.Abs(got), math.Abs(x))
}

// The second version differs from the first only where the text behind a
// placeholder would have made another name.
func TestVersionsDifferOnlyAroundPlaceholders(t *testing.T) {
	first, second := options(t, "claim@1"), options(t, "claim@2")
	for _, c := range recorded.Claim(t, "formula") {
		env, _ := c.Input["env"].(map[string]any)
		x, err1 := formula.Eval(c.Input.Text("expr"), env, first)
		y, err2 := formula.Eval(c.Input.Text("expr"), env, second)
		if (err1 == nil) != (err2 == nil) || x != y {
			t.Errorf("%s: %v, %v and %v, %v", c.ID, x, err1, y, err2)
		}
		var e *formula.Error
		if err2 != nil && !errors.As(err2, &e) {
			t.Errorf("%s: %T", c.ID, err2)
		}
	}
}
