package lower

import (
	"github.com/contractc/contractc/schema"
)

// constraint lowers a constraint; what it returns refers to definitions.
func (b *builder) constraint(c schema.Constraint, at place) (status, error) {
	if err := b.enter(c.ConstraintClass(), at); err != nil {
		return status{}, err
	}
	n := b.parts
	b.parts++
	f, err := b.form(c, at)
	if err != nil {
		return status{}, err
	}
	return b.define(n, f), nil
}

// form lowers a constraint to formulas, in which operands are references.
func (b *builder) form(c schema.Constraint, at place) (form, error) {
	switch c := c.(type) {
	case *schema.Unrestricted:
		return leaf(truth(true), truth(false), always(truth(true))), nil
	case *schema.And:
		operands, err := b.operands(c.Operands, at)
		return all(operands), err
	case *schema.Or:
		operands, err := b.operands(c.Operands, at)
		for i := range operands {
			operands[i] = operands[i].not()
		}
		return all(operands).not(), err
	case *schema.Not:
		operand, err := b.constraint(c.Operand, at.slot("operand"))
		return all([]status{operand}).not(), err
	case *schema.Empty:
		return b.empty(c, at)
	case *schema.All:
		return b.all(c, at)
	case *schema.Exists:
		return b.exists(c, at)
	case *schema.UniqueBy:
		return b.uniqueBy(c, at)
	case *schema.Count:
		return b.count(c, at)
	case *schema.Sum:
		return b.sum(c, at)
	case *schema.ExistsPair:
		return b.existsPair(c, at)
	case *schema.StateAt:
		return b.stateAt(c, at)
	case *schema.StateAll:
		return b.stateAll(c, at)
	}
	return form{}, at.refuse(c.ConstraintClass(), ReasonKind, "this kind of constraint is not known")
}

func (b *builder) operands(operands []schema.Constraint, at place) ([]status, error) {
	lowered := make([]status, len(operands))
	for i, operand := range operands {
		var err error
		if lowered[i], err = b.constraint(operand, at.operand(i)); err != nil {
			return nil, err
		}
	}
	return lowered, nil
}

// not is the status of the negation.
func (s status) not() status { return status{s.no, s.yes, s.final, s.doubt} }

// all is the form of the conjunction. It is final where an operand is finally
// false, or all are final. While it is not true, the doubt that counts is that
// of the operands that are not true: they alone stand in the way.
func all(operands []status) form {
	var yes, no, final, finallyNo, doubt, standing []formula
	for _, s := range operands {
		yes, no, final = append(yes, s.yes), append(no, s.no), append(final, s.final)
		finallyNo = append(finallyNo, allOf(s.no, s.final))
		doubt, standing = append(doubt, s.doubt), append(standing, allOf(s.doubt, negated(s.yes)))
	}
	return form{
		yes: allOf(yes...), no: anyOf(no...),
		final: func(_, _ formula) formula { return anyOf(allOf(final...), anyOf(finallyNo...)) },
		doubt: func(yes, no, final formula) formula {
			decided := allOf(final, anyOf(yes, no))
			return allOf(negated(decided), anyOf(allOf(yes, anyOf(doubt...)), allOf(negated(yes), anyOf(standing...))))
		},
	}
}

// always is the way to what is final that no truth changes.
func always(f formula) func(yes, no formula) formula {
	return func(_, _ formula) formula { return f }
}

// finallyIf is final where the constraint is true and the first argument says
// that it stays so, and where it is false and the second says that.
func finallyIf(stays, fails bool) func(yes, no formula) formula {
	return func(yes, no formula) formula { return anyOf(allOf(truth(stays), yes), allOf(truth(fails), no)) }
}
