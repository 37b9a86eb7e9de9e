package catalog

import (
	"github.com/contractc/contractc/schema"
)

// substitution replaces parameters by terms. A parameter without one stays; expressions are copied, never changed.
type substitution map[string]schema.Term

// substitute replaces parameters by the literals that are bound to them.
func substitute(c schema.Constraint, values map[string]schema.Value) schema.Constraint {
	s := substitution{}
	for name, v := range values {
		s[name] = &schema.LiteralTerm{Literal: v}
	}
	return s.constraint(c)
}

// RenameParameters gives the parameters of a constraint other names. One without a new name keeps its own.
func RenameParameters(c schema.Constraint, names map[string]string) schema.Constraint {
	s := substitution{}
	for name, other := range names {
		s[name] = &schema.ParameterTerm{Parameter: other}
	}
	return s.constraint(c)
}

func (s substitution) constraint(c schema.Constraint) schema.Constraint {
	switch c := c.(type) {
	case *schema.Empty:
		return &schema.Empty{Set: s.set(c.Set)}
	case *schema.All:
		return &schema.All{Set: s.set(c.Set), Predicate: s.predicate(c.Predicate)}
	case *schema.Exists:
		return &schema.Exists{Set: s.set(c.Set), Predicate: s.predicate(c.Predicate)}
	case *schema.UniqueBy:
		return &schema.UniqueBy{Set: s.set(c.Set), Key: s.term(c.Key)}
	case *schema.Count:
		return &schema.Count{Set: s.set(c.Set), Op: c.Op, Bound: s.term(c.Bound)}
	case *schema.Sum:
		return &schema.Sum{Set: s.set(c.Set), Field: c.Field, Op: c.Op, Bound: s.term(c.Bound)}
	case *schema.ExistsPair:
		return &schema.ExistsPair{Left: s.set(c.Left), Right: s.set(c.Right), Key: s.term(c.Key)}
	case *schema.StateAll:
		return &schema.StateAll{Cell: c.Cell, Predicate: s.predicate(c.Predicate)}
	case *schema.StateAt:
		return &schema.StateAt{Cell: c.Cell, Key: s.term(c.Key), Op: c.Op, Value: s.term(c.Value)}
	case *schema.And:
		return &schema.And{Operands: s.constraints(c.Operands)}
	case *schema.Or:
		return &schema.Or{Operands: s.constraints(c.Operands)}
	case *schema.Not:
		return &schema.Not{Operand: s.constraint(c.Operand)}
	}
	return c
}

func (s substitution) constraints(list []schema.Constraint) []schema.Constraint {
	out := make([]schema.Constraint, len(list))
	for i, c := range list {
		out[i] = s.constraint(c)
	}
	return out
}

func (s substitution) set(e schema.EffectSet) schema.EffectSet {
	return schema.EffectSet{Version: e.Version, Effects: e.Effects, Where: s.predicate(e.Where)}
}

func (s substitution) predicate(p schema.Predicate) schema.Predicate {
	switch p := p.(type) {
	case *schema.Compare:
		return &schema.Compare{Left: s.term(p.Left), Op: p.Op, Right: s.term(p.Right)}
	case *schema.In:
		return &schema.In{Element: s.term(p.Element), List: s.term(p.List)}
	case *schema.Contains:
		return &schema.Contains{Of: s.term(p.Of), Needle: s.term(p.Needle)}
	case *schema.StartsWith:
		return &schema.StartsWith{Of: s.term(p.Of), Prefix: s.term(p.Prefix)}
	case *schema.EndsWith:
		return &schema.EndsWith{Of: s.term(p.Of), Suffix: s.term(p.Suffix)}
	case *schema.Within:
		return &schema.Within{Of: s.term(p.Of), Directory: s.term(p.Directory)}
	case *schema.Matches:
		return &schema.Matches{Of: s.term(p.Of), Pattern: p.Pattern}
	case *schema.ComesFrom:
		return &schema.ComesFrom{Field: p.Field, ClassTerm: s.term(p.ClassTerm), Column: s.term(p.Column)}
	case *schema.PredicateAnd:
		return &schema.PredicateAnd{Operands: s.predicates(p.Operands)}
	case *schema.PredicateOr:
		return &schema.PredicateOr{Operands: s.predicates(p.Operands)}
	case *schema.PredicateNot:
		return &schema.PredicateNot{Operand: s.predicate(p.Operand)}
	}
	return p
}

func (s substitution) predicates(list []schema.Predicate) []schema.Predicate {
	out := make([]schema.Predicate, len(list))
	for i, p := range list {
		out[i] = s.predicate(p)
	}
	return out
}

func (s substitution) term(t schema.Term) schema.Term {
	switch t := t.(type) {
	case *schema.ParameterTerm:
		if other, ok := s[t.Parameter]; ok {
			return other
		}
	case *schema.SizeTerm:
		return &schema.SizeTerm{Of: s.term(t.Of)}
	case *schema.AddTerm:
		return &schema.AddTerm{Left: s.term(t.Left), Right: s.term(t.Right)}
	case *schema.SubtractTerm:
		return &schema.SubtractTerm{Left: s.term(t.Left), Right: s.term(t.Right)}
	}
	return t
}
