package lint

import (
	"testing"

	"cel.dev/cel-go/common/ast"

	"github.com/contractc/contractc/internal/celpolicy"
)

// TestTangled: only a condition whose parts may exclude each other is a question
// for solvers.
func TestTangled(t *testing.T) {
	parse := sharedConditions()
	parsed := func(text string) ast.Expr {
		c, ok := parse.parse(celpolicy.Text{Source: text})
		if !ok {
			t.Fatalf("%s is not parsed", text)
		}
		return c.expr
	}
	variables := map[string]ast.Expr{"n": parsed("input.a.n"), "long": parsed("size(input.a.text) > 9"), "self": parsed("variables.self")}
	for text, want := range map[string]bool{
		"input.a.n > 3":                                                     false,
		"input.a.n > 3 && input.a.m < 3":                                    false,
		"input.a.n > 3 && input.a.n < 3":                                    true,
		"input.a.n > 3 || input.a.n < 3":                                    false,
		"!(input.a.n > 3 || input.a.n < 3)":                                 true,
		"input.a.n + 1 > 3":                                                 true,
		"variables.n > 3 && input.a.n < 3":                                  true,
		"variables.n > 3 && input.a.m < 3":                                  false,
		"variables.long && input.a.text == 'a'":                             true,
		"!variables.long || input.a.text == 'a'":                            false,
		"variables.self && variables.self":                                  true,
		"has(input.a.n) && input.a.n > 3":                                   false,
		"!has(input.a.n) && has(input.a.n)":                                 true,
		"input.a.text.matches('a') && input.a.b":                            false,
		"quote.found(input.a.d) && input.a.d > 3":                           false,
		"(input.a.n > 3 || input.b) && input.a.n < 3":                       false,
		"(input.a.n > 3 || input.a.n > 5) && input.a.n < 3":                 true,
		"input.b ? input.a.n > 3 && input.a.n < 3 : input.c":                false,
		"input.b ? input.a.n > 3 && input.a.n < 3 : input.b":                true,
		"input.a.tool in ['x'] && input.a.text.startsWith('y')":             false,
		"size(input.a.text) < 3 && input.a.text.startsWith('abc')":          true,
		"input.a.n in [1, 2] && (input.a.n == 3 || input.a.n in [4])":       true,
		"'path' in input.a.args && string(input.a.args.path).contains('a')": false,
	} {
		if got := tangled([]ast.Expr{parsed(text)}, variables); got != want {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
	}
	if !tangled([]ast.Expr{parsed("input.a.n > 3"), parsed("input.a.n < 3")}, nil) {
		t.Error("the condition of an outer branch is left out")
	}
}
