package output

import (
	"slices"
	"strconv"
	"strings"

	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/outputcontract"
)

// describer says a JSON Schema in words, as a list with a line for each member.
// A schema with a keyword that has no words is given as it is written, so that
// nothing of it is left out.
type describer struct {
	words   *valueWords
	root    *doc.Node
	lines   []string
	pending []string // definitions that were named and not yet described
	named   []string // definitions that were named
}

// describe says the whole schema and the definitions that it refers to. The first
// line is the words with the value in the slot {what}.
func (d *describer) describe(words string, schema *doc.Node) {
	d.value(0, func(what string) string { return fill(words, "what", what) }, schema)
	for len(d.pending) > 0 {
		ref := d.pending[0]
		d.pending = d.pending[1:]
		d.value(0, func(what string) string {
			return fill(d.words.Definition, "name", name(ref), "what", what)
		}, outputcontract.Referred(d.root, ref))
	}
}

func (d *describer) text() string { return strings.Join(d.lines, "\n") + "\n" }

// name is the name of a definition.
func name(ref string) string {
	return strconv.Quote(ref[strings.LastIndexByte(ref, '/')+1:])
}

// maxNesting is how deep a schema is said in words.
const maxNesting = 16

// value adds a line for a value, and those for what stands in it.
func (d *describer) value(depth int, line func(what string) string, schema *doc.Node) {
	if !d.hasWords(schema) || depth > maxNesting {
		d.refersTo(schema)
		d.add(depth, line(fill(d.words.Schema, "schema", compact(schema))))
		return
	}
	if inner, null := nullable(schema); inner != nil {
		d.value(depth, func(what string) string { return line(what + " or " + null) }, inner)
		return
	}
	what := strings.Join(d.phrases(schema), ", ")
	if text := description(schema); text != "" {
		what += ". " + text
	}
	d.add(depth, line(what))
	d.members(depth+1, schema)
	d.items(depth+1, schema)
}

// add adds a line of the list.
func (d *describer) add(depth int, line string) {
	if depth == 0 {
		if len(d.lines) > 0 {
			line = "\n" + line
		}
		d.lines = append(d.lines, line)
		return
	}
	d.lines = append(d.lines, strings.Repeat("  ", depth-1)+"- "+line)
}

// hasWords reports whether every keyword of a schema has words.
func (d *describer) hasWords(schema *doc.Node) bool {
	if schema == nil || schema.Kind != doc.Map {
		return false
	}
	if inner, _ := nullable(schema); inner != nil {
		return true
	}
	for _, f := range schema.Fields {
		if !slices.Contains(sayable(), f.Key) {
			return false
		}
	}
	if ref := textAt(schema, "$ref"); ref != "" && (!strings.HasPrefix(ref, "#/") || outputcontract.Referred(d.root, ref) == nil || said(schema) > 1) {
		return false
	}
	items := schema.Get("items")
	return items == nil || items.Kind == doc.Map
}

// said counts the keywords that say something of values.
func said(schema *doc.Node) int {
	n := 0
	for _, f := range schema.Fields {
		switch f.Key {
		case "$schema", "$id", "$comment", "$defs", "definitions", "title", "description", "examples", "default":
		default:
			n++
		}
	}
	return n
}

// sayable are the keywords that have words, and those that say nothing of values.
func sayable() []string {
	return []string{
		"$schema", "$id", "$comment", "$defs", "definitions", "title", "description", "examples", "default",
		"$ref", "type", "enum", "const", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf",
		"minLength", "maxLength", "pattern", "format", "minItems", "maxItems", "uniqueItems", "items", "prefixItems",
		"minProperties", "maxProperties", "properties", "required", "additionalProperties",
	}
}

// refersTo notes the definitions that a schema which is given as written names.
func (d *describer) refersTo(schema *doc.Node) {
	if schema == nil {
		return
	}
	if ref := textAt(schema, "$ref"); strings.HasPrefix(ref, "#/") {
		d.refer(ref)
	}
	for _, item := range schema.Items {
		d.refersTo(item)
	}
	for _, f := range schema.Fields {
		if f.Key != "$defs" && f.Key != "definitions" {
			d.refersTo(f.Value)
		}
	}
}

// refer notes a definition that must be described.
func (d *describer) refer(ref string) {
	if !slices.Contains(d.named, ref) {
		d.named, d.pending = append(d.named, ref), append(d.pending, ref)
	}
}

// nullable is the one alternative beside null, and the word for that; nil where
// there is none or the schema says more.
func nullable(schema *doc.Node) (*doc.Node, string) {
	list := schema.Get("anyOf")
	if list == nil || len(list.Items) != 2 || said(schema) != 1 || description(schema) != "" {
		return nil, ""
	}
	for i, alternative := range list.Items {
		if said(alternative) == 1 && textAt(alternative, "type") == "null" {
			return list.Items[1-i], "null"
		}
	}
	return nil, ""
}

// description is what a schema says of itself, in one line.
func description(schema *doc.Node) string {
	return strings.TrimSuffix(oneLine(textAt(schema, "description")), ".")
}

// textAt is a member that is a text; empty for anything else.
func textAt(n *doc.Node, key string) string {
	if v := n.Get(key); v != nil && v.Kind == doc.String {
		return v.Text
	}
	return ""
}

// compact writes a schema as JSON in one line, without its definitions.
func compact(schema *doc.Node) string {
	if schema == nil {
		return "{}"
	}
	out := *schema
	out.Fields = slices.DeleteFunc(slices.Clone(schema.Fields), func(f doc.Field) bool { return f.Key == "$defs" || f.Key == "definitions" })
	text, err := out.MarshalJSON()
	if err != nil {
		return "{}"
	}
	return string(text)
}
