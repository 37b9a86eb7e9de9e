package formula_test

import (
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/contractc/contractc/internal/formula"
)

func FuzzFormula(f *testing.F) {
	for _, seed := range []string{
		"({a} - {b}) / {b} * 100", "2 ** -0.5 // 3 % .1", "round(max({a}, 1e3, 0x1F), -2)", "log(8, 2) + exp(1)", "{a}0 {b}_v1 _v0",
		"[x for x in (1, 2) if x]", "lambda a, *b, c=1: {a: b}", "f'{a}' 'b' b\"c\"", "1 if 2 else (3 := 4)", "# {a}\n\\\n 1_0.5e+1j", "a[1:2, *b].c(d=1, **e)",
		strings.Repeat("(", 50) + "1" + strings.Repeat(")", 50), strings.Repeat("-", 200) + "1",
	} {
		f.Add(seed)
	}
	first, second := options(f, "claim@1"), options(f, "claim@2")
	env := map[string]any{"a": json.Number("2.5"), "b": json.Number("-7"), "c": "x"}
	f.Fuzz(func(t *testing.T, expr string) {
		x, err := formula.Eval(expr, env, second)
		check(t, x, err)
		y, err1 := formula.Eval(expr, env, first)
		check(t, y, err1)
		if err == nil && (err1 != nil || x != y) {
			t.Errorf("the second version gives %v, the first %v, %v", x, y, err1)
		}
		keys, _ := formula.Keys(expr, second)
		if strings.Count(expr, "{") < len(keys) {
			t.Errorf("keys %q", keys)
		}
	})
}

func check(t *testing.T, x float64, err error) {
	t.Helper()
	var e *formula.Error
	if err != nil && (!errors.As(err, &e) || e.Message == "") {
		t.Errorf("error %T: %v", err, err)
	}
	if err == nil && (math.IsNaN(x) || math.IsInf(x, 0)) {
		t.Errorf("value %v", x)
	}
}

func BenchmarkEval(b *testing.B) {
	opt := options(b, "claim@2")
	env := map[string]any{"a": json.Number("4500000000"), "b": json.Number("4300000000")}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := formula.Eval("({a} - {b}) / {b} * 100", env, opt); err != nil {
			b.Fatal(err)
		}
	}
}

// Every formula of the greatest length is cheap, whatever it holds.
func BenchmarkHostile(b *testing.B) {
	opt := options(b, "claim@2")
	fill := func(s string) string { return strings.Repeat(s, (opt.Length-10)/len(s)) }
	for name, expr := range map[string]string{
		"parentheses": strings.Repeat("(", 200) + "1" + strings.Repeat(")", 200), "minus": fill("-") + "1", "powers": fill("2**") + "1",
		"exp": "max(" + fill("exp(1),") + "1)", "roots": "max(" + fill("2**.5,") + "1)", "calls": fill("abs("), "strings": fill("'a'"), "long": strings.Repeat("1", 64<<10),
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				_, _ = formula.Eval(expr, nil, opt)
			}
		})
	}
}
