package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/lint"
	"github.com/contractc/contractc/internal/lower"
	"github.com/contractc/contractc/internal/report"
	"github.com/contractc/contractc/internal/solver"
	"github.com/spf13/cobra"
)

// lintFlags are the flags of lint.
type lintFlags struct {
	solverFlags
	guarantees []string
	imports    []string
	context    string
	fix, diff  bool
	reportFlags
}

func (a *app) lintCommand() *cobra.Command {
	f := &lintFlags{}
	c := &cobra.Command{
		Use:   "lint [DIR...]",
		Short: "Find what is valid and yet wrong in bundles and in contract expressions",
		Long: `Find what is valid and yet wrong: in the bundles in the folders, in the embedded
bundle where neither a folder nor an expression is named, in the expressions of
-g, and in the guarantees of a context.

Some rules ask a solver for a witness, z3 or cvc5; without one, what they would
have looked at is listed as not checked. --output writes reports for other
programs beside what is printed, such as sarif=FILE.

--fix makes the changes that are safe: those that alter nothing that is decided or
shown. They are made in memory until none is left, and files are written then, each
whole or not at all; nothing is written where the bundle would not load any more.

Exit codes: 2 where there are findings, 4 where there are none and something was
not checked, otherwise 0; with --fix, of what is left.`,
		RunE: func(c *cobra.Command, args []string) error { return a.lint(orBackground(c.Context()), args, f) },
	}
	c.Flags().StringArrayVarP(&f.guarantees, "guarantee", "g", nil, "contract `EXPRESSION` to look at (repeats)")
	c.Flags().StringArrayVar(&f.imports, "import", nil, "`ALIAS=MODULE` for the first name of an expression (repeats)")
	c.Flags().StringVar(&f.context, "context", "", "`FILE` with a context whose guarantees are looked at")
	c.Flags().BoolVar(&f.fix, "fix", false, "make the changes that alter nothing that is decided or shown, and look again")
	c.Flags().BoolVar(&f.diff, "diff", false, "show what --fix would change and write nothing")
	f.solverFlags.add(c)
	f.reportFlags.add(c)
	return c
}

func (a *app) lint(ctx context.Context, folders []string, f *lintFlags) error {
	if err := f.solverFlags.check(); err != nil {
		return err
	}
	if err := f.reportFlags.check(); err != nil {
		return err
	}
	a.bundles = append(a.bundles, folders...)
	if (f.fix || f.diff) && len(a.writtenBundles()) == 0 {
		return usagef("--fix changes files: name the folder of a bundle")
	}
	from, sources, err := a.files()
	if err != nil {
		return err
	}
	subject, source, err := a.lintSubject(from, f)
	if err != nil {
		return err
	}
	result := lint.Run(ctx, subject, lint.Rules())
	if f.fix || f.diff {
		return a.lintFixed(ctx, f, sources, from, result)
	}
	return a.deliverLint(f, from, result, source, "")
}

// lintFixed makes fixes, and writes them unless only the difference is asked for.
func (a *app) lintFixed(ctx context.Context, f *lintFlags, sources []catalog.Source, from *catalog.Catalog, found *lint.Result) error {
	x := &fixing{app: a, sources: sources, texts: map[string]string{}, before: map[string][]byte{}}
	for _, lib := range from.Libraries {
		if lib.Folder != nil {
			x.foreign = append(x.foreign, from.Display(lib, lib.ID)+"/")
		}
	}
	result, err := x.run(ctx, f, found)
	if err != nil {
		return err
	}
	if f.diff {
		return a.deliverLint(f, from, found, x.original, x.diff())
	}
	if err := x.write(); err != nil {
		return err
	}
	if from, _, err = a.files(); err != nil { // as the files are now
		return err
	}
	return a.deliverLint(f, from, result, x.text, "")
}

// deliverLint writes what was found, and before it what would change.
func (a *app) deliverLint(f *lintFlags, from *catalog.Catalog, result *lint.Result, source func(string) ([]byte, bool), before string) error {
	return a.deliver(&f.reportFlags, &rendering{
		text: func() (string, error) {
			text, err := lintText(result, source)
			return before + text, err
		},
		document: result.Report(eval.Identities(from)),
		report:   report.OfLint(result),
		exit:     lintCode(result),
	})
}

func lintCode(r *lint.Result) int {
	switch {
	case len(r.Findings) > 0:
		return exitNo
	case len(r.NotChecked) > 0:
		return exitUndecided
	}
	return exitOK
}

// lintSubject is what is looked at, with the text of the files in it.
func (a *app) lintSubject(from *catalog.Catalog, f *lintFlags) (*lint.Subject, func(string) ([]byte, bool), error) {
	s := &lint.Subject{Catalog: from}
	if err := f.findProver(s); err != nil {
		return nil, nil, err
	}
	written, err := a.contextFile(f.context)
	if err != nil {
		return nil, nil, err
	}
	if s.Guarantees, err = a.lintGuarantees(from, &written, f); err != nil {
		return nil, nil, err
	}
	if len(a.bundles) > 0 || len(f.guarantees) == 0 && f.context == "" {
		s.Libraries = lintLibraries(from, max(1, len(a.bundles)))
	}
	sources, err := a.sources()
	if err != nil {
		return nil, nil, err
	}
	return s, lintSource(f.context, written.text, sourceText(sources)), nil
}

// findProver finds the solvers; a subject without one says why.
func (f *lintFlags) findProver(s *lint.Subject) error {
	of := eval.MonitorOptions(s.Catalog)
	prover, err := f.prover(lower.Options{Facts: of.Facts, Cells: of.Cells})
	var missing *solver.MissingError
	if errors.As(err, &missing) {
		s.NoProver = missing.Error()
		return nil
	}
	s.Prover = prover
	return err
}

// lintSource gives the text of an expression, of the context, or of a file of the
// bundles.
func lintSource(context string, text []byte, inBundle func(string) ([]byte, bool)) func(string) ([]byte, bool) {
	return func(file string) ([]byte, bool) {
		if expression, ok := expressionText(file); ok {
			return expression, true
		}
		if text != nil && file == context {
			return text, true
		}
		return inBundle(file)
	}
}

// lintLibraries are the libraries of the first bundles.
func lintLibraries(from *catalog.Catalog, bundles int) []*index.Library {
	var out []*index.Library
	for _, b := range from.Bundles[:bundles] {
		out = append(out, b.Libraries...)
	}
	return out
}

// lintGuarantees binds the expressions of the flags and of a context.
func (a *app) lintGuarantees(from *catalog.Catalog, written *contextFile, f *lintFlags) ([]lint.Guarantee, error) {
	guarantees, err := a.bound(from, f.guarantees, f.imports)
	if err != nil {
		return nil, err
	}
	var out []lint.Guarantee
	for _, g := range guarantees {
		out = append(out, lint.Guarantee{Guarantee: g, File: eval.ExpressionPrefix + g.Invocation.Expression})
	}
	imports := map[string]string{}
	for _, i := range written.Imports {
		imports[i.Alias] = i.Module
	}
	for i, expression := range written.Guarantees {
		g, problems := from.Bind(expression, imports)
		if problems.HasErrors() {
			a.reportContext(*written, eval.PlacedInContext(written.written, i, expression, problems))
			return nil, exitWith(exitUsage)
		}
		out = append(out, lint.Guarantee{Guarantee: g, File: f.context, Node: written.written.Node.Get("guarantees").Items[i]})
	}
	return out, nil
}

// lintText is what was found for a person.
func lintText(r *lint.Result, source func(string) ([]byte, bool)) (string, error) {
	var problems strings.Builder
	if err := diag.Write(&problems, r.Diagnostics(), source, maxDiagnostics); err != nil {
		return "", err
	}
	w := &textWriter{}
	for i := range r.NotChecked {
		n := &r.NotChecked[i]
		place := n.Place.File
		if n.Place.Range.Known() {
			place += ":" + n.Place.Range.Start.String()
		}
		w.line("%s: not checked by %s: %s", place, n.Rule.ID, n.Reason)
	}
	for i := range r.Fixed {
		f := &r.Fixed[i]
		w.line("%s:%s: fixed: %s [%s]", diag.Neutralise(f.Place.File), f.Place.Range.Start, diag.Neutralise(f.Fix.Description), f.Rule.ID)
	}
	if len(r.Fixed) > 0 {
		w.line("%d fixed", len(r.Fixed))
	}
	w.line("%s, %s", counted(len(r.Findings), "finding"), counted(len(r.Rules), "rule"))
	return problems.String() + w.String(), nil
}

// counted is a number of things in words.
func counted(n int, thing string) string {
	switch n {
	case 0:
		return "no " + thing + "s"
	case 1:
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
