package monitor

import (
	"github.com/contractc/contractc/schema"
)

// predicate is a compiled Predicate.
type predicate struct {
	eval  func(*frame) Truth
	fixed bool  // the same for every event
	truth Truth // where it is fixed
}

// constantly is the predicate that has one truth for every event.
func constantly(t Truth) predicate {
	return predicate{eval: func(*frame) Truth { return t }, fixed: true, truth: t}
}

// atom is a predicate over terms; where all of them are constant, so is it.
func atom(eval func(*frame) Truth, over ...*term) predicate {
	for _, t := range over {
		if t.constant == nil {
			return predicate{eval: eval}
		}
	}
	return constantly(eval(nil))
}

func (c *compiler) predicate(p schema.Predicate, at place) (predicate, error) {
	if err := c.enter(at); err != nil {
		return predicate{}, err
	}
	switch p := p.(type) {
	case *schema.Truth:
		return constantly(truthOf(p.Truth)), nil
	case *schema.Compare:
		return c.compare(p, at)
	case *schema.In:
		return c.in(p, at)
	case *schema.Contains:
		return c.contains(p, at)
	case *schema.StartsWith:
		return c.startsWith(p, at)
	case *schema.EndsWith:
		return c.endsWith(p, at)
	case *schema.Within:
		return c.within(p, at)
	case *schema.Matches:
		return c.matches(p, at)
	case *schema.ComesFrom:
		return c.comesFrom(p, at)
	case *schema.PredicateAnd:
		return c.connective(p.Operands, false, at)
	case *schema.PredicateOr:
		return c.connective(p.Operands, true, at)
	case *schema.PredicateNot:
		operand, err := c.predicate(p.Operand, at.slot("operand"))
		return not(operand), err
	case nil:
		return predicate{}, wrong(at, "the predicate is missing")
	}
	return predicate{}, wrong(at, "the monitor does not know predicates of the kind %q", p.PredicateClass())
}

func not(p predicate) predicate {
	if p.fixed {
		return constantly(p.truth.Not())
	}
	eval := p.eval
	return predicate{eval: func(f *frame) Truth { return eval(f).Not() }}
}

// connective compiles a conjunction or a disjunction of any number of operands.
func (c *compiler) connective(operands []schema.Predicate, or bool, at place) (predicate, error) {
	compiled := make([]predicate, 0, len(operands))
	for i, operand := range operands {
		p, err := c.predicate(operand, at.operand(i))
		if err != nil {
			return predicate{}, err
		}
		compiled = append(compiled, p)
	}
	if or {
		return disjunction(compiled...), nil
	}
	return conjunction(compiled...), nil
}

// conjunction is the conjunction of predicates, fixed where they say so.
func conjunction(operands ...predicate) predicate {
	fixed, open := True, []func(*frame) Truth(nil)
	for _, p := range operands {
		if p.fixed {
			fixed = fixed.And(p.truth)
			continue
		}
		open = append(open, p.eval)
	}
	switch {
	case fixed == False || len(open) == 0:
		return constantly(fixed)
	case fixed == True && len(open) == 1:
		return predicate{eval: open[0]}
	}
	return predicate{eval: func(f *frame) Truth {
		truth := fixed
		for _, eval := range open {
			if truth = truth.And(eval(f)); truth == False {
				return False
			}
		}
		return truth
	}}
}

// disjunction is the dual of conjunction.
func disjunction(operands ...predicate) predicate {
	fixed, open := False, []func(*frame) Truth(nil)
	for _, p := range operands {
		if p.fixed {
			fixed = fixed.Or(p.truth)
			continue
		}
		open = append(open, p.eval)
	}
	switch {
	case fixed == True || len(open) == 0:
		return constantly(fixed)
	case fixed == False && len(open) == 1:
		return predicate{eval: open[0]}
	}
	return predicate{eval: func(f *frame) Truth {
		truth := fixed
		for _, eval := range open {
			if truth = truth.Or(eval(f)); truth == True {
				return True
			}
		}
		return truth
	}}
}
