package subset

import (
	"slices"

	"github.com/contractc/contractc/internal/canonical"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/subset/predicate"
	"github.com/contractc/contractc/internal/subset/tree"
)

// static says what can be told of schemas without a value.
type static struct {
	document *tree.Document
	cycles   *tree.Cycles
}

// maxFollowed bounds how far schemas are followed to learn something of them.
const maxFollowed = 50

// typesOf are types that hold all values of a schema, as far as can be told
// without much work.
func (f *static) typesOf(s *tree.Schema, depth int) predicate.Types {
	if depth > maxFollowed {
		return predicate.Any
	}
	if s.Bool != nil {
		return map[bool]predicate.Types{true: predicate.Any}[*s.Bool]
	}
	types := predicate.Any
	for i := range s.Keys {
		types &= f.typesBy(&s.Keys[i], depth)
	}
	return types
}

func (f *static) typesBy(k *tree.Keyword, depth int) predicate.Types {
	switch k.Means {
	case "type":
		return predicate.TypesOf(k.Value)
	case "const":
		return predicate.TypeOf(k.Value)
	case "enum":
		return typesIn(k.Value.Items)
	case "$ref":
		return f.typesOf(f.document.Target(k), depth+1)
	case "anyOf", "oneOf":
		var types predicate.Types
		for _, s := range k.List {
			types |= f.typesOf(s, depth+1)
		}
		return types
	case "allOf":
		types := predicate.Any
		for _, s := range k.List {
			types &= f.typesOf(s, depth+1)
		}
		return types
	}
	return predicate.Any
}

func typesIn(values []*doc.Node) predicate.Types {
	var types predicate.Types
	for _, v := range values {
		types |= predicate.TypeOf(v)
	}
	return types
}

// acceptsNull reports whether a schema allows null.
func (f *static) acceptsNull(s *tree.Schema, depth int) bool {
	if depth > maxFollowed {
		return false
	}
	if s.Bool != nil {
		return *s.Bool
	}
	for i := range s.Keys {
		if !f.nullPasses(s, &s.Keys[i], depth) {
			return false
		}
	}
	return true
}

func (f *static) nullPasses(s *tree.Schema, k *tree.Keyword, depth int) bool {
	accepts := func(s *tree.Schema) bool { return f.acceptsNull(s, depth+1) }
	switch k.Means {
	case "type":
		return predicate.TypesOf(k.Value)&predicate.Null != 0
	case "const":
		return k.Value.Kind == doc.Null
	case "enum":
		return typesIn(k.Value.Items)&predicate.Null != 0
	case "$ref":
		return accepts(f.document.Target(k))
	case "allOf":
		return !slices.ContainsFunc(k.List, func(s *tree.Schema) bool { return !accepts(s) })
	case "anyOf":
		return slices.ContainsFunc(k.List, accepts)
	case "oneOf":
		return len(slices.DeleteFunc(slices.Clone(k.List), func(s *tree.Schema) bool { return !accepts(s) })) == 1
	case "not":
		return !accepts(k.Sub)
	case "if":
		branch := s.Get("else")
		if accepts(k.Sub) {
			branch = s.Get("then")
		}
		return branch == nil || accepts(branch.Sub)
	}
	return true
}

// disjoint reports whether it is certain that no value is of two of the schemas.
func (f *static) disjoint(list []*tree.Schema) bool {
	for i, a := range list {
		for _, b := range list[i+1:] {
			if f.typesOf(a, 0)&f.typesOf(b, 0) != 0 && !f.apart(a, b) {
				return false
			}
		}
	}
	return true
}

// apart reports whether two schemas of objects differ in the values of a member
// that both require, or are themselves lists of other values.
func (f *static) apart(a, b *tree.Schema) bool {
	a, b = f.followed(a), f.followed(b)
	if differ(a, b) {
		return true
	}
	if f.typesOf(a, 0)|f.typesOf(b, 0) != predicate.Object {
		return false
	}
	of := b.Get("required").Names()
	for _, name := range a.Get("required").Names() {
		x, y := a.Get("properties").Child(name), b.Get("properties").Child(name)
		if slices.Contains(of, name) && x != nil && y != nil && differ(f.followed(x), f.followed(y)) {
			return true
		}
	}
	return false
}

// followed is the schema at the end of references.
func (f *static) followed(s *tree.Schema) *tree.Schema {
	for range maxFollowed {
		ref := onlyReference([]*tree.Schema{s})
		if ref == nil {
			return s
		}
		s = f.document.Target(ref.key)
	}
	return s
}

// differ reports whether two schemas list values that have none in common.
func differ(a, b *tree.Schema) bool {
	x, y := listed(a), listed(b)
	if x == nil || y == nil {
		return false
	}
	for name := range x {
		if y[name] {
			return false
		}
	}
	return true
}

// listed are the values that a schema lists, in a form that tells them apart; nil
// where it lists none, or numbers, which have several forms.
func listed(s *tree.Schema) map[string]bool {
	values := []*doc.Node{}
	if k := s.Get("const"); k != nil {
		values = append(values, k.Value)
	} else if k := s.Get("enum"); k != nil {
		values = k.Value.Items
	} else {
		return nil
	}
	names := map[string]bool{}
	for _, v := range values {
		if v.Kind != doc.String && v.Kind != doc.Bool && v.Kind != doc.Null {
			return nil
		}
		text, err := canonical.Marshal(v)
		if err != nil {
			return nil
		}
		names[string(text)] = true
	}
	return names
}

// onlyReference is the reference that a schema consists of; an allOf around it
// changes nothing.
func onlyReference(schemas []*tree.Schema) *held {
	if len(schemas) != 1 {
		return nil
	}
	s := schemas[0]
	var only *tree.Keyword
	for i := range s.Keys {
		k := &s.Keys[i]
		if k.Means == "" || k.Means == "$defs" || tree.Annotation(k.Means) {
			continue
		}
		if only != nil {
			return nil
		}
		only = k
	}
	switch {
	case only == nil:
		return nil
	case only.Means == "$ref":
		return &held{s, only}
	case slices.Contains([]string{"allOf", "anyOf", "oneOf"}, only.Means) && len(only.List) == 1:
		return onlyReference(only.List)
	}
	return nil
}

// apartByType reports whether the schemas that were given have no type in common.
func (f *static) apartByType(schemas []*tree.Schema) bool {
	list := make([]result, len(schemas))
	for i, s := range schemas {
		list[i].types = f.typesOf(s, 0)
	}
	return apartByType(list)
}
