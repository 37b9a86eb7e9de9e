package linkml

import (
	"cmp"
	"encoding/json"
	"maps"
	"reflect"
	"slices"

	"github.com/contractc/contractc/internal/rdf"
)

// Context is a JSON-LD 1.1 context for records of a vocabulary, with what it could not say of them.
type Context struct {
	Terms map[string]any // of @context, as plain JSON
	// Scoped are field names that mean several things: they are defined within the contexts of their classes, which need
	// @type, or the field that names the class.
	Scoped []string
	// Untyped are classes whose field that names the class cannot stand for @type, because another class uses the same
	// field otherwise. Contexts of fewer classes have fewer of them.
	Untyped []string
}

// JSONLD returns a context that gives the classes and slots their IRIs. With a class it covers that class and all
// classes that its objects may hold; otherwise all. Texts, integers and booleans are not coerced, so that a value of
// another type stays one. The error says that a class is unknown.
func (v *Vocabulary) JSONLD(class string) (*Context, error) {
	classes, err := v.reachable(class)
	if err != nil {
		return nil, err
	}
	x := &contexts{out: &Context{Terms: map[string]any{"@version": json.Number("1.1")}}, fields: map[string][]field{}, names: map[string]int{}}
	for _, c := range classes {
		x.learn(c)
	}
	for _, c := range classes {
		x.class(c)
	}
	x.shared()
	slices.Sort(x.out.Untyped)
	return x.out, nil
}

// entry is a class with the view and part that it belongs to.
type entry struct {
	part
	class *Class
}

// name is the class's name where names must be unique.
func (e entry) name() string { return e.prefix + camel(e.class.Name) }

// entries are all classes.
func (v *Vocabulary) entries() []entry {
	var out []entry
	for _, p := range v.parts {
		for _, c := range p.classes() {
			out = append(out, entry{p, c})
		}
	}
	return out
}

// entry finds a class by its unique name, or by its plain name where one class has it.
func (v *Vocabulary) entry(name string) (entry, error) {
	var found []entry
	for _, e := range v.entries() {
		if e.name() == name || e.prefix+e.class.Name == name {
			return e, nil
		}
		if e.class.Name == name {
			found = append(found, e)
		}
	}
	switch len(found) {
	case 0:
		return entry{}, &UnknownClassError{Name: name}
	case 1:
		return found[0], nil
	}
	var names []string
	for _, e := range found {
		names = append(names, e.name())
	}
	return entry{}, &UnknownClassError{Name: name, Several: names}
}

// reachable are the classes that objects of a class may hold, in the order of all.
func (v *Vocabulary) reachable(class string) ([]entry, error) {
	all := v.entries()
	if class == "" {
		return all, nil
	}
	start, err := v.entry(class)
	if err != nil {
		return nil, err
	}
	in := map[rdf.IRI]bool{}
	for todo := []entry{start}; len(todo) > 0; todo = todo[1:] {
		view := todo[0].view
		for _, c := range view.Concrete(todo[0].class) {
			if in[view.ClassIRI(c)] {
				continue
			}
			in[view.ClassIRI(c)] = true
			for _, s := range view.Induced(c) {
				for _, held := range view.holds(s) {
					todo = append(todo, entry{todo[0].part, held})
				}
			}
		}
	}
	return slices.DeleteFunc(all, func(e entry) bool { return !in[e.view.ClassIRI(e.class)] }), nil
}

// holds are the classes that a slot ranges over.
func (v *View) holds(s *Induced) []*Class {
	var out []*Class
	if s.Class != nil {
		out = append(out, s.Class)
	}
	set := alternatives(&s.Expr)
	for _, list := range [][]*SlotExpr{set.any, set.all, set.exactly} {
		for _, b := range list {
			if c := v.branchTarget(b, s).Class; c != nil {
				out = append(out, c)
			}
		}
	}
	return out
}

// contexts puts one context together.
type contexts struct {
	out    *Context
	fields map[string][]field // by key
	names  map[string]int     // how many classes have a plain name
}

// field is what one class says of a key.
type field struct {
	owner      entry
	definition any
}

func (x *contexts) learn(e entry) {
	x.names[camel(e.class.Name)]++
	for _, s := range e.view.Induced(e.class) {
		x.fields[s.Property] = append(x.fields[s.Property], field{e, termOf(e.view, s)})
	}
}

// termOf is the definition of a slot's term.
func termOf(v *View, s *Induced) any {
	form := v.rdfForm(s)
	switch form {
	case asType:
		return "@type"
	case asName:
		return "@id"
	}
	term := map[string]any{"@id": string(v.SlotIRI(s))}
	if coerce := coercion(v, s, form); coerce != "" {
		term["@type"] = coerce
	}
	if form == asIRI && s.Enum != nil {
		term["@context"] = meanings(v, s.Enum)
	}
	if s.Dict {
		container(v, s, term)
	}
	return term
}

// coercion is the type that a value of a slot has where its JSON does not say it.
func coercion(v *View, s *Induced, form rdfForm) string {
	switch {
	case form == asJSON:
		return "@json"
	case form == asIRI && s.Enum != nil:
		return "@vocab"
	case form == asIRI:
		return "@id"
	case form != asLiteral || s.Type == nil:
		return ""
	}
	switch datatype := v.datatype(s.Type); {
	case datatype == rdf.XSD+"string" || datatype == rdf.XSD+"integer" || datatype == rdf.XSD+"boolean":
		return ""
	default:
		return string(datatype)
	}
}

func meanings(v *View, e *Enum) map[string]any {
	terms := map[string]any{}
	for _, p := range v.permissible(e) {
		terms[p.Name] = string(v.ValueIRI(e, p))
	}
	return terms
}

// container says how a dictionary's keys are read: as IRIs of its members, or as values of their key.
func container(v *View, s *Induced, term map[string]any) {
	if v.Identifier(s.Class) != "" {
		term["@container"] = "@id"
		return
	}
	key := v.slotOf(s.Class, v.KeySlot(s.Class))
	term["@container"], term["@index"] = "@index", string(v.SlotIRI(key))
}

// class defines the terms of a class, with its fields within.
func (x *contexts) class(e entry) {
	scoped := map[string]any{}
	for _, s := range e.view.Induced(e.class) {
		term := termOf(e.view, s)
		if term == "@type" && !x.agreed(s.Property) {
			x.out.Untyped = append(x.out.Untyped, e.name())
		}
		if !x.agreed(s.Property) && term != "@type" {
			scoped[s.Property] = term
		}
	}
	definition := map[string]any{"@id": string(e.view.ClassIRI(e.class))}
	if len(scoped) > 0 {
		definition["@context"] = scoped
	}
	x.out.Terms[e.name()] = definition
	if plain := camel(e.class.Name); x.names[plain] == 1 {
		x.out.Terms[plain] = definition
	}
}

// agreed reports whether all classes say the same of a key, so that no class is needed to know what it means.
func (x *contexts) agreed(key string) bool {
	for _, f := range x.fields[key] {
		if !reflect.DeepEqual(f.definition, x.fields[key][0].definition) {
			return false
		}
	}
	return x.names[key] == 0
}

// shared defines the fields that all classes agree on.
func (x *contexts) shared() {
	for _, key := range slices.SortedFunc(maps.Keys(x.fields), cmp.Compare[string]) {
		if x.agreed(key) {
			x.out.Terms[key] = x.fields[key][0].definition
			continue
		}
		x.out.Scoped = append(x.out.Scoped, key)
	}
}

// UnknownClassError says that a vocabulary has no class of a name, or several.
type UnknownClassError struct {
	Name    string
	Several []string // the names by which those can be told apart
}

func (e *UnknownClassError) Error() string {
	if len(e.Several) > 0 {
		return "several classes have the name " + quote(e.Name) + ": " + quoteAll(e.Several)
	}
	return "there is no class " + quote(e.Name)
}
