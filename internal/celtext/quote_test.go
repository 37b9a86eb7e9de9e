package celtext

import (
	"testing"

	"cel.dev/cel-go/cel"
)

// TestQuote reads each literal again with CEL.
func TestQuote(t *testing.T) {
	env, err := cel.NewEnv()
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"", "plain", `"quoted\"`, "line\nand\ttab\x00\x7f", "é ﬁ \u202e \u2028", "😀 \U000e0041", `\u0041`, "'single'"} {
		checked, issues := env.Compile(Quote(text))
		if issues.Err() != nil {
			t.Errorf("%q: %v", text, issues.Err())
			continue
		}
		program, err := env.Program(checked)
		if err != nil {
			t.Fatal(err)
		}
		got, _, err := program.Eval(map[string]any{})
		if err != nil || got.Value() != text {
			t.Errorf("%q is read as %v (%v)", text, got, err)
		}
	}
}

func TestQuoteAll(t *testing.T) {
	if got := QuoteAll([]string{"a", `b"`}); got != `"a", "b\""` {
		t.Errorf("got %s", got)
	}
}
