package lower

import (
	"github.com/contractc/contractc/schema"
)

// between holds the least and the greatest value of a quantity that is not
// known exactly, as comparisons with a bound.
type between struct {
	low, high func(op schema.Comparison) formula
	falls     bool // later events may make it less
	rises     bool // later events may make it more
}

// compared lowers "the quantity op bound", where bound is known if known holds.
func (q between) compared(op schema.Comparison, known formula) form {
	return leaf(allOf(known, q.surely(op)), allOf(known, q.surely(opposite(op))), func(yes, no formula) formula {
		return anyOf(negated(known), q.settled(op, known, yes, no))
	})
}

// surely is the formula that every value from the least to the greatest meets
// the comparison.
func (q between) surely(op schema.Comparison) formula {
	switch op {
	case schema.ComparisonLt, schema.ComparisonLe:
		return q.high(op)
	case schema.ComparisonGt, schema.ComparisonGe:
		return q.low(op)
	case schema.ComparisonEq:
		return allOf(q.low(schema.ComparisonEq), q.high(schema.ComparisonEq))
	}
	return anyOf(q.low(schema.ComparisonGt), q.high(schema.ComparisonLt))
}

// settled is the formula that the answer, of a bound that is known, stays what it
// is.
func (q between) settled(op schema.Comparison, known, yes, no formula) formula {
	switch op {
	case schema.ComparisonLt, schema.ComparisonLe:
		return finallyIf(!q.rises, !q.falls)(yes, no)
	case schema.ComparisonGt, schema.ComparisonGe:
		return finallyIf(!q.falls, !q.rises)(yes, no)
	}
	if !q.falls && !q.rises {
		return anyOf(yes, no)
	}
	above, below := q.low(schema.ComparisonGt), q.high(schema.ComparisonLt)
	return allOf(known, anyOf(allOf(truth(!q.falls), above), allOf(truth(!q.rises), below)))
}

// count lowers Count: the number of members lies between that of the events
// that surely are members and that of those that may be.
func (b *builder) count(c *schema.Count, at place) (form, error) {
	bound, err := b.term(c.Bound, outside(), at.slot("bound"))
	if err != nil {
		return form{}, err
	}
	v := b.bind()
	defer b.release(1)
	member, _, err := b.member(c.Set, v, at.slot("set"))
	switch {
	case err != nil:
		return form{}, err
	case bound.term == nil:
		return leaf(truth(false), truth(false), always(truth(true))), nil
	}
	q := between{rises: !member.impossible()}
	q.low = func(op schema.Comparison) formula { return countIs{v, member.yes, op, bound.term} }
	q.high = func(op schema.Comparison) formula { return countIs{v, negated(member.no), op, bound.term} }
	return q.compared(c.Op, bound.known), nil
}
