package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/lower"
	"github.com/contractc/contractc/internal/prove"
	"github.com/contractc/contractc/internal/solver"
	"github.com/contractc/contractc/schema"
	"github.com/spf13/cobra"
)

// proveFlags are the flags of prove.
type proveFlags struct {
	constraintFlags
	timeout time.Duration
	solver  string
	format  string
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
			return usagef("say which question to answer: implies, equivalent, contradicts, vacuous or satisfiable; see contractc prove --help")
		},
	}
	for _, q := range []struct {
		kind prove.Kind
		use  string
		says string
	}{
		{prove.Implies, "A B", "Every trace on which A holds is one on which B holds"},
		{prove.Equivalent, "A B", "A and B have the same verdict on every trace"},
		{prove.Contradicts, "A B", "No trace meets both A and B"},
		{prove.Vacuous, "A", "No trace violates A"},
		{prove.Satisfiable, "A", "Some trace meets A"},
	} {
		c.AddCommand(a.questionCommand(q.kind, q.use, q.says))
	}
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
	f.add(c)
	c.Flags().DurationVar(&f.timeout, "timeout", 30*time.Second, "how long solvers may take, such as 30s; then the answer is unknown")
	c.Flags().Var(&choice{&f.solver, []string{solver.Z3, solver.CVC5}}, "solver", "`NAME` of the only solver to ask: z3, cvc5")
	formatFlag(c, &f.format, "text", "json")
	return c
}

func (a *app) prove(ctx context.Context, kind prove.Kind, expressions []string, f *proveFlags) error {
	if f.timeout <= 0 {
		return usagef("--timeout is longer than nothing, not %s", f.timeout)
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
	var names []string
	if f.solver != "" {
		names = []string{f.solver}
	}
	solvers, err := solver.Find(names...)
	if err != nil {
		return err
	}
	if ctx == nil {
		ctx = context.Background()
	}
	opt := f.options(from)
	answer, err := (&prove.Prover{Solvers: solvers, Options: opt, Timeout: f.timeout}).Answer(ctx, question)
	if err != nil {
		return err
	}
	report, err := newProofReport(kind, expressions, answer, opt)
	if err != nil {
		return err
	}
	if f.format == "json" {
		err = a.writeJSON(report)
	} else {
		err = a.writeText(report.text())
	}
	if err != nil {
		return err
	}
	return exitWith(resultCode(answer.Result))
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

// proofReport is the JSON form of an answer.
type proofReport struct {
	Format   string           `json:"format"`
	Question prove.Kind       `json:"question"`
	Of       []string         `json:"expressions"`
	Result   prove.Result     `json:"result"`
	Reason   string           `json:"reason,omitempty"`
	Solver   string           `json:"solver,omitempty"`
	Verdicts []schema.Verdict `json:"verdicts,omitempty"`
	Events   *[]any           `json:"events,omitempty"` // nil where no trace decides
}

func newProofReport(kind prove.Kind, expressions []string, a prove.Answer, opt lower.Options) (*proofReport, error) {
	r := &proofReport{
		Format: "contractc/proof/v1", Question: kind, Of: expressions,
		Result: a.Result, Reason: a.Reason, Solver: a.Solver, Verdicts: a.Verdicts,
	}
	if a.Verdicts == nil {
		return r, nil
	}
	events := make([]any, len(a.Trace))
	for i, e := range a.Trace {
		var err error
		if events[i], err = lower.PlainEvent(opt, e); err != nil {
			return nil, err
		}
	}
	r.Events = &events
	return r, nil
}

// text writes an answer for a person.
func (r *proofReport) text() string {
	var b strings.Builder
	line := func(format string, args ...any) {
		b.WriteString(diag.Neutralise(fmt.Sprintf(format, args...)) + "\n")
	}
	line("%s: %s", r.Result, r.Question)
	for _, expression := range r.Of {
		line("  %s", expression)
	}
	if r.Reason != "" {
		line("because %s", r.Reason)
	}
	if r.Events == nil {
		return b.String()
	}
	if len(*r.Events) == 0 {
		line("on the trace without events:")
	} else {
		line("on this trace, which is closed:")
	}
	for _, e := range *r.Events {
		text, err := encodeJSON(e, "")
		if err != nil { // plain events encode
			continue
		}
		b.WriteString("  " + string(text))
	}
	for i, v := range r.Verdicts {
		line("%s: %s", r.Of[i], v)
	}
	return b.String()
}
