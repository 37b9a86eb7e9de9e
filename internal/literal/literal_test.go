package literal

import (
	"testing"

	"cel.dev/cel-go/cel"
	"github.com/open-policy-agent/opa/v1/ast"
)

// texts are hard to write.
func texts() []string {
	return []string{"", "plain", `"quoted\"`, "line\nand\ttab\x00\x7f", "é ﬁ \u202e \u2028", "😀 \U000e0041", `\u0041`, "'single'"}
}

// TestCEL reads each literal again with CEL.
func TestCEL(t *testing.T) {
	env, err := cel.NewEnv()
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range texts() {
		checked, issues := env.Compile(CEL(text))
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

// TestRego reads each literal again with OPA.
func TestRego(t *testing.T) {
	for _, text := range texts() {
		got, err := ast.ParseTerm(Rego(text))
		if err != nil || !got.Equal(ast.StringTerm(text)) {
			t.Errorf("%q is read as %v (%v)", text, got, err)
		}
	}
}

func TestLists(t *testing.T) {
	if got := Regos([]string{"a", `b"`}); got != `"a", "b\""` {
		t.Errorf("got %s", got)
	}
	if got := CELs([]string{"a", `b"`}); got != `"a", "b\""` {
		t.Errorf("got %s", got)
	}
}
