package linkml

import (
	"regexp"

	"github.com/contractc/contractc/internal/diag"
)

// View is a schema with all its imports, checked. It is safe for concurrent use.
type View struct {
	Root    *Schema
	Schemas []*Schema // imported before importing; the root is last
	Classes []*Class  // in the order of Schemas
	Slots   []*Slot
	Types   []*Type
	Enums   []*Enum

	opt      Options
	classes  map[string]*Class
	slots    map[string]*Slot
	types    map[string]*Type
	enums    map[string]*Enum
	children map[string][]*Class // by the name of a parent, mixin or is_a
	induced  map[string][]*Induced
	// byProperty finds the slots of a class by their keys in JSON.
	byProperty map[string]map[string]*Induced
	patterns   map[string]*regexp.Regexp // by source
	variants   map[*Class]*variants
	clashes    diag.List
}

func newView(opt Options, order []*Schema, root *Schema) *View {
	v := &View{
		Root: root, Schemas: order, opt: opt,
		classes: map[string]*Class{}, slots: map[string]*Slot{}, types: map[string]*Type{}, enums: map[string]*Enum{},
		children: map[string][]*Class{}, induced: map[string][]*Induced{},
		byProperty: map[string]map[string]*Induced{}, patterns: map[string]*regexp.Regexp{}, variants: map[*Class]*variants{},
	}
	for _, s := range order {
		v.Classes = collect(v, "class", v.classes, v.Classes, s.Classes, func(c *Class) *Element { return &c.Element }, inheritRules)
		v.Slots = collect(v, "slot", v.slots, v.Slots, s.Slots, func(s *Slot) *Element { return &s.Element }, nil)
		v.Types = collect(v, "type", v.types, v.Types, s.Types, func(t *Type) *Element { return &t.Element }, nil)
		v.Enums = collect(v, "enum", v.enums, v.Enums, s.Enums, func(e *Enum) *Element { return &e.Element }, nil)
	}
	v.implyTypes()
	for _, c := range v.Classes {
		for _, p := range parents(c) {
			v.children[p.Name] = append(v.children[p.Name], c)
		}
	}
	return v
}

// implyTypes lets the types of linkml:types be used by schemas that forget to import it. SchemaView leaves such ranges
// unchecked, and so does the compatible reading.
func (v *View) implyTypes() {
	if v.opt.Compatible {
		return
	}
	for _, t := range typesSchema().Types {
		if v.types[t.Name] == nil {
			v.types[t.Name] = t
		}
	}
}

// collect adds the elements of one schema. A name that another schema has is a clash; the importing schema, which comes
// later, wins, as in SchemaView; replace is called with both.
func collect[T any](v *View, kind string, byName map[string]T, all, add []T, element func(T) *Element, replace func(old, e T)) []T {
	for _, e := range add {
		name := element(e).Name
		old, ok := byName[name]
		byName[name] = e
		if !ok {
			all = append(all, e)
			continue
		}
		v.clashes.Add(clash(kind, element(old), element(e)))
		if replace != nil {
			replace(old, e)
		}
		for i := range all {
			if element(all[i]).Name == name {
				all[i] = e
			}
		}
	}
	return all
}

// inheritRules keeps the rules of a class that another schema replaces, as SchemaView does.
func inheritRules(old, c *Class) { c.Rules = append(append([]*Rule(nil), old.Rules...), c.Rules...) }

// Class returns the class of this exact name, or nil.
func (v *View) Class(name string) *Class { return v.classes[name] }

// Enum returns the enum of this exact name, or nil.
func (v *View) Enum(name string) *Enum { return v.enums[name] }

// Type returns the type of this exact name, or nil.
func (v *View) Type(name string) *Type { return v.types[name] }

// Unsupported returns the metaslots of all schemas that change what is valid and are not evaluated.
func (v *View) Unsupported() []Unsupported {
	var out []Unsupported
	for _, s := range v.Schemas {
		out = append(out, s.Unsupported...)
	}
	return out
}

// parents returns the direct parents of a class, mixins first.
func parents(c *Class) []Ref {
	out := append([]Ref(nil), c.Mixins...)
	if c.IsA != nil {
		out = append(out, *c.IsA)
	}
	return out
}

// Ancestors returns the class and its ancestors in the order in which SchemaView discovers them: a stack of classes, the
// last is taken, its parents, mixins before is_a, are found unless they were.
func (v *View) Ancestors(c *Class) []*Class {
	seen := map[*Class]bool{c: true}
	out := []*Class{c}
	for todo := []*Class{c}; len(todo) > 0; {
		last := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, p := range parents(last) {
			if parent := v.classes[p.Name]; parent != nil && !seen[parent] {
				seen[parent] = true
				out = append(out, parent)
				todo = append(todo, parent)
			}
		}
	}
	return out
}

// Descendants returns the class and all classes below it, in the order in which they are defined.
func (v *View) Descendants(c *Class) []*Class {
	below := map[*Class]bool{c: true}
	for todo := []*Class{c}; len(todo) > 0; todo = todo[1:] {
		for _, child := range v.children[todo[0].Name] {
			if !below[child] {
				below[child] = true
				todo = append(todo, child)
			}
		}
	}
	var out []*Class
	for _, d := range v.Classes {
		if below[d] {
			out = append(out, d)
		}
	}
	return out
}

// Concrete returns the descendants of a class, itself included, that are neither abstract nor mixins, in the order in
// which they are defined. The list must not be changed.
func (v *View) Concrete(c *Class) []*Class { return v.variantsOf(c).concrete }

func (v *View) findConcrete(c *Class) []*Class {
	var out []*Class
	for _, d := range v.Descendants(c) {
		if !d.Abstract && !d.Mixin {
			out = append(out, d)
		}
	}
	return out
}

// IsA reports whether a class is another class or below it.
func (v *View) IsA(c, ancestor *Class) bool {
	for _, a := range v.Ancestors(c) {
		if a == ancestor {
			return true
		}
	}
	return false
}
