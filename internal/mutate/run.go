package mutate

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/policytest"
	"github.com/contractc/contractc/internal/regorules"
	"github.com/contractc/contractc/schema"
)

// Options say how mutants are judged. Zero values mean the defaults.
type Options struct {
	Locale  string        // of the cards that cases expect
	Limit   time.Duration // of one mutant; DefaultLimit where it is zero
	Workers int           // how many mutants are judged at a time; one where it is zero
}

// DefaultLimit is how long the tests of one mutant may take.
const DefaultLimit = 10 * time.Second

// Run is the mutation testing of some bundles.
type Run struct {
	editor   *catalog.Editor
	options  Options
	runner   *policytest.Runner
	cases    []testedCase
	rego     []regorules.Test
	outputs  []*policytest.OutputCase
	reviewed []*reviewed
	tests    int64
}

// testedCase is a case with what it exercises.
type testedCase struct {
	*policytest.Case
	touched *policytest.Touched
}

// FailingError says that the tests do not all pass on the bundles as they are, so
// that nothing can be said of mutants.
type FailingError struct{ Report *schema.TestReport }

// Error counts the tests that do not pass.
func (e *FailingError) Error() string {
	return fmt.Sprintf("%d tests do not pass on the bundle as it is; mend them first", e.Report.Failed+e.Report.Errors)
}

// New loads bundles and runs their tests once. The list has what is wrong with
// them, with their tests and with their lists of mutants; with errors in it
// there is no run. The error is a *FailingError, or says that a case that passes
// cannot be decided again.
func New(ctx context.Context, sources []catalog.Source, opt Options) (*Run, diag.List, error) {
	if opt.Limit <= 0 {
		opt.Limit = DefaultLimit
	}
	editor, problems := eval.Edit(sources)
	if editor == nil {
		return nil, problems, nil
	}
	r := &Run{editor: editor, options: opt}
	files := policytest.Files(editor.Catalog())
	suite, found := policytest.NewSuite(editor.Catalog(), opt.Locale)
	problems.Add(found...)
	r.reviewed, found = readReviewed(files)
	problems.Add(found...)
	if suite == nil || problems.HasErrors() {
		return nil, problems, nil
	}
	report := suite.Run(ctx, nil)
	if report.Failed+report.Errors > 0 {
		return nil, problems, &FailingError{report}
	}
	r.tests = report.Passed
	return r, problems, r.exercise(ctx, files)
}

// exercise decides every case once more, to know what it exercises.
func (r *Run) exercise(ctx context.Context, files []*policytest.File) (err error) {
	cases, problems := policytest.Cases(r.editor.Catalog(), files)
	tests, found := regorules.CompileTests(r.editor.Catalog().RegoSources())
	problems.Add(found...)
	if problems.HasErrors() {
		return problems
	}
	r.rego = tests.List()
	if r.outputs, problems = policytest.OutputCases(r.editor.Catalog(), files); problems.HasErrors() {
		return problems
	}
	if len(cases) == 0 {
		return nil
	}
	if r.runner, err = policytest.NewRunner(r.editor.Catalog(), r.options.Locale); err != nil {
		return err
	}
	for _, c := range cases {
		touched, err := r.runner.Touched(ctx, c)
		if err != nil {
			return fmt.Errorf("%s: %w", c.Name, err)
		}
		r.cases = append(r.cases, testedCase{c, touched})
	}
	return nil
}

// touches reports whether a case exercises what a mutant changes.
func (r *Run) touches(m *Mutant, t *policytest.Touched) bool {
	switch m.Element {
	case schema.MutatedElementContract:
		return slices.Contains(t.Contracts, m.Id)
	case schema.MutatedElementMapping:
		return slices.Contains(t.Mappings, m.Id)
	case schema.MutatedElementPrecondition:
		return slices.Contains(t.Effects, m.effect)
	case schema.MutatedElementEffect:
		return slices.Contains(t.Effects, m.effect) || slices.ContainsFunc(t.Contracts, m.inLibrary)
	case schema.MutatedElementFact:
		return slices.Contains(t.Facts, m.Id)
	case schema.MutatedElementRule, schema.MutatedElementModule:
		return slices.ContainsFunc(t.Rules, func(id string) bool { return r.sharesFile(m, id) })
	default:
		return false
	}
}

// inLibrary reports whether an id is of the library of a mutant.
func (m *Mutant) inLibrary(id string) bool { return strings.HasPrefix(id, m.Library+".") }

// sharesFile reports whether a rule is the one that a mutant changes, or may read
// what it changes: rules in Rego read each other's modules.
func (r *Run) sharesFile(m *Mutant, id string) bool {
	if id == m.Id {
		return true
	}
	rule := r.editor.Catalog().Rule(id)
	return m.Element == schema.MutatedElementModule && rule != nil && rule.Package != ""
}

// Catalog is the catalog of the bundles as they are.
func (r *Run) Catalog() *catalog.Catalog { return r.editor.Catalog() }
