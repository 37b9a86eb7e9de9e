package catalog

import (
	"math/big"
	"slices"

	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/value"
	"github.com/contractc/contractc/schema/linkml"
)

// readSchema reads schema.yaml, which a library of rules alone may lack.
func (l *libraryLoad) readSchema() {
	f := l.in.file(l.lib.ID + "/schema.yaml")
	if f == nil {
		return
	}
	l.schemaFailed = true
	if l.core.err != nil {
		return
	}
	view, diags := linkml.Load(linkml.Source{File: l.display(f.path), Text: f.text}, linkml.Options{Resolve: l.core.resolver(l.neighbour), Limits: doc.Limits{Bytes: maxFileBytes}})
	l.diags.Add(diags...)
	if view == nil || diags.HasErrors() {
		return
	}
	l.view, l.schemaFailed = view, false
	l.readClasses(f)
}

// readClasses lists the library's own classes with their digests.
func (l *libraryLoad) readClasses(f *sourceFile) {
	tree, _ := doc.ReadYAML(l.display(f.path), f.text, doc.Limits{Bytes: maxFileBytes})
	written := tree.Get("classes")
	for _, c := range l.view.Classes {
		if c.Schema != l.view.Root {
			continue
		}
		class := &index.Class{
			Element: element(l.lib.ID+"."+c.Name, l.lib.Version, f.path, c.At),
			Name:    c.Name, Description: c.Description, Abstract: c.Abstract, Columns: l.columnsOf(c),
		}
		l.digest(&class.Element, "class", map[string]any{"name": c.Name, "class": written.Get(c.Name).Plain(), "slots": l.slotsDigest(c)})
		l.lib.Classes = append(l.lib.Classes, class)
	}
}

// columnsOf are the slots of a class of rows that have a type.
func (l *libraryLoad) columnsOf(c *linkml.Class) []index.Column {
	for _, above := range []string{"EffectEvent", "Contract"} {
		if slices.Contains(l.view.Concrete(l.view.Class(above)), c) {
			return nil
		}
	}
	var columns []index.Column
	for _, s := range l.view.Induced(c) {
		if t, ok := l.slotType(s); ok {
			columns = append(columns, index.Column{Name: s.Property, Type: t})
		}
	}
	return columns
}

// slotsDigest is what the class's slots are after inheritance, so that a change of a mixin, type or enumeration changes the class.
func (l *libraryLoad) slotsDigest(c *linkml.Class) []any {
	slots := []any{}
	for _, s := range l.view.Induced(c) {
		facets := l.facetsOf(s)
		slots = append(slots, map[string]any{
			"name": s.Property, "required": s.Required(), "multivalued": s.Multivalued(), "range": rangeName(s),
			"patterns": facets.patterns, "minimum": facets.minimum, "maximum": facets.maximum, "values": facets.values,
		})
	}
	return slots
}

func rangeName(s *linkml.Induced) string {
	if s.Expr.Range == nil {
		return ""
	}
	return s.Expr.Range.Name
}

// below lists the library's own concrete classes below a class of the core vocabulary.
func (l *libraryLoad) below(ancestor string) []*linkml.Class {
	if l.view == nil {
		return nil
	}
	top := l.view.Class(ancestor)
	if top == nil {
		return nil
	}
	var list []*linkml.Class
	for _, c := range l.view.Concrete(top) {
		if c.Schema == l.view.Root && c != top {
			list = append(list, c)
		}
	}
	return list
}

// facets are the restrictions that bound arguments and event fields are held against.
type facets struct {
	patterns         []string
	minimum, maximum string
	values           []string
}

// facetsOf collects the slot's own facets and those along the chain of its types.
func (l *libraryLoad) facetsOf(s *linkml.Induced) facets {
	var f facets
	f.add(s.Expr.Pattern, s.Expr.Minimum, s.Expr.Maximum)
	for t, steps := s.Type, 0; t != nil && steps < maxTypeChain; steps++ {
		f.add(t.Expr.Pattern, t.Expr.Minimum, t.Expr.Maximum)
		if t.Typeof == nil {
			break
		}
		t = l.view.Type(t.Typeof.Name)
	}
	if s.Enum != nil {
		for _, v := range s.Enum.Values {
			f.values = append(f.values, v.Name)
		}
	}
	return f
}

// maxTypeChain bounds how many types stand between a type and its base.
const maxTypeChain = 32

func (f *facets) add(pattern *linkml.Pattern, minimum, maximum *linkml.Number) {
	if pattern != nil {
		f.patterns = append(f.patterns, pattern.Source)
	}
	if minimum != nil && (f.minimum == "" || tighter(f.minimum, minimum.Text, +1)) {
		f.minimum = minimum.Text
	}
	if maximum != nil && (f.maximum == "" || tighter(f.maximum, maximum.Text, -1)) {
		f.maximum = maximum.Text
	}
}

// tighter reports whether a new bound restricts more than the old one; sign is +1 for a minimum.
func tighter(old, bound string, sign int) bool {
	a, okA := new(big.Rat).SetString(old)
	b, okB := new(big.Rat).SetString(bound)
	return okA && okB && b.Cmp(a)*sign > 0
}

// slotType is the type of values that a slot of an event or contract holds.
func (l *libraryLoad) slotType(s *linkml.Induced) (value.Type, bool) {
	item, ok := l.itemType(s)
	if !ok || !s.Multivalued() {
		return item, ok
	}
	return value.ListOf(item), true
}

func (l *libraryLoad) itemType(s *linkml.Induced) (value.Type, bool) {
	switch {
	case s.Any:
		return value.Any(), true
	case s.Class != nil:
		return value.Type{}, false
	case s.Enum != nil:
		return value.EnumOf(l.enumName(s.Enum)), true
	}
	for t, steps := s.Type, 0; t != nil && steps < maxTypeChain; steps++ {
		if found, ok := value.TypeNamed(t.Name); ok {
			return found, true
		}
		if t.Typeof == nil {
			return value.Type{}, false
		}
		t = l.view.Type(t.Typeof.Name)
	}
	return value.Type{}, false
}

// enumName qualifies an enumeration by the library, or by the schema that defines it.
func (l *libraryLoad) enumName(e *linkml.Enum) string {
	if e.Schema == l.view.Root {
		return l.lib.ID + "." + e.Name
	}
	return e.Schema.Name + "." + e.Name
}

// enumHas reports whether a text is a permissible value of an enumeration by its qualified name.
func (l *libraryLoad) enumHas(name, text string) bool {
	for _, e := range l.view.Enums {
		if l.enumName(e) != name {
			continue
		}
		for _, v := range e.Values {
			if v.Name == text {
				return true
			}
		}
	}
	return false
}

// checkSlot refuses what neither the algebra nor the binding of arguments knows.
func (l *libraryLoad) checkSlot(file string, c *linkml.Class, s *linkml.Induced) (value.Type, bool) {
	t, ok := l.slotType(s)
	if !ok {
		l.report(file, slotAt(c, s), "schema.range", "use a type, an enumeration or Any; a class is named by a value of type ClassReference", "the slot %s of %s holds objects of the class %s", quote(s.Name), quote(c.Name), quote(rangeName(s)))
		return t, false
	}
	e := &s.Expr
	if len(e.AnyOf)+len(e.AllOf)+len(e.ExactlyOneOf)+len(e.NoneOf)+len(e.EqualsStringIn) > 0 || e.EqualsString != nil || e.EqualsNumber != nil || e.IfAbsent != nil || e.Array != nil {
		l.report(file, slotAt(c, s), "schema.slot", "use range, required, multivalued, pattern, minimum_value and maximum_value; defaults stand in the contract's file", "the slot %s of %s has a metaslot that effects and contracts do not know", quote(s.Name), quote(c.Name))
		return t, false
	}
	return t, true
}

// slotAt is where a slot stands, if it stands in the class's own file, and else the class.
func slotAt(c *linkml.Class, s *linkml.Induced) diag.Range {
	if s.Schema == c.Schema {
		return s.At
	}
	return c.At
}
