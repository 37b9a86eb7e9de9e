package regorules

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestInputTypeRefusals(t *testing.T) {
	deep := strings.Repeat(`{"type":"array","items":`, 80) + "{}" + strings.Repeat("}", 80)
	for text, want := range map[string]string{
		`{"type":"string"}`:                                                                                         "is string and not an object",
		`{"type":"object","properties":{"a":{}}}`:                                                                   `object at "#" is not closed`,
		`{"type":"object","properties":{"a":{}},"additionalProperties":true}`:                                       "is not closed",
		`{"type":"object","properties":{"a":{}},"additionalProperties":{}}`:                                         "both properties and other keys",
		`{"type":"object","additionalProperties":false,"properties":{"a":{"$ref":"#/$defs/nosuch"}}}`:               `"#/$defs/nosuch" leads nowhere`,
		`{"type":"object","additionalProperties":false,"properties":{"a":{"$ref":"http://localhost"}}}`:             "leads nowhere",
		`{"type":"object","additionalProperties":false,"properties":{"a":{"anyOf":[]}}}`:                            "no alternatives",
		`{"type":"object","additionalProperties":false,"properties":{"a":{"allOf":[{},{}]}}}`:                       "several schemas in allOf",
		`{"type":"object","additionalProperties":false,"properties":{"a":{"type":"text"}}}`:                         `unknown type "text"`,
		`{"type":"object","additionalProperties":false,"properties":{"a":3}}`:                                       "neither an object nor true",
		`{"type":"object","additionalProperties":false,"properties":{"a":` + deep + `}}`:                            "nests deeper than 64 levels",
		`{"type":"object","additionalProperties":false,"properties":{"a":{"type":"object","properties":{"b":{}}}}}`: `object at "#/a" is not closed`,
		`{"type":"array","items":{"type":"string"}}`:                                                                "is a list and not an object",
		`{"anyOf":[{"type":"object","additionalProperties":false},{"type":"null"}]}`:                                "not an object",
	} {
		var schema map[string]any
		if err := json.Unmarshal([]byte(text), &schema); err != nil {
			t.Fatal(err)
		}
		if _, err := NewInputType(schema); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.80s: %v, want %q", text, err, want)
		}
	}
}

// A schema that refers to itself ends, in what is not known.
func TestARecursiveSchemaEnds(t *testing.T) {
	text := `{"type":"object","additionalProperties":false,
		"properties":{"action":{"$ref":"#/$defs/n"},"facts":{}},
		"$defs":{"n":{"type":"object","title":"N","additionalProperties":false,"required":["type"],
			"properties":{"type":{"const":"claim"},"next":{"$ref":"#/$defs/n"},"all~x/y":{"type":["null","integer"]}}}}}`
	var schema map[string]any
	if err := json.Unmarshal([]byte(text), &schema); err != nil {
		t.Fatal(err)
	}
	input, err := NewInputType(schema)
	if err != nil {
		t.Fatal(err)
	}
	for statements, want := range map[string]string{
		"input.action.next.next.anything": "",
		"input.action.nxt":                `N has no field "nxt"`,
		`input.action["all~x/y"] == 3`:    "",
		`input.action["all~x/y"].b`:       `integer or null has no field "b"`,
	} {
		_, problems := Check([]Source{library("m", annotated("demo.a", statements))}, CheckOptions{Input: input})
		if want == "" && len(problems) > 0 || !strings.Contains(problems.Error(), want) {
			t.Errorf("%s: %v", statements, problems)
		}
	}
}
