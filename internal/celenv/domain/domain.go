// Package domain makes the domain functions of rules from the tables of a
// bundle: formulas, quotes, Python's view of values, the arguments of tools,
// paths, look-alikes, shell text and URLs.
package domain

import (
	"errors"
	"fmt"
	"sync"

	"github.com/contractc/contractc/internal/celenv"
	"github.com/contractc/contractc/internal/celenv/toolargs"
	"github.com/contractc/contractc/internal/formula"
	"github.com/contractc/contractc/internal/pyexpr"
	"github.com/contractc/contractc/internal/pyvalue"
	"github.com/contractc/contractc/internal/quote"
	"github.com/contractc/contractc/internal/tables"
	"github.com/contractc/contractc/internal/value"
)

// The ids of the tables that the functions read.
const (
	FormulaTable       = "claim.formula"
	UnitsTable         = "claim.units"
	NormalisationTable = "claim.normalisation"
	LimitsTable        = "claim.limits"
	ProgramsTable      = "shell.programs"
)

// limits is a section of the table claim.limits.
type limits struct {
	// Same is how far numbers may be apart and still be the same value.
	Same pyvalue.Tolerance `json:"same"`
	// Arguments says how the arguments of tools are read.
	Arguments struct {
		Coerce bool `json:"coerce"`
	} `json:"arguments"`
}

// Tables gives the values of a table of the bundle by its id, as a plain value.
// The error says that there is no such table, or that it cannot be read.
type Tables func(id string) (any, error)

// Values are tables that were read.
func Values(values map[string]any) Tables {
	return func(id string) (any, error) {
		v, ok := values[id]
		if !ok {
			return nil, fmt.Errorf("there is no table %q", id)
		}
		return v, nil
	}
}

// Functions makes the functions for a rule set, such as "claim@2". A table is
// asked for at the first call that needs it, and one that is missing or wrong is
// an error of that call. [Check] reads them all.
func Functions(values Tables, set string) celenv.Functions {
	s := settings{values, set}
	fn := celenv.Functions{Format: pyvalue.Format, Repr: pyexpr.Repr, PathWithin: pathWithin, Confusable: Confusable}
	addValues(&fn, sync.OnceValues(s.limits))
	addFormulas(&fn, sync.OnceValues(s.formulas))
	addQuotes(&fn, sync.OnceValues(s.quotes))
	addReaders(&fn, sync.OnceValues(s.programs))
	return fn
}

// Quotes reads how quotes and their values are compared under a rule set.
func Quotes(values Tables, set string) (*quote.Options, error) {
	return settings{values, set}.quotes()
}

// Check reports which table is missing or wrong for a rule set.
func Check(values Tables, set string) error {
	s := settings{values, set}
	_, limitsErr := s.limits()
	_, formulasErr := s.formulas()
	_, quotesErr := s.quotes()
	return errors.Join(limitsErr, formulasErr, quotesErr)
}

// settings reads tables for a rule set.
type settings struct {
	values Tables
	set    string
}

func (s settings) table(id string) (any, error) {
	if s.values == nil {
		return nil, fmt.Errorf("there is no table %q", id)
	}
	return s.values(id)
}

func (s settings) limits() (limits, error) {
	v, err := s.table(LimitsTable)
	if err != nil {
		return limits{}, err
	}
	var lim limits
	if err := tables.Section(v, s.set, &lim); err != nil {
		return limits{}, fmt.Errorf("table %q: %w", LimitsTable, err)
	}
	return lim, nil
}

// CheckLimits reports what is wrong with the values of the table claim.limits
// for a rule set.
func CheckLimits(values any, set string) error {
	return tables.Section(values, set, new(limits))
}

func (s settings) formulas() (formula.Options, error) {
	v, err := s.table(FormulaTable)
	if err != nil {
		return formula.Options{}, err
	}
	opt, err := formula.Decode(v, s.set)
	if err != nil {
		return formula.Options{}, fmt.Errorf("table %q: %w", FormulaTable, err)
	}
	return opt, nil
}

func (s settings) quotes() (*quote.Options, error) {
	units, err := s.table(UnitsTable)
	if err != nil {
		return nil, err
	}
	normalisation, err := s.table(NormalisationTable)
	if err != nil {
		return nil, err
	}
	opt, err := quote.Decode(units, normalisation, s.set)
	if err != nil {
		return nil, fmt.Errorf("tables %q and %q: %w", UnitsTable, NormalisationTable, err)
	}
	return &opt, nil
}

func addValues(fn *celenv.Functions, read func() (limits, error)) {
	fn.Same = func(a, b any) (bool, error) {
		lim, err := read()
		return err == nil && pyvalue.Equal(a, b, lim.Same), err
	}
	fn.Arguments = func(schema any) (celenv.Arguments, error) {
		lim, err := read()
		if err != nil {
			return nil, err
		}
		return toolargs.New(schema, toolargs.Options{Coerce: lim.Arguments.Coerce})
	}
}

func addFormulas(fn *celenv.Functions, read func() (formula.Options, error)) {
	fn.FormulaKeys = func(f string) ([]string, error) {
		opt, err := read()
		if err != nil {
			return nil, err
		}
		keys, err := formula.Keys(f, opt)
		return keys, authorError(err)
	}
	fn.FormulaEval = func(f string, values map[string]any) (float64, error) {
		opt, err := read()
		if err != nil {
			return 0, err
		}
		x, err := formula.Eval(f, values, opt)
		return x, authorError(err)
	}
	fn.FormulaSame = func(stated any, computed float64) (bool, error) {
		opt, err := read()
		return err == nil && formula.Same(stated, computed, opt.Tolerance), err
	}
}

// authorError marks the errors that are for the author of a formula.
func authorError(err error) error {
	var wrong *formula.Error
	if errors.As(err, &wrong) {
		return &celenv.FormulaError{Message: wrong.Message}
	}
	return err
}

func addQuotes(fn *celenv.Functions, read func() (*quote.Options, error)) {
	fn.NewDocument = func(text string) (celenv.Document, error) {
		opt, err := read()
		if err != nil {
			return nil, err
		}
		return quote.NewDocument(text, opt.Normalisation), nil
	}
	fn.QuoteProblems = func(q string, v any) ([]string, error) {
		opt, err := read()
		if err != nil {
			return nil, err
		}
		var words []string
		for _, reason := range opt.Judge(q, v).Reasons {
			words = append(words, string(reason))
		}
		return words, nil
	}
}

func pathWithin(path, directory, workingDirectory string) (bool, error) {
	inside, known := value.Within(path, directory, workingDirectory)
	if !known {
		return false, fmt.Errorf("it cannot be told whether %q lies in %q", path, directory)
	}
	return inside, nil
}
