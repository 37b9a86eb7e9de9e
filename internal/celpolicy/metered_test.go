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
		"a":                                         false,
		"has(a.b) && a.b != null":                   false,
		"!(type(a.b) == string) || a.c[0] > 3":      false,
		"a.b in ['x', 'y'] ? size(a) : 1":           false,
		"{'message': 'x', 'path': a.b}":             false,
		"a + a":                                     true,
		"a - 1":                                     true,
		"-a":                                        true,
		"string(a)":                                 true,
		"a.startsWith('x')":                         true,
		"a.matches('^x')":                           true,
		"a.exists(x, x == 1)":                       false,
		"a.exists_one(x, x.y == a.y)":               false,
		"a.filter(x, x.y == 1).size() > 1":          false,
		"a.map(x, x.y)":                             false,
		"a.map(x, x.y > 1, {'n': x.y})":             false,
		"has(a.b) && a.b.all(x, x > 1)":             false,
		"a.filter(x, x == 1).exists(x, x == 1)":     false,
		"a.exists(x, x.all(y, y == 1))":             true,
		"a.filter(x, a.exists(y, y == x))":          true,
		"a.all(x, x.matches('y'))":                  true,
		"a.map(x, x + x)":                           true,
		"a.map(x, [x] + [x])":                       true,
		"a.exists(x, x + 1 == 2)":                   true,
		"[1].map(x, a + [x])":                       true,
		"[a.matches('x')]":                          true,
		"{'m': a + 'x'}":                            true,
		"a.?b.orValue(1)":                           true,
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
