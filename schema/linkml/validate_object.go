package linkml

import (
	"github.com/contractc/contractc/internal/doc"
)

// object checks a value as an object of exactly this class. Objects are remembered, so that alternatives that share
// them cost no more than one check.
func (k *checker) object(x value, c *Class, key *doc.Field) {
	id := memoKey{x.n, c, key != nil}
	problems, ok := k.memo[id]
	if !ok {
		problems = k.try(func(t *checker) { t.objectBody(x, c, key) })
		k.memo[id] = problems
	}
	k.keep(problems)
}

func (k *checker) objectBody(x value, c *Class, key *doc.Field) {
	if !k.spend() {
		return
	}
	if x.n.Kind != doc.Map {
		k.wrongType(x, "an object of class "+quote(c.Name))
		return
	}
	slots := k.view.byProperty[c.Name]
	for i := range x.n.Fields {
		f := &x.n.Fields[i]
		if s := slots[f.Key]; s != nil {
			k.slot(x.field(f), s, c)
		} else if !k.open(c) {
			k.add(x.field(f), f.KeyRange, CodeUnknown, meant(len(k.problems), f.Key, k.view.fieldNames(c), "Check the spelling, or remove it."), "%q has no field %q", c.Name, f.Key)
		}
	}
	k.required(x, c, key)
	k.class(x, c)
}

func (k *checker) open(c *Class) bool {
	for _, a := range k.view.Ancestors(c) {
		if a.ExtraSlots != nil {
			return *a.ExtraSlots
		}
	}
	return k.opt.Open
}

// required reports missing fields. The identifier of an object in a dictionary is the key it stands under.
func (k *checker) required(x value, c *Class, key *doc.Field) {
	id := k.view.KeySlot(c)
	for _, s := range k.view.Induced(c) {
		f := x.n.Field(s.Property)
		switch {
		case s.Name == id && key != nil:
			if f != nil && k.strict() && (f.Value.Kind != doc.String || f.Value.Text != key.Key) {
				k.report(x.field(f), CodeKey, "Leave it out; the key says it.", "the %s differs from the key %q", s.Property, key.Key)
			}
		case f == nil && s.Required():
			k.report(x, CodeMissing, "Add it.", "the field %q of %q is missing", s.Property, c.Name)
		}
	}
}

// class checks what a class and its ancestors demand of several slots at once.
func (k *checker) class(x value, c *Class) {
	for _, a := range k.view.Ancestors(c) {
		if a == c || k.strict() {
			k.conditions(x, &a.Expr, c, false)
		}
		for _, r := range a.Rules {
			if !r.Deactivated || !k.strict() {
				k.rule(x, r, c)
			}
		}
	}
}

// rule checks one rule: where the preconditions hold the postconditions must hold, else the elseconditions. A rule
// without preconditions always applies; JSON Schema ignores it, and so does the compatible reading.
func (k *checker) rule(x value, r *Rule, c *Class) {
	if r.Pre == nil && !k.strict() {
		return
	}
	holds := r.Pre == nil || k.holds(x, r.Pre, c, true)
	if holds && r.Post != nil {
		k.consequence(x, r, r.Post, c, !r.OpenWorld)
	}
	if !holds && r.Else != nil {
		k.consequence(x, r, r.Else, c, !r.OpenWorld)
	}
	if r.Bidirectional && r.Pre != nil && r.Post != nil && k.holds(x, r.Post, c, true) {
		k.consequence(x, r, r.Pre, c, !r.OpenWorld)
	}
}

func (k *checker) consequence(x value, r *Rule, e *ClassExpr, c *Class, force bool) {
	for _, p := range k.try(func(t *checker) { t.conditions(x, e, c, force) }) {
		p.Code = CodeRule
		p.Detail += " A rule of " + quote(c.Name) + " at " + r.At.Start.String() + " demands it."
		k.keep([]Problem{p})
	}
}

func (k *checker) holds(x value, e *ClassExpr, c *Class, force bool) bool {
	return len(k.try(func(t *checker) { t.conditions(x, e, c, force) })) == 0
}

// conditions checks a class expression. force makes the slots that it names required.
func (k *checker) conditions(x value, e *ClassExpr, c *Class, force bool) {
	if !k.spend() {
		return
	}
	if e.IsA != nil && e != &c.Expr {
		k.isA(x, e.IsA.Name)
	}
	for _, cond := range e.Conditions {
		k.condition(x, cond, c, force)
	}
	runBranches(k, x, branchesOf(e), func(t *checker, b *ClassExpr, none bool) { t.conditions(x, b, c, force || none) })
}

// isA checks a value against the class or type that an expression names.
func (k *checker) isA(x value, name string) {
	if c := k.view.classes[name]; c != nil {
		k.objectOf(x, c, nil)
		return
	}
	k.target(x, k.view.target(&SlotExpr{Range: &Ref{Name: name}}))
}

// condition checks one slot condition.
func (k *checker) condition(x value, cond *Slot, c *Class, force bool) {
	s := k.view.slotOf(c, cond.Name)
	name := property(cond.Name)
	if s != nil {
		name = s.Property
	}
	f := x.n.Field(name)
	present := f != nil && (f.Value.Kind != doc.Null || !k.strict())
	presence := ""
	if cond.Expr.ValuePresence != nil {
		presence = *cond.Expr.ValuePresence
	}
	switch {
	case presence == "ABSENT" && present:
		k.report(x.field(f), CodeValue, "Remove it.", "%q must be absent", name)
		return
	case presence == "ABSENT":
		return
	case !present && (presence == "PRESENT" || demanded(cond, force)):
		k.report(x, CodeMissing, "Add it.", "the field %q is missing", name)
	case present:
		k.conditionValue(x.field(f), cond, s)
	}
}

// demanded reports whether a condition makes its slot required; an own required: false takes back what the place of the
// condition implies.
func demanded(cond *Slot, force bool) bool {
	if cond.Expr.Required != nil {
		return *cond.Expr.Required
	}
	return force
}

// conditionValue checks the value of a slot condition; of a multivalued slot, every member.
func (k *checker) conditionValue(x value, cond *Slot, s *Induced) {
	if s == nil || !s.Multivalued() || x.n.Kind != doc.List {
		k.expression(x, &cond.Expr, s, k.strict())
		return
	}
	for i, item := range x.n.Items {
		k.expression(value{item, x.at.add(itoa(i))}, &cond.Expr, s, k.strict())
	}
}
