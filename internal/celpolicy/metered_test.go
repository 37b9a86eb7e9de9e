package celpolicy

import (
	"strings"
	"testing"

	"cel.dev/cel-go/cel"
)

// The costs of what loops, makes texts longer, calls a function or is large are
// counted.
func TestMetered(t *testing.T) {
	env, err := cel.NewEnv(cel.Variable("a", cel.DynType), cel.OptionalTypes())
	if err != nil {
		t.Fatal(err)
	}
	for source, want := range map[string]bool{
		"a":                                    false,
		"has(a.b) && a.b != null":              false,
		"!(type(a.b) == string) || a.c[0] > 3": false,
		"a.b in ['x', 'y'] ? size(a) : 1":      false,
		"{'message': 'x', 'path': a.b}":        false,
		"a + a":                                true,
		"a - 1":                                true,
		"-a":                                   true,
		"string(a)":                            true,
		"a.startsWith('x')":                    true,
		"a.matches('^x')":                      true,
		"a.exists(x, x == 1)":                  true,
		"has(a.b) && a.b.all(x, x > 1)":        true,
		"[a.matches('x')]":                     true,
		"{'m': a + 'x'}":                       true,
		"a.?b.orValue(1)":                      true,
		"a == 1" + strings.Repeat(" || a == 1", 24): false,
		"a == 1" + strings.Repeat(" || a == 1", 25): true,
	} {
		checked, issues := env.Compile(source)
		if issues.Err() != nil {
			t.Fatal(issues.Err())
		}
		if got := metered(checked.NativeRep().Expr()); got != want {
			t.Errorf("%s: metered %t", source, got)
		}
	}
}
