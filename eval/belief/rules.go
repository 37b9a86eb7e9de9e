package belief

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/internal/celenv/domain"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/formula"
	"github.com/contractc/contractc/internal/pyvalue"
	"github.com/contractc/contractc/internal/quote"
	"github.com/contractc/contractc/internal/tables"
)

// Table is the id of the bundle's table that the rules of beliefs come from.
const Table = "claim.state"

// setPrefix begins the name of the rule set whose sections of tables count.
const setPrefix = "claim@"

// Rules are what a bundle says of beliefs. They do not change and may be used by
// several goroutines.
type Rules struct {
	table   table
	same    pyvalue.Tolerance
	formula formula.Options
	quote   *quote.Options
}

// table is a section of the table claim.state.
type table struct {
	Priors       map[string]float64 `json:"priors"`
	Prior        float64            `json:"prior"`
	Weight       float64            `json:"weight"`
	Trust        map[string]float64 `json:"trust"`
	DefaultTrust string             `json:"default_trust"`
	Visible      struct {
		Confidence float64 `json:"confidence"`
		Beliefs    int     `json:"beliefs"`
	} `json:"visible"`
	Attempts int64    `json:"attempts"`
	Wrong    []string `json:"wrong"`
	Unless   []string `json:"unless"`
	Baseless bool     `json:"baseless"`
}

// A RulesError says what is wrong with the tables of a bundle.
type RulesError struct{ Message string }

// Error returns the message.
func (e *RulesError) Error() string { return e.Message }

// NewRules reads the rules of beliefs from a catalog, for the version of the
// claim rules that is among the rule sets in force, such as claim@2. The error
// is a *RulesError: a table is missing or wrong, or no version is in force.
func NewRules(from *catalog.Catalog, sets []string) (*Rules, error) {
	at := slices.IndexFunc(sets, func(s string) bool { return strings.HasPrefix(s, setPrefix) })
	if at < 0 {
		return nil, &RulesError{"no version of the claim rules is in force, so there are no rules of beliefs"}
	}
	t := &tableReader{from: from, set: sets[at]}
	r := &Rules{}
	t.section(Table, &r.table)
	if t.err == nil {
		t.err = inTable(Table, r.table.check(from))
	}
	units, normalisation := t.values(domain.UnitsTable), t.values(domain.NormalisationTable)
	formulas := t.values(domain.FormulaTable)
	var shared struct {
		Same      pyvalue.Tolerance `json:"same"`
		Arguments any               `json:"arguments"`
	}
	t.section(domain.LimitsTable, &shared)
	if t.err != nil {
		return nil, t.err
	}
	r.same = shared.Same
	options, err := quote.Decode(units, normalisation, t.set)
	if err != nil {
		return nil, inTable(domain.UnitsTable, err)
	}
	r.quote = &options
	if r.formula, err = formula.Decode(formulas, t.set); err != nil {
		return nil, inTable(domain.FormulaTable, err)
	}
	return r, nil
}

// tableReader reads tables for a rule set until one is missing or wrong.
type tableReader struct {
	from *catalog.Catalog
	set  string
	err  error
}

// values returns the plain values of a table.
func (t *tableReader) values(id string) any {
	if t.err != nil {
		return nil
	}
	found := t.from.Table(id)
	if found == nil {
		t.err = &RulesError{fmt.Sprintf("no bundle has the table %q; load the default bundle beside yours, as --bundle embedded does", id)}
		return nil
	}
	n, problems := doc.ReadJSON(found.File, []byte(found.Values), doc.DefaultLimits())
	if problems.HasErrors() {
		t.err = inTable(id, problems)
	}
	return n.Plain()
}

// section decodes what a table holds for the rule set.
func (t *tableReader) section(id string, into any) {
	if values := t.values(id); t.err == nil {
		t.err = inTable(id, tables.Section(values, t.set, into))
	}
}

// inTable names the table in an error; nil stays nil.
func inTable(id string, err error) error {
	if err == nil {
		return nil
	}
	return &RulesError{fmt.Sprintf("the table %q: %v", id, err)}
}

// check reports a value that is out of its range, and a rule that no bundle has.
func (t *table) check(from *catalog.Catalog) error {
	for _, id := range slices.Concat(t.Wrong, t.Unless) {
		if from.Rule(id) == nil {
			return fmt.Errorf("no bundle has the rule %q", id)
		}
	}
	for _, group := range []map[string]float64{t.Priors, t.Trust, {"prior": t.Prior, "visible.confidence": t.Visible.Confidence}} {
		for _, name := range slices.Sorted(maps.Keys(group)) {
			if p := group[name]; !(p >= 0 && p <= 1) {
				return fmt.Errorf("%q is not between 0 and 1", name)
			}
		}
	}
	_, known := t.Trust[t.DefaultTrust]
	switch {
	case !known:
		return fmt.Errorf("default_trust is %q, which trust does not have", t.DefaultTrust)
	case !(t.Weight > 0) || math.IsInf(t.Weight, 0):
		return fmt.Errorf("weight is not above 0")
	case t.Visible.Beliefs < 1 || t.Attempts < 1:
		return fmt.Errorf("visible.beliefs and attempts are not above 0")
	}
	return nil
}

// Trust returns the confidence in the results of a tool by the word for the
// trust in it, such as low; the default one for an empty word. It reports false
// for a word that the bundle does not have.
func (r *Rules) Trust(word string) (float64, bool) {
	if word == "" {
		word = r.table.DefaultTrust
	}
	p, ok := r.table.Trust[word]
	return p, ok
}

// prior is how reliable a source is before anything is known of it.
func (r *Rules) prior(source string) float64 {
	kind, _, _ := strings.Cut(source, ":")
	if p, ok := r.table.Priors[kind]; ok {
		return p
	}
	return r.table.Prior
}

// equal reports whether two values of a key are the same.
func (r *Rules) equal(a, b any) bool { return pyvalue.Equal(a, b, r.same) }
