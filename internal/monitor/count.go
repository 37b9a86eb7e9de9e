package monitor

import (
	"fmt"

	"github.com/contractc/contractc/internal/value"
	"github.com/contractc/contractc/schema"
)

// count is Count. The number of members lies between the events that surely
// are members and those that may be; later events can only add to both.
type count struct {
	member predicate
	op     schema.Comparison
	bound  *datum
}

func (c *compiler) count(p *schema.Count, at place) (*leaf, error) {
	bound, err := c.bound(p.Bound, p.Op, value.Integer, at)
	if err != nil {
		return nil, err
	}
	member, effects, err := c.member(p.Set, at.slot("set"))
	if err != nil {
		return nil, err
	}
	return &leaf{rule: &count{member, p.Op, bound}, uses: usesOf(effects, 0), fills: c.fills}, nil
}

// bound compiles the bound of a Count or a Sum, which must not depend on an
// event, and checks its kind; want is Invalid for any number.
func (c *compiler) bound(t schema.Term, op schema.Comparison, want value.Kind, at place) (*datum, error) {
	c.begin(nil)
	at = at.slot("bound")
	bound, err := c.term(t, at)
	switch {
	case err != nil:
		return nil, err
	case bound.constant == nil:
		return nil, wrong(at, "the bound depends on an event; it must be made of literals and parameters")
	case want != value.Invalid && bound.kind != value.Invalid && bound.kind != want:
		return nil, wrong(at, "the bound is of type %s; it must be of type %s", bound.kind, want)
	case bound.kind != value.Invalid && !bound.kind.Numeric():
		return nil, wrong(at, "the bound is of type %s; it must be a number", bound.kind)
	}
	return bound.constant, comparable(bound.kind, op, at)
}

func (r *count) start(*frame, *state) {}

func (r *count) step(f *frame, st *state, _ int) {
	switch r.member.eval(f) {
	case True:
		st.hits.add(f.event.Index)
	case Unknown:
		st.unsure.add(f.event.Index)
	}
}

func (r *count) status(st *state) status {
	if !r.bound.known() {
		return leafStatus(Unknown, true)
	}
	low := value.IntegerNumber(st.hits.count).Cmp(r.bound.number)
	high := value.IntegerNumber(st.hits.count + st.unsure.count).Cmp(r.bound.number)
	grows := !(r.member.fixed && r.member.truth == False)
	return rangeStatus(r.op, low, high, false, grows)
}

// rangeStatus is the status of "x op bound" for an x between two ends, of which
// low and high are the signs less the bound, and which later events may let
// fall or rise.
func rangeStatus(op schema.Comparison, low, high int, falls, rises bool) status {
	now := comparedRange(op, low, high)
	if falls {
		low = -1
	}
	if rises {
		high = 1
	}
	return leafStatus(now, comparedRange(op, low, high) != Unknown)
}

func (r *count) explain(st *state) explanation {
	if !r.bound.known() {
		return explanation{nil, "the bound on the number of members is not known"}
	}
	must := fmt.Sprintf(", and must be %s %s", inWords(r.op), r.bound.number)
	if st.unsure.count == 0 {
		return explanation{st.hits.list(), fmt.Sprintf("the number of members is %d", st.hits.count) + must}
	}
	reason := fmt.Sprintf("the number of members lies between %d and %d", st.hits.count, st.hits.count+st.unsure.count)
	if r.status(st).now == Unknown {
		return explanation{st.unsure.list(), reason + must}
	}
	return explanation{st.hits.list(), reason + must}
}
