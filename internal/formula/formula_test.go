package formula_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/contractc/contractc/internal/formula"
	"github.com/contractc/contractc/internal/pyvalue"
	"github.com/contractc/contractc/internal/tables"
)

func both(t *testing.T) map[string]formula.Options {
	return map[string]formula.Options{"claim@1": options(t, "claim@1"), "claim@2": options(t, "claim@2")}
}

func TestEval(t *testing.T) {
	env := map[string]any{"a": json.Number("3"), "b:x": json.Number("2.5"), "neg": json.Number("-7"), "zero": 0.0}
	for set, opt := range both(t) {
		for expr, want := range map[string]float64{
			"1 + 2 * 3":                   7,
			"({a} - {b:x}) / {b:x} * 100": 20,
			"-2 ** 2":                     -4,
			"2 ** 3 ** 2":                 512,
			"2 ** -1":                     0.5,
			"-7 // 2":                     -4,
			"{neg} % 3":                   2,
			"7 % -3":                      -2,
			"6 // 0.1":                    59,
			"1 % 0.1":                     0.09999999999999995,
			"-5 % 1e308":                  1e308,
			"0 // -1":                     math.Copysign(0, -1),
			"0 % -3":                      math.Copysign(0, -1),
			"round(2.5)":                  2,
			"round(2.675, 2)":             2.67,
			"round(1250, -2)":             1200,
			"round(-0.4)":                 math.Copysign(0, -1),
			"round(2.55, 1.9)":            2.5,
			"round(15, -1)":               20,
			"round(25, -1)":               20,
			"round(25.000001, -1)":        30,
			"round(5, -1)":                0,
			"round(7, -1)":                10,
			"log(8, 2)":                   3,
			"log(1000, 10)":               2.9999999999999996,
			"exp(-800)":                   0,
			"exp(1)":                      math.E,
			"log(2)":                      math.Ln2,
			"sqrt(2) ** 2":                2.0000000000000004,
			"2 ** 0.5":                    math.Sqrt2,
			"27 ** (1/3)":                 3,
			"(-8) ** 3":                   -512,
			"(-2) ** -3":                  -0.125,
			"5e-324 ** 1":                 5e-324,
			"max(-0.0, 0.0)":              math.Copysign(0, -1),
			"min(0.0, -0.0)":              0,
			"max(1, {a}, 2,)":             3,
			"(abs)(-1) + abs (-1)":        2,
			"ｍax(1, 2)":                   2,
			"1_000 + 0x10 + 0b101 + 0o17": 1036,
			"1. + .5 + 1e3 + 00":          1001.5,
			"1 + \\\n2":                   3,
			"(1 +\n2) # {a}":              3,
			"+-+{a}":                      -3,
			"9007199254740993":            9007199254740992,
		} {
			got, err := formula.Eval(expr, env, opt)
			if err != nil || got != want || math.Signbit(got) != math.Signbit(want) {
				t.Errorf("%s: %s = %v, %v; want %v", set, expr, got, err, want)
			}
		}
	}
}

func TestEvalErrors(t *testing.T) {
	env := map[string]any{
		"n": json.Number("4"), "flag": true, "text": "x", "none": nil, "inf": json.Number("1e400"), "nan": math.NaN(), "huge": json.Number("1" + strings.Repeat("0", 400)),
	}
	for set, opt := range both(t) {
		for expr, want := range map[string]struct {
			kind    formula.Kind
			message string
		}{
			"{x} + 1":                       {formula.Missing, "formula references {x}, which is not available"},
			"1 # {x}":                       {formula.Missing, "formula references {x}, which is not available"},
			"{flag}":                        {formula.NotNumeric, "{flag} has non-numeric value True"},
			"{text} + {x}":                  {formula.NotNumeric, "{text} has non-numeric value 'x'"},
			"{none}":                        {formula.NotNumeric, "{none} has non-numeric value None"},
			"{inf}":                         {formula.Infinite, "{inf} is not a finite number: inf"},
			"{nan}":                         {formula.Infinite, "{nan} is not a finite number: nan"},
			"{huge}":                        {formula.TooLarge, "{huge} is too large: 1" + strings.Repeat("0", 400)},
			"n + 1":                         {formula.UnknownName, "unknown name 'n'; reference beliefs as {key}"},
			"max":                           {formula.UnknownName, "unknown name 'max'; reference beliefs as {key}"},
			"_v0 + {n}":                     {formula.UnknownName, "unknown name '_v0'; reference beliefs as {key}"},
			"1,000":                         {formula.Unsupported, "unsupported syntax in formula: Tuple"},
			"{ n }":                         {formula.Unsupported, "unsupported syntax in formula: Set"},
			"{}":                            {formula.Unsupported, "unsupported syntax in formula: Dict"},
			"{n}.real":                      {formula.Unsupported, "unsupported syntax in formula: Attribute"},
			"1 if 2 else 3":                 {formula.Unsupported, "unsupported syntax in formula: IfExp"},
			"[x for x in y if z]":           {formula.Unsupported, "unsupported syntax in formula: ListComp"},
			"{k: v for k in x}":             {formula.Unsupported, "unsupported syntax in formula: DictComp"},
			"lambda a, *b, c=1, **d: 1":     {formula.Unsupported, "unsupported syntax in formula: Lambda"},
			"(x := 1)":                      {formula.Unsupported, "unsupported syntax in formula: NamedExpr"},
			"1 < 2 < 3":                     {formula.Unsupported, "unsupported syntax in formula: Compare"},
			"1 and 2":                       {formula.Unsupported, "unsupported syntax in formula: BoolOp"},
			"2 ^ 3":                         {formula.Unsupported, "unsupported syntax in formula: BinOp"},
			"~1":                            {formula.Unsupported, "unsupported syntax in formula: UnaryOp"},
			"f'{1+n}'":                      {formula.Missing, "formula references {1+n}, which is not available"},
			"f'a'":                          {formula.Unsupported, "unsupported syntax in formula: JoinedStr"},
			"max(*[1, 2])":                  {formula.Unsupported, "unsupported syntax in formula: Starred"},
			"'a' 'b'":                       {formula.Literal, "only numeric literals are allowed, got 'ab'"},
			`b'\x00"'`:                      {formula.Literal, `only numeric literals are allowed, got b'\x00"'`},
			"1.5j":                          {formula.Literal, "only numeric literals are allowed, got 1.5j"},
			"...":                           {formula.Literal, "only numeric literals are allowed, got Ellipsis"},
			"True":                          {formula.Literal, "only numeric literals are allowed, got True"},
			"sum(1, 2)":                     {formula.Function, "only these functions are allowed, with positional arguments: abs, exp, log, max, min, round, sqrt"},
			"max(a=1)":                      {formula.Function, "only these functions are allowed, with positional arguments: abs, exp, log, max, min, round, sqrt"},
			"2 ** 65":                       {formula.Exponent, "exponent 65.0 exceeds the limit of 64"},
			"2 ** -64.000000001":            {formula.Exponent, "exponent -64.000000001 exceeds the limit of 64"},
			"1 / -0.0":                      {formula.Arithmetic, "cannot evaluate '1 / -0.0': float division by zero"},
			"1 // 0":                        {formula.Arithmetic, "cannot evaluate '1 // 0': float floor division by zero"},
			"1 % 0":                         {formula.Arithmetic, "cannot evaluate '1 % 0': float modulo"},
			"0 ** -1":                       {formula.Arithmetic, "cannot evaluate '0 ** -1': 0.0 cannot be raised to a negative power"},
			"1e200 ** 2":                    {formula.Arithmetic, "cannot evaluate '1e200 ** 2': (34, 'Numerical result out of range')"},
			"sqrt(-1)":                      {formula.Arithmetic, "cannot evaluate 'sqrt(-1)': math domain error"},
			"exp(710)":                      {formula.Arithmetic, "cannot evaluate 'exp(710)': math range error"},
			"log(8, 1)":                     {formula.Arithmetic, "cannot evaluate 'log(8, 1)': float division by zero"},
			"min(3)":                        {formula.Arithmetic, "cannot evaluate 'min(3)': min takes two or more arguments (1 given)"},
			"round(1.7e308, -308)":          {formula.Arithmetic, "cannot evaluate 'round(1.7e308, -308)': rounded value too large to represent"},
			strings.Repeat("1", 400):        {formula.Arithmetic, "cannot evaluate '" + strings.Repeat("1", 400) + "': int too large to convert to float"},
			"1e309":                         {formula.NotFinite, "the formula produced a value that is not a finite number"},
			"1e308 * 10 * 0":                {formula.NotFinite, "the formula produced a value that is not a finite number"},
			"(-8) ** 0.5":                   {formula.NotReal, "the formula did not produce a real number"},
			strings.Repeat("1+", 101) + "1": {formula.Depth, "formula nests deeper than 100 levels"},
			strings.Repeat("-", 101) + "1":  {formula.Depth, "formula nests deeper than 100 levels"},
			strings.Repeat("é", 2001):       {formula.TooLong, "formula is longer than 2000 characters"},
			strings.Repeat("(", 201) + strings.Repeat(")", 201): {formula.Syntax, ""},
			"":         {formula.Syntax, ""},
			" 1":       {formula.Syntax, ""},
			"1\n2":     {formula.Syntax, ""},
			"1 +":      {formula.Syntax, ""},
			"(1":       {formula.Syntax, ""},
			"1)":       {formula.Syntax, ""},
			"(1]":      {formula.Syntax, ""},
			"010":      {formula.Syntax, ""},
			"1__0":     {formula.Syntax, ""},
			"1f":       {formula.Syntax, ""},
			"１":        {formula.Syntax, ""},
			"1 × 2":    {formula.Syntax, ""},
			"x := 1":   {formula.Syntax, ""},
			"1; 2":     {formula.Syntax, ""},
			"import x": {formula.Syntax, ""},
			"'open":    {formula.Syntax, ""},
			"1 \\":     {formula.Syntax, ""},
			"2{n}":     {formula.Syntax, ""},
			"{n}.5":    {formula.Syntax, ""},
			"1\x00":    {formula.Syntax, ""},
		} {
			_, err := formula.Eval(expr, env, opt)
			var e *formula.Error
			switch {
			case !errors.As(err, &e):
				t.Errorf("%s: %q: error %v", set, expr, err)
			case e.Kind != want.kind:
				t.Errorf("%s: %q: kind %q, want %q (%s)", set, expr, e.Kind, want.kind, e.Message)
			case want.message != "" && e.Message != want.message:
				t.Errorf("%s: %q: %q, want %q", set, expr, e.Message, want.message)
			}
		}
	}
}

// Text behind a placeholder made another name in the first version, which
// could be that of another placeholder. The second version refuses it.
func TestTextBehindAPlaceholder(t *testing.T) {
	env := map[string]any{}
	var eleven strings.Builder
	for i := range 11 {
		key := fmt.Sprintf("k%d", i)
		env[key] = float64(100 + i)
		fmt.Fprintf(&eleven, " + 0 * {%s}", key)
	}
	expr := "{k1}0" + eleven.String()
	expr = strings.Replace(expr, "{k1}0", "0", 1) // eleven placeholders, then one with a digit behind it
	expr = strings.Replace(expr, "0 * {k1}", "{k1}0", 1)
	if got, err := formula.Eval(expr, env, options(t, "claim@1")); err != nil || got != 110 {
		t.Errorf("the first version reads %s as %v, %v; the name it makes is that of the eleventh placeholder", expr, got, err)
	}
	var e *formula.Error
	if got, err := formula.Eval(expr, env, options(t, "claim@2")); !errors.As(err, &e) || e.Kind != formula.Syntax {
		t.Errorf("the second version reads %s as %v, %v", expr, got, err)
	}
	for _, expr := range []string{"{k1}{k2}", "{k1}0", "{k1}e2", "{k1}_v1", "_v{k1}0"} {
		if got, err := formula.Eval(expr, env, options(t, "claim@2")); err == nil {
			t.Errorf("the second version reads %s as %v", expr, got)
		}
	}
}

func TestKeys(t *testing.T) {
	opt := options(t, "claim@2")
	keys, err := formula.Keys("{b} + {a} * {b} # {c} { d } {} {{e}} {f{g}", opt)
	if err != nil || !slices.Equal(keys, []string{"b", "a", "c", "e", "g"}) {
		t.Errorf("keys %q, %v", keys, err)
	}
	if _, err := formula.Keys(strings.Repeat(" ", 2001), opt); err == nil {
		t.Error("keys of a formula over the limit")
	}
}

func TestSame(t *testing.T) {
	tol := options(t, "claim@2").Tolerance
	for _, c := range []struct {
		stated   any
		computed float64
		want     bool
	}{
		{json.Number("100"), 100.00009, true},
		{json.Number("100"), 100.0002, false},
		{json.Number("0"), 9e-10, true},
		{json.Number("0"), 2e-9, false},
		{json.Number("-1"), 1, false},
		{true, 1, false},
		{"1", 1, false},
		{nil, 0, false},
		{json.Number("NaN"), 1, false},
		{json.Number("1" + strings.Repeat("0", 400)), math.MaxFloat64, false},
	} {
		if got := formula.Same(c.stated, c.computed, tol); got != c.want {
			t.Errorf("Same(%v, %v) = %v", c.stated, c.computed, got)
		}
	}
	if !formula.Same(1.5, 1.5, pyvalue.Tolerance{}) {
		t.Error("equal numbers are not the same without a tolerance")
	}
}

func TestDecodeRefuses(t *testing.T) {
	good := func() map[string]any {
		return map[string]any{
			"placeholders": "tokens", "length": 10.0, "depth": 5.0, "parentheses": 5.0, "exponent": 2.0,
			"functions": []any{"abs"}, "tolerance": map[string]any{"relative": 0.1, "absolute": 0.0},
		}
	}
	if _, err := formula.Decode(map[string]any{"s": good()}, "s"); err != nil {
		t.Fatal(err)
	}
	for field, value := range map[string]any{
		"placeholders": "words", "length": 0.0, "depth": 1e6, "parentheses": -1.0, "exponent": -1.0, "functions": []any{"eval"},
		"tolerance": map[string]any{"relative": -1.0}, "lenght": 1.0,
	} {
		bad := good()
		bad[field] = value
		var e *tables.OptionError
		if _, err := formula.Decode(map[string]any{"s": bad}, "s"); !errors.As(err, &e) {
			t.Errorf("%s = %v: %v", field, value, err)
		}
	}
}

// A table decides what may be called and how long a formula may be.
func TestOptionsDecide(t *testing.T) {
	opt := options(t, "claim@2")
	opt.Functions, opt.Length, opt.Exponent = []string{"abs"}, 10, 2
	for expr, want := range map[string]formula.Kind{"max(1, 2)": formula.Function, "1234567890+1": formula.TooLong, "2 ** 3": formula.Exponent} {
		var e *formula.Error
		if _, err := formula.Eval(expr, nil, opt); !errors.As(err, &e) || e.Kind != want {
			t.Errorf("%s: %v", expr, err)
		}
	}
}
