// Package plan reads effect plans (the LinkML class Plan): calls with values
// that are not known yet, guards and bounded loops.
//
// Entry points: Read checks a plan against a catalog, all problems at once, each
// with its place; Plan.Written writes its loops out, for a proof about all of
// its runs; Plan.Run performs the one run that an Assignment fixes and returns
// its events. The two know nothing of each other, so that a counterexample that
// a solver finds is a run that the plan really has.
//
// Guards are three-valued as predicates are; where one is not known, a run may
// go either way. Provenance is complete: a field whose value is a column of a
// row says so, and any other is no value of a row.
package plan

import (
	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/monitor"
	"github.com/contractc/contractc/internal/value"
	"github.com/contractc/contractc/schema"
)

const (
	// MaxCalls is how many calls a plan may have when its loops are written out.
	MaxCalls = 2_000

	// MaxSteps is how many steps it may have then, guards included.
	MaxSteps = 10_000
)

// Plan is a plan that was checked. It does not change.
type Plan struct {
	Name             string
	Digest           string // of the plan as written, in canonical form
	WorkingDirectory string
	Values           []Value
	Rows             []Rows
	Steps            []Step
}

// Value is a value of which only the type is known, and perhaps bounds.
type Value struct {
	Name             string
	Type             value.Type
	Minimum, Maximum *value.Number // nil: none
}

// Rows are rows of which only a greatest number is known.
type Rows struct {
	Name    string
	Class   *index.Class
	Columns []index.Column // those that guards and arguments may name
	Most    int
}

// Step is *Call, *If or *ForEach.
type Step interface{ isStep() }

// Call performs an effect.
type Call struct {
	Effect *index.Effect
	Fields []Field // by name
}

// Field is a field of a call: a literal, or a term over values and rows.
type Field struct {
	Name string
	Term schema.Term
}

// If goes one of two ways. ID tells it apart from the other guards of the plan.
type If struct {
	ID         string
	Guard      schema.Predicate
	compiled   *monitor.Predicate
	Then, Else []Step
}

// ForEach performs steps for each row, in order. The steps name a row's columns
// as VARIABLE.COLUMN.
type ForEach struct {
	Variable string
	Rows     *Rows
	Do       []Step
}

func (*Call) isStep()    {}
func (*If) isStep()      {}
func (*ForEach) isStep() {}
