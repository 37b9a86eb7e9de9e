package linkml

import (
	"math/big"

	"github.com/contractc/contractc/internal/diag"
)

// Form is how the values of a slot stand in JSON.
type Form uint8

// The forms. A reference is the identifier of an object; a dictionary is an object keyed by identifiers.
const (
	FormValue Form = iota
	FormObject
	FormReference
)

// Induced is a slot as one class has it: inheritance, mixins, slot_usage and defaults resolved.
type Induced struct {
	Slot            // merged; Name is the slot's name
	Property string // the key in JSON
	Owner    *Class // that the slot was induced for
	Home     *Class // that defines or last narrows it; nil for a top-level slot used as it is
	Target
	Dict bool // an object keyed by identifier
}

// Target is what a range names. All of it is zero where the range names nothing that is defined.
type Target struct {
	Class *Class // nil for Any
	Enum  *Enum
	Type  *Type
	Any   bool // the class with class_uri linkml:Any, or no range at all
	Form  Form
}

// Required reports whether the key must be present.
func (i *Induced) Required() bool { return isTrue(i.Expr.Required) }

// Multivalued reports whether the slot holds a list or a dictionary.
func (i *Induced) Multivalued() bool { return isTrue(i.Expr.Multivalued) }

func isTrue(b *bool) bool { return b != nil && *b }

// Induced returns the slots of a class in order: for each ancestor, its slots and then its attributes, the first
// occurrence of a name wins.
func (v *View) Induced(c *Class) []*Induced { return v.induced[c.Name] }

// slotNames returns the names of a class's slots in induced order.
func (v *View) slotNames(c *Class) []string {
	seen := map[string]bool{}
	var out []string
	add := func(name string) {
		if !seen[name] {
			seen[name] = true
			out = append(out, name)
		}
	}
	for _, a := range v.Ancestors(c) {
		for _, s := range a.Slots {
			add(s.Name)
		}
		for _, s := range a.Attributes {
			add(s.Name)
		}
	}
	return out
}

func find(slots []*Slot, name string) *Slot {
	for _, s := range slots {
		if s.Name == name {
			return s
		}
	}
	return nil
}

// induce resolves one slot of a class. It returns nil and a diagnostic when there is no definition.
func (v *View) induce(c *Class, name string) (*Induced, diag.List) {
	m := &merger{view: v, class: c}
	i := &Induced{Owner: c}
	ancestors := v.Ancestors(c)
	base, home := v.base(ancestors, name)
	if base == nil {
		m.list.Errorf(c.Schema.File, v.slotRefAt(c, name), CodeUnknownSlot, "the class %q uses the slot %q, which is not defined", c.Name, name)
		return nil, m.list
	}
	first := base
	if home != nil && !v.opt.Compatible {
		first = v.farthest(ancestors, name)
	}
	i.Slot, i.Home = *first, home
	if home == nil {
		m.inherit(&i.Slot, base)
	}
	for k := len(ancestors) - 1; k >= 0; k-- {
		a := ancestors[k]
		if again := find(a.Attributes, name); again != nil && again != first && !v.opt.Compatible {
			m.redefine(&i.Slot, again)
		}
		if u := find(a.SlotUsage, name); u != nil {
			m.use(&i.Slot, u, a, home)
			i.Home = a
		}
	}
	v.complete(i, base.Schema)
	return i, m.list
}

// farthest returns the attribute of the farthest ancestor that has one. The strict reading lets nearer attributes of the
// same name narrow it; SchemaView lets the nearest replace it.
func (v *View) farthest(ancestors []*Class, name string) *Slot {
	var out *Slot
	for _, a := range ancestors {
		if s := find(a.Attributes, name); s != nil {
			out = s
		}
	}
	return out
}

// base returns the attribute of the nearest ancestor that has one and that ancestor, or else the top-level slot.
func (v *View) base(ancestors []*Class, name string) (*Slot, *Class) {
	for _, a := range ancestors {
		if s := find(a.Attributes, name); s != nil {
			return s, a
		}
	}
	return v.slots[name], nil
}

func (v *View) slotRefAt(c *Class, name string) diag.Range {
	for _, a := range v.Ancestors(c) {
		for _, s := range a.Slots {
			if s.Name == name && a.Schema.File == c.Schema.File {
				return s.At
			}
		}
	}
	return c.At
}

// complete fills in the default range, what identifiers imply, and what the range is.
func (v *View) complete(i *Induced, defining *Schema) {
	e := &i.Expr
	if e.Range == nil && !rangedByBranches(e) {
		if d := v.defaultRange(defining); d != "" {
			e.Range = &Ref{Name: d, At: i.At}
		}
	}
	if isTrue(e.Identifier) || isTrue(e.Key) {
		yes := true
		e.Required = &yes
	}
	i.Property = property(i.Name)
	if i.Alias != "" {
		i.Property = property(i.Alias)
	}
	v.resolveRange(i)
}

// defaultRange is the defining schema's own in the strict reading, string where it has none; SchemaView takes the
// root's for all.
func (v *View) defaultRange(defining *Schema) string {
	if v.opt.Compatible {
		return v.Root.DefaultRange
	}
	if defining.DefaultRange == "" {
		return "string"
	}
	return defining.DefaultRange
}

// rangedByBranches reports whether branches of a union name ranges of their own, so that a default would contradict them.
func rangedByBranches(e *SlotExpr) bool {
	for _, list := range [][]*SlotExpr{e.AnyOf, e.ExactlyOneOf, e.AllOf} {
		for _, b := range list {
			if b.Range != nil || b.RangeExpression != nil {
				return true
			}
		}
	}
	return e.RangeExpression != nil
}

// resolveRange finds what the range names, and which form its values have.
func (v *View) resolveRange(i *Induced) {
	i.Target = v.target(&i.Expr)
	if v.opt.Compatible && rangedByBranches(&i.Expr) && i.Expr.RangeExpression == nil {
		i.Target = Target{} // the generator leaves out the slot's own range
	}
	i.Dict = i.Form == FormObject && i.Class != nil && i.Multivalued() && !isTrue(i.Expr.InlinedAsList) && v.KeySlot(i.Class) != ""
}

// target finds what the range of an expression names.
func (v *View) target(e *SlotExpr) Target {
	if e.Range == nil {
		return Target{Any: true}
	}
	name := e.Range.Name
	t := Target{Class: v.classes[name], Enum: v.enums[name], Type: v.types[name]}
	if t.Class == nil {
		return t
	}
	t.Enum, t.Type = nil, nil
	if v.isAny(t.Class) {
		return Target{Any: true}
	}
	t.Form = FormReference
	if v.inlined(e, t.Class) {
		t.Form = FormObject
	}
	return t
}

// isAny reports whether a class is linkml:Any, written as a CURIE or in full.
func (v *View) isAny(c *Class) bool {
	return c.ClassURI == "linkml:Any" || c.ClassURI == "https://w3id.org/linkml/Any"
}

// inlined reports whether objects of the class stand in the slot itself: classes without an identifier always do.
func (v *View) inlined(e *SlotExpr, c *Class) bool {
	return isTrue(e.Inlined) || isTrue(e.InlinedAsList) || v.Identifier(c) == ""
}

// Identifier returns the name of the class's identifier slot, or "".
func (v *View) Identifier(c *Class) string {
	return v.marked(c, func(e *SlotExpr) bool { return isTrue(e.Identifier) })
}

// KeySlot returns the name of the class's identifier or key slot, or "".
func (v *View) KeySlot(c *Class) string {
	if id := v.Identifier(c); id != "" {
		return id
	}
	return v.marked(c, func(e *SlotExpr) bool { return isTrue(e.Key) })
}

// marked returns the first slot of a class that carries a mark. It looks at definitions, not at induced slots, because
// it is needed to induce them.
func (v *View) marked(c *Class, mark func(*SlotExpr) bool) string {
	ancestors := v.Ancestors(c)
	for _, name := range v.slotNames(c) {
		marked := false
		if base, home := v.base(ancestors, name); base != nil {
			marked = mark(&base.Expr) || home == nil && v.inheritedMark(base, mark)
		}
		for _, a := range ancestors {
			if u := find(a.SlotUsage, name); u != nil && mark(&u.Expr) {
				marked = true
			}
		}
		if marked {
			return name
		}
	}
	return ""
}

func (v *View) inheritedMark(s *Slot, mark func(*SlotExpr) bool) bool {
	for _, a := range v.slotAncestors(s) {
		if mark(&a.Expr) {
			return true
		}
	}
	return false
}

// slotAncestors returns the slots above a top-level slot, the slot itself excluded, in discovery order.
func (v *View) slotAncestors(s *Slot) []*Slot {
	seen := map[*Slot]bool{s: true}
	var out []*Slot
	for todo := []*Slot{s}; len(todo) > 0; {
		last := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, p := range lookup(v.slots, slotParents(last)) {
			if !seen[p] {
				seen[p] = true
				out = append(out, p)
				todo = append(todo, p)
			}
		}
	}
	return out
}

func less(a, b *big.Rat) bool { return a.Cmp(b) < 0 }
