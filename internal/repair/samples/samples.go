// Package samples makes the texts on which repairs are measured: lists of records
// as JSON and with the defects that models leave in it. It is for benchmarks.
package samples

import (
	"fmt"
	"strings"
)

// Sample is one kind of text.
type Sample struct {
	Name string
	// Of makes a text of about a size in bytes.
	Of func(size int) string
}

// All returns all kinds of texts, JSON first.
func All() []Sample {
	return []Sample{
		{"JSON", JSON},
		{"JSON in a fence", func(size int) string { return "```json\n" + JSON(size) + "\n```\n" }},
		{"commas at the end", defect(`"},`, `",},`)},
		{"single quotes", func(size int) string { return strings.ReplaceAll(JSON(size), `"`, `'`) }},
		{"keys without quotes", keys},
		{"words of Python", words},
		{"comments", defect("\n", " // a record\n")},
		{"no commas between records", defect("},\n", "}\n")},
		{"line breaks in strings", defect("line one, ", "line one\n")},
		{"brackets that are not closed", func(size int) string { return strings.TrimRight(JSON(size), "}]\n") }},
	}
}

// JSON is a list of records.
func JSON(size int) string {
	var b strings.Builder
	b.WriteString("[")
	for i := 0; b.Len() < size || i == 0; i++ {
		if i > 0 {
			b.WriteString(",\n")
		}
		fmt.Fprintf(&b, `{"id": %d, "name": "Someone Else %d", "active": %t, "score": %d.5, "tags": ["north", "new"], "address": {"street": "Long Road %d", "code": null}, "note": "line one, and some more words about record %d"}`,
			i, i, i%2 == 0, i%100, i, i)
	}
	b.WriteString("\n]")
	return b.String()
}

func defect(from, to string) func(int) string {
	return func(size int) string { return strings.ReplaceAll(JSON(size), from, to) }
}

func keys(size int) string {
	pairs := []string{}
	for _, key := range []string{"id", "name", "active", "score", "tags", "address", "street", "code", "note"} {
		pairs = append(pairs, `"`+key+`":`, key+":")
	}
	return strings.NewReplacer(pairs...).Replace(JSON(size))
}

func words(size int) string {
	return strings.NewReplacer(": true", ": True", ": false", ": False", ": null", ": None").Replace(JSON(size))
}

// Schema is the JSON Schema of the records.
const Schema = `{"type": "array", "items": {"type": "object", "additionalProperties": false,
 "required": ["id", "name", "active", "score", "tags", "address", "note"],
 "properties": {
  "id": {"type": "integer", "minimum": 0}, "name": {"type": "string", "minLength": 1, "maxLength": 80},
  "active": {"type": "boolean"}, "score": {"type": "number", "minimum": 0}, "tags": {"type": "array", "items": {"enum": ["north", "new"]}},
  "address": {"type": "object", "required": ["street"], "properties": {"street": {"type": "string"}, "code": {"type": ["string", "null"]}}},
  "note": {"type": "string"}}}}`
