package pyexpr

import "strings"

// Literal is a literal of an expression: None, Bool, Int, Float, String, Bytes, List, Tuple, Set, Dict or ClassRef.
type Literal interface {
	Source() string // the text as written, implicit concatenation and parentheses included
	At() Span       // where it stands
	literal()
}

// Origin is where a literal stands and how it is spelled.
type Origin struct {
	Span Span
	Text string
}

// Source returns the text as written.
func (o Origin) Source() string { return o.Text }

// At returns where the text stands.
func (o Origin) At() Span { return o.Span }

func (Origin) literal() {}

// None is Python's None.
type None struct{ Origin }

// Bool is True or False.
type Bool struct {
	Origin
	Value bool
}

// Int is an integer of any size.
type Int struct {
	Origin
	Digits string // decimal, with a minus sign where negative, without leading zeros
}

// Float is a number with a point or an exponent.
type Float struct {
	Origin
	Number string // as written, without underscores, with its sign
}

// String is a text.
type String struct {
	Origin
	Value string // valid UTF-8
}

// Bytes is a byte string.
type Bytes struct {
	Origin
	Value []byte
}

// List is [a, b].
type List struct {
	Origin
	Items []Literal
}

// Tuple is (a, b).
type Tuple struct {
	Origin
	Items []Literal
}

// Set is {a, b}, its members in the order as written.
type Set struct {
	Origin
	Items []Literal
}

// Dict is {key: value}, its entries in the order as written; ParseLiteral keeps entries whose keys are equal.
type Dict struct {
	Origin
	Entries []Entry
}

// Entry is one entry of a Dict.
type Entry struct{ Key, Value Literal }

// ClassRef is the dotted name of a class; it stands only as a whole argument of a call.
type ClassRef struct {
	Origin
	Path []Name
}

// Name is an identifier in ASCII.
type Name struct {
	Text string
	Span Span
}

// Arg is an argument of a call; Name is nil where it is positional.
type Arg struct {
	Name  *Name
	Value Literal
}

// Call is alias.symbol(arguments). Path has at least two names.
type Call struct {
	Path []Name
	Args []Arg
	Span Span
}

// Dotted joins the names with points.
func Dotted(path []Name) string {
	parts := make([]string, len(path))
	for i, n := range path {
		parts[i] = n.Text
	}
	return strings.Join(parts, ".")
}
