package monitor

import (
	"errors"
	"slices"

	"github.com/contractc/contractc/schema"
)

// Program is compiled guarantees. It is immutable and may be shared.
type Program struct {
	guarantees []formula
	leaves     []leaf
	dispatch   map[string]*dispatch
	slots      int
	exhaustive bool
}

// dispatch is what an event of one effect type sets going.
type dispatch struct {
	fills  []fill
	leaves []step
}

// step is a leaf that looks at the effect type.
type step struct{ leaf, arg int }

// Compile compiles one constraint for each guarantee. The first that does not
// compile is reported as a *CompileError.
func Compile(constraints []schema.Constraint, opt Options) (*Program, error) {
	p := &Program{dispatch: map[string]*dispatch{}, exhaustive: opt.Exhaustive}
	c := newCompiler(opt)
	for i, constraint := range constraints {
		c.nodes = MaxNodes
		first := len(p.leaves)
		f, err := p.compile(c, constraint, place{})
		if err != nil {
			return nil, ofGuarantee(err, i)
		}
		p.guarantees = append(p.guarantees, f)
		p.connect(i, first)
	}
	p.slots = c.slots
	return p, nil
}

func ofGuarantee(err error, i int) error {
	var compile *CompileError
	if errors.As(err, &compile) {
		compile.Guarantee = i
	}
	return err
}

// connect makes the leaves from first on reachable from their effect types.
func (p *Program) connect(guarantee, first int) {
	for i := first; i < len(p.leaves); i++ {
		l := &p.leaves[i]
		l.guarantee = guarantee
		for _, u := range l.uses {
			d := p.dispatch[u.effect]
			if d == nil {
				d = &dispatch{}
				p.dispatch[u.effect] = d
			}
			d.add(l.fills, step{i, u.arg})
		}
	}
}

// add takes in a leaf and the fields that it needs.
func (d *dispatch) add(fills []fill, s step) {
	for _, f := range fills {
		if !slices.Contains(d.fills, f) {
			d.fills = append(d.fills, f)
		}
	}
	d.leaves = append(d.leaves, s)
}

// Len returns how many guarantees the program has.
func (p *Program) Len() int { return len(p.guarantees) }

// Names reports whether a guarantee looks at events of an effect type.
func (p *Program) Names(guarantee int, effect string) bool {
	d := p.dispatch[effect]
	return d != nil && slices.ContainsFunc(d.leaves, func(s step) bool {
		return p.leaves[s.leaf].guarantee == guarantee
	})
}
