package linkml

import (
	"fmt"
	"reflect"
)

// JSONSchema returns a JSON Schema of the vocabulary (draft 2020-12) as a plain value, as View.JSONSchema does of one
// class: every class is one of $defs under its unique name. With a class, documents of that class are described;
// without, no document is: the schema is there to be referred to, and accepts nothing by itself.
//
// The error says that a class is unknown, or which two have the same name.
func (v *Vocabulary) JSONSchema(class string, opt JSONSchemaOptions) (map[string]any, error) {
	prefixes := map[string]string{}
	for _, p := range v.parts {
		prefixes[p.schema.File] = p.prefix
	}
	defs := map[string]any{}
	for _, p := range v.parts {
		g := &schemaGen{view: p.view, opt: opt, defs: map[string]any{}, owners: map[string]string{}, prefixes: prefixes}
		for _, c := range p.classes() {
			if !c.Abstract {
				g.ref(g.name(&c.Element), c.Name, func() any { return g.class(c, false) })
			}
		}
		for _, c := range p.view.Classes {
			if p.view.polymorphic(c) || c.Abstract {
				g.classRef(c) // each view knows other classes below it
			}
		}
		g.writeAll()
		if g.err != nil {
			return nil, g.err
		}
		if err := unite(defs, g.defs); err != nil {
			return nil, err
		}
	}
	root := map[string]any{"$schema": "https://json-schema.org/draft/2020-12/schema", "$defs": defs}
	if opt.ID != "" {
		root["$id"] = opt.ID
	}
	return root, v.rootOf(root, class, prefixes, opt)
}

// rootOf says which documents the schema describes.
func (v *Vocabulary) rootOf(root map[string]any, class string, prefixes map[string]string, opt JSONSchemaOptions) error {
	if class == "" {
		root["not"] = map[string]any{}
		return nil
	}
	e, err := v.entry(class)
	if err != nil {
		return err
	}
	g := &schemaGen{view: e.view, opt: opt, defs: map[string]any{}, owners: map[string]string{}, prefixes: prefixes}
	root["title"], root["$ref"] = e.class.Name, g.classRef(e.class)["$ref"]
	return nil
}

// unite adds definitions to others. Views may know different classes below the same one: then any of them will do.
func unite(all, more map[string]any) error {
	for name, definition := range more {
		old, known := all[name]
		switch {
		case !known || old == false:
			all[name] = definition
		case definition == false:
		case !reflect.DeepEqual(old, definition) && !uniteAlternatives(old, definition):
			return fmt.Errorf("two definitions have the name %q in JSON Schema", name)
		}
	}
	return nil
}

// uniteAlternatives adds to a choice of references those of another one.
func uniteAlternatives(old, more any) bool {
	a, okA := old.(map[string]any)
	b, okB := more.(map[string]any)
	if !okA || !okB || a["title"] != b["title"] {
		return false
	}
	known, okA := a["anyOf"].([]any)
	list, okB := b["anyOf"].([]any)
	if !okA || !okB || len(a) != len(b) {
		return false
	}
	for _, one := range list {
		if !contains(known, one) {
			known = append(known, one)
		}
	}
	a["anyOf"] = known
	return true
}

func contains(list []any, one any) bool {
	for _, other := range list {
		if reflect.DeepEqual(other, one) {
			return true
		}
	}
	return false
}
