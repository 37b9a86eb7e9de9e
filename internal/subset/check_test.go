package subset_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/contractc/contractc/internal/subset"
)

// inProperty puts a schema into a closed object that all providers take.
func inProperty(schema string) string {
	return `{"type": "object", "properties": {"p": ` + schema + `}, "required": ["p"], "additionalProperties": false}`
}

// TestEveryKeyword checks a schema with each keyword against the tables: a finding
// with the table's use, or none where the keyword is taken.
func TestEveryKeyword(t *testing.T) {
	for keyword, schema := range map[string]string{
		"minimum": `{"type": "number", "minimum": 1}`, "maximum": `{"type": "number", "maximum": 1}`,
		"exclusiveMinimum": `{"type": "number", "exclusiveMinimum": 1}`, "exclusiveMaximum": `{"type": "number", "exclusiveMaximum": 1}`,
		"multipleOf": `{"type": "number", "multipleOf": 2}`, "minLength": `{"type": "string", "minLength": 1}`,
		"maxLength": `{"type": "string", "maxLength": 1}`, "pattern": `{"type": "string", "pattern": "^a"}`,
		"format": `{"type": "string", "format": "date"}`, "items": `{"type": "array", "items": {"type": "string"}}`,
		"minItems": `{"type": "array", "items": {"type": "string"}, "minItems": 1}`, "maxItems": `{"type": "array", "items": {"type": "string"}, "maxItems": 1}`,
		"uniqueItems": `{"type": "array", "items": {"type": "string"}, "uniqueItems": true}`,
		"prefixItems": `{"type": "array", "prefixItems": [{"type": "string"}]}`,
		"contains":    `{"type": "array", "items": {"type": "string"}, "contains": {"const": "a"}}`,
		"minContains": `{"type": "array", "items": {"type": "string"}, "contains": {"const": "a"}, "minContains": 2}`,
		"enum":        `{"type": "string", "enum": ["a"]}`, "const": `{"type": "string", "const": "a"}`,
		"anyOf": `{"anyOf": [{"type": "string"}, {"type": "null"}]}`, "oneOf": `{"oneOf": [{"type": "string"}, {"type": "null"}]}`,
		"allOf": `{"allOf": [{"type": "string"}]}`, "not": `{"type": "string", "not": {"const": "a"}}`,
		"if": `{"type": "string", "if": {"const": "a"}, "then": {"const": "a"}}`, "then": `{"type": "string", "if": {"const": "a"}, "then": {"const": "a"}}`,
		"else":                  `{"type": "string", "if": {"const": "a"}, "else": {"const": "a"}}`,
		"propertyNames":         `{"type": "object", "additionalProperties": false, "propertyNames": {"minLength": 1}}`,
		"patternProperties":     `{"type": "object", "additionalProperties": false, "patternProperties": {"a": {"type": "string"}}}`,
		"minProperties":         `{"type": "object", "additionalProperties": false, "minProperties": 1}`,
		"maxProperties":         `{"type": "object", "additionalProperties": false, "maxProperties": 1}`,
		"dependentRequired":     `{"type": "object", "additionalProperties": false, "dependentRequired": {"a": ["b"]}}`,
		"dependentSchemas":      `{"type": "object", "additionalProperties": false, "dependentSchemas": {"a": {"type": "object"}}}`,
		"unevaluatedProperties": `{"type": "object", "additionalProperties": false, "unevaluatedProperties": false}`,
		"unevaluatedItems":      `{"type": "array", "items": {"type": "string"}, "unevaluatedItems": false}`,
		"title":                 `{"type": "string", "title": "a"}`, "description": `{"type": "string", "description": "a"}`,
		"default": `{"type": "string", "default": "a"}`, "examples": `{"type": "string", "examples": ["a"]}`,
		"$comment": `{"type": "string", "$comment": "a"}`, "readOnly": `{"type": "string", "readOnly": true}`,
		"deprecated": `{"type": "string", "deprecated": true}`, "x-own": `{"type": "string", "x-own": 1}`,
	} {
		for _, provider := range providers {
			p := profile(t, provider)
			rule, given := p.Keywords[keyword]
			if !given {
				rule = p.Otherwise
			}
			got := subset.Taken
			for _, f := range p.Check(read(t, keyword, []byte(inProperty(schema)))) {
				if f.Keyword == keyword && f.Structure == "" {
					got = f.Use
				}
			}
			if got != rule.Use {
				t.Errorf("%s: %s is %s, want %s", provider, keyword, got, rule.Use)
			}
		}
	}
}

// TestCheck checks schemas at the edges of what is taken.
func TestCheck(t *testing.T) {
	for _, c := range []struct{ provider, schema, want string }{
		{"anthropic", inProperty(`{"type": "array", "items": {"type": "string"}, "minItems": 2}`), "rejected minItems at /properties/p/minItems"},
		{"anthropic", inProperty(`{"type": "string", "format": "regex"}`), "rejected format at /properties/p/format"},
		{"anthropic", inProperty(`{"type": "string", "pattern": "\\bword"}`), "rejected pattern at /properties/p/pattern"},
		{"anthropic", inProperty(`{"enum": [{"a": 1}]}`), "rejected enum at /properties/p/enum"},
		{"anthropic", inProperty(`{"const": [1]}`), "rejected const at /properties/p/const"},
		{"anthropic", inProperty(`{"type": "object"}`), "rejected additionalProperties at /properties/p (open)"},
		{"anthropic", inProperty(`{"type": "object", "additionalProperties": {"type": "string"}}`), "rejected additionalProperties at /properties/p/additionalProperties"},
		{"anthropic", inProperty(`{}`), "rejected type at /properties/p (untyped)"},
		{"anthropic", inProperty(`true`), "rejected type at /properties/p (boolean)"},
		{"anthropic", `{"type": "string"}`, ""},
		{"openai", `{"type": "string"}`, "rejected type at /type (root)"},
		{"openai", inProperty(`{"type": "array"}`), "rejected items at /properties/p (unlisted)"},
		{"openai", `{"type": "object", "required": ["x"], "additionalProperties": false}`, "rejected required at /required (undeclared)"},
		{"openai", `{"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": ["string", "null"]}}, "additionalProperties": false}`,
			"rejected required at /properties/a (optional); rejected required at /properties/b (optional_null)"},
		{"openai", `{"type": "object", "additionalProperties": false, "anyOf": [{"type": "object", "additionalProperties": false}]}`, "rejected anyOf at /anyOf (root_union)"},
		{"openai", `{"type": "object", "properties": {"p": {"$ref": "#/$defs/d", "description": "x"}}, "required": ["p"], "additionalProperties": false, "$defs": {"d": {"type": "string"}}}`,
			"rejected $ref at /properties/p/$ref"},
		{"openai", `{"type": "object", "properties": {"p": {"$ref": "#"}}, "required": ["p"], "additionalProperties": false}`, ""},
		{"gemini", `{"type": "object", "properties": {"p": {"$ref": "#"}}}`, "rewritten $ref at /properties/p/$ref (recursive)"},
		{"gemini", `{"type": "object", "properties": {"p": {"$ref": "#"}}, "required": ["p"]}`,
			"rewritten $ref at /properties/p/$ref (recursive); rejected $ref at /properties/p/$ref (recursive_all)"},
		{"gemini", inProperty(`{"enum": [true]}`), "ignored enum at /properties/p/enum"},
		{"gemini", `{"$schema": "http://json-schema.org/draft-07/schema#", "type": "array", "items": [{"type": "string"}]}`, "ignored $schema at /$schema"},
		{"openai", inProperty(nested(12)), "rejected properties at  (limit.depth)"},
		{"openai", choices(1001), "rejected enum at  (limit.enum_values)"},
		{"openai", choices(900), ""},
	} {
		var got []string
		for _, f := range profile(t, c.provider).Check(read(t, "test", []byte(c.schema))) {
			if c.provider == "openai" && strings.Contains(c.schema, nested(12)) && !strings.HasPrefix(f.Structure, subset.LimitPrefix) {
				continue
			}
			s := fmt.Sprintf("%s %s at %s", f.Use, f.Keyword, f.At)
			if f.Structure != "" {
				s += " (" + f.Structure + ")"
			}
			got = append(got, s)
		}
		if said := strings.Join(got, "; "); said != c.want {
			t.Errorf("%s: %s: %s, want %s", c.provider, c.schema[:min(len(c.schema), 200)], said, c.want)
		}
	}
}
