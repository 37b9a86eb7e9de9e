package formula

import (
	"fmt"
	"strings"

	"github.com/contractc/contractc/internal/pyexpr"
	"github.com/contractc/contractc/internal/tables"
)

// Kind says what went wrong with a formula.
type Kind string

// The kinds of errors.
const (
	TooLong     Kind = "too-long"    // over the length limit
	UnknownName Kind = "name"        // a name that is no placeholder
	Missing     Kind = "missing"     // a placeholder whose key is not available
	NotNumeric  Kind = "not-numeric" // a placeholder whose value is no number
	TooLarge    Kind = "too-large"   // a placeholder whose int is too large for a double
	Infinite    Kind = "infinite"    // a placeholder whose value is NaN or infinite
	Syntax      Kind = "syntax"      // not an expression
	Unsupported Kind = "unsupported" // an expression, but not arithmetic
	Literal     Kind = "literal"     // a literal that is no number
	Function    Kind = "function"    // a call of something else than a function, or by keyword
	Depth       Kind = "depth"       // nested too deep
	Exponent    Kind = "exponent"    // an exponent over the limit
	Arithmetic  Kind = "arithmetic"  // division by zero, domain and range errors, wrong number of arguments
	NotFinite   Kind = "not-finite"  // a result that is NaN or infinite
	NotReal     Kind = "not-real"    // a result that is complex
)

// Error says why a formula has no value.
type Error struct {
	Kind    Kind
	Message string // one line, for the author of the formula
}

// Error returns the message.
func (e *Error) Error() string { return e.Message }

func badOption(format string, args ...any) error {
	return tables.BadOption("formula", format, args...)
}

func fail(kind Kind, format string, args ...any) *Error {
	return &Error{Kind: kind, Message: fmt.Sprintf(format, args...)}
}

// syntaxError says why a text is not an expression.
type syntaxError struct{ message string }

func (e *syntaxError) Error() string { return e.message }

func notSyntax(format string, args ...any) error {
	return &syntaxError{fmt.Sprintf(format, args...)}
}

// invalid makes the message of a formula that does not parse.
func invalid(expr string, err error) *Error {
	return fail(Syntax, "invalid formula %s: %s", pyexpr.Repr(expr), err)
}

// cannot makes the message of an operation that has no result.
func cannot(expr, why string) *Error {
	return fail(Arithmetic, "cannot evaluate %s: %s", pyexpr.Repr(expr), why)
}

func unknownName(name string) *Error {
	return fail(UnknownName, "unknown name %s; reference beliefs as {key}", pyexpr.Repr(name))
}

func onlyFunctions(opt Options) *Error {
	return fail(Function, "only these functions are allowed, with positional arguments: %s", strings.Join(opt.Functions, ", "))
}
