package lower

import (
	"strconv"

	"github.com/contractc/contractc/internal/monitor"
	"github.com/contractc/contractc/schema"
)

// definition names a formula. Its body may refer to definitions before it.
type definition struct {
	name string
	body formula
}

// status is what is known of a constraint after a trace, as formulas: whether
// it is surely true and surely false if the trace ends there, whether that stays
// so whatever follows, and whether something that is not known could decide.
type status struct{ yes, no, final, doubt formula }

// program is a constraint as definitions. The last ones are named by status.
type program struct {
	definitions []definition
	status      status // of references or constants
}

// MaxNodes is how many expressions a constraint may hold; its lowered form is
// larger by a factor.
const MaxNodes = 2_000

// builder makes the formulas of one constraint for one target.
type builder struct {
	opt    Options
	target Target
	prefix string // of the names of definitions
	depth  int    // of quantifiers, for the names of variables
	parts  int    // constraints seen
	nodes  int    // expressions seen
	made   []definition

	settled bool // a predicate is settled by parameters that have no value yet
}

// lower makes the program of a constraint. The error is a *monitor.CompileError
// where the constraint is not well typed, and a *RefusalError where the target
// cannot say it.
func lower(c schema.Constraint, opt Options, target Target, prefix string) (*program, error) {
	if _, err := monitor.Compile([]schema.Constraint{c}, opt.monitor()); err != nil {
		return nil, err
	}
	b := &builder{opt: opt, target: target, prefix: prefix}
	st, err := b.constraint(c, place{target: target})
	if err != nil {
		return nil, err
	}
	if b.settled {
		return nil, place{target: target}.refuse("Compare", ReasonParameter, "a predicate over parameters alone is settled when they are bound; bind them first")
	}
	return &program{b.made, st}, nil
}

// enter counts an expression.
func (b *builder) enter(kind string, at place) error {
	if b.nodes++; b.nodes > MaxNodes {
		return at.refuse(kind, ReasonLimit, "the constraint holds more than %d expressions", MaxNodes)
	}
	return nil
}

// bind returns the name of an event that no quantifier around binds.
func (b *builder) bind() variable {
	b.depth++
	return variable('e' + rune(b.depth-1))
}

// release ends the scope of the last n names.
func (b *builder) release(n int) { b.depth -= n }

// form is a constraint before its formulas have names: those that say whether it
// is surely true and surely false, and how the others follow from their names.
type form struct {
	yes, no formula
	final   func(yes, no formula) formula
	doubt   func(yes, no, final formula) formula
}

// leaf is the form of a constraint without operands: what is not known is in
// doubt.
func leaf(yes, no formula, final func(yes, no formula) formula) form {
	return form{yes, no, final, func(yes, no, _ formula) formula { return allOf(negated(yes), negated(no)) }}
}

// not is the form of the negation.
func (f form) not() form {
	return form{f.no, f.yes,
		func(yes, no formula) formula { return f.final(no, yes) },
		func(yes, no, final formula) formula { return f.doubt(no, yes, final) }}
}

// define gives the formulas of the n-th part names and returns references to
// them. A constant stays as it is.
func (b *builder) define(n int, f form) status {
	suffix := ""
	if n > 0 {
		suffix = "_" + strconv.Itoa(n)
	}
	name := func(word string, f formula) formula {
		switch f.(type) {
		case truth, named:
			return f
		}
		name := b.prefix + word + suffix
		b.made = append(b.made, definition{name, f})
		return named(name)
	}
	st := status{yes: name("holds", f.yes), no: name("violated", f.no)}
	st.final = name("final", f.final(st.yes, st.no))
	st.doubt = name("doubt", f.doubt(st.yes, st.no, st.final))
	return st
}
