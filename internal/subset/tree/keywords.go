package tree

import "slices"

// form says where schemas stand in the value of a keyword.
type form uint8

const (
	noSchema form = iota
	oneSchema
	schemaList
	schemaMap
)

// formOf is the form of a keyword's value in a draft, by its name.
func formOf(name string, d draft) form {
	switch name {
	case "items", "additionalItems", "contains", "additionalProperties", "propertyNames", "not", "if", "then", "else",
		"unevaluatedItems", "unevaluatedProperties", "contentSchema":
		return oneSchema
	case "prefixItems", "allOf", "anyOf", "oneOf":
		return schemaList
	case "properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies":
		return schemaMap
	}
	return noSchema
}

// Annotation reports whether a keyword, by its meaning, says nothing of which
// values are allowed. The name of a format is an annotation too.
func Annotation(means string) bool {
	return slices.Contains([]string{
		"$schema", "$id", "$anchor", "$comment", "title", "description", "default", "examples", "deprecated", "readOnly", "writeOnly", "format",
		"contentMediaType", "contentEncoding", "contentSchema", "$vocabulary", "$dynamicAnchor", "$recursiveAnchor",
	}, means)
}

// assertions are the keywords that say something of values, by their meaning.
func assertions() []string {
	return []string{
		"$ref", "type", "enum", "const", "multipleOf", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum",
		"minLength", "maxLength", "pattern", "minItems", "maxItems", "uniqueItems", "prefixItems", "items", "contains", "minContains", "maxContains",
		"minProperties", "maxProperties", "required", "properties", "patternProperties", "additionalProperties", "propertyNames",
		"dependentRequired", "dependentSchemas", "dependencies", "allOf", "anyOf", "oneOf", "not", "if", "then", "else",
		"unevaluatedItems", "unevaluatedProperties",
	}
}

// since is the draft that brought a keyword.
func since(name string) draft {
	switch name {
	case "const", "contains", "propertyNames", "examples", "$id":
		return draft6
	case "if", "then", "else", "readOnly", "writeOnly", "$comment", "contentMediaType", "contentEncoding":
		return draft7
	case "$defs", "$anchor", "minContains", "maxContains", "dependentRequired", "dependentSchemas", "unevaluatedItems", "unevaluatedProperties", "deprecated":
		return draft2019
	case "prefixItems":
		return draft2020
	}
	return draft4
}
