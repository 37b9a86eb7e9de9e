package main

import (
	"context"
	"runtime"
	"slices"
	"strings"

	"github.com/contractc/contractc/internal/policydiff"
	"github.com/contractc/contractc/internal/solver"
	"github.com/contractc/contractc/schema"
	"github.com/spf13/cobra"
)

// diffFlags are the flags of diff.
type diffFlags struct {
	solverFlags
	registryFlags
	fail   []string
	format string
	replay []string
	cards  []string
	tests  bool
}

func (a *app) diffCommand() *cobra.Command {
	f := &diffFlags{}
	c := &cobra.Command{
		Use:   "diff OLD NEW",
		Short: "Say what changed in meaning between two versions of a bundle",
		Long: `Say for each contract, rule, mapping, precondition and every other element of two
versions of a bundle whether it was reworded, tightened or loosened, or whether
that cannot be said, with a trace that shows it, and which step of its version
that calls for.

OLD and NEW are folders, archives, revisions such as git:main:policies, images such
as oci:HOST/NAME@sha256:…, or embedded. With --trust or --pin both are judged; what
has expired, and older versions, are read and noted. --bundle adds a bundle to both.
z3 and cvc5 are asked, which must stand on PATH; without them, what they would be
asked is unknown.

--replay judges recorded turns under both versions, in the form of contractc eval
--ndjson, and says which decisions change; --replay-tests does so with the replies
of the bundles' own tests. --cards does so too and compares the cards.

Exit codes: 0 nothing that it fails on, 2 something that it fails on, 4 something
that it may fail on and that is not known.`,
		Args: exactArgs(2, "two versions"),
		RunE: func(c *cobra.Command, args []string) error { return a.diff(orBackground(c.Context()), args, f) },
	}
	f.solverFlags.add(c)
	f.registryFlags.add(c)
	formatFlag(c, &f.format, "text", "json", "markdown")
	c.Flags().StringArrayVar(&f.replay, "replay", nil, "`FILE` of recorded turns, one JSON document a line, to judge under both (repeats)")
	c.Flags().BoolVar(&f.tests, "replay-tests", false, "judge the replies of the bundles' tests under both")
	c.Flags().StringArrayVar(&f.cards, "cards", nil, "`FILE` of recorded turns of which the cards are compared (repeats)")
	c.Flags().StringArrayVar(&f.fail, "fail-on", nil, "`WHAT` to fail on: "+strings.Join(failureWords(), ", ")+" (repeats; loosened and incomparable where not given)")
	return c
}

func failureWords() []string {
	var words []string
	for _, f := range schema.DiffFailureValues() {
		words = append(words, string(f))
	}
	return words
}

// failures reads --fail-on.
func (f *diffFlags) failures() ([]schema.DiffFailure, error) {
	var list []schema.DiffFailure
	for _, word := range f.fail {
		if !slices.Contains(failureWords(), word) {
			return nil, usagef("--fail-on: it is one of %s, not %q", strings.Join(failureWords(), ", "), word)
		}
		list = append(list, schema.DiffFailure(word))
	}
	return list, nil
}

// judging reports whether replies are to be judged.
func (f *diffFlags) judging() bool { return len(f.replay)+len(f.cards) > 0 || f.tests }

func (a *app) diff(ctx context.Context, args []string, f *diffFlags) error {
	if err := f.check(); err != nil {
		return err
	}
	on, err := f.failures()
	if err != nil {
		return err
	}
	a.trust.reading = true
	var sides [2]policydiff.Side
	for i, arg := range args {
		if sides[i], err = a.diffSide(ctx, arg, f); err != nil {
			return err
		}
	}
	report, err := policydiff.Compare(ctx, sides[0], sides[1], f.options())
	if err != nil {
		return usagef("%w", err)
	}
	if err := a.addReplay(ctx, report, sides, f); err != nil {
		return err
	}
	policydiff.Fail(report, on)
	if err := a.writeDiff(report, f.format); err != nil {
		return err
	}
	return exitWith(diffCode(report))
}

// addReplay adds to a report what is judged under both versions.
func (a *app) addReplay(ctx context.Context, report *schema.DiffReport, sides [2]policydiff.Side, f *diffFlags) error {
	if !f.judging() {
		return nil
	}
	j, err := a.diffJudges(sides[0], sides[1])
	if err != nil {
		return err
	}
	turns, err := j.turns(ctx, slices.Concat(f.replay, f.cards))
	if err != nil {
		return err
	}
	var tests []policydiff.Turn
	if f.tests {
		if tests, err = diffTests(ctx, sides[0], sides[1]); err != nil {
			return &exitError{code: exitBundle, err: err}
		}
	}
	policydiff.AddReplay(report, turns, tests)
	if len(f.cards) > 0 {
		policydiff.AddCards(report, slices.DeleteFunc(turns, func(t policydiff.Turn) bool { return !slices.Contains(f.cards, t.Source) }))
	}
	return nil
}

// options are those of the comparison. A solver that is missing is no error: it
// may not be needed.
func (f *diffFlags) options() policydiff.Options {
	opt := policydiff.Options{Timeout: f.timeout, Parallel: runtime.NumCPU()}
	var names []string
	if f.solver != "" {
		names = []string{f.solver}
	}
	opt.Solvers, opt.NoSolver = solver.Find(names...)
	return opt
}

func (a *app) writeDiff(report *schema.DiffReport, format string) error {
	switch format {
	case "json":
		return a.writeJSON(report)
	case "markdown":
		return a.writeText(policydiff.Markdown(report))
	}
	return a.writeText(policydiff.Text(report))
}

// diffCode is the exit code of a comparison.
func diffCode(r *schema.DiffReport) int {
	switch {
	case len(r.Fails) > 0:
		return exitNo
	case r.Undecided:
		return exitUndecided
	}
	return exitOK
}
