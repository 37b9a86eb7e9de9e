package monitor

import (
	"github.com/contractc/contractc/internal/value"
	"github.com/contractc/contractc/schema"
)

// Event is a concrete effect.
type Event struct {
	// Effect is the effect type, qualified: library.Effect.
	Effect string

	// Fields are the values by field name. A field that is not there, nil or
	// None is absent; one of another type than its predicate wants counts as
	// unknown. value.Fields makes them from plain JSON.
	Fields map[string]schema.Value

	// Provenance says of a field where its value was taken from.
	Provenance map[string]Origin

	// Index is the event's position in the trace, from 0; verdicts name the
	// events that caused them by it.
	Index int
}

// Origin is where a value was taken from: a column of a row of a class, both
// named as the contract's class reference and column parameter name them.
type Origin struct {
	Class  string
	Column string
	Row    int
}

// Env is what a trace is judged under.
type Env struct {
	// WorkingDirectory is where relative paths start, absolute; empty where it
	// is not known, so that relative paths lead nowhere known.
	WorkingDirectory string

	// ProvenanceComplete says that every value that came from a row has its
	// Provenance entry: a field without one is a literal.
	ProvenanceComplete bool
}

// Options is what constraints are compiled against.
type Options struct {
	// Parameters are the values of ParameterTerms; constraints whose
	// parameters have been substituted by literals need none.
	Parameters map[string]schema.Value

	// Facts says what schemas promise of fields; nil promises nothing.
	Facts Facts

	// Cells are the state cells that StateAll and StateAt name.
	Cells []Cell

	// Exhaustive keeps judging after a verdict is final, so that Step reports
	// every later event that counts against it too.
	Exhaustive bool
}

// Facts returns what the schema promises of a field of an effect type, the zero
// Fact where it promises nothing.
type Facts func(effect, field string) Fact

// Fact is what a schema promises of every value of a field. A value outside the
// bounds counts as unknown.
type Fact struct {
	Kind    value.Kind    // Invalid where any type may stand there
	Minimum *value.Number // inclusive; nil where there is none
	Maximum *value.Number // inclusive; nil where there is none

	// Enum is the name of the enumeration that the values are of, where they are.
	// Values are those that the enumeration of the values, or of the members of
	// lists, permits, nil where that is not known. A value that is not permitted is
	// of another type: whoever reads events leaves it out.
	Enum   string
	Values []string
}

// Cell is a keyed state cell: every key has the initial value until an event
// assigns another one.
type Cell struct {
	Name        string
	KeyKind     value.Kind // kind of the keys; Invalid where not declared
	ValueKind   value.Kind // kind of the values; Invalid where not declared
	Initial     schema.Value
	Assignments []Assignment
}

// Assignment says that every event of an effect type gives a cell a value at a
// key. Assignments of one event are made in the order of the list.
type Assignment struct {
	Effect string
	Key    schema.Term
	Value  schema.Term
}
