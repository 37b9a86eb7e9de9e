package render

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/contractc/contractc/internal/value"
	"github.com/contractc/contractc/schema"
	"pgregory.net/rapid"
)

func TestLiteral(t *testing.T) {
	tests := []struct {
		v    schema.Value
		want string
	}{
		{&schema.NoneValue{}, "none"},
		{&schema.BooleanValue{Boolean: true}, "true"},
		{&schema.IntegerValue{Integer: "-90071992547409930"}, "-90071992547409930"},
		{&schema.DecimalValue{Decimal: "1.50"}, "1.50"},
		{str(""), `""`},
		{str("a\u200b"), `"a\u{200B}"`},
		{&schema.BytesValue{Hex: ""}, "bytes 0x"},
		{&schema.BytesValue{Hex: "00ff"}, "bytes 0x00ff"},
		{&schema.ListValue{}, "[]"},
		{&schema.ListValue{Items: []schema.Value{str("a"), &schema.ListValue{}}}, `["a", []]`},
		{&schema.TupleValue{}, "()"},
		{&schema.TupleValue{Items: []schema.Value{str("a")}}, `("a",)`},
		{&schema.TupleValue{Items: []schema.Value{str("a"), str("b")}}, `("a", "b")`},
		{&schema.SetValue{}, "{}"},
		{&schema.SetValue{Items: []schema.Value{str("b"), str("a")}}, `{"a", "b"}`},
		{&schema.MapValue{}, "{:}"},
		{&schema.MapValue{Entries: []schema.MapEntry{{Key: str("b"), Value: str("x")}, {Key: str("a"), Value: &schema.NoneValue{}}}}, `{"a": none, "b": "x"}`},
		{&schema.EnumValue{Enum: "Color", Text: "red"}, `the value "red" of "Color"`},
		{&schema.PathPrefixValue{Prefix: "/repo"}, `the prefix "/repo"`},
		{&schema.DirectoryValue{Directory: "/repo"}, `the directory "/repo"`},
		{&schema.ClassReferenceValue{ClassName: "rows.UserRow"}, "the class rows.UserRow"},
		{&schema.ClassReferenceValue{ClassName: "rows.\u0430"}, `the class "rows.\u{430}"`},
		{&schema.ClassReferenceValue{ClassName: ""}, `the class ""`},
	}
	for _, tt := range tests {
		if got, err := Literal(tt.v); got != tt.want || err != nil {
			t.Errorf("got %s, %v, want %s", got, err, tt.want)
		}
	}
}

func TestLiteralErrors(t *testing.T) {
	deep := schema.Value(str("a"))
	for range 100 {
		deep = &schema.ListValue{Items: []schema.Value{deep}}
	}
	for part, v := range map[string]schema.Value{
		"no value": nil, "nested deeper than 64": deep, "is no number": &schema.IntegerValue{Integer: "1\u202e"},
		"is no bytes": &schema.BytesValue{Hex: "0"},
	} {
		_, err := Literal(v)
		var e *ValueError
		if !errors.As(err, &e) || !strings.Contains(e.Reason, part) {
			t.Errorf("got %v, want %q", err, part)
		}
	}
}

func TestJSON(t *testing.T) {
	tests := []struct {
		v    any
		want string
	}{
		{nil, "null"},
		{json.Number("1e3"), "1e3"},
		{json.Number("1.000"), "1.000"},
		{json.Number("9007199254740993"), "9007199254740993"},
		{map[string]any{}, "{}"},
		{map[string]any{"b": []any{true, "x"}, "a": json.Number("1"), "\U0001f600": 1, "\ufb33": int64(2)},
			`{"a": 1, "b": [true, "x"], "😀": 1, "\u{FB33}": 2}`},
		{[]string{"a", ""}, `["a", ""]`},
		{"\x00", `"\u{0}"`},
	}
	for _, tt := range tests {
		if got, err := JSON(tt.v); got != tt.want || err != nil {
			t.Errorf("got %s, %v, want %s", got, err, tt.want)
		}
	}
	deep := any("x")
	for range 100 {
		deep = []any{deep}
	}
	for _, bad := range []any{deep, 1.5, struct{}{}, json.Number("NaN"), json.Number("")} {
		if got, err := JSON(bad); err == nil {
			t.Errorf("JSON gave %s for %T", got, bad)
		}
	}
}

// values draws typed values.
func values(depth int) *rapid.Generator[schema.Value] {
	text := rapid.SampledFrom([]string{"", "a", "b", `", "`, "1", "a\u200b", "\u0430", "x\"y"})
	as := func(wrap func(s string) schema.Value) *rapid.Generator[schema.Value] { return rapid.Map(text, wrap) }
	all := []*rapid.Generator[schema.Value]{
		as(str),
		as(func(s string) schema.Value { return &schema.PathPrefixValue{Prefix: s} }),
		as(func(s string) schema.Value { return &schema.DirectoryValue{Directory: s} }),
		as(func(s string) schema.Value { return &schema.ClassReferenceValue{ClassName: s} }),
		as(func(s string) schema.Value { return &schema.EnumValue{Enum: "e", Text: s} }),
		rapid.SampledFrom([]schema.Value{
			&schema.NoneValue{}, &schema.BooleanValue{}, &schema.BooleanValue{Boolean: true}, &schema.BytesValue{Hex: "01"},
			&schema.IntegerValue{Integer: "1"}, &schema.DecimalValue{Decimal: "1.0"}, &schema.DecimalValue{Decimal: "1.5"}}),
	}
	if depth > 0 {
		some := rapid.SliceOfN(values(depth-1), 0, 3)
		all = append(all,
			rapid.Map(some, func(v []schema.Value) schema.Value { return &schema.ListValue{Items: v} }),
			rapid.Map(some, func(v []schema.Value) schema.Value { return &schema.TupleValue{Items: v} }),
			rapid.Map(some, func(v []schema.Value) schema.Value { return &schema.SetValue{Items: v} }),
			rapid.Map(some, func(v []schema.Value) schema.Value {
				m := &schema.MapValue{}
				for i := 0; i+1 < len(v); i += 2 {
					m.Entries = append(m.Entries, schema.MapEntry{Key: v[i], Value: v[i+1]})
				}
				return m
			}))
	}
	return rapid.OneOf(all...)
}

// TestDifferentValuesHaveDifferentLiterals compares with the canonical form.
func TestDifferentValuesHaveDifferentLiterals(t *testing.T) {
	seen := map[string]string{}
	rapid.Check(t, func(t *rapid.T) {
		v, err := value.Canonical(values(2).Draw(t, "value"))
		if err != nil {
			t.Skip("a set or map with a member twice")
		}
		text, err := Literal(v)
		if err != nil {
			t.Fatal(err)
		}
		key := string(value.AppendKey(nil, v))
		if other, ok := seen[text]; ok && other != key {
			t.Fatalf("%s is of two values", text)
		}
		seen[text] = key
	})
}
