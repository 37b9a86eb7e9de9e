package celpolicy

import (
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
)

// Source is a policy document as written. Its expressions are not parsed yet.
type Source struct {
	// File is the name under which the document was read; diagnostics carry it.
	File        string
	Name        string
	Description string
	Imports     []Import
	Rule        *Rule
	// Invariants are the entries of verification.invariants.
	Invariants []Invariant
	// Metadata is the value of the block metadata, which CEL Policy itself
	// does not know; nil where there is none.
	Metadata *doc.Node
	// MetadataRange is where the key metadata stands.
	MetadataRange diag.Range
}

// Import is a qualified type name that expressions may use by its last part.
type Import struct {
	Name string
	node *doc.Node
}

// Rule is a list of items with variables that they may use.
type Rule struct {
	ID          string
	Description string
	Variables   []Variable
	// Items are the entries of match or of aggregate.
	Items []Item
	// Aggregate says that all items that match are collected; otherwise the
	// first one that matches wins.
	Aggregate bool
	// Range is where the rule stands.
	Range diag.Range
}

// Variable is a named expression, read as variables.NAME.
type Variable struct {
	Name       string
	NameRange  diag.Range
	Expression Text
}

// Item is one entry of match or aggregate. Exactly one of Output and Rule is
// set in a document without errors.
type Item struct {
	// Condition is nil where it is left out, which means true.
	Condition *Text
	Output    *Text
	// Explanation is a CEL string, in match only.
	Explanation *Text
	Rule        *Rule
	Range       diag.Range
}

// Invariant is a statement about every input and the policy's result. It is
// checked for types here and not evaluated.
type Invariant struct {
	ID          string
	Description string
	Assume      []Text
	Assert      []Text
	Range       diag.Range
}

// Text is an expression as written, with its place in the file.
type Text struct {
	// Source is the text of the expression.
	Source string
	node   *doc.Node
}

// NewText returns the expression that a string node holds. Of another node it
// is empty.
func NewText(n *doc.Node) Text {
	if n == nil || n.Kind != doc.String {
		return Text{node: n}
	}
	return Text{Source: n.Text, node: n}
}

// Range is where the expression stands in its file, quotes included.
func (t Text) Range() diag.Range {
	if t.node == nil {
		return diag.Range{}
	}
	return t.node.Range
}

// at is the file position of the code point number off of the expression.
func (t Text) at(off int) diag.Position { return t.node.At(off) }

// Within is where the code points of the expression from number start to number
// end, that one not included, stand in the file.
func (t Text) Within(start, end int) diag.Range {
	return diag.Range{Start: t.at(start), End: t.at(end)}
}

// Limits bounds a document. Zero values mean the defaults.
type Limits struct {
	// Depth is how many rules may stand inside each other.
	Depth int
	// Items is the number of items of one rule, and of its variables.
	Items int
	// Expression is the length of one expression in code points.
	Expression int
}

// DefaultLimits returns a depth of 16 rules, 500 items or variables in a rule
// and 20,000 code points in an expression.
func DefaultLimits() Limits { return Limits{Depth: 16, Items: 500, Expression: 20_000} }

func (l Limits) orDefault() Limits {
	d := DefaultLimits()
	if l.Depth <= 0 {
		l.Depth = d.Depth
	}
	if l.Items <= 0 {
		l.Items = d.Items
	}
	if l.Expression <= 0 {
		l.Expression = d.Expression
	}
	return l
}
