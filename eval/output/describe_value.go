package output

import (
	"slices"
	"strconv"
	"strings"

	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/outputcontract"
)

// phrases say what a schema demands of the value itself.
func (d *describer) phrases(schema *doc.Node) []string {
	var list []string
	if ref := textAt(schema, "$ref"); ref != "" {
		d.refer(ref)
		return []string{fill(d.words.Reference, "name", name(ref))}
	}
	if types := typesOf(schema); types != nil {
		list = append(list, fill(d.words.OfType, "type", outputcontract.TypeWords(types)))
	}
	choice := schema.Get("enum")
	switch {
	case choice != nil:
		list = append(list, fill(d.words.Choice, "values", outputcontract.ChoiceWords(plainItems(choice), len(choice.Items))))
	case schema.Get("const") != nil:
		list = append(list, fill(d.words.Constant, "value", compactValue(schema.Get("const"))))
	}
	list = append(list, d.bounds(schema)...)
	list = append(list, d.forms(schema)...)
	if len(list) == 0 && !hasMembers(schema) {
		return []string{d.words.Any}
	}
	return d.memberPhrase(schema, list)
}

// memberPhrase says whether an object is closed.
func (d *describer) memberPhrase(schema *doc.Node, list []string) []string {
	closed := isFalse(schema.Get("additionalProperties"))
	members := ""
	switch {
	case closed && !hasMembers(schema):
		members = d.words.Empty
	case closed:
		members = d.words.Closed
	case hasMembers(schema):
		members = d.words.Open
	}
	switch {
	case members == "":
		return list
	case len(list) == 0 || len(typesOf(schema)) == 0:
		return append(list, members)
	}
	list[0] += " " + members
	return list
}

func hasMembers(schema *doc.Node) bool {
	properties, required := schema.Get("properties"), schema.Get("required")
	return properties != nil && len(properties.Fields) > 0 || required != nil && len(required.Items) > 0
}

func isFalse(n *doc.Node) bool { return n != nil && n.Kind == doc.Bool && !n.Bool }

// typesOf are the types that a schema names.
func typesOf(schema *doc.Node) []string {
	n := schema.Get("type")
	switch {
	case n == nil:
		return nil
	case n.Kind == doc.String:
		return []string{n.Text}
	}
	var types []string
	for _, item := range n.Items {
		types = append(types, item.Text)
	}
	return types
}

// bounds say how large a value may be.
func (d *describer) bounds(schema *doc.Node) []string {
	var list []string
	for _, b := range []struct{ key, words, unit string }{
		{"minimum", d.words.Minimum, ""}, {"exclusiveMinimum", d.words.Above, ""}, {"maximum", d.words.Maximum, ""}, {"exclusiveMaximum", d.words.Below, ""},
		{"multipleOf", d.words.Multiple, ""},
		{"minLength", d.words.AtLeast, "character"}, {"maxLength", d.words.AtMost, "character"},
		{"minItems", d.words.AtLeast, "item"}, {"maxItems", d.words.AtMost, "item"},
		{"minProperties", d.words.AtLeast, "member"}, {"maxProperties", d.words.AtMost, "member"},
	} {
		n := schema.Get(b.key)
		if n == nil {
			continue
		}
		unit := b.unit + "s"
		if n.Text == "1" {
			unit = b.unit
		}
		list = append(list, fill(b.words, "limit", compactValue(n), "unit", unit))
	}
	return list
}

// forms say what a text looks like, and whether items differ.
func (d *describer) forms(schema *doc.Node) []string {
	var list []string
	if n := schema.Get("pattern"); n != nil {
		list = append(list, fill(d.words.Pattern, "pattern", compactValue(n)))
	}
	if n := schema.Get("format"); n != nil {
		list = append(list, fill(d.words.Format, "format", n.Text))
	}
	if n := schema.Get("uniqueItems"); n != nil && n.Bool {
		list = append(list, d.words.Unique)
	}
	return list
}

// members say the members of an object, those that are only required too.
func (d *describer) members(depth int, schema *doc.Node) {
	var required []string
	if list := schema.Get("required"); list != nil {
		for _, item := range list.Items {
			required = append(required, item.Text)
		}
	}
	line := func(name string) func(string) string {
		words := d.words.Optional
		if slices.Contains(required, name) {
			words = d.words.Required
		}
		return func(what string) string { return fill(words, "name", strconv.Quote(name), "what", what) }
	}
	var known []string
	if properties := schema.Get("properties"); properties != nil {
		for _, f := range properties.Fields {
			known = append(known, f.Key)
			d.value(depth, line(f.Key), f.Value)
		}
	}
	for _, name := range required {
		if !slices.Contains(known, name) {
			d.add(depth, line(name)(d.words.Any))
		}
	}
	if others := schema.Get("additionalProperties"); others != nil && others.Kind == doc.Map {
		d.value(depth, func(what string) string { return fill(d.words.Others, "what", what) }, others)
	}
}

// items say the items of an array.
func (d *describer) items(depth int, schema *doc.Node) {
	words := d.words.Item
	if first := schema.Get("prefixItems"); first != nil {
		words = d.words.Further
		for i, item := range first.Items {
			d.value(depth, func(what string) string {
				return fill(d.words.Position, "number", strconv.Itoa(i), "what", what)
			}, item)
		}
	}
	if items := schema.Get("items"); items != nil {
		d.value(depth, func(what string) string { return fill(words, "what", what) }, items)
	}
}

func plainItems(n *doc.Node) []any {
	list, _ := n.Plain().([]any)
	return list
}

// compactValue writes a value of a schema as JSON.
func compactValue(n *doc.Node) string {
	text, err := n.MarshalJSON()
	if err != nil {
		return "null"
	}
	return strings.TrimSpace(string(text))
}
