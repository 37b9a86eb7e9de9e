package monitor

import "fmt"

// CompileError says that a constraint or a predicate does not compile. It is
// not a verdict: nothing was judged.
type CompileError struct {
	// Guarantee is the position of the constraint among those given to
	// Compile, from 0.
	Guarantee int

	// Path leads to the expression that is wrong, by the slots of the schema:
	// operands[1].set.where.left. Empty for the whole.
	Path string

	// Reason says what is wrong, and what to do.
	Reason string
}

func (e *CompileError) Error() string {
	if e.Path == "" {
		return "the constraint does not compile: " + e.Reason
	}
	return fmt.Sprintf("the constraint does not compile: %s: %s", e.Path, e.Reason)
}

// wrong returns a CompileError at a place.
func wrong(at place, format string, args ...any) error {
	return &CompileError{Path: at.path, Reason: fmt.Sprintf(format, args...)}
}

// place is where the compiler stands in an expression.
type place struct {
	path  string
	depth int
}

// slot is the place of a slot of the expression at p.
func (p place) slot(name string) place {
	if p.path != "" {
		name = p.path + "." + name
	}
	return place{name, p.depth + 1}
}

// operand is the place of the i-th operand of the expression at p.
func (p place) operand(i int) place { return p.slot(fmt.Sprintf("operands[%d]", i)) }
