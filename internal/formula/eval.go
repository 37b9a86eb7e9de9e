package formula

import (
	"math"
	"slices"

	"github.com/contractc/contractc/internal/pyexpr"
)

// evaluator computes the nodes of one formula, left before right.
type evaluator struct {
	expr   string
	opt    Options
	names  map[string]float64 // of the textual reading
	values []float64          // of the placeholders
}

func (e *evaluator) eval(n *node, depth int) (float64, *Error) {
	if depth > e.opt.Depth {
		return 0, fail(Depth, "formula nests deeper than %d levels", e.opt.Depth)
	}
	switch n.kind {
	case numberNode:
		return e.number(n.number)
	case literalNode:
		return 0, fail(Literal, "only numeric literals are allowed, got %s", n.text)
	case nameNode:
		if x, ok := e.names[n.text]; ok {
			return x, nil
		}
		return 0, unknownName(n.text)
	case placeNode:
		return e.values[n.place], nil
	case unaryNode:
		return e.unary(n, depth)
	case binaryNode:
		return e.binary(n, depth)
	case callNode:
		return e.call(n, depth)
	}
	return 0, fail(Unsupported, "unsupported syntax in formula: %s", n.text)
}

func (e *evaluator) number(n number) (float64, *Error) {
	if n.tooLarge {
		return 0, cannot(e.expr, "int too large to convert to float")
	}
	return checked(n.value)
}

// checked refuses a result that is not a finite number.
func checked(x float64) (float64, *Error) {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return 0, fail(NotFinite, "the formula produced a value that is not a finite number")
	}
	return x, nil
}

func (e *evaluator) unary(n *node, depth int) (float64, *Error) {
	x, err := e.eval(n.args[0], depth+1)
	if err != nil {
		return 0, err
	}
	if n.text == "-" {
		x = -x
	}
	return checked(x)
}

func (e *evaluator) binary(n *node, depth int) (float64, *Error) {
	left, err := e.eval(n.args[0], depth+1)
	if err != nil {
		return 0, err
	}
	right, err := e.eval(n.args[1], depth+1)
	if err != nil {
		return 0, err
	}
	if n.text == "**" && math.Abs(right) > e.opt.Exponent {
		return 0, fail(Exponent, "exponent %s exceeds the limit of %g", pyexpr.Repr(right), e.opt.Exponent)
	}
	return e.outcome(operate(n.text, left, right))
}

func (e *evaluator) call(n *node, depth int) (float64, *Error) {
	if n.keywords || !slices.Contains(e.opt.Functions, n.text) {
		return 0, onlyFunctions(e.opt)
	}
	f, ok := functionNamed(n.text)
	if !ok {
		return 0, onlyFunctions(e.opt)
	}
	args := make([]float64, len(n.args))
	for i, arg := range n.args {
		x, err := e.eval(arg, depth+1)
		if err != nil {
			return 0, err
		}
		args[i] = x
	}
	return e.outcome(f(args))
}

// outcome turns the result of an operation into a value or the error of this formula.
func (e *evaluator) outcome(x float64, why failure) (float64, *Error) {
	switch why {
	case none:
		return checked(x)
	case notReal:
		return 0, fail(NotReal, "the formula did not produce a real number")
	}
	return 0, cannot(e.expr, string(why))
}
