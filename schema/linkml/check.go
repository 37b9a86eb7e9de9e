package linkml

import (
	"regexp"
	"slices"
	"strings"

	"github.com/contractc/contractc/internal/diag"
)

// The codes of references that lead nowhere.
const (
	CodeUnknownRange = "linkml.unknown-range"
	CodeUnknownClass = "linkml.unknown-class"
	CodeCycle        = "linkml.cycle"
	CodeIdle         = "linkml.idle-facet"
)

// linker checks what elements say of each other.
type linker struct {
	view *View
	list diag.List
}

func (l *linker) errorf(s *Schema, at diag.Range, code, detail, format string, args ...any) {
	l.list.Add(diag.Errorf(s.File, at, code, format, args...).WithDetail("%s", detail))
}

// check induces all slots and reports what is wrong between elements.
func (v *View) check() diag.List {
	l := &linker{view: v}
	if !v.opt.Compatible {
		l.list.Add(v.clashes...)
		l.names()
	}
	for _, s := range v.Schemas {
		l.schema(s)
	}
	l.cycles()
	l.sizes()
	if !l.list.HasErrors() {
		l.induceAll()
	}
	l.list.Sort()
	return l.list
}

// Bounds of what a view may hold, so that a small file cannot cause much work.
const (
	maxClasses   = 5000
	maxAncestors = 200
	maxInduced   = 200_000
)

// sizes refuses views that are too large to be checked in reasonable time.
func (l *linker) sizes() {
	v := l.view
	if len(v.Classes) > maxClasses {
		l.errorf(v.Root, diag.Range{}, CodeDepth, "Split the schema.", "there are %d classes, more than %d", len(v.Classes), maxClasses)
		return
	}
	for _, c := range v.Classes {
		if len(v.Ancestors(c)) > maxAncestors {
			l.errorf(c.Schema, c.At, CodeDepth, "Make the hierarchy flatter.", "the class %q has more than %d ancestors", c.Name, maxAncestors)
		}
	}
	for _, s := range v.Slots {
		if len(v.slotAncestors(s)) > maxAncestors {
			l.errorf(s.Schema, s.At, CodeDepth, "Make the hierarchy flatter.", "the slot %q has more than %d ancestors", s.Name, maxAncestors)
		}
	}
	for _, t := range v.Types {
		if len(v.typeChain(t)) > maxAncestors {
			l.errorf(t.Schema, t.At, CodeDepth, "Make the hierarchy flatter.", "the type %q has more than %d ancestors", t.Name, maxAncestors)
		}
	}
}

// schema checks the references of one file and compiles its patterns.
func (l *linker) schema(s *Schema) {
	if s.DefaultRange != "" && !l.view.isRange(s.DefaultRange) && !l.view.opt.Compatible {
		l.errorf(s, s.rangeAt, CodeUnknownRange, "Import linkml:types, or name a range that is defined.", "the default range %q is not defined", s.DefaultRange)
	}
	for _, p := range s.patterns {
		l.view.patterns[p.Source] = regexp.MustCompile(p.Source)
	}
	for _, c := range s.Classes {
		l.class(c)
	}
	for _, slot := range s.Slots {
		l.slot(slot)
	}
	for _, t := range s.Types {
		l.typ(t)
	}
	for _, e := range s.Enums {
		for _, r := range e.Inherits {
			if l.view.enums[r.Name] == nil {
				l.errorf(s, r.At, CodeUnknownRange, "Define it, or import the file that does.", "the enum %q is not defined", r.Name)
			}
		}
	}
}

func (v *View) isRange(name string) bool {
	return v.classes[name] != nil || v.types[name] != nil || v.enums[name] != nil
}

func (l *linker) class(c *Class) {
	for _, p := range parents(c) {
		if l.view.classes[p.Name] == nil {
			l.unknownClass(c.Schema, &p)
		}
	}
	for _, a := range c.Attributes {
		l.slot(a)
	}
	for _, u := range c.SlotUsage {
		l.slot(u)
	}
	l.classExpr(c.Schema, &c.Expr)
	for _, r := range c.Rules {
		for _, e := range []*ClassExpr{r.Pre, r.Post, r.Else} {
			if e != nil {
				l.classExpr(c.Schema, e)
			}
		}
	}
}

func (l *linker) unknownClass(s *Schema, r *Ref) {
	l.errorf(s, r.At, CodeUnknownClass, meant(len(l.list), r.Name, l.view.classNames, "Define it, or import the file that does."), "the class %q is not defined", r.Name)
}

func (l *linker) slot(s *Slot) {
	refs := slices.Clone(s.Mixins)
	if s.IsA != nil {
		refs = append(refs, *s.IsA)
	}
	for _, r := range refs {
		if l.view.slots[r.Name] == nil {
			l.errorf(s.Schema, r.At, CodeUnknownSlot, "Define it, or import the file that does.", "the slot %q is not defined", r.Name)
		}
	}
	if p := s.Expr.SubpropertyOf; p != nil && l.view.slots[*p] == nil {
		l.errorf(s.Schema, s.At, CodeUnknownSlot, "Define it, or import the file that does.", "subproperty_of names the slot %q, which is not defined", *p)
	}
	if s.Domain != nil && l.view.classes[s.Domain.Name] == nil {
		l.unknownClass(s.Schema, s.Domain)
	}
	l.slotExpr(s.Schema, &s.Expr)
}

func (l *linker) slotExpr(s *Schema, e *SlotExpr) {
	if e.Range != nil && !l.view.isRange(e.Range.Name) && !l.view.opt.Compatible {
		l.errorf(s, e.Range.At, CodeUnknownRange,
			meant(len(l.list), e.Range.Name, l.view.rangeNames, "Define a class, type or enum of this name, or import the file that does."),
			"the range %q is not defined", e.Range.Name)
	}
	if e.RangeExpression != nil {
		l.classExpr(s, e.RangeExpression)
	}
	for _, list := range [][]*SlotExpr{e.AnyOf, e.AllOf, e.ExactlyOneOf, e.NoneOf, {e.HasMember, e.AllMembers}} {
		for _, b := range list {
			if b != nil {
				l.slotExpr(s, b)
			}
		}
	}
}

func (l *linker) classExpr(s *Schema, e *ClassExpr) {
	if e.IsA != nil && l.view.classes[e.IsA.Name] == nil && l.view.types[e.IsA.Name] == nil {
		l.unknownClass(s, e.IsA)
	}
	for _, c := range e.Conditions {
		l.slotExpr(s, &c.Expr)
	}
	for _, list := range [][]*ClassExpr{e.AnyOf, e.AllOf, e.ExactlyOneOf, e.NoneOf} {
		for _, b := range list {
			l.classExpr(s, b)
		}
	}
}

func (l *linker) typ(t *Type) {
	refs := slices.Clone(t.Expr.UnionOf)
	if t.Typeof != nil {
		refs = append(refs, *t.Typeof)
	}
	for _, r := range refs {
		if l.view.types[r.Name] == nil {
			l.errorf(t.Schema, r.At, CodeUnknownRange, "Define it, or import linkml:types.", "the type %q is not defined", r.Name)
		}
	}
	if _, ok := l.view.builtinOf(t); !ok && !l.view.opt.Compatible && len(refs) == 0 {
		l.errorf(t.Schema, t.At, CodeUnknownRange, "Give it typeof: and one of the types of linkml:types.", "the type %q is made of nothing", t.Name)
	}
}

// names refuses names that mean two things, or that a YAML 1.1 reader takes for true, false or null.
func (l *linker) names() {
	seen := map[string]string{}
	check := func(kind string, e *Element) {
		if other := seen[e.Name]; other != "" && other != kind {
			l.errorf(e.Schema, e.At, CodeClash, "Rename one of them.", "%q is the name of a %s and of a %s", e.Name, other, kind)
		}
		seen[e.Name] = kind
		l.boolName(e)
	}
	for _, c := range l.view.Classes {
		check("class", &c.Element)
		for _, a := range c.Attributes {
			l.boolName(&a.Element)
		}
	}
	for _, t := range l.view.Types {
		check("type", &t.Element)
	}
	for _, e := range l.view.Enums {
		check("enum", &e.Element)
	}
	for _, s := range l.view.Slots {
		l.boolName(&s.Element)
	}
}

func (l *linker) boolName(e *Element) {
	if hasWord("yes no on off true false null ~", strings.ToLower(e.Name)) {
		l.errorf(e.Schema, e.At, CodeName, "Choose another name.", "%q is a truth value or null to some YAML readers", e.Name)
	}
}

// cycles refuses hierarchies that contain themselves.
func (l *linker) cycles() {
	for _, c := range l.view.Classes {
		if reaches(c, func(c *Class) []*Class { return lookup(l.view.classes, parents(c)) }) {
			l.errorf(c.Schema, c.At, CodeCycle, "Break the circle.", "the class %q is its own ancestor", c.Name)
		}
	}
	for _, s := range l.view.Slots {
		if reaches(s, func(s *Slot) []*Slot { return lookup(l.view.slots, slotParents(s)) }) {
			l.errorf(s.Schema, s.At, CodeCycle, "Break the circle.", "the slot %q is its own ancestor", s.Name)
		}
	}
	for _, t := range l.view.Types {
		if reaches(t, func(t *Type) []*Type { return lookup(l.view.types, typeParents(t)) }) {
			l.errorf(t.Schema, t.At, CodeCycle, "Break the circle.", "the type %q is made of itself", t.Name)
		}
	}
}

func slotParents(s *Slot) []Ref {
	if s.IsA == nil {
		return s.Mixins
	}
	return append(slices.Clone(s.Mixins), *s.IsA)
}

func typeParents(t *Type) []Ref {
	if t.Typeof == nil {
		return t.Expr.UnionOf
	}
	return append(slices.Clone(t.Expr.UnionOf), *t.Typeof)
}

func lookup[T any](byName map[string]*T, refs []Ref) []*T {
	var out []*T
	for _, r := range refs {
		if e := byName[r.Name]; e != nil {
			out = append(out, e)
		}
	}
	return out
}

// reaches reports whether following next leads back to the start.
func reaches[T any](start *T, next func(*T) []*T) bool {
	seen := map[*T]bool{}
	for todo := next(start); len(todo) > 0; {
		e := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if e == start {
			return true
		}
		if !seen[e] {
			seen[e] = true
			todo = append(todo, next(e)...)
		}
	}
	return false
}
