package linkml

import (
	"math/big"
	"strconv"

	"github.com/contractc/contractc/internal/doc"
)

func quote(s string) string { return strconv.Quote(s) }

func itoa(i int) string { return strconv.Itoa(i) }

// slot checks the value of a slot of an object. null is the absence of an optional slot.
func (k *checker) slot(x value, s *Induced, c *Class) {
	switch {
	case x.n.Kind == doc.Null && !s.Required():
	case isTrue(s.Expr.DesignatesType):
		k.designator(x, s, c)
	case s.Expr.Array != nil:
		k.array(x, s)
	case s.Dict:
		k.dictionary(x, s)
	case s.Multivalued():
		k.list(x, s)
	default:
		k.one(x, s)
	}
}

// designator checks that the object names the class that it is checked as.
func (k *checker) designator(x value, s *Induced, c *Class) {
	if want := k.view.designator(c, s); x.n.Kind != doc.String || x.n.Text != want {
		k.report(x, CodeClass, "Write "+quote(want)+".", "the %s of an object of class %q must be %q", s.Property, c.Name, want)
	}
}

// one checks a single value against the range and all facets of a slot.
func (k *checker) one(x value, s *Induced) {
	if !k.spend() {
		return
	}
	k.target(x, s.Target)
	k.expression(x, &s.Expr, s, false)
	if s.Expr.SubpropertyOf != nil {
		k.subproperty(x, s)
	}
}

func (k *checker) list(x value, s *Induced) {
	if x.n.Kind != doc.List {
		k.wrongType(x, "a list")
		return
	}
	k.count(x, s, len(x.n.Items))
	for i, item := range x.n.Items {
		k.one(value{item, x.at.add(itoa(i))}, s)
	}
	k.members(x, s)
}

func (k *checker) count(x value, s *Induced, n int) {
	e := &s.Expr
	if e.MinCardinality != nil && n < *e.MinCardinality {
		k.report(x, CodeCount, "Add more.", "%d members are fewer than %d", n, *e.MinCardinality)
	}
	if e.MaxCardinality != nil && n > *e.MaxCardinality {
		k.report(x, CodeCount, "Remove some.", "%d members are more than %d", n, *e.MaxCardinality)
	}
	if e.ExactCardinal != nil && n != *e.ExactCardinal && k.strict() {
		k.report(x, CodeCount, "Write exactly as many.", "there must be %d members, not %d", *e.ExactCardinal, n)
	}
}

// members checks has_member, all_members and, in the strict reading, list_elements_unique.
func (k *checker) members(x value, s *Induced) {
	all, has := s.Expr.AllMembers, s.Expr.HasMember
	found := has == nil
	for i, item := range x.n.Items {
		y := value{item, x.at.add(itoa(i))}
		if all != nil {
			k.expression(y, all, s, true)
		}
		found = found || len(k.try(func(t *checker) { t.expression(y, has, s, true) })) == 0
	}
	if !found {
		k.report(x, CodeValue, "Add a member that meets the condition.", "no member meets has_member")
	}
	if isTrue(s.Expr.Unique) && k.strict() {
		k.distinct(x)
	}
}

func (k *checker) distinct(x value) {
	seen := map[string]bool{}
	for i, item := range x.n.Items {
		text := fingerprint(item)
		if seen[text] {
			k.report(value{item, x.at.add(itoa(i))}, CodeUnique, "Remove it.", "the same member is there twice")
		}
		seen[text] = true
	}
}

// expression checks the facets and alternatives of a slot expression. ranged says that the expression's own range is
// checked too. s is the slot that the expression is about, or nil.
func (k *checker) expression(x value, e *SlotExpr, s *Induced, ranged bool) {
	if !k.spend() {
		return
	}
	if ranged && e.Range != nil {
		k.target(x, k.view.branchTarget(e, s))
	}
	k.facets(x, facets{e.Minimum, e.Maximum, e.Pattern, e.EqualsString, e.EqualsStringIn, e.EqualsNumber})
	if e.RangeExpression != nil {
		k.rangeExpression(x, e)
	}
	runBranches(k, x, alternatives(e), func(t *checker, b *SlotExpr, _ bool) { t.expression(x, b, s, true) })
}

// rangeExpression checks the conditions on an object in the slot.
func (k *checker) rangeExpression(x value, e *SlotExpr) {
	c := &Class{}
	if t := k.view.target(e); t.Class != nil {
		c = t.Class
	}
	k.conditions(x, e.RangeExpression, c, false)
}

// branchTarget finds the range of a member of any_of and the like. In the strict reading it is inlined where its slot is.
func (v *View) branchTarget(e *SlotExpr, s *Induced) Target {
	t := v.target(e)
	if !v.opt.Compatible && t.Class != nil && s != nil && e.Inlined == nil && e.InlinedAsList == nil && (isTrue(s.Expr.Inlined) || isTrue(s.Expr.InlinedAsList)) {
		t.Form = FormObject
	}
	return t
}

// target checks a single value against what a range names.
func (k *checker) target(x value, t Target) {
	switch {
	case t.Any:
		if x.n.Kind == doc.List && !k.strict() {
			k.wrongType(x, "anything but a list")
		}
	case t.Class != nil && t.Form == FormObject:
		k.objectOf(x, t.Class, nil)
	case t.Class != nil:
		k.reference(x, t.Class)
	case t.Enum != nil:
		k.enum(x, t.Enum)
	case t.Type != nil:
		k.typed(x, t.Type)
	}
}

// reference checks the identifier of an object that stands elsewhere.
func (k *checker) reference(x value, c *Class) {
	if s := k.view.slotOf(c, k.view.Identifier(c)); s != nil {
		k.one(x, s)
	}
}

func (k *checker) enum(x value, e *Enum) {
	if x.n.Kind != doc.String {
		k.wrongType(x, "a value of "+quote(e.Name))
		return
	}
	if e.Open {
		return
	}
	for _, p := range k.view.permissible(e) {
		if p.Name == x.n.Text {
			return
		}
	}
	k.report(x, CodeValue, "Write one of "+k.view.listValues(e)+".", "%q is not a value of %q", x.n.Text, e.Name)
}

// typed checks a value against a type and, in the strict reading, against all types above it.
func (k *checker) typed(x value, t *Type) {
	if !k.spend() {
		return
	}
	b, known := k.view.builtinOf(t)
	if known && !k.kind(x, b) {
		return
	}
	if known {
		k.format(x, b)
	}
	chain := k.view.typeChain(t)
	if !k.strict() {
		chain = chain[:1]
	}
	for _, t := range chain {
		k.typeFacets(x, &t.Expr)
		k.union(x, t)
	}
}

// union accepts a value of any of the types in union_of; only the strict reading looks.
func (k *checker) union(x value, t *Type) {
	if len(t.Expr.UnionOf) == 0 || !k.strict() {
		return
	}
	for _, r := range t.Expr.UnionOf {
		if member := k.view.types[r.Name]; member != nil && len(k.try(func(c *checker) { c.typed(x, member) })) == 0 {
			return
		}
	}
	k.report(x, CodeBranch, "Write a value of one of its types.", "no type of the union %q fits", t.Name)
}

func (k *checker) typeFacets(x value, e *TypeExpr) {
	k.facets(x, facets{e.Minimum, e.Maximum, e.Pattern, e.EqualsString, e.EqualsStringIn, e.EqualsNumber})
	runBranches(k, x, typeAlternatives(e), func(t *checker, b *TypeExpr, _ bool) { t.typeFacets(x, b) })
}

// kind checks the JSON form of a value of a builtin type.
func (k *checker) kind(x value, b builtin) bool {
	switch b.kind {
	case KindBoolean:
		if x.n.Kind == doc.Bool {
			return true
		}
		k.wrongType(x, "true or false")
	case KindInteger:
		if x.n.Kind == doc.Number && k.integer(x.n.Text) {
			return true
		}
		k.notInteger(x)
	case KindNumber:
		if x.n.Kind == doc.Number {
			return true
		}
		k.wrongType(x, "a number")
	default:
		if x.n.Kind == doc.String {
			return true
		}
		k.wrongType(x, "a string")
	}
	return false
}

// integer reports whether a number is an integer. The strict reading looks at how it is written; JSON Schema at its
// value, so that 1.0 is one.
func (k *checker) integer(text string) bool {
	if k.strict() {
		_, ok := new(big.Int).SetString(text, 10)
		return ok
	}
	r, ok := parseRat(text)
	return ok && r.IsInt()
}

func (k *checker) notInteger(x value) {
	if x.n.Kind == doc.Number {
		k.report(x, CodeType, "Write digits only.", "%q is not an integer", x.n.Text)
		return
	}
	k.wrongType(x, "an integer")
}
