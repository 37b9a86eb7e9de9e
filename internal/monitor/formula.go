package monitor

import (
	"fmt"

	"github.com/contractc/contractc/schema"
)

// formula is a compiled constraint: a leaf, or a constraint with operands. Its
// status follows from those of its leaves.
type formula interface {
	status(s *Set) status

	// explain says why the constraint has this truth. want is the truth to be
	// explained: what it is now, or Unknown where a doubt decides the verdict.
	explain(s *Set, want Truth) explanation
}

// compile compiles a constraint; its leaves are appended to the program.
func (p *Program) compile(c *compiler, constraint schema.Constraint, at place) (formula, error) {
	if err := c.enter(at); err != nil {
		return nil, err
	}
	switch k := constraint.(type) {
	case *schema.Unrestricted:
		return unrestricted{}, nil
	case *schema.And:
		return p.compileOperands(c, k.Operands, false, at)
	case *schema.Or:
		return p.compileOperands(c, k.Operands, true, at)
	case *schema.Not:
		operand, err := p.compile(c, k.Operand, at.slot("operand"))
		return negation{operand}, err
	case nil:
		return nil, wrong(at, "the constraint is missing")
	}
	l, err := c.leaf(constraint, at)
	if err != nil {
		return nil, err
	}
	p.leaves = append(p.leaves, *l)
	return leafFormula(len(p.leaves) - 1), nil
}

// leaf compiles a constraint without operands.
func (c *compiler) leaf(constraint schema.Constraint, at place) (*leaf, error) {
	switch k := constraint.(type) {
	case *schema.Empty:
		return c.empty(k, at)
	case *schema.All:
		return c.all(k, at)
	case *schema.Exists:
		return c.exists(k, at)
	case *schema.UniqueBy:
		return c.uniqueBy(k, at)
	case *schema.Count:
		return c.count(k, at)
	case *schema.Sum:
		return c.sum(k, at)
	case *schema.ExistsPair:
		return c.existsPair(k, at)
	case *schema.StateAll:
		return c.stateAll(k, at)
	case *schema.StateAt:
		return c.stateAt(k, at)
	}
	return nil, wrong(at, "the monitor does not know constraints of the kind %q", constraint.ConstraintClass())
}

func (p *Program) compileOperands(c *compiler, operands []schema.Constraint, or bool, at place) (formula, error) {
	compiled := make([]formula, len(operands))
	for i, operand := range operands {
		var err error
		if compiled[i], err = p.compile(c, operand, at.operand(i)); err != nil {
			return nil, err
		}
	}
	return connected{compiled, or}, nil
}

// leafFormula is a leaf, by its position in the program.
type leafFormula int

func (l leafFormula) status(s *Set) status { return s.states[l].status }

func (l leafFormula) explain(s *Set, _ Truth) explanation {
	return s.program.leaves[l].rule.explain(&s.states[l])
}

// unrestricted is Unrestricted.
type unrestricted struct{}

func (unrestricted) status(*Set) status { return status{now: True, final: true} }

func (unrestricted) explain(*Set, Truth) explanation {
	return explanation{nil, "nothing is restricted"}
}

// negation is Not.
type negation struct{ operand formula }

func (n negation) status(s *Set) status { return n.operand.status(s).not() }

func (n negation) explain(s *Set, want Truth) explanation { return n.operand.explain(s, want.Not()) }

// connected is And, or Or.
type connected struct {
	operands []formula
	or       bool
}

func (c connected) status(s *Set) status {
	total := status{now: True, final: true}
	for _, operand := range c.operands {
		next := operand.status(s)
		if c.or {
			next = next.not()
		}
		total = both(total, next)
	}
	if c.or {
		return total.not()
	}
	return total
}

// explain takes the operand that decides: for a conjunction that is false, the
// first that is finally so, else the first that is; the dual for a disjunction.
// Where no single operand decides, it counts them.
func (c connected) explain(s *Set, want Truth) explanation {
	weak := True // what a single operand cannot decide
	if c.or {
		weak = False
	}
	if want == weak && len(c.operands) != 1 {
		return c.explainAll(s, want)
	}
	if decisive := c.decisive(s, want); decisive != nil {
		return decisive.explain(s, want)
	}
	return explanation{nil, "it follows from no single operand"}
}

func (c connected) decisive(s *Set, want Truth) formula {
	var first formula
	for _, operand := range c.operands {
		st := operand.status(s)
		switch {
		case st.now == want && st.final:
			return operand
		case first == nil && (st.now == want || want == Unknown && st.doubt):
			first = operand
		}
	}
	return first
}

func (c connected) explainAll(s *Set, want Truth) explanation {
	e := explanation{}
	for _, operand := range c.operands {
		e.because = append(e.because, operand.explain(s, want).because...)
	}
	e.because = ascending(e.because)
	if want == True {
		e.reason = fmt.Sprintf("all of its %d parts are met", len(c.operands))
	} else {
		e.reason = fmt.Sprintf("none of its %d parts is met", len(c.operands))
	}
	return e
}
