package main

import (
	"context"
	"errors"
	"regexp"
	"runtime/debug"
	"strings"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/internal/policytest"
	"github.com/contractc/contractc/internal/report"
	"github.com/contractc/contractc/schema"
	"github.com/spf13/cobra"
)

// testFlags are the flags of test.
type testFlags struct {
	run            string
	propertyTraces int
	reportFlags
	mutateFlags
	watch    bool
	update   bool
	coverage bool
	minimum  int
}

func (a *app) testCommand() *cobra.Command {
	f := &testFlags{}
	c := &cobra.Command{
		Use:   "test [DIR]",
		Short: "Run the tests of a bundle: cases, Rego tests and the examples of contracts",
		Long: `Run the tests that stand in a bundle's folder: the cases below tests/, the rules
test_... of Rego, and the examples and counter-examples of contracts. Rules that
no case makes fire are listed. Rules that are twins are compared, and what must be
so of a contract on any trace is tried on generated ones.

--mutate tests the tests: one operator, bound, effect or other part of the bundle
is changed at a time, as a mistake would change it, and every change that no test
notices is listed. --run then chooses by element, file and kind of change.

The exit code is 2 where a test does not pass, and also where there is none.
--output writes reports for other programs beside what is printed, such as
junit=FILE; the file - is standard output.`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 1 {
				return usagef("name one folder, or several with --bundle")
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error {
			a.bundles = append(a.bundles, args...)
			return a.test(c.Context(), f)
		},
	}
	c.Flags().StringVar(&f.run, "run", "", "run only tests whose name, subject or file the `REGEXP` finds")
	c.Flags().BoolVar(&f.watch, "watch", false, "run again whenever a file of a bundle changes, until it is interrupted")
	c.Flags().BoolVar(&f.update, "update", false, "write into the files of cases what is decided now, and print what that changes; not where CI is set")
	c.Flags().BoolVar(&f.coverage, "coverage", false, "list what the tests reach of no rule: conditions never true or never false, outputs, statements of Rego")
	c.Flags().IntVar(&f.minimum, "min-coverage", 0, "end with 2 where less than this `PERCENT` of the rules is reached")
	c.Flags().IntVar(&f.propertyTraces, "property-traces", 0, "read `N` generated traces of every contract with all readers; without it a few, and most contracts by the monitor alone")
	f.reportFlags.add(c)
	f.mutateFlags.add(c)
	return c
}

func (a *app) test(ctx context.Context, f *testFlags) error {
	match, err := pattern(f.run)
	if err != nil {
		return err
	}
	if err := errors.Join(f.mutateFlags.check(), f.reportFlags.check(), a.namedBundle()); err != nil {
		return err
	}
	switch {
	case f.propertyTraces < 0 || f.propertyTraces > maxPropertyTraces:
		return usagef("--property-traces: at most %d, and not below 0", maxPropertyTraces)
	case f.minimum < 0 || f.minimum > 100:
		return usagef("--min-coverage is a number of percent from 0 to 100, not %d", f.minimum)
	case f.mutate && (f.watch || f.update || f.coverage || f.minimum > 0 || f.propertyTraces > 0):
		return usagef("--mutate goes with neither --watch nor --update nor --coverage nor --property-traces")
	case f.watch && f.update:
		return usagef("--watch does not go with --update: what changes is for a person to review")
	case f.mutate:
		return a.mutants(ctx, f, match)
	case f.watch:
		return a.watch(ctx, f)
	case f.update:
		if err := a.update(orBackground(ctx), match); err != nil {
			return err
		}
	}
	return a.testOnce(ctx, f)
}

// testOnce runs the tests that --run chooses.
func (a *app) testOnce(ctx context.Context, f *testFlags) error {
	match, err := pattern(f.run)
	if err != nil {
		return err
	}
	from, sources, err := a.files()
	if err != nil {
		return err
	}
	suite, problems := policytest.NewSuite(from, defaultLocale)
	a.report(problems, sourceText(sources))
	if suite == nil {
		return exitWith(exitBundle)
	}
	if err := suite.AddProperties(f.propertyTraces); err != nil {
		return err
	}
	r := suite.Run(orBackground(ctx), match)
	if f.coverage || f.minimum > 0 {
		if r.Coverage, err = policytest.Cover(orBackground(ctx), from, defaultLocale, match); err != nil {
			return err
		}
	}
	return a.deliver(&f.reportFlags, &rendering{
		text:     func() (string, error) { return testText(r, match == nil), nil },
		document: r,
		report:   report.OfTests(r),
		exit:     max(testCode(r), coverageCode(r.Coverage, f.minimum)),
	})
}

// maxPropertyTraces bounds the traces that are generated for each contract.
const maxPropertyTraces = 100_000

// coverageCode is the exit code of a coverage that must have a size.
func coverageCode(c *schema.TestCoverage, minimum int) int {
	if minimum > 0 && (c.Points == 0 || c.Reached*100 < int64(minimum)*c.Points) {
		return exitNo
	}
	return exitOK
}

// testCode is the exit code of tests: where nothing was tested it is no success.
func testCode(r *schema.TestReport) int {
	if r.Failed+r.Errors > 0 || r.Passed == 0 {
		return exitNo
	}
	return exitOK
}

// pattern compiles the pattern of a flag; nil where there is none.
func pattern(text string) (*regexp.Regexp, error) {
	if text == "" {
		return nil, nil
	}
	match, err := regexp.Compile(text)
	if err != nil {
		return nil, usagef("--run: %w", err)
	}
	return match, nil
}

// filesGCPercent is how far the heap may grow between collections, in percent of
// what is in use, where whole bundles are in memory.
const filesGCPercent = 100

// files loads the bundles that the flags name, or the default one, from their
// files, tests included.
func (a *app) files() (*catalog.Catalog, []catalog.Source, error) {
	debug.SetGCPercent(filesGCPercent)
	if err := a.namedBundle(); err != nil {
		return nil, nil, err
	}
	sources, err := a.sources()
	if err != nil {
		return nil, nil, err
	}
	return a.whole(sources, nil)
}

// testText is a report as a person reads it; whole says that all tests were run, so
// that it means something which rules fire in none.
func testText(r *schema.TestReport, whole bool) string {
	w := &textWriter{}
	for _, t := range r.Tests {
		if t.Outcome != schema.TestOutcomeFailed && t.Outcome != schema.TestOutcomeError {
			continue
		}
		subject := ""
		if t.Subject != nil {
			subject = *t.Subject + ", "
		}
		w.line("%s:%d:%d: %s: %s%s", t.File, t.Line, t.Column, t.Outcome, subject, t.Name)
		for _, m := range t.Messages {
			w.line("    %s", m)
		}
	}
	var silent []string
	for _, rule := range r.Rules {
		if rule.Fired == 0 {
			silent = append(silent, rule.Rule)
		}
	}
	if len(r.Tests) == 0 {
		w.line("nothing was tested")
	} else {
		w.line("%d passed, %d failed, %d errors, %d skipped", r.Passed, r.Failed, r.Errors, r.Skipped)
		if whole {
			w.line("%d of %d rules fire in a case%s", len(r.Rules)-len(silent), len(r.Rules), silentText(silent))
		}
	}
	if r.Coverage != nil {
		coverageText(w, r.Coverage)
	}
	return w.String()
}

func silentText(rules []string) string {
	if len(rules) == 0 {
		return ""
	}
	return "; not " + strings.Join(rules, ", ")
}

// coverageText lists what no test reaches.
func coverageText(w *textWriter, c *schema.TestCoverage) {
	for _, g := range c.Gaps {
		why := ""
		if len(g.Reasons) > 0 {
			why = " (" + strings.Join(g.Reasons, ", ") + ")"
		}
		w.line("%s:%d:%d: %s%s: %s", g.File, g.Line, g.Column, g.Missing, why, g.Text)
	}
	if c.Points > 0 {
		w.line("%d of %d points of the rules are reached, %d %%", c.Reached, c.Points, c.Reached*100/c.Points)
	}
}
