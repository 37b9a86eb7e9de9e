package linkml

import (
	"slices"

	"github.com/contractc/contractc/internal/diag"
)

// The codes of problems with inherited slots.
const (
	CodeUnknownSlot = "linkml.unknown-slot"
	CodeLoosened    = "linkml.loosened"
	CodeOverride    = "linkml.override"
)

// merger applies inherited metaslots and slot_usage to a slot. In the strict reading nothing that was demanded is lost:
// what a usage replaces is kept as a member of all_of, and a usage that allows more is an error.
type merger struct {
	view  *View
	class *Class
	list  diag.List
}

func (m *merger) errorf(s *Slot, at diag.Range, code, detail, format string, args ...any) {
	m.list.Add(diag.Errorf(s.Schema.File, at, code, format, args...).WithDetail("%s", detail))
}

// inherit copies what slot ancestors say of a top-level slot, the farthest first, the slot itself last.
func (m *merger) inherit(s *Slot, base *Slot) {
	ancestors := m.view.slotAncestors(base)
	if len(ancestors) == 0 {
		return
	}
	if m.view.opt.Compatible {
		m.inheritTruthy(s, append([]*Slot{base}, ancestors...))
		return
	}
	merged := Slot{Element: base.Element, Expr: SlotExpr{At: base.Expr.At}}
	for k := len(ancestors) - 1; k >= -1; k-- {
		next := base
		if k >= 0 {
			next = ancestors[k]
		}
		m.refuseLoosening(&merged, next)
		m.overlay(&merged.Expr, &next.Expr, false)
		m.branches(&merged.Expr, &next.Expr)
	}
	s.Expr = merged.Expr
}

// inheritTruthy is SchemaView's way: onto a copy of the slot, what its ancestors and at last itself say is copied, but
// false and zero are not. So a slot cannot take back required, and bounds are replaced rather than combined.
func (m *merger) inheritTruthy(s *Slot, nearestFirst []*Slot) {
	for k := len(nearestFirst) - 1; k >= 0; k-- {
		m.overlay(&s.Expr, &nearestFirst[k].Expr, true)
	}
}

// redefine applies an attribute of the same name as one of an ancestor.
func (m *merger) redefine(s, again *Slot) {
	m.refuseLoosening(s, again)
	if r := again.Expr.Range; r != nil && s.Expr.Range != nil && !m.view.narrows(r.Name, s.Expr.Range.Name) {
		m.errorf(again, r.At, CodeLoosened, "Rename the attribute, or narrow the range.", "the attribute %q is inherited with the range %q, and %q is not below it", s.Name, s.Expr.Range.Name, r.Name)
	}
	m.apply(s, again)
	s.Element = again.Element
}

// use applies one slot_usage. A range that is not below the inherited one is a warning: LinkML's own schemas do it.
func (m *merger) use(s *Slot, u *Slot, user, home *Class) {
	if !m.view.opt.Compatible {
		m.refuseOverride(u, user, home)
		m.refuseLoosening(s, u)
		if r := u.Expr.Range; r != nil && s.Expr.Range != nil && !m.view.narrows(r.Name, s.Expr.Range.Name) {
			m.list.Add(diag.Warningf(u.Schema.File, r.At, CodeLoosened, "the range %q is not below the inherited %q", r.Name, s.Expr.Range.Name).WithDetail("A subclass may only narrow; give it a slot of its own for anything else."))
		}
	}
	m.apply(s, u)
}

// apply lets u speak over s.
func (m *merger) apply(s, u *Slot) {
	m.overlay(&s.Expr, &u.Expr, false)
	m.branches(&s.Expr, &u.Expr)
	if u.Description != "" {
		s.Description = u.Description
	}
	if u.Title != "" {
		s.Title = u.Title
	}
	if u.Alias != "" {
		s.Alias = u.Alias
	}
	if len(u.Annotations) > 0 {
		s.Annotations = u.Annotations
	}
}

// set replaces *dst by src if src says something.
func set[T any](dst **T, src *T) {
	if src != nil {
		*dst = src
	}
}

func setFlag(dst **bool, src *bool, truthy bool) {
	if src != nil && (*src || !truthy) {
		*dst = src
	}
}

// overlay lets src speak over dst for the inheritable metaslots; truthy is SchemaView's way with slots above.
func (m *merger) overlay(dst, src *SlotExpr, truthy bool) {
	m.keepReplaced(dst, src)
	set(&dst.Range, src.Range)
	set(&dst.RangeExpression, src.RangeExpression)
	setFlag(&dst.Required, src.Required, truthy)
	setFlag(&dst.Multivalued, src.Multivalued, truthy)
	setFlag(&dst.Inlined, src.Inlined, truthy)
	setFlag(&dst.InlinedAsList, src.InlinedAsList, truthy)
	setFlag(&dst.Identifier, src.Identifier, truthy)
	setFlag(&dst.Key, src.Key, truthy)
	setFlag(&dst.DesignatesType, src.DesignatesType, truthy)
	setFlag(&dst.Unique, src.Unique, truthy)
	tighten(&dst.Minimum, src.Minimum, truthy, true)
	tighten(&dst.Maximum, src.Maximum, truthy, false)
	set(&dst.Pattern, src.Pattern)
	set(&dst.EqualsString, src.EqualsString)
	set(&dst.EqualsNumber, src.EqualsNumber)
	if len(src.EqualsStringIn) > 0 {
		dst.EqualsStringIn = src.EqualsStringIn
	}
	set(&dst.MinCardinality, src.MinCardinality)
	set(&dst.MaxCardinality, src.MaxCardinality)
	set(&dst.ExactCardinal, src.ExactCardinal)
	set(&dst.ValuePresence, src.ValuePresence)
	set(&dst.IfAbsent, src.IfAbsent)
	set(&dst.SubpropertyOf, src.SubpropertyOf)
	set(&dst.Array, src.Array)
	set(&dst.HasMember, src.HasMember)
	set(&dst.AllMembers, src.AllMembers)
}

// branches lets src speak over dst for the boolean combinations. SchemaView does not inherit them from slots above and
// replaces them by usage; the strict reading keeps both.
func (m *merger) branches(dst, src *SlotExpr) {
	if !m.view.opt.Compatible {
		m.conjoin(dst, src)
		return
	}
	for _, p := range []struct{ dst, src *[]*SlotExpr }{
		{&dst.AnyOf, &src.AnyOf}, {&dst.AllOf, &src.AllOf}, {&dst.ExactlyOneOf, &src.ExactlyOneOf}, {&dst.NoneOf, &src.NoneOf},
	} {
		if len(*p.src) > 0 {
			*p.dst = *p.src
		}
	}
}

// conjoin keeps the combinations of both: what cannot be put into one list becomes a member of all_of.
func (m *merger) conjoin(dst, src *SlotExpr) {
	all := slices.Concat(dst.AllOf, src.AllOf)
	if len(dst.AnyOf) > 0 && len(src.AnyOf) > 0 {
		all = append(all, &SlotExpr{AnyOf: dst.AnyOf, At: dst.At})
	}
	if len(dst.ExactlyOneOf) > 0 && len(src.ExactlyOneOf) > 0 {
		all = append(all, &SlotExpr{ExactlyOneOf: dst.ExactlyOneOf, At: dst.At})
	}
	dst.AllOf = all
	dst.NoneOf = slices.Concat(dst.NoneOf, src.NoneOf)
	if len(src.AnyOf) > 0 {
		dst.AnyOf = src.AnyOf
	}
	if len(src.ExactlyOneOf) > 0 {
		dst.ExactlyOneOf = src.ExactlyOneOf
	}
}

// tighten keeps the tighter bound: the larger minimum, the smaller maximum. truthy replaces the bound by one that is not
// zero.
func tighten(dst **Number, src *Number, truthy, larger bool) {
	switch {
	case src == nil || truthy && src.Value.Sign() == 0:
	case truthy || *dst == nil || less((*dst).Value, src.Value) == larger:
		*dst = src
	}
}

// keepReplaced moves demands that src is about to replace into all_of, so that they still hold.
func (m *merger) keepReplaced(dst, src *SlotExpr) {
	if m.view.opt.Compatible {
		return
	}
	var kept SlotExpr
	if src.Pattern != nil && dst.Pattern != nil {
		kept.Pattern = dst.Pattern
	}
	if src.EqualsString != nil && dst.EqualsString != nil {
		kept.EqualsString = dst.EqualsString
	}
	if src.EqualsNumber != nil && dst.EqualsNumber != nil {
		kept.EqualsNumber = dst.EqualsNumber
	}
	if len(src.EqualsStringIn) > 0 {
		kept.EqualsStringIn = dst.EqualsStringIn
	}
	if kept.Pattern != nil || kept.EqualsString != nil || kept.EqualsNumber != nil || len(kept.EqualsStringIn) > 0 {
		kept.At = dst.At
		dst.AllOf = append(append([]*SlotExpr(nil), dst.AllOf...), &kept)
	}
}

// refuseOverride refuses a usage that would speak over an attribute which a class below defines itself.
func (m *merger) refuseOverride(u *Slot, user, home *Class) {
	if home != nil && user != home && !m.view.IsA(user, home) {
		m.errorf(u, u.At, CodeOverride, "Rename the attribute, or move it to a common parent.", "slot_usage of %q in %q would speak over the attribute that %q defines itself", u.Name, user.Name, home.Name)
	}
}

// refuseLoosening refuses a usage or an attribute that allows what an ancestor forbids.
func (m *merger) refuseLoosening(s, u *Slot) {
	const detail = "A subclass may only narrow; give it a slot of its own for anything else."
	m.loosenedFlags(s, u, detail)
	if u.Expr.Minimum != nil && s.Expr.Minimum != nil && less(u.Expr.Minimum.Value, s.Expr.Minimum.Value) {
		m.errorf(u, u.Expr.Minimum.At, CodeLoosened, detail, "minimum_value %s is below the inherited %s", u.Expr.Minimum.Text, s.Expr.Minimum.Text)
	}
	if u.Expr.Maximum != nil && s.Expr.Maximum != nil && less(s.Expr.Maximum.Value, u.Expr.Maximum.Value) {
		m.errorf(u, u.Expr.Maximum.At, CodeLoosened, detail, "maximum_value %s is above the inherited %s", u.Expr.Maximum.Text, s.Expr.Maximum.Text)
	}
}

func (m *merger) loosenedFlags(s, u *Slot, detail string) {
	for _, f := range []struct {
		name     string
		old, new *bool
	}{
		{"required", s.Expr.Required, u.Expr.Required},
		{"identifier", s.Expr.Identifier, u.Expr.Identifier},
		{"key", s.Expr.Key, u.Expr.Key},
		{"designates_type", s.Expr.DesignatesType, u.Expr.DesignatesType},
	} {
		if isTrue(f.old) && f.new != nil && !*f.new {
			m.errorf(u, u.At, CodeLoosened, detail, "%s: false takes back the inherited true", f.name)
		}
	}
	if s.Expr.Multivalued != nil && u.Expr.Multivalued != nil && *s.Expr.Multivalued != *u.Expr.Multivalued {
		m.errorf(u, u.At, CodeLoosened, detail, "multivalued differs from the inherited value")
	}
}

// narrows reports whether every value of range a is a value of range b.
func (v *View) narrows(a, b string) bool {
	if a == b {
		return true
	}
	if cb := v.classes[b]; cb != nil {
		ca := v.classes[a]
		return v.isAny(cb) || ca != nil && v.IsA(ca, cb)
	}
	if v.types[b] != nil {
		for _, t := range v.typeChain(v.types[a]) {
			if t.Name == b {
				return true
			}
		}
		return v.enums[a] != nil && v.kindOf(v.types[b]) == KindString
	}
	return false
}

// typeChain returns a type and the types above it by typeof, nearest first. A cycle ends the chain.
func (v *View) typeChain(t *Type) []*Type {
	var out []*Type
	seen := map[*Type]bool{}
	for t != nil && !seen[t] {
		seen[t] = true
		out = append(out, t)
		if t.Typeof == nil {
			break
		}
		t = v.types[t.Typeof.Name]
	}
	return out
}

// builtinOf returns the type of linkml:types that a type is made of.
func (v *View) builtinOf(t *Type) (builtin, bool) {
	chain := v.typeChain(t)
	if len(chain) == 0 {
		return builtin{}, false
	}
	last := chain[len(chain)-1]
	for _, b := range builtins() {
		if b.name == last.Name && last.Schema.File == typesFile {
			return b, true
		}
	}
	return builtinByURI(chain)
}

// builtinByURI finds the builtin with the same uri or base for a type that names no parent.
func builtinByURI(chain []*Type) (builtin, bool) {
	for _, t := range chain {
		for _, b := range builtins() {
			if t.URI != "" && t.URI == b.uri || t.Base != "" && baseName(t.Base) == b.name {
				return b, true
			}
		}
	}
	return builtin{}, false
}

// baseName translates the Python names that base may have.
func baseName(base string) string {
	switch base {
	case "str":
		return "string"
	case "int":
		return "integer"
	case "bool", "Bool":
		return "boolean"
	}
	return base
}

func (v *View) kindOf(t *Type) Kind {
	b, _ := v.builtinOf(t)
	return b.kind
}
