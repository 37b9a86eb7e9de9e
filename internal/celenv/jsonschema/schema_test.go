package jsonschema_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/contractc/contractc/internal/celenv/jsonschema"
	"github.com/contractc/contractc/internal/doc"
)

func plain(t testing.TB, src string) any {
	t.Helper()
	n, list := doc.ReadJSON("test", []byte(src), doc.DefaultLimits())
	if list.HasErrors() {
		t.Fatal(list)
	}
	return n.Plain()
}

// said writes problems in a line.
func said(problems []jsonschema.Problem) string {
	var lines []string
	for _, p := range problems {
		line := "/" + strings.Join(p.Path, "/") + " "
		switch p.Kind {
		case jsonschema.Missing:
			line += "lacks " + p.Name
		case jsonschema.Unexpected:
			line += "has " + p.Name
		case jsonschema.Type:
			line += fmt.Sprintf("%v is not %s", p.Got, strings.Join(p.Want, " or "))
		default:
			line += p.Text
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "; ")
}

func TestCheck(t *testing.T) {
	for _, c := range []struct{ schema, value, want string }{
		{`{"type": ["integer", "null"]}`, `"1"`, "/ 1 is not integer or null"},
		{`{"required": ["a", "b"], "additionalProperties": false, "properties": {"a": {}}}`, `{"a": 1, "c": 2}`, "/ lacks b; / has c"},
		{`{"properties": {"a": {"items": {"minimum": 3}}}}`, `{"a": [3, 2.5]}`, "/a/1 value must be at least 3"},
		{`{"maximum": 1, "exclusiveMinimum": 1.5, "exclusiveMaximum": 0.5, "multipleOf": 0.3}`, `1.25`,
			"/ value must be a multiple of 0.3; / value must be at most 1; / value must be greater than 1.5; / value must be less than 0.5"},
		{`{"minLength": 1}`, `""`, "/ value must have at least 1 character"},
		{`{"maxLength": 2}`, `"éàü"`, "/ value must have at most 2 characters"},
		{`{"enum": ["r", 2]}`, `"x"`, "/ value must be one of 'r', 2"},
		{`{"const": {"a": 1, "b": [1.0]}}`, `{"b": [1], "a": 1e0}`, ""},
		{`{"const": 9007199254740993}`, `9007199254740992`, "/ value must be 9007199254740993"},
		{`{"uniqueItems": true}`, `[1, "1", {"a": 1, "b": 2}, 1.0, {"b": 2, "a": 1}]`, "/ items 0 and 3 are equal"},
		{`{"minItems": 2, "maxItems": 0}`, `[1]`, "/ value must have at least 2 items; / value must have at most 0 items"},
		{`{"minProperties": 2, "maxProperties": 0}`, `{"a": 1}`, "/ value must have at least 2 members; / value must have at most 0 members"},
		{`{"contains": {"type": "string"}, "maxContains": 1}`, `["a", "b"]`, "/ value must contain at most 1 item of a kind, and has 2"},
		{`{"contains": {"type": "string"}}`, `[1]`, "/ value must contain at least 1 item of a kind that it lacks"},
		{`{"propertyNames": {"pattern": "^[a-z]$"}}`, `{"A": 1}`, "/ the name 'A' is not allowed"},
		{`{"dependentRequired": {"a": ["b"]}}`, `{"a": 1}`, "/ lacks b"},
		{`{"not": {"type": "string"}}`, `"a"`, "/ value is one that is not allowed"},
		{`{"oneOf": [{"minimum": 1}, {"minimum": 2}, false]}`, `2`, "/ value must fit one of 3 alternatives, and fits 2"},
		{`{"anyOf": [{"type": "string"}, {"properties": {"a": {"type": "null"}}}]}`, `{"a": 1}`, "/ map[a:1] is not string; /a 1 is not null"},
		{`{"if": {"required": ["a"]}, "then": {"required": ["b"]}, "else": {"required": ["c"]}}`, `{"a": 1}`, "/ lacks b"},
		{`{"if": {"required": ["a"]}, "then": {"required": ["b"]}, "else": {"required": ["c"]}}`, `{}`, "/ lacks c"},
		{`{"properties": {"a": false}}`, `{"a": 1}`, "/a no value is allowed"},
		{`{"prefixItems": [{"type": "string"}], "items": false}`, `["a", 1]`, "/1 no value is allowed"},
		{`{"allOf": [{"properties": {"a": true}}], "unevaluatedProperties": false}`, `{"a": 1, "b": 2}`, "/ has b"},
		{`{"anyOf": [{"prefixItems": [true]}, {"contains": {"const": 3}}], "unevaluatedItems": false}`, `[1, 3, 2]`, "/2 no value is allowed"},
		{`{"format": "ipv4"}`, `"not an address"`, ""},
		{`{"$schema": "http://json-schema.org/draft-04/schema#", "minimum": 1, "exclusiveMinimum": true}`, `1`, "/ value must be greater than 1"},
	} {
		schema, err := jsonschema.Compile(plain(t, c.schema))
		if err != nil {
			t.Errorf("%s: %v", c.schema, err)
			continue
		}
		if diff := cmp.Diff(c.want, said(schema.Check(plain(t, c.value)))); diff != "" {
			t.Errorf("%s on %s:\n%s", c.schema, c.value, diff)
		}
	}
}

// TestReferences leads each schema to one of a list of a text and such lists.
func TestReferences(t *testing.T) {
	for _, schema := range []string{
		`{"$ref": "#/$defs/tree", "$defs": {"tree": {"type": "array", "prefixItems": [{"type": "string"}], "items": {"$ref": "#/$defs/tree"}}}}`,
		`{"type": "array", "prefixItems": [{"type": "string"}], "items": {"$ref": "#"}}`,
		`{"$anchor": "tree", "type": "array", "prefixItems": [{"type": "string"}], "items": {"$ref": "#tree"}}`,
		`{"$id": "https://example.com/a/tree", "type": "array", "prefixItems": [{"type": "string"}], "items": {"$ref": "tree#"}}`,
		`{"$schema": "http://json-schema.org/draft-07/schema#", "$id": "https://example.com/tree", "definitions": {"t": {"$id": "#tree", "type": "array",
			"items": [{"type": "string"}], "additionalItems": {"$ref": "https://example.com/tree#tree"}}}, "$ref": "#/definitions/t"}`,
		`{"$schema": "http://json-schema.org/draft-04/schema#", "type": "array", "items": [{"type": "string"}], "additionalItems": {"$ref": "#"}}`,
		`{"$ref": "#/$defs/a%20~1~0", "$defs": {"a /~": {"type": "array", "prefixItems": [{"type": "string"}], "items": {"$ref": "#/%24defs/a%20~1~0"}}}}`,
	} {
		compiled, err := jsonschema.Compile(plain(t, schema))
		if err != nil {
			t.Errorf("%s: %v", schema, err)
			continue
		}
		if problems := compiled.Check(plain(t, `["a", ["b"], ["c", ["d", []]]]`)); len(problems) > 0 {
			t.Errorf("%s: %v", schema, problems)
		}
		if got := said(compiled.Check(plain(t, `["a", ["b", [1]]]`))); got != "/1/1/0 1 is not string" {
			t.Errorf("%s: %s", schema, got)
		}
	}
}

func TestUnusable(t *testing.T) {
	for schema, want := range map[string]string{
		`3`:                                    "the schema: a schema is an object or a boolean",
		`{"$schema": "https://example.com/x"}`: "is no draft that is known",
		`{"items": {"type": "text"}}`:          `/items/type: there is no type "text"`,
		`{"properties": {"a/b": {"pattern": "("}}}`:         "/properties/a~1b/pattern: \"(\" is no regular expression",
		`{"patternProperties": {"(": true}}`:                "is no regular expression",
		`{"required": ["a", "a"]}`:                          "/required: it is not a list of different texts",
		`{"minLength": -1}`:                                 "/minLength: it is not a whole number",
		`{"multipleOf": 0}`:                                 "/multipleOf: it is not a number above 0",
		`{"minimum": "1"}`:                                  "/minimum: it is not a number",
		`{"uniqueItems": 1}`:                                "/uniqueItems: it is not true or false",
		`{"allOf": []}`:                                     "/allOf: it is not a list of one schema or more",
		`{"description": 1}`:                                "/description: it is not a text",
		`{"items": [true]}`:                                 "/items: a schema is an object or a boolean",
		`{"$ref": "https://example.com/schema.json"}`:       "references to other documents are not followed",
		`{"$ref": "file:///etc/passwd"}`:                    "references to other documents are not followed",
		`{"$ref": "#/none"}`:                                "it leads to nothing",
		`{"$ref": "#name"}`:                                 `nothing has the name "name"`,
		`{"$ref": "#name", "const": {"$anchor": "name"}}`:   `nothing has the name "name"`,
		`{"$dynamicRef": "#a"}`:                             "/$dynamicRef: it is not supported",
		`{"properties": {"a": {"$id": "https://e.com/a"}}}`: "an address of their own",
		`{"$schema": "http://json-schema.org/draft-04/schema#", "not": true}`: "a schema is an object",
	} {
		_, err := jsonschema.Compile(plain(t, schema))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, not %s", schema, err, want)
		}
	}
}

// What would take for ever, or all memory, is a problem.
func TestBounds(t *testing.T) {
	deep := any(true)
	for range jsonschema.MaxDepth + 2 {
		deep = map[string]any{"not": deep}
	}
	if _, err := jsonschema.Compile(deep); err == nil || !strings.Contains(err.Error(), "deep in each other") {
		t.Errorf("a deep schema: %v", err)
	}
	start := time.Now()
	for _, schema := range []string{
		`{"$ref": "#"}`,
		`{"not": {"$ref": "#"}}`,
		`{"anyOf": [{"$ref": "#"}, {"$ref": "#"}]}`,
		`{"allOf": [{"items": {"$ref": "#"}}, {"items": {"$ref": "#"}}, {"items": {"$ref": "#"}}]}`,
		`{"oneOf": [{"additionalProperties": {"$ref": "#"}}, {"additionalProperties": {"$ref": "#"}}], "unevaluatedItems": false}`,
	} {
		compiled, err := jsonschema.Compile(plain(t, schema))
		if err != nil {
			t.Fatal(err)
		}
		value := any("x")
		for i := range 60 {
			if i%2 == 0 {
				value = map[string]any{"a": value}
			} else {
				value = []any{value}
			}
		}
		_ = compiled.Check(value)
	}
	if took := time.Since(start); took > time.Minute {
		t.Errorf("it took %v", took)
	}
	loop, err := jsonschema.Compile(plain(t, `{"$ref": "#"}`))
	if err != nil {
		t.Fatal(err)
	}
	if got := said(loop.Check(nil)); got != "/ checking it takes too much work" {
		t.Errorf("a schema that rests on itself: %s", got)
	}
}

// FuzzCompile reads any JSON as a schema and checks it by itself.
func FuzzCompile(f *testing.F) {
	f.Add(`{"type": "object", "properties": {"a": {"$ref": "#/$defs/b"}}, "$defs": {"b": {"enum": [1, "x", null]}}}`)
	f.Add(`{"$schema": "http://json-schema.org/draft-07/schema#", "items": [{"$id": "#a"}], "dependencies": {"a": ["b"], "c": {"$ref": "#a"}}}`)
	f.Add(`{"unevaluatedProperties": false, "anyOf": [{"required": ["a"]}, {"if": true, "then": {"maxContains": 3}}]}`)
	f.Fuzz(func(t *testing.T, src string) {
		n, list := doc.ReadJSON("fuzz", []byte(src), doc.DefaultLimits())
		if list.HasErrors() || len(src) > 10_000 {
			return
		}
		schema, err := jsonschema.Compile(n.Plain())
		if err != nil {
			return
		}
		first, second := said(schema.Check(n.Plain())), said(schema.Check(n.Plain()))
		if first != second {
			t.Errorf("%q and then %q", first, second)
		}
	})
}
