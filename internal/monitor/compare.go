package monitor

import (
	"github.com/contractc/contractc/internal/value"
	"github.com/contractc/contractc/schema"
)

func (c *compiler) compare(p *schema.Compare, at place) (predicate, error) {
	left, right, err := c.twoTerms(p.Left, p.Right, "left", "right", at)
	if err != nil {
		return predicate{}, err
	}
	kind, err := sameKind(left, right, at)
	if err != nil {
		return predicate{}, err
	}
	if err := comparable(kind, p.Op, at); err != nil {
		return predicate{}, err
	}
	op := p.Op
	if right.constant != nil && right.constant.known() && left.constant == nil && left.compute == nil {
		return predicate{eval: compareField(left.slot, op, right.constant)}, nil
	}
	return atom(func(f *frame) Truth { return compareData(op, left.get(f), right.get(f)) }, left, right), nil
}

// comparable checks that values of a kind, Invalid for any, have what op asks.
func comparable(kind value.Kind, op schema.Comparison, at place) error {
	if !validComparison(op) {
		return wrong(at.slot("op"), "%q is no comparison; it must be eq, ne, lt, le, gt or ge", op)
	}
	equality := op == schema.ComparisonEq || op == schema.ComparisonNe
	if !equality && kind != value.Invalid && !kind.Ordered() {
		return wrong(at, "values of type %s can be compared with eq and ne only", kind)
	}
	return nil
}

// compareField is the most common predicate, a field against a constant, with
// less work for texts and integers.
func compareField(slot int, op schema.Comparison, constant *datum) func(*frame) Truth {
	if constant.kind == value.String && (op == schema.ComparisonEq || op == schema.ComparisonNe) {
		text, equal := constant.text, op == schema.ComparisonEq
		return func(f *frame) Truth {
			if d := &f.slots[slot]; d.kind == value.String {
				return truthOf((d.text == text) == equal)
			}
			return Unknown
		}
	}
	return func(f *frame) Truth { return compareData(op, &f.slots[slot], constant) }
}

// twoTerms compiles the two terms of a predicate, which stand in the slots of
// those names.
func (c *compiler) twoTerms(a, b schema.Term, slotA, slotB string, at place) (*term, *term, error) {
	x, err := c.term(a, at.slot(slotA))
	if err != nil {
		return nil, nil, err
	}
	y, err := c.term(b, at.slot(slotB))
	return x, y, err
}
