package claimcontract

import (
	"fmt"
	"strings"

	"github.com/contractc/contractc/internal/doc"
)

// ResponseOptions say which schema is written.
type ResponseOptions struct {
	// AllRequired requires every property and lets those be null that an action
	// does without, as some providers' strict modes demand. Otherwise only the
	// type of an action is required.
	AllRequired bool
}

// ResponseSchema returns the JSON Schema of a response, a tree with its keys in
// the order in which a model should write them. It is one flat, closed object
// for all types of action, with no other keywords than type, properties,
// required, additionalProperties, items, enum, anyOf and description, so that
// strict modes take it. They refuse free objects, and so the arguments of a call
// are a JSON-encoded string. It says less than the rules: which fields an action
// needs, they decide.
func ResponseSchema(opt ResponseOptions) (*doc.Node, error) {
	v, err := readVocabulary()
	if err != nil {
		return nil, err
	}
	kinds := make([]string, len(v.actions))
	for i, a := range v.actions {
		kinds[i] = a.kind
	}
	properties := object("type", object("type", text("string"), "enum", texts(kinds...)))
	required := []string{"type"}
	for _, f := range v.fields {
		property, err := f.property(opt)
		if err != nil {
			return nil, err
		}
		set(properties, f.name, property)
		if opt.AllRequired {
			required = append(required, f.name)
		}
	}
	list := object("type", text("array"), "items", closed(properties, required))
	return closed(object("actions", list), []string{"actions"}), nil
}

func closed(properties *doc.Node, required []string) *doc.Node {
	return object("type", text("object"), "properties", properties, "required", texts(required...),
		"additionalProperties", &doc.Node{Kind: doc.Bool})
}

// property is the schema of the values of a field.
func (f *field) property(opt ResponseOptions) (*doc.Node, error) {
	property := object()
	switch kind, _ := f.schema["type"].(string); {
	case f.form == encoded:
		set(property, "type", kinds(opt, "string"))
	case f.form == scalar:
		set(property, "anyOf", &doc.Node{Kind: doc.List, Items: []*doc.Node{
			object("type", text("number")), object("type", text("string")), object("type", text("boolean")), object("type", text("null")),
		}})
	case kind == "array" && opt.AllRequired:
		// a list beside null is an alternative: not all providers take one type of two that has items
		set(property, "anyOf", &doc.Node{Kind: doc.List, Items: []*doc.Node{
			object("type", text("array"), "items", object("type", text("string"))), object("type", text("null")),
		}})
	case kind == "array":
		set(property, "type", text(kind))
		set(property, "items", object("type", text("string")))
	case kind == "string" || kind == "number":
		set(property, "type", kinds(opt, kind))
	default:
		return nil, fmt.Errorf("the field %q has the type %q, which the schema of a response does not know", f.name, kind)
	}
	set(property, "description", text(f.description()))
	return property, nil
}

// kinds is the type of a property, which may be null where all are required.
func kinds(opt ResponseOptions, kind string) *doc.Node {
	if opt.AllRequired {
		return texts(kind, "null")
	}
	return text(kind)
}

// description says what the field is in each type of action that has it.
func (f *field) description() string {
	var parts []string
	for _, u := range f.uses {
		need := ""
		if u.required {
			need = " (required)"
		}
		parts = append(parts, fmt.Sprintf("%s%s: %s", u.action, need, u.description))
	}
	if f.form == encoded {
		parts = append(parts, "Written as a JSON-encoded string.")
	}
	return strings.Join(parts, " ")
}

// object is an object of keys and values in turn.
func object(pairs ...any) *doc.Node {
	n := &doc.Node{Kind: doc.Map}
	for i := 0; i+1 < len(pairs); i += 2 {
		set(n, pairs[i].(string), pairs[i+1].(*doc.Node))
	}
	return n
}

func set(n *doc.Node, key string, value *doc.Node) {
	n.Fields = append(n.Fields, doc.Field{Key: key, Value: value})
}

func text(s string) *doc.Node { return &doc.Node{Kind: doc.String, Text: s} }

func texts(list ...string) *doc.Node {
	n := &doc.Node{Kind: doc.List}
	for _, s := range list {
		n.Items = append(n.Items, text(s))
	}
	return n
}
