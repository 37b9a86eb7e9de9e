package main

import (
	"context"
	"errors"
	"regexp"
	"runtime"
	"time"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/mutate"
	"github.com/contractc/contractc/internal/report"
	"github.com/contractc/contractc/schema"
	"github.com/spf13/cobra"
)

// mutateFlags say whether mutants are tested, and which.
type mutateFlags struct {
	mutate    bool
	limit     int
	time      time.Duration
	noSolver  bool
	solvers   solverFlags
	mutations constraintFlags
}

// solverTime is how long solvers may take for one survivor where nothing else is said.
const solverTime = 5 * time.Second

func (f *mutateFlags) add(c *cobra.Command) {
	c.Flags().BoolVar(&f.mutate, "mutate", false, "change one element at a time, and list the changes that no test notices")
	c.Flags().IntVar(&f.limit, "limit", 0, "with --mutate, at most `N` mutants, spread evenly over all")
	c.Flags().DurationVar(&f.time, "mutant-timeout", mutate.DefaultLimit, "with --mutate, how long the tests of one mutant may take")
	c.Flags().DurationVar(&f.solvers.timeout, "solver-timeout", solverTime, "with --mutate, how long solvers may take for one survivor")
	c.Flags().BoolVar(&f.noSolver, "no-solver", false, "with --mutate, ask no solver whether survivors mean the same")
}

func (f *mutateFlags) check() error {
	switch {
	case f.limit < 0:
		return usagef("--limit is a number of mutants, not %d", f.limit)
	case !f.mutate && (f.limit != 0 || f.noSolver || f.time != mutate.DefaultLimit || f.solvers.timeout != solverTime):
		return usagef("--limit, --no-solver, --mutant-timeout and --solver-timeout go with --mutate")
	case f.time <= 0 || f.solvers.timeout <= 0:
		return usagef("--mutant-timeout and --solver-timeout are longer than nothing")
	}
	return nil
}

// mutants tests the tests.
func (a *app) mutants(ctx context.Context, f *testFlags, match *regexp.Regexp) error {
	sources, err := a.sources()
	if err != nil {
		return err
	}
	if len(sources) == 0 {
		sources = []catalog.Source{embeddedSource()}
	}
	ctx = orBackground(ctx)
	run, problems, err := mutate.New(ctx, sources, mutate.Options{Locale: defaultLocale, Limit: f.time, Workers: runtime.GOMAXPROCS(0)})
	a.report(problems, sourceText(sources))
	var failing *mutate.FailingError
	switch {
	case errors.As(err, &failing):
		return errors.Join(a.writeText(testText(failing.Report, true)), &exitError{code: exitNo, err: err})
	case err != nil:
		return err
	case run == nil:
		return exitWith(exitBundle)
	}
	all := run.Mutants()
	judged := mutate.Sample(mutate.Matching(all, match), f.limit)
	if err := run.Judge(ctx, judged); err != nil {
		return err
	}
	unasked, err := f.mutateFlags.prove(ctx, run, judged)
	if err != nil {
		return err
	}
	r, stale := run.Report(all, judged)
	r.Solver = unasked
	a.report(stale, sourceText(sources))
	return a.deliver(&f.reportFlags, &rendering{
		text:     func() (string, error) { return mutantsText(r), nil },
		document: r,
		report:   report.OfMutants(r),
		exit:     mutantsCode(r, stale),
	})
}

// prove asks the solvers about survivors; it says why none is asked.
func (f *mutateFlags) prove(ctx context.Context, run *mutate.Run, judged []*mutate.Mutant) (*string, error) {
	if f.noSolver {
		return &[]string{"no solver is to be asked"}[0], nil
	}
	prover, err := f.solvers.prover(f.mutations.options(run.Catalog()))
	if err != nil {
		why := err.Error()
		return &why, nil
	}
	return nil, run.Prove(ctx, judged, prover)
}

// mutantsCode is the exit code of mutants: where nothing was changed, nothing was
// tested.
func mutantsCode(r *schema.MutationReport, stale diag.List) int {
	switch {
	case r.Survived > 0 || len(r.Mutants) == 0 || len(stale) > 0:
		return exitNo
	case r.Stopped > 0:
		return exitUndecided
	default:
		return exitOK
	}
}

// mutantsText is a report of mutants as a person reads it.
func mutantsText(r *schema.MutationReport) string {
	w := &textWriter{}
	for i := range r.Mutants {
		m := &r.Mutants[i]
		if m.Outcome != schema.MutantOutcomeSurvived && m.Outcome != schema.MutantOutcomeStopped {
			continue
		}
		w.line("%s:%d:%d: %s: %s %s", m.File, m.Line, m.Column, m.Outcome, m.Element, m.Id)
		w.line("    %s", report.MutantTitle(m))
		if m.Reason != nil {
			w.line("    %s", *m.Reason)
		}
	}
	if len(r.Mutants) == 0 {
		w.line("there is nothing to change")
		return w.String()
	}
	w.line("%d mutants: %d killed, %d survived, %d refused when loaded, %d proved equivalent, %d equivalent by a reviewed reason, %d stopped",
		len(r.Mutants), r.Killed, r.Survived, r.Rejected, r.Proved, r.Reviewed, r.Stopped)
	if r.Solver != nil && r.Survived > 0 {
		w.line("no solver was asked about the survivors: %s", *r.Solver)
	}
	return w.String()
}
