package lint

import "github.com/contractc/contractc/schema"

// start is a place in a constraint where the text of a field is held against a
// prefix.
type start struct {
	effects []string // whose field it is
	field   string
	prefix  schema.Term
	denied  bool // the constraint forbids what begins with the prefix
}

// startsIn finds where a constraint holds fields against prefixes. In what way
// it does is known for those that restrict by All and Empty; others are taken
// for allowing.
func startsIn(c schema.Constraint, denied bool) []start {
	switch c := c.(type) {
	case *schema.And:
		return startsInAll(c.Operands, denied)
	case *schema.Or:
		return startsInAll(c.Operands, denied)
	case *schema.Not:
		return startsIn(c.Operand, !denied)
	case *schema.All:
		return append(startsOf(c.Set.Where, c.Set.Effects, !denied), startsOf(c.Predicate, c.Set.Effects, denied)...)
	case *schema.Exists:
		return append(startsOf(c.Set.Where, c.Set.Effects, denied), startsOf(c.Predicate, c.Set.Effects, denied)...)
	case *schema.Empty:
		return startsOf(c.Set.Where, c.Set.Effects, !denied)
	case *schema.Count:
		return startsOf(c.Set.Where, c.Set.Effects, denied)
	case *schema.Sum:
		return startsOf(c.Set.Where, c.Set.Effects, denied)
	}
	return nil
}

func startsInAll(operands []schema.Constraint, denied bool) []start {
	var out []start
	for _, operand := range operands {
		out = append(out, startsIn(operand, denied)...)
	}
	return out
}

// startsOf finds the same in a predicate on events of some effect types.
func startsOf(p schema.Predicate, effects []string, denied bool) []start {
	var out []start
	switch p := p.(type) {
	case *schema.StartsWith:
		if f, ok := p.Of.(*schema.FieldTerm); ok {
			out = append(out, start{effects, f.Field, p.Prefix, denied})
		}
	case *schema.PredicateNot:
		return startsOf(p.Operand, effects, !denied)
	case *schema.PredicateAnd:
		for _, operand := range p.Operands {
			out = append(out, startsOf(operand, effects, denied)...)
		}
	case *schema.PredicateOr:
		for _, operand := range p.Operands {
			out = append(out, startsOf(operand, effects, denied)...)
		}
	}
	return out
}
