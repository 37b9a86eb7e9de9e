package outputcontract

import (
	"slices"

	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/spelling"
)

// checkKeywords refuses keywords that JSON Schema does not have: it would pass
// over a misspelt one, and the contract would say less than it seems to.
func (k *compiler) checkKeywords(n *doc.Node) {
	if n == nil || n.Kind != doc.Map {
		return
	}
	for _, f := range n.Fields {
		form, known := keywords()[f.Key]
		if !known {
			at := *f.Value
			at.Range = f.KeyRange
			k.refuse(&at, "output.keyword", meant(f.Key), "JSON Schema has no keyword %q", f.Key)
			continue
		}
		switch form {
		case oneSchema:
			k.checkKeywords(f.Value)
		case schemaList:
			k.checkEach(f.Value.Items)
		case schemaMap:
			for _, inner := range f.Value.Fields {
				k.checkKeywords(inner.Value)
			}
		case noSchema:
		}
		if f.Key == "items" {
			k.checkEach(f.Value.Items)
		}
	}
}

func (k *compiler) checkEach(list []*doc.Node) {
	for _, n := range list {
		k.checkKeywords(n)
	}
}

// meant is a hint at the keyword that was meant.
func meant(keyword string) string {
	var known []string
	for name := range keywords() {
		known = append(known, name)
	}
	slices.Sort(known)
	if near, ok := spelling.Nearest(keyword, known); ok {
		return "did you mean " + near + "?"
	}
	return "remove it"
}

// keywordForm says where schemas stand in the value of a keyword.
type keywordForm uint8

const (
	noSchema keywordForm = iota
	oneSchema
	schemaList
	schemaMap
)

// keywords are those of drafts 4 to 2020-12.
func keywords() map[string]keywordForm {
	all := map[string]keywordForm{}
	for _, name := range []string{
		"$schema", "$id", "id", "$ref", "$anchor", "$comment", "title", "description", "default", "examples", "deprecated", "readOnly", "writeOnly", "format",
		"contentMediaType", "contentEncoding", "type", "enum", "const", "multipleOf", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum",
		"minLength", "maxLength", "pattern", "minItems", "maxItems", "uniqueItems", "minContains", "maxContains", "minProperties", "maxProperties",
		"required", "dependentRequired",
	} {
		all[name] = noSchema
	}
	for _, name := range []string{
		"items", "additionalItems", "contains", "additionalProperties", "propertyNames", "unevaluatedItems", "unevaluatedProperties", "contentSchema",
		"not", "if", "then", "else",
	} {
		all[name] = oneSchema
	}
	for _, name := range []string{"prefixItems", "allOf", "anyOf", "oneOf"} {
		all[name] = schemaList
	}
	for _, name := range []string{"properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies"} {
		all[name] = schemaMap
	}
	return all
}
