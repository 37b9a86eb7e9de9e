package monitor

import (
	"github.com/contractc/contractc/internal/value"
	"github.com/contractc/contractc/schema"
)

// sum is Sum. The sum lies between two ends: a member whose value is not known
// moves them by as much as the schema allows for the field, and without a
// promise as far as numbers go. Later events may let the sum fall where the
// schema does not promise that the field is never negative.
type sum struct {
	member       predicate
	field        string
	slot         int
	kind         value.Kind // of the bound, and so of the field
	op           schema.Comparison
	bound        *datum
	facts        []Fact // by the arg of the effect type
	falls, rises bool
}

func (c *compiler) sum(p *schema.Sum, at place) (*leaf, error) {
	bound, err := c.bound(p.Bound, p.Op, value.Invalid, at)
	if err != nil {
		return nil, err
	}
	member, effects, err := c.member(p.Set, at.slot("set"))
	if err != nil {
		return nil, err
	}
	r := &sum{member: member, field: p.Field, kind: bound.kind, op: p.Op, bound: bound}
	if err := c.checkSummand(r, effects, at.slot("field")); err != nil {
		return nil, err
	}
	r.slot = c.fieldSlot(p.Field)
	l := &leaf{rule: r, fills: c.fills}
	for i, effect := range effects {
		l.uses = append(l.uses, use{effect, i})
		r.promise(c.factOf(effect, p.Field))
	}
	return l, nil
}

// checkSummand checks that the field is of the bound's kind where schemas say.
func (c *compiler) checkSummand(r *sum, effects []string, at place) error {
	kind, err := c.fieldKind(r.field, at)
	switch {
	case err != nil:
		return err
	case r.field == "":
		return wrong(at, "the field has no name")
	case kind == value.Invalid:
		return nil
	case !kind.Numeric():
		return wrong(at, "field %q is of type %s; only numbers have a sum", r.field, kind)
	case r.kind != value.Invalid && kind != r.kind:
		return wrong(at, "field %q is of type %s and the bound of type %s", r.field, kind, r.kind)
	}
	return nil
}

func (c *compiler) factOf(effect, field string) Fact {
	if c.opt.Facts == nil {
		return Fact{}
	}
	return c.opt.Facts(effect, field)
}

// promise takes in what the schema says of the field in one effect type.
func (r *sum) promise(fact Fact) {
	r.facts = append(r.facts, fact)
	if r.member.fixed && r.member.truth == False {
		return
	}
	r.falls = r.falls || fact.Minimum == nil || fact.Minimum.Sign() < 0
	r.rises = r.rises || fact.Maximum == nil || fact.Maximum.Sign() > 0
}

func (r *sum) start(*frame, *state) {}

func (r *sum) step(f *frame, st *state, arg int) {
	member := r.member.eval(f)
	if member == False {
		return
	}
	d, fact := &f.slots[r.slot], &r.facts[arg]
	if d.kind != r.kind || !fact.allows(d.number) {
		st.unsure.add(f.event.Index)
		st.sum.addRange(fact.Minimum, fact.Maximum, member == True)
		return
	}
	if member == True {
		st.hits.add(f.event.Index)
	} else {
		st.unsure.add(f.event.Index)
	}
	st.sum.addRange(&d.number, &d.number, member == True)
}

// allows reports whether a number is within the promised bounds.
func (f *Fact) allows(n value.Number) bool {
	return (f.Minimum == nil || f.Minimum.Cmp(n) <= 0) && (f.Maximum == nil || f.Maximum.Cmp(n) >= 0)
}

// addRange adds a summand between two ends, nil where there is no end. One that
// only may be there adds nothing at least, or at most.
func (i *interval) addRange(low, high *value.Number, sure bool) {
	switch {
	case low == nil:
		i.noLow = true
	case sure || low.Sign() < 0:
		i.low = i.low.Add(*low)
	}
	switch {
	case high == nil:
		i.noHigh = true
	case sure || high.Sign() > 0:
		i.high = i.high.Add(*high)
	}
}

func (r *sum) status(st *state) status {
	if !r.bound.known() {
		return leafStatus(Unknown, true)
	}
	low, high := -1, 1
	if !st.sum.noLow {
		low = st.sum.low.Cmp(r.bound.number)
	}
	if !st.sum.noHigh {
		high = st.sum.high.Cmp(r.bound.number)
	}
	return rangeStatus(r.op, low, high, r.falls, r.rises)
}

func (r *sum) explain(st *state) explanation {
	if !r.bound.known() {
		return explanation{nil, "the bound on the sum of " + r.field + " is not known"}
	}
	reason := "the sum of " + r.field + " " + st.sum.String() + ", and must be " + inWords(r.op) + " " + r.bound.number.String()
	if r.status(st).now == Unknown {
		return explanation{st.unsure.list(), reason}
	}
	return explanation{st.hits.list(), reason}
}

// String says where the sum lies.
func (i interval) String() string {
	switch {
	case i.noLow && i.noHigh:
		return "is not known"
	case i.noLow:
		return "is not known but at most " + i.high.String()
	case i.noHigh:
		return "is not known but at least " + i.low.String()
	case i.low.Cmp(i.high) == 0:
		return "is " + i.low.String()
	}
	return "lies between " + i.low.String() + " and " + i.high.String()
}
