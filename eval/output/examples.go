package output

import (
	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/internal/diag"
)

// Example is an example, a counter-example or the fallback of an output contract.
type Example struct {
	// Kind is example, counter-example or fallback.
	Kind string
	// Line and Column are where it stands in the contract's file, from 1; 0 where
	// that is not known.
	Line, Column int

	check func() diag.List
}

// Differences lists what is not as the contract says; nothing where all is well.
func (e *Example) Differences() []string {
	var list []string
	for _, d := range e.check() {
		list = append(list, d.Summary)
	}
	return list
}

// Examples returns the examples of an output contract of a catalog. The error is
// that of [Load].
func Examples(from *catalog.Catalog, o *catalog.Output) ([]Example, error) {
	c, err := Load(from, o.ID)
	if err != nil {
		return nil, err
	}
	n, problems := from.OutputDocument(o)
	if problems.HasErrors() {
		return nil, problems
	}
	var list []Example
	for _, e := range c.compiled.Examples(from.Display(from.Library(o.Library), o.File), n, c.repairs) {
		list = append(list, Example{Kind: e.Kind, Line: e.At.Start.Line, Column: e.At.Start.Column, check: e.Check})
	}
	return list, nil
}

// CheckExamples holds the examples, the counter-examples and the fallback of every
// output contract of a catalog against it.
func CheckExamples(from *catalog.Catalog) diag.List {
	var list diag.List
	for _, o := range from.Outputs {
		examples, err := Examples(from, o)
		if err != nil {
			list.Errorf(from.Display(from.Library(o.Library), o.File), diag.Range{}, "output.words", "%s", diag.Neutralise(err.Error()))
		}
		for _, e := range examples {
			list.Add(e.check()...)
		}
	}
	return list
}
