package pyvalue_test

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/contractc/contractc/internal/pyvalue"
)

func TestNumberOf(t *testing.T) {
	for _, c := range []struct {
		in    any
		isInt bool
		want  float64
		ok    bool
	}{
		{json.Number("3"), true, 3, true},
		{json.Number("-0"), true, 0, true},
		{json.Number("3.0"), false, 3, true},
		{json.Number("1e400"), false, math.Inf(1), true},
		{json.Number("-Infinity"), false, math.Inf(-1), true},
		{json.Number("9007199254740993"), true, 9007199254740992, true},
		{2.5, false, 2.5, true},
		{7, true, 7, true},
		{true, false, 0, false},
		{"3", false, 0, false},
		{nil, false, 0, false},
		{json.Number("abc"), false, 0, false},
		{json.Number(strings.Repeat("9", 4302)), false, 0, false},
	} {
		n, ok := pyvalue.NumberOf(c.in)
		if ok != c.ok {
			t.Errorf("NumberOf(%v) ok = %v", c.in, ok)
			continue
		}
		if !ok {
			continue
		}
		x, fits := n.Float64()
		if n.IsInt() != c.isInt || x != c.want || !fits {
			t.Errorf("NumberOf(%v) = %v, int %v, fits %v", c.in, x, n.IsInt(), fits)
		}
	}
}

func TestIntTooLargeForADouble(t *testing.T) {
	n, ok := pyvalue.NumberOf(json.Number("1" + strings.Repeat("0", 400)))
	if !ok {
		t.Fatal("an int of 401 digits is a number")
	}
	if x, fits := n.Float64(); fits {
		t.Errorf("10**400 fits a double: %v", x)
	}
}

func TestParseFloat(t *testing.T) {
	good := map[string]float64{
		"0.9": 0.9, " 1 ": 1, "+.5": 0.5, "-5.": -5, "1_000.2_5": 1000.25, "1e3": 1000, "1E-2": 0.01,
		"inf": math.Inf(1), "-Infinity": math.Inf(-1), "1e999": math.Inf(1), "٣٫": -1, "１２.５": 12.5, "\u00a07\u2003": 7,
	}
	delete(good, "٣٫")
	for in, want := range good {
		if got, ok := pyvalue.ParseFloat(in); !ok || got != want {
			t.Errorf("ParseFloat(%q) = %v, %v; want %v", in, got, ok, want)
		}
	}
	if x, ok := pyvalue.ParseFloat("nan"); !ok || !math.IsNaN(x) {
		t.Errorf("ParseFloat(nan) = %v, %v", x, ok)
	}
	for _, in := range []string{"", " ", "+", ".", "e5", "1e", "1e+", "--1", "+-1", "1_", "_1", "1__0", "1_.5", "1._5", "0x10", "1,5", "1 2", "infin", "1p3", "½", "50%"} {
		if x, ok := pyvalue.ParseFloat(in); ok {
			t.Errorf("ParseFloat(%q) = %v, want a refusal", in, x)
		}
	}
}

func TestParseInt(t *testing.T) {
	for in, want := range map[string]string{"3": "3", " -1_0 ": "-10", "+007": "7", "٤٢": "42"} {
		if n, ok := pyvalue.ParseInt(in); !ok || n.String() != want {
			t.Errorf("ParseInt(%q) = %v, %v", in, n, ok)
		}
	}
	for _, in := range []string{"", "3.0", "1e3", "three", "1__0", "0x1", "--1", strings.Repeat("1", 4301)} {
		if n, ok := pyvalue.ParseInt(in); ok {
			t.Errorf("ParseInt(%.20q) = %v, want a refusal", in, n)
		}
	}
}

func TestDigitValue(t *testing.T) {
	for r, want := range map[rune]int{'7': 7, '٣': 3, '９': 9, '𝟘': 0, '𝟿': 9, '𝟙': 1, 'x': -1, '½': -1, '²': -1, '七': -1} {
		if got := pyvalue.DigitValue(r); got != want {
			t.Errorf("DigitValue(%q) = %d, want %d", r, got, want)
		}
	}
}

func TestLower(t *testing.T) {
	for in, want := range map[string]string{
		"ABC": "abc", "İ": "i̇", "ΟΔΟΣ": "οδος", "ΟΔΟΣ.": "οδος.", "Σ": "σ", "ΑΣΑ": "ασα", "ΑΣ'Α": "ασ'α", "ẞß": "ßß", "Ⅷ": "ⅷ", "A.Σ": "a.ς", "K": "k",
	} {
		if got := pyvalue.Lower(in); got != want {
			t.Errorf("Lower(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestCollapse(t *testing.T) {
	if got := pyvalue.Collapse(" a\t\n\u2003b\u0085\u001cc  "); got != " a b c " {
		t.Errorf("Collapse gave %q", got)
	}
	if got := pyvalue.Strip("\u2028 a\u200b "); got != "a\u200b" {
		t.Errorf("Strip gave %q", got)
	}
}

func TestFormat(t *testing.T) {
	for _, c := range []struct {
		in   any
		want string
	}{
		{json.Number("4.1e9"), "4,100,000,000"},
		{json.Number("1e15"), "1e+15"},
		{json.Number("-0.0"), "0"},
		{json.Number("0.1234567"), "0.123457"},
		{json.Number("123456789012345678901234567890"), "123,456,789,012,345,678,901,234,567,890"},
		{json.Number("-1234"), "-1,234"},
		{json.Number("NaN"), "nan"},
		{json.Number("-1e999"), "-inf"},
		{true, "True"},
		{nil, "None"},
		{"it's", `"it's"`},
		{strings.Repeat("é", 80), "'" + strings.Repeat("é", 80) + "'"},
		{strings.Repeat("é", 81), "'" + strings.Repeat("é", 77) + "...'"},
		{[]any{json.Number("1"), "a"}, "[1, 'a']"},
	} {
		if got := pyvalue.Format(c.in); got != c.want {
			t.Errorf("Format(%v) = %q, want %q", c.in, got, c.want)
		}
	}
}

func TestEqual(t *testing.T) {
	num := func(s string) any { return json.Number(s) }
	tol := pyvalue.Tolerance{Relative: 1e-9, Absolute: 1e-12}
	for _, c := range []struct {
		a, b any
		want bool
	}{
		{num("0.30000000000000004"), num("0.3"), true},
		{num("9007199254740993"), num("9007199254740992"), false},
		{num("1"), true, true},
		{false, num("0.0"), true},
		{num("NaN"), num("NaN"), true},
		{num("Infinity"), num("1e999"), true},
		{num("Infinity"), num("-Infinity"), false},
		{"1", num("1"), false},
		{"a", "A", false},
		{nil, num("0"), false},
		{nil, nil, true},
		{[]any{num("1")}, []any{num("1.0000000001")}, true},
		{[]any{num("1")}, []any{num("1"), num("2")}, false},
		{map[string]any{"a": num("1")}, map[string]any{"b": num("1")}, false},
		{map[string]any{"a": []any{true}}, map[string]any{"a": []any{num("1")}}, true},
		{[]any{}, map[string]any{}, false},
		{num("1" + strings.Repeat("0", 400)), num("1.5"), false},
	} {
		if got := pyvalue.Equal(c.a, c.b, tol); got != c.want {
			t.Errorf("Equal(%v, %v) = %v", c.a, c.b, got)
		}
		if got := pyvalue.Equal(c.b, c.a, tol); got != c.want {
			t.Errorf("Equal(%v, %v) = %v", c.b, c.a, got)
		}
	}
}
