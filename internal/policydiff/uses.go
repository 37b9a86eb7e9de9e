package policydiff

import (
	"slices"

	"github.com/contractc/contractc/schema"
)

// uses are the effect types, fields and state cells that a constraint names.
type uses struct{ effects, fields, cells []string }

func usesOf(c schema.Constraint) uses {
	var u uses
	u.constraint(c)
	for _, list := range []*[]string{&u.effects, &u.fields, &u.cells} {
		slices.Sort(*list)
		*list = slices.Compact(*list)
	}
	return u
}

func (u *uses) constraint(c schema.Constraint) {
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
		u.term(c.Key)
	case *schema.Count:
		u.set(c.Set)
	case *schema.Sum:
		u.set(c.Set)
		u.fields = append(u.fields, c.Field)
	case *schema.ExistsPair:
		u.set(c.Left)
		u.set(c.Right)
		u.term(c.Key)
	case *schema.StateAll:
		u.cells = append(u.cells, c.Cell)
	case *schema.StateAt:
		u.cells = append(u.cells, c.Cell)
	case *schema.And:
		u.constraints(c.Operands)
	case *schema.Or:
		u.constraints(c.Operands)
	case *schema.Not:
		u.constraint(c.Operand)
	}
}

func (u *uses) constraints(list []schema.Constraint) {
	for _, c := range list {
		u.constraint(c)
	}
}

func (u *uses) set(s schema.EffectSet) {
	u.effects = append(u.effects, s.Effects...)
	u.predicate(s.Where)
}

func (u *uses) predicate(p schema.Predicate) {
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
		u.terms(p.Of)
	case *schema.ComesFrom:
		u.fields = append(u.fields, p.Field)
	case *schema.PredicateAnd:
		u.predicates(p.Operands)
	case *schema.PredicateOr:
		u.predicates(p.Operands)
	case *schema.PredicateNot:
		u.predicate(p.Operand)
	}
}

func (u *uses) predicates(list []schema.Predicate) {
	for _, p := range list {
		u.predicate(p)
	}
}

func (u *uses) terms(list ...schema.Term) {
	for _, t := range list {
		u.term(t)
	}
}

func (u *uses) term(t schema.Term) {
	switch t := t.(type) {
	case *schema.FieldTerm:
		u.fields = append(u.fields, t.Field)
	case *schema.SizeTerm:
		u.term(t.Of)
	case *schema.AddTerm:
		u.terms(t.Left, t.Right)
	case *schema.SubtractTerm:
		u.terms(t.Left, t.Right)
	}
}
