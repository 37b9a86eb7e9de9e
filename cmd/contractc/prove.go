package main

import (
	"context"
	"time"

	"github.com/contractc/contractc/internal/lower"
	"github.com/contractc/contractc/internal/prove"
	"github.com/contractc/contractc/internal/solver"
	"github.com/contractc/contractc/schema"
	"github.com/spf13/cobra"
)

// solverFlags say which solvers are asked, and for how long.
type solverFlags struct {
	timeout time.Duration
	solver  string
}

func (f *solverFlags) add(c *cobra.Command) {
	c.Flags().DurationVar(&f.timeout, "timeout", 30*time.Second, "how much work an answer may cost solvers, as the time of a slow machine, and how long it may take, such as 30s; then it is unknown")
	c.Flags().Var(&choice{&f.solver, []string{solver.Z3, solver.CVC5}}, "solver", "`NAME` of the only solver to ask: z3, cvc5")
}

func (f *solverFlags) check() error {
	if f.timeout <= 0 {
		return usagef("--timeout is longer than nothing, not %s", f.timeout)
	}
	return nil
}

// prover finds the solvers.
func (f *solverFlags) prover(opt lower.Options) (*prove.Prover, error) {
	var names []string
	if f.solver != "" {
		names = []string{f.solver}
	}
	solvers, err := solver.Find(names...)
	if err != nil {
		return nil, err
	}
	return &prove.Prover{Solvers: solvers, Options: opt, Timeout: f.timeout}, nil
}

// orBackground is the context of a command.
func orBackground(ctx context.Context) context.Context {
	if ctx == nil {
		return context.Background()
	}
	return ctx
}

// proveFlags are the flags of prove.
type proveFlags struct {
	constraintFlags
	solverFlags
	format string
}

func (a *app) proveCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "prove QUESTION EXPRESSION...",
		Short: "Prove what contracts imply, contradict and restrict, for all traces",
		Long: `Answer a question about contracts for all closed traces, of whatever length, over
texts of code points up to U+2FFFF. z3 and cvc5 are asked, which must stand on
PATH; on Debian apt-get install z3 cvc5 installs them.

A trace that decides is shown as events, one a line, after the monitor has judged
it by itself. Exit codes: 0 proved, 2 refuted, 4 unknown, which is an answer too.`,
		RunE: func(*cobra.Command, []string) error {
			return usagef("say which question to answer: implies, equivalent, contradicts, vacuous or satisfiable, or plan, recorded or invariants; see contractc prove --help")
		},
	}
	for _, q := range []struct {
		kind prove.Kind
		use  string
		says string
	}{
		{prove.Equivalent, "A B", "A and B have the same verdict on every trace"},
		{prove.Contradicts, "A B", "No trace meets both A and B"},
		{prove.Vacuous, "A", "No trace violates A"},
		{prove.Satisfiable, "A", "Some trace meets A"},
	} {
		c.AddCommand(a.questionCommand(q.kind, q.use, q.says))
	}
	c.AddCommand(a.proveImpliesCommand(), a.provePlanCommand(), a.proveRecordedCommand(), a.proveInvariantsCommand())
	return c
}

func (a *app) questionCommand(kind prove.Kind, use, says string) *cobra.Command {
	f := &proveFlags{}
	words := map[int]string{1: "one expression", 2: "two expressions"}
	c := &cobra.Command{
		Use:   string(kind) + " " + use,
		Short: says,
		Args:  exactArgs(kind.Operands(), words[kind.Operands()]),
		RunE:  func(c *cobra.Command, args []string) error { return a.prove(c.Context(), kind, args, f) },
	}
	f.constraintFlags.add(c)
	f.solverFlags.add(c)
	formatFlag(c, &f.format, "text", "json")
	return c
}

func (a *app) prove(ctx context.Context, kind prove.Kind, expressions []string, f *proveFlags) error {
	if err := f.check(); err != nil {
		return err
	}
	from, err := a.catalog()
	if err != nil {
		return err
	}
	guarantees, err := a.bound(from, expressions, f.imports)
	if err != nil {
		return err
	}
	question := prove.Question{Kind: kind}
	for _, g := range guarantees {
		question.Constraints = append(question.Constraints, g.Constraint)
	}
	opt := f.options(from)
	prover, err := f.prover(opt)
	if err != nil {
		return err
	}
	answer, err := prover.Answer(orBackground(ctx), question)
	if err != nil {
		return err
	}
	report, err := answer.Report(question, expressions, nil, opt)
	if err != nil {
		return err
	}
	if err := a.writeProof(report, f.format); err != nil {
		return err
	}
	return exitWith(resultCode(answer.Result))
}

func (a *app) writeProof(report *schema.ProofReport, format string) error {
	if format == "json" {
		return a.writeJSON(report)
	}
	return a.writeText(proofText(report))
}

// resultCode is the exit code of a proof.
func resultCode(r prove.Result) int {
	switch r {
	case prove.Proved:
		return exitOK
	case prove.Refuted:
		return exitNo
	}
	return exitUndecided
}
