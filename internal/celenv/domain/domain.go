// Package domain makes the domain functions of rules from the tables of a
// bundle: formulas, quotes, Python's view of values, the arguments of tools,
// paths and look-alikes.
package domain

import (
	"fmt"
	"unicode/utf8"

	"github.com/contractc/contractc/internal/celenv"
	"github.com/contractc/contractc/internal/celenv/toolargs"
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/formula"
	"github.com/contractc/contractc/internal/pyexpr"
	"github.com/contractc/contractc/internal/pyvalue"
	"github.com/contractc/contractc/internal/quote"
	"github.com/contractc/contractc/internal/tables"
	"github.com/contractc/contractc/internal/unicodedata"
	"github.com/contractc/contractc/internal/value"
)

// The ids of the tables that the functions read.
const (
	FormulaTable       = "claim.formula"
	UnitsTable         = "claim.units"
	NormalisationTable = "claim.normalisation"
	LimitsTable        = "claim.limits"
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

// Functions makes the functions for a rule set, such as "claim@2". Tables are
// the values of the bundle's tables by id, as plain values. The error says
// which table is missing or wrong.
func Functions(values map[string]any, set string) (celenv.Functions, error) {
	fn := celenv.Functions{
		Format: pyvalue.Format, Repr: pyexpr.Repr, PathWithin: pathWithin, Confusable: Confusable,
	}
	for _, id := range []string{FormulaTable, UnitsTable, NormalisationTable, LimitsTable} {
		if _, ok := values[id]; !ok {
			return fn, fmt.Errorf("there is no table %q", id)
		}
	}
	var lim limits
	if err := tables.Section(values[LimitsTable], set, &lim); err != nil {
		return fn, fmt.Errorf("table %q: %w", LimitsTable, err)
	}
	formulas, err := formula.Decode(values[FormulaTable], set)
	if err != nil {
		return fn, fmt.Errorf("table %q: %w", FormulaTable, err)
	}
	quotes, err := quote.Decode(values[UnitsTable], values[NormalisationTable], set)
	if err != nil {
		return fn, fmt.Errorf("tables %q and %q: %w", UnitsTable, NormalisationTable, err)
	}
	addValues(&fn, lim)
	addFormulas(&fn, formulas)
	addQuotes(&fn, &quotes)
	return fn, nil
}

func addValues(fn *celenv.Functions, lim limits) {
	fn.Same = func(a, b any) bool { return pyvalue.Equal(a, b, lim.Same) }
	fn.Arguments = func(schema any) (celenv.Arguments, error) {
		return toolargs.New(schema, toolargs.Options{Coerce: lim.Arguments.Coerce})
	}
}

func addFormulas(fn *celenv.Functions, opt formula.Options) {
	fn.FormulaKeys = func(f string) ([]string, error) { return formula.Keys(f, opt) }
	fn.FormulaEval = func(f string, values map[string]any) (float64, error) { return formula.Eval(f, values, opt) }
	fn.FormulaSame = func(stated any, computed float64) bool { return formula.Same(stated, computed, opt.Tolerance) }
}

func addQuotes(fn *celenv.Functions, opt *quote.Options) {
	fn.NewDocument = func(text string) celenv.Document { return quote.NewDocument(text, opt.Normalisation) }
	fn.QuoteProblems = func(q string, v any) []string {
		var words []string
		for _, reason := range opt.Judge(q, v).Reasons {
			words = append(words, string(reason))
		}
		return words
	}
}

func pathWithin(path, directory, workingDirectory string) (bool, error) {
	inside, known := value.Within(path, directory, workingDirectory)
	if !known {
		return false, fmt.Errorf("it cannot be told whether %q lies in %q", path, directory)
	}
	return inside, nil
}

// Confusable reports whether a text can be taken for another one: it holds a
// character that is invisible or that a display obeys, one outside ASCII that
// looks like one of ASCII, or a word with letters of several scripts. The
// scripts that are written together in East Asia count as one.
func Confusable(s string) bool {
	if !utf8.ValidString(s) || diag.Neutralise(s) != s {
		return true
	}
	script := unicodedata.Common
	for _, r := range s {
		if _, looksLike := unicodedata.ASCIILookalike(r); looksLike && r > 0x7E {
			return true
		}
		switch own := scriptOf(r); {
		case own == unicodedata.Inherited:
		case own == unicodedata.Common || script == unicodedata.Common || own == script:
			script = own
		default:
			return true
		}
	}
	return false
}

func scriptOf(r rune) unicodedata.Script {
	switch s := unicodedata.ScriptOf(r); s {
	case unicodedata.Hiragana, unicodedata.Katakana, unicodedata.Bopomofo, unicodedata.Hangul:
		return unicodedata.Han
	default:
		return s
	}
}
