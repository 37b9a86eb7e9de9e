package value_test

import (
	"testing"

	"github.com/contractc/contractc/internal/value"
	"github.com/contractc/contractc/schema"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestCanonical(t *testing.T) {
	for name, test := range map[string]struct{ in, want schema.Value }{
		"negative zero":           {integer("-0"), integer("0")},
		"integer":                 {integer("-12"), integer("-12")},
		"trailing zeros":          {decimal("1.500"), decimal("1.5")},
		"whole decimal":           {decimal("100.000"), decimal("100.0")},
		"negative zero decimal":   {decimal("-0.00"), decimal("0.0")},
		"set is sorted":           {set(integer("2"), integer("1")), set(integer("1"), integer("2"))},
		"set has no member twice": {set(decimal("1.0"), decimal("1.00")), set(decimal("1.0"))},
		"map is sorted":           {dict(str("b"), none(), str("a"), integer("-0")), dict(str("a"), integer("0"), str("b"), none())},
		"list keeps its order":    {list(integer("2"), integer("-0")), list(integer("2"), integer("0"))},
		"tuple within a set":      {set(tuple(decimal("2.0")), tuple(decimal("1.50"))), set(tuple(decimal("1.5")), tuple(decimal("2.0")))},
	} {
		got, err := value.Canonical(test.in)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestNotCanonical(t *testing.T) {
	for name, test := range map[string]struct {
		in   schema.Value
		want string
	}{
		"nil":             {nil, "the invalid value is missing"},
		"no digits":       {integer(""), "the integer value is not written as decimal digits"},
		"leading zero":    {integer("01"), "the integer value is not written as decimal digits"},
		"plus":            {integer("+1"), "the integer value is not written as decimal digits"},
		"space":           {integer(" 1"), "the integer value is not written as decimal digits"},
		"other digits":    {integer("٣"), "the integer value is not written as decimal digits"},
		"no point":        {decimal("1"), "the decimal value is not written as digits with a decimal point"},
		"no fraction":     {decimal("1."), "the decimal value is not written as digits with a decimal point"},
		"no whole part":   {decimal(".5"), "the decimal value is not written as digits with a decimal point"},
		"exponent":        {decimal("1.0e3"), "the decimal value is not written as digits with a decimal point"},
		"upper-case hex":  {hex("FF"), "the bytes value is not lower-case hex"},
		"half a byte":     {hex("f"), "the bytes value has half a byte at its end"},
		"bad UTF-8":       {str("\xff"), "the string value is not valid UTF-8"},
		"bad UTF-8 enum":  {enum("a", "\xff"), "the enum value is not valid UTF-8"},
		"key twice":       {dict(str("a"), none(), str("a"), none()), "the map value holds a key twice"},
		"equal keys":      {dict(decimal("1.0"), none(), decimal("1.00"), none()), "the map value holds a key twice"},
		"member is wrong": {list(tuple(integer("x"))), "the integer value is not written as decimal digits"},
		"missing member":  {set(nil), "the invalid value is missing"},
	} {
		_, err := value.Canonical(test.in)
		if err == nil || err.Error() != test.want {
			t.Errorf("%s: error %v, want %q", name, err, test.want)
		}
	}
}

func TestCanonicalIsStable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		once := canonicalValue(t, "value")
		twice, err := value.Canonical(once)
		if err != nil {
			t.Fatal(err)
		}
		if twice != once {
			t.Fatal("a canonical value was changed")
		}
	})
}
