package regorules

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// InputType is the closed type of input, read from a JSON Schema. It knows
// which fields every object has, so that a misspelt field is an error.
type InputType struct {
	root   *shape
	shapes *shapes // what made root; copied before more are made
}

// shapeKind says what values a shape has.
type shapeKind uint8

const (
	anyShape    shapeKind = iota // any value, nothing known of its fields
	scalarShape                  // a null, boolean, number or string
	objectShape                  // an object with these fields and no others
	mapShape                     // an object with any keys, or a set or list: elem
	listShape                    // a list of elem
	unionShape                   // one of alternatives
)

// shape is a type of values. Shapes are compared by their address; number is
// unique and orders the alternatives of a union.
type shape struct {
	kind         shapeKind
	number       int
	name         string // for messages: the class, or the JSON type of a scalar
	scalars      []string
	fields       map[string]field
	elem         *shape
	alternatives []*shape
}

type field struct {
	shape    *shape
	optional bool
}

// shapes makes shapes, each union once.
type shapes struct {
	count  int
	any    *shape
	unions map[string]*shape
}

func newShapes() *shapes {
	s := &shapes{unions: map[string]*shape{}}
	s.any = s.add(&shape{kind: anyShape, name: "anything"})
	return s
}

// copy returns a maker that goes on from s and leaves s alone.
func (s *shapes) copy() *shapes {
	return &shapes{count: s.count, any: s.any, unions: maps.Clone(s.unions)}
}

func (s *shapes) add(sh *shape) *shape {
	s.count++
	sh.number = s.count
	return sh
}

// union is the shape of values of a or of b.
func (s *shapes) union(a, b *shape) *shape {
	switch {
	case a == nil || a == b:
		return b
	case b == nil:
		return a
	case a.kind == anyShape || b.kind == anyShape:
		return s.any
	}
	members := append(slices.Clone(a.members()), b.members()...)
	slices.SortFunc(members, func(x, y *shape) int { return x.number - y.number })
	members = slices.Compact(members)
	var key strings.Builder
	for _, m := range members {
		fmt.Fprintf(&key, "%d,", m.number)
	}
	if known, ok := s.unions[key.String()]; ok {
		return known
	}
	u := s.add(&shape{kind: unionShape, alternatives: members})
	s.unions[key.String()] = u
	return u
}

// members are the alternatives of a union, or the shape itself.
func (sh *shape) members() []*shape {
	if sh.kind == unionShape {
		return sh.alternatives
	}
	return []*shape{sh}
}

// describe names the shape in a message.
func (sh *shape) describe() string {
	names := make([]string, 0, len(sh.members()))
	for _, m := range sh.members() {
		names = append(names, m.name)
	}
	slices.Sort(names)
	return strings.Join(slices.Compact(names), " or ")
}

// fieldNames lists the fields of all alternatives, sorted.
func (sh *shape) fieldNames() []string {
	var names []string
	for _, m := range sh.members() {
		for name := range m.fields {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// step is the shape of what the constant key leads to. It fails where no
// alternative has such a part; optional says that some value may lack it.
func (s *shapes) step(sh *shape, key string) (found *shape, optional, ok bool) {
	for _, m := range sh.members() {
		switch m.kind {
		case anyShape:
			return s.any, true, true
		case objectShape:
			f, has := m.fields[key]
			if !has {
				optional = true
				continue
			}
			found, optional = s.union(found, f.shape), optional || f.optional
		case mapShape:
			found, optional = s.union(found, m.elem), true
		default:
			optional = true
		}
	}
	return found, optional, found != nil
}

// element is the shape of what a key that is not known leads to; nil where
// values have no parts.
func (s *shapes) element(sh *shape) *shape {
	var found *shape
	for _, m := range sh.members() {
		switch m.kind {
		case anyShape:
			return s.any
		case objectShape:
			for _, name := range m.fieldNames() {
				found = s.union(found, m.fields[name].shape)
			}
		case mapShape, listShape:
			found = s.union(found, m.elem)
		}
	}
	return found
}
