package lower

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/contractc/contractc/internal/monitor"
	"github.com/contractc/contractc/internal/value"
	"github.com/contractc/contractc/schema"
)

// summed is the quantity of a Sum: which field of which events.
type summed struct {
	key    string // the same for the same quantity
	event  variable
	member rails
	field  operand
	groups []promise
}

// promise is what schemas promise of the summed field in some effect types.
type promise struct {
	effects          []string
	minimum, maximum *value.Number
}

// sum lowers Sum: a member whose summand is not known moves the ends of the sum
// by as much as the schema allows for the field.
func (b *builder) sum(c *schema.Sum, at place) (form, error) {
	bound, err := b.term(c.Bound, outside(), at.slot("bound"))
	if err != nil {
		return form{}, err
	}
	s := &summed{key: quantityKey(c), event: b.bind()}
	defer b.release(1)
	switch err := b.summand(s, c, at); {
	case err != nil:
		return form{}, err
	case bound.term == nil:
		return leaf(truth(false), truth(false), always(truth(true))), nil
	case len(c.Set.Effects) == 0:
		s.field = bound
	}
	q := between{falls: s.moves(lowEnd), rises: s.moves(highEnd)}
	q.low = func(op schema.Comparison) formula { return sumEnd{s, lowEnd, op, bound.term} }
	q.high = func(op schema.Comparison) formula { return sumEnd{s, highEnd, op, bound.term} }
	return q.compared(c.Op, bound.known), nil
}

// quantityKey is the same for two sums over the same field of the same set.
func quantityKey(c *schema.Sum) string {
	data, err := json.Marshal(map[string]any{"effects": c.Set.Effects, "where": c.Set.Where, "field": c.Field})
	if err != nil { // constraints that compile marshal
		return c.Field
	}
	return string(data)
}

func (b *builder) summand(s *summed, c *schema.Sum, at place) error {
	var in scope
	var err error
	if s.member, in, err = b.member(c.Set, s.event, at.slot("set")); err != nil || len(c.Set.Effects) == 0 {
		return err
	}
	s.field, err = b.field(c.Field, in, at.slot("field"))
	for _, effect := range c.Set.Effects {
		s.promise(effect, b.opt.factOf(effect, c.Field))
	}
	return err
}

// promise takes in what the schema says of the field in one effect type.
func (s *summed) promise(effect string, fact monitor.Fact) {
	same := func(a, b *value.Number) bool { return a == b || a != nil && b != nil && a.Cmp(*b) == 0 }
	i := slices.IndexFunc(s.groups, func(g promise) bool {
		return same(g.minimum, fact.Minimum) && same(g.maximum, fact.Maximum)
	})
	if i < 0 {
		s.groups = append(s.groups, promise{minimum: fact.Minimum, maximum: fact.Maximum})
		i = len(s.groups) - 1
	}
	s.groups[i].effects = append(s.groups[i].effects, effect)
}

// end is one end of the interval that a sum lies in: low or high.
type end int

const (
	lowEnd  end = -1
	highEnd end = 1
)

// of is the promised bound at this end.
func (e end) of(g promise) *value.Number {
	if e == lowEnd {
		return g.minimum
	}
	return g.maximum
}

// beyond is the comparison with 0 of what moves this end.
func (e end) beyond() schema.Comparison {
	if e == lowEnd {
		return schema.ComparisonLt
	}
	return schema.ComparisonGt
}

// moves reports whether a later event may move this end outwards.
func (s *summed) moves(e end) bool {
	return !s.member.impossible() && slices.ContainsFunc(s.groups, func(g promise) bool {
		limit := e.of(g)
		return limit == nil || limit.Sign() == int(e)
	})
}

// exact is the comparison as a formula over the events. Where the sum has no such
// end, nothing is known.
func (f sumEnd) exact() formula {
	s := f.of
	var cases []summand
	var endless []formula
	for _, g := range s.groups {
		is := effectIs{s.event, g.effects}
		known := allOf(s.field.known, s.allowed(g))
		maybe := allOf(is, negated(s.member.no))
		outward := relation{f.end.beyond(), s.field.term, s.number(value.Number{})}
		cases = append(cases, summand{allOf(maybe, known, anyOf(s.member.yes, outward)), s.field.term})
		switch limit := f.end.of(g); {
		case limit == nil:
			endless = append(endless, allOf(maybe, negated(known)))
		case limit.Sign() == 0:
		case limit.Sign() == int(f.end):
			cases = append(cases, summand{allOf(maybe, negated(known)), s.number(*limit)})
		default:
			cases = append(cases, summand{allOf(maybe, s.member.yes, negated(known)), s.number(*limit)})
		}
	}
	return allOf(negated(someEvent(s.event, anyOf(endless...))), sumIs{s.event, cases, f.op, f.bound})
}

// allowed says that the summand is within the promised bounds.
func (s *summed) allowed(g promise) formula {
	var within []formula
	if g.minimum != nil {
		within = append(within, relation{schema.ComparisonGe, s.field.term, s.number(*g.minimum)})
	}
	if g.maximum != nil {
		within = append(within, relation{schema.ComparisonLe, s.field.term, s.number(*g.maximum)})
	}
	return allOf(within...)
}

// number is a constant of the field's kind.
func (s *summed) number(n value.Number) term {
	if s.field.kind == value.Integer {
		return constant{value: &schema.IntegerValue{Integer: n.String()}}
	}
	return constant{value: &schema.DecimalValue{Decimal: decimalText(n)}}
}

// decimalText is a number as a decimal is written.
func decimalText(n value.Number) string {
	if text := n.String(); strings.Contains(text, ".") {
		return text
	}
	return n.String() + ".0"
}
