package value_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/contractc/contractc/internal/value"
	"github.com/contractc/contractc/schema"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func named(t *testing.T, name string) value.Type {
	t.Helper()
	typ, ok := value.TypeNamed(name)
	if !ok {
		t.Fatalf("no type is named %q", name)
	}
	return typ
}

func TestFromPlain(t *testing.T) {
	for _, test := range []struct {
		name  string
		plain any
		typ   value.Type
		want  schema.Value
	}{
		{"null", nil, named(t, "string"), nil},
		{"string", "é", named(t, "string"), str("é")},
		{"uri", "a:b", named(t, "uri"), str("a:b")},
		{"integer", json.Number("-12"), named(t, "integer"), integer("-12")},
		{"negative zero", json.Number("-0"), named(t, "integer"), integer("0")},
		{"big integer", json.Number("123456789012345678901"), named(t, "integer"), integer("123456789012345678901")},
		{"boolean", true, named(t, "boolean"), boolean(true)},
		{"decimal", json.Number("1.50"), named(t, "decimal"), decimal("1.5")},
		{"integer for a decimal", json.Number("3"), named(t, "decimal"), decimal("3.0")},
		{"float", json.Number("-2.5e-3"), named(t, "float"), decimal("-0.0025")},
		{"exponent", json.Number("1.25E+3"), named(t, "double"), decimal("1250.0")},
		{"zero with an exponent", json.Number("0e999"), named(t, "decimal"), decimal("0.0")},
		{"negative exponent", json.Number("125e-2"), named(t, "decimal"), decimal("1.25")},
		{"list of strings", []any{"b", "a"}, value.ListOf(named(t, "string")), list(str("b"), str("a"))},
		{"empty list", []any{}, value.ListOf(named(t, "string")), list()},
		{"map", map[string]any{"b": nil, "a": json.Number("1.0")}, named(t, "map"),
			dict(str("a"), decimal("1.0"), str("b"), none())},
		{"any", []any{nil, json.Number("1"), json.Number("1e0"), "x", false, []any{}}, value.Any(),
			list(none(), integer("1"), decimal("1.0"), str("x"), boolean(false), list())},
		{"enum", "red", value.EnumOf("a.Colour"), enum("a.Colour", "red")},
		{"directory", "/a", named(t, "directory"), directory("/a")},
		{"path prefix", "/a", named(t, "path_prefix"), prefix("/a")},
		{"class reference", "a.B", named(t, "class_reference"), class("a.B")},
		{"bytes", "00ff", named(t, "bytes"), hex("00ff")},
	} {
		got, err := value.FromPlain(test.plain, test.typ)
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}

func TestMistyped(t *testing.T) {
	deep := any("x")
	for range value.MaxDepth {
		deep = []any{deep}
	}
	for _, test := range []struct {
		name  string
		plain any
		typ   value.Type
		want  string
	}{
		{"string for integer", "1", named(t, "integer"), "the type is integer, not a string"},
		{"integer for string", json.Number("1"), named(t, "string"), "the type is string, not an integer"},
		{"decimal for integer", json.Number("1.0"), named(t, "integer"), "the type is integer, not a number with a point or an exponent"},
		{"exponent for integer", json.Number("1e2"), named(t, "integer"), "the type is integer, not a number with a point or an exponent"},
		{"integer for boolean", json.Number("1"), named(t, "boolean"), "the type is boolean, not an integer"},
		{"string for list", "a", value.ListOf(named(t, "string")), "the type is list of string, not a string"},
		{"member of a list", []any{"a", json.Number("1")}, value.ListOf(named(t, "string")), `at "[1]": the type is string, not an integer`},
		{"null in a list", []any{nil}, value.ListOf(named(t, "string")), `at "[0]": the type is string, not null`},
		{"list for map", []any{}, named(t, "map"), "the type is map, not a list"},
		{"map for string", map[string]any{}, named(t, "string"), "the type is string, not an object"},
		{"boolean for string", true, named(t, "string"), "the type is string, not a boolean"},
		{"no JSON", 1, named(t, "integer"), "the type is integer, not no JSON value"},
		{"bad UTF-8", "\xff", named(t, "string"), "the text is not valid UTF-8"},
		{"bad UTF-8 in a map", map[string]any{"a": "\xff"}, named(t, "map"), `at ".a": the text is not valid UTF-8`},
		{"too many digits", json.Number(strings.Repeat("9", 1001)), named(t, "integer"), "the number has more than 1000 digits"},
		{"huge exponent", json.Number("1e1000000000"), named(t, "decimal"), "the number has more than 1000 digits"},
		{"tiny exponent", json.Number("1e-1001"), named(t, "decimal"), "the number has more than 1000 digits"},
		{"digits by exponent", json.Number("1.5e-1000"), named(t, "decimal"), "the number has more than 1000 digits"},
		{"upper-case hex", "FF", named(t, "bytes"), "the text is not bytes in lower-case hex"},
		{"too deep", deep, value.Any(), "nests deeper than 64"},
	} {
		v, err := value.FromPlain(test.plain, test.typ)
		if err == nil || !strings.Contains(err.Error(), test.want) || v != nil {
			t.Errorf("%s: %v, error %v, want %q", test.name, v, err, test.want)
		}
	}
}

func TestFields(t *testing.T) {
	colour := value.EnumOf("a.Colour")
	types := map[string]value.Type{
		"path": named(t, "string"), "count": named(t, "integer"), "colour": colour, "paint": colour, "paints": value.ListOf(colour), "tints": value.ListOf(colour), "any": colour,
	}
	colours := []string{"red", "blue"}
	fields, wrong := value.Fields(map[string]any{
		"path": nil, "count": "3", "extra": json.Number("1"), "also": true,
		"colour": "red", "paint": "Red", "paints": []any{"blue", "red"}, "tints": []any{"red", "green"}, "any": "green",
	}, types, map[string][]string{"colour": colours, "paint": colours, "paints": colours, "tints": colours, "path": nil})
	want := map[string]schema.Value{
		"extra": integer("1"), "also": boolean(true), "colour": enum("a.Colour", "red"), "any": enum("a.Colour", "green"),
		"paints": list(enum("a.Colour", "blue"), enum("a.Colour", "red")),
	}
	if diff := cmp.Diff(want, fields); diff != "" {
		t.Errorf("fields (-want +got):\n%s", diff)
	}
	reports := []value.Mistyped{
		{Field: "count", Err: &value.MistypedError{Want: "integer", Got: "a string"}},
		{Field: "paint", Err: &value.MistypedError{Reason: "the text is no value of the enumeration a.Colour"}},
		{Field: "tints", Err: &value.MistypedError{Path: "[1]", Reason: "the text is no value of the enumeration a.Colour"}},
	}
	if diff := cmp.Diff(reports, wrong); diff != "" {
		t.Errorf("reports (-want +got):\n%s", diff)
	}
}

func TestUnknownTypeName(t *testing.T) {
	if typ, ok := value.TypeNamed("Colour"); ok {
		t.Errorf("TypeNamed(Colour) = %v", typ)
	}
}

// TestFromPlainIsCanonical checks any JSON that encoding/json can write.
func TestFromPlainIsCanonical(t *testing.T) {
	numbers := rapid.StringMatching(`-?(0|[1-9][0-9]{0,20})(\.[0-9]{1,20})?([eE][+-]?[0-9]{1,3})?`)
	rapid.Check(t, func(t *rapid.T) {
		v, err := value.FromPlain(json.Number(numbers.Draw(t, "number")), value.Any())
		if err != nil {
			t.Skip(err)
		}
		same, err := value.Canonical(v)
		if err != nil || same != v {
			t.Fatalf("not canonical: %v", err)
		}
	})
}

func FuzzFromPlain(f *testing.F) {
	f.Add([]byte(`{"a":[1,1.5,-0,1e3,null,true,"x",{}]}`))
	f.Add([]byte(`1e-400`))
	f.Add([]byte(`[[[[]]]]`))
	f.Fuzz(func(t *testing.T, data []byte) {
		decoder := json.NewDecoder(strings.NewReader(string(data)))
		decoder.UseNumber()
		var plain any
		if len(data) > 1<<16 || decoder.Decode(&plain) != nil {
			t.Skip()
		}
		for _, name := range []string{"any", "string", "integer", "decimal", "boolean", "map", "bytes"} {
			typ, _ := value.TypeNamed(name)
			checkFromPlain(t, plain, typ)
			checkFromPlain(t, plain, value.ListOf(typ))
		}
	})
}

func checkFromPlain(t *testing.T, plain any, typ value.Type) {
	v, err := value.FromPlain(plain, typ)
	switch {
	case err != nil || v == nil:
		return
	case typ.Kind != value.Invalid && value.KindOf(v) != typ.Kind:
		t.Fatalf("%s became a %s", typ, value.KindOf(v))
	}
	if same, err := value.Canonical(v); err != nil || same != v {
		t.Fatalf("not canonical: %v", err)
	}
	if value.Compare(v, v) != 0 {
		t.Fatal("a value differs from itself")
	}
}
