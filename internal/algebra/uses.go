// Package algebra walks the expressions of the constraint algebra.
package algebra

import "github.com/contractc/contractc/schema"

// Uses is what a constraint names, each name as often and in the order in which it
// stands there.
type Uses struct {
	Effects    []string // effect types
	Fields     []string // fields of events and of entries of state cells
	Parameters []string
	Cells      []string // state cells
	Patterns   []string // regular expressions
}

// UsesOf lists what a constraint names.
func UsesOf(c schema.Constraint) *Uses {
	u := &Uses{}
	u.constraint(c)
	return u
}

// UsesOfPredicate lists what a predicate names; nothing for nil.
func UsesOfPredicate(p schema.Predicate) *Uses {
	u := &Uses{}
	u.predicate(p)
	return u
}

func (u *Uses) constraint(c schema.Constraint) {
	switch c := c.(type) {
	case *schema.Empty:
		u.set(c.Set)
	case *schema.All:
		u.set(c.Set)
		u.predicate(c.Predicate)
	case *schema.Exists:
		u.set(c.Set)
		u.predicate(c.Predicate)
	case *schema.UniqueBy:
		u.set(c.Set)
		u.terms(c.Key)
	case *schema.Count:
		u.set(c.Set)
		u.terms(c.Bound)
	case *schema.Sum:
		u.set(c.Set)
		u.Fields = append(u.Fields, c.Field)
		u.terms(c.Bound)
	case *schema.ExistsPair:
		u.set(c.Left)
		u.set(c.Right)
		u.terms(c.Key)
	case *schema.StateAll:
		u.Cells = append(u.Cells, c.Cell)
		u.predicate(c.Predicate)
	case *schema.StateAt:
		u.Cells = append(u.Cells, c.Cell)
		u.terms(c.Key, c.Value)
	case *schema.And:
		u.constraints(c.Operands)
	case *schema.Or:
		u.constraints(c.Operands)
	case *schema.Not:
		u.constraint(c.Operand)
	}
}

func (u *Uses) constraints(list []schema.Constraint) {
	for _, c := range list {
		u.constraint(c)
	}
}

func (u *Uses) set(s schema.EffectSet) {
	u.Effects = append(u.Effects, s.Effects...)
	u.predicate(s.Where)
}

func (u *Uses) predicates(list ...schema.Predicate) {
	for _, p := range list {
		u.predicate(p)
	}
}

func (u *Uses) predicate(p schema.Predicate) {
	switch p := p.(type) {
	case *schema.Compare:
		u.terms(p.Left, p.Right)
	case *schema.In:
		u.terms(p.Element, p.List)
	case *schema.Contains:
		u.terms(p.Of, p.Needle)
	case *schema.StartsWith:
		u.terms(p.Of, p.Prefix)
	case *schema.EndsWith:
		u.terms(p.Of, p.Suffix)
	case *schema.Within:
		u.terms(p.Of, p.Directory)
	case *schema.Matches:
		u.Patterns = append(u.Patterns, p.Pattern)
		u.terms(p.Of)
	case *schema.ComesFrom:
		u.Fields = append(u.Fields, p.Field)
		u.terms(p.ClassTerm, p.Column)
	case *schema.PredicateAnd:
		u.predicates(p.Operands...)
	case *schema.PredicateOr:
		u.predicates(p.Operands...)
	case *schema.PredicateNot:
		u.predicate(p.Operand)
	}
}

func (u *Uses) terms(list ...schema.Term) {
	for _, t := range list {
		switch t := t.(type) {
		case *schema.FieldTerm:
			u.Fields = append(u.Fields, t.Field)
		case *schema.ParameterTerm:
			u.Parameters = append(u.Parameters, t.Parameter)
		case *schema.SizeTerm:
			u.terms(t.Of)
		case *schema.AddTerm:
			u.terms(t.Left, t.Right)
		case *schema.SubtractTerm:
			u.terms(t.Left, t.Right)
		}
	}
}
