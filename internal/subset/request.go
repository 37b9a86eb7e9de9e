package subset

import (
	"maps"
	"slices"

	"github.com/contractc/contractc/internal/doc"
)

// The slots of a fragment of a request. Each is a whole text of it.
const (
	slotSchema      = "{schema}"
	slotName        = "{name}"
	slotDescription = "{description}"
)

// count counts the texts of a value that are a slot.
func count(v any, slot string) int {
	n := 0
	switch v := v.(type) {
	case string:
		if v == slot {
			return 1
		}
	case []any:
		for _, item := range v {
			n += count(item, slot)
		}
	case map[string]any:
		for _, member := range v {
			n += count(member, slot)
		}
	}
	return n
}

// Request fills the fragment of a request. Without a description the member that
// would hold it is left out.
func (p *Profile) Request(fragment, name, description string, schema *doc.Node) *doc.Node {
	return fill(p.Requests[fragment], map[string]*doc.Node{
		slotSchema: schema, slotName: textNode(name), slotDescription: orNothing(description),
	})
}

func orNothing(s string) *doc.Node {
	if s == "" {
		return nil
	}
	return textNode(s)
}

// fill copies a value with its slots filled; nil for a slot that nothing fills.
func fill(v any, slots map[string]*doc.Node) *doc.Node {
	switch v := v.(type) {
	case string:
		if n, ok := slots[v]; ok {
			return n
		}
	case []any:
		list := &doc.Node{Kind: doc.List}
		for _, item := range v {
			list.Items = append(list.Items, fill(item, slots))
		}
		return list
	case map[string]any:
		object := &doc.Node{Kind: doc.Map}
		for _, name := range order(v) {
			if n := fill(v[name], slots); n != nil {
				set(object, name, n)
			}
		}
		return object
	}
	return doc.FromPlain(v)
}

// order is the order in which the members of a request are written: names and
// switches first, the schema last.
func order(object map[string]any) []string {
	names := slices.Sorted(maps.Keys(object))
	slices.SortStableFunc(names, func(a, b string) int { return count(object[a], slotSchema) - count(object[b], slotSchema) })
	return names
}

func textNode(s string) *doc.Node { return &doc.Node{Kind: doc.String, Text: s} }

func boolNode(b bool) *doc.Node { return &doc.Node{Kind: doc.Bool, Bool: b} }

func listNode(items ...*doc.Node) *doc.Node { return &doc.Node{Kind: doc.List, Items: items} }

func textsNode(list []string) *doc.Node {
	n := &doc.Node{Kind: doc.List}
	for _, s := range list {
		n.Items = append(n.Items, textNode(s))
	}
	return n
}

// set sets a member of an object, in its place where it has one.
func set(n *doc.Node, name string, value *doc.Node) {
	if f := n.Field(name); f != nil {
		f.Value = value
		return
	}
	n.Fields = append(n.Fields, doc.Field{Key: name, Value: value})
}

// unset removes a member.
func unset(n *doc.Node, name string) {
	n.Fields = slices.DeleteFunc(n.Fields, func(f doc.Field) bool { return f.Key == name })
}
