package pyexpr

import "fmt"

// Span is a half-open range of offsets into a text, counted in code points from 0.
type Span struct{ Start, End int }

// Error says why a text is not an expression or literal that is read here.
type Error struct {
	Code    string // stable, such as "expression.name"
	Span    Span   // the offending part
	Summary string // what is wrong, one line
	Detail  string // what to do
}

// Error returns offset, summary and detail on one line.
func (e *Error) Error() string {
	return fmt.Sprintf("offset %d: %s; %s", e.Span.Start, e.Summary, e.Detail)
}

func fail(code string, at Span, detail, format string, args ...any) *Error {
	return &Error{Code: code, Span: at, Summary: fmt.Sprintf(format, args...), Detail: detail}
}
