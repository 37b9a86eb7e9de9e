package prove

import (
	"context"
	"errors"

	"github.com/contractc/contractc/internal/lower"
	"github.com/contractc/contractc/internal/monitor"
	"github.com/contractc/contractc/internal/plan"
	"github.com/contractc/contractc/internal/solver"
	"github.com/contractc/contractc/schema"
)

// PlanAnswer is what was found out about all runs of a plan.
type PlanAnswer struct {
	// Result is proved where the guarantee holds on every run, refuted where one
	// violates it, else unknown.
	Result Result

	// Run is one that violates the guarantee, or on which its verdict is not
	// known; nil where there is none to show. Events are those that the plan
	// performs in it, and Verdict is the monitor's on them.
	Run     *plan.Assignment
	Chosen  []string // guards that are not known in it, each of which goes the way that Run says
	Events  []*monitor.Event
	Verdict schema.Verdict
	Because []int // events that cause the verdict

	Reason string // why the result is unknown: one line
	Solver string // the one that gave the result
}

// Plan answers whether a guarantee holds on every run of a plan. A run ends with
// the plan's last step, and its provenance is complete; so the prover's
// environment does not matter. The error is a *monitor.CompileError.
func (p *Prover) Plan(ctx context.Context, of *plan.Plan, c schema.Constraint) (PlanAnswer, error) {
	own := *p
	own.Options.Facts = of.Facts(p.Options.Facts)
	own.Options.Env = monitor.Env{WorkingDirectory: of.WorkingDirectory, ProvenanceComplete: true}
	smt, err := lower.NewSMT(own.Options, c)
	var refused *lower.RefusalError
	switch {
	case errors.As(err, &refused):
		return PlanAnswer{Result: Unknown, Reason: refused.Error()}, nil
	case err != nil:
		return PlanAnswer{}, err
	}
	s := &planSearch{
		search: search{prover: &own, smt: smt, inquiry: p.inquiry()},
		plan:   of, constraint: c,
	}
	a := s.answer(ctx)
	if late := s.inquiry.Late(); late != nil {
		return PlanAnswer{Result: Unknown, Reason: late.Error()}, nil
	}
	return a, nil
}

// planSearch is the answering of one question about a plan.
type planSearch struct {
	search
	plan       *plan.Plan
	constraint schema.Constraint
}

// enough is a number of rows with which most guarantees that some run violates
// are violated.
const enough = 2

// answer looks for a run with few rows that violates the guarantee, then for a
// proof that it holds on every run, and then for any run on which it does not.
func (s *planSearch) answer(ctx context.Context) PlanAnswer {
	most := 0
	for _, r := range s.plan.Rows {
		most = max(most, r.Most)
	}
	if a, found := s.violation(ctx, -1, min(enough, most)); found {
		return a
	}
	holds := s.smt.Names(0).Holds
	if found, ok := s.solve(ctx, smtNot(holds), most, lower.AnyValues); ok && found.result == solver.Unsat {
		return PlanAnswer{Result: Proved, Solver: found.by}
	}
	if a, found := s.violation(ctx, enough, most); found {
		return a
	}
	if a, found := s.run(ctx, s.smt.Names(0).Violated, most, lower.Texts, schema.VerdictViolated); found {
		return a
	}
	for _, rows := range rowsBetween(-1, most) {
		if a, found := s.run(ctx, smtNot(holds), rows, lower.ASCII, schema.VerdictUnknown); found {
			a.Result, a.Reason = Unknown, "on a run of the plan the verdict is not known"
			return a
		}
	}
	return PlanAnswer{Result: Unknown, Reason: s.why()}
}

func smtNot(text string) string { return "(not " + text + ")" }

// rowsBetween are numbers of rows above one and up to another, each of them
// twice the one before.
func rowsBetween(above, most int) []int {
	var out []int
	for n := 0; n < most; n = max(1, 2*n) {
		if n > above {
			out = append(out, n)
		}
	}
	if most > above {
		out = append(out, most)
	}
	return out
}

// violation looks for a run that violates the guarantee, with more rows than
// were tried and at most as many as are given, and as few as it can.
func (s *planSearch) violation(ctx context.Context, tried, most int) (PlanAnswer, bool) {
	for _, rows := range rowsBetween(tried, most) {
		found, ok := s.run(ctx, s.smt.Names(0).Violated, rows, lower.ASCII, schema.VerdictViolated)
		for ok && tried+1 < rows {
			middle := (tried + rows) / 2
			if fewer, better := s.run(ctx, s.smt.Names(0).Violated, middle, lower.ASCII, schema.VerdictViolated); better {
				found, rows = fewer, middle
			} else {
				tried = middle
			}
		}
		if ok {
			return found, true
		}
		tried = rows
	}
	return PlanAnswer{}, false
}

// solved is what a solver says of a script.
type solved struct {
	written *plan.Written
	result  solver.Result
	values  map[string]solver.Expr
	by      string
}

// solve asks for a run with at most that many rows that meets a goal; for its
// values too, where they are such as can be shown.
func (s *planSearch) solve(ctx context.Context, goal string, rows int, realism lower.Realism) (solved, bool) {
	out := solved{written: s.plan.Written(rows)}
	script, err := s.smt.Planned(&out.written.Planned, realism)
	if err != nil {
		s.note(err)
		return out, false
	}
	var symbols []string
	if realism > lower.AnyValues {
		symbols = lower.PlanSymbols(&out.written.Planned)
	}
	out.result, out.values, out.by = s.askFor(ctx, script+"(assert "+goal+")\n", symbols)
	return out, true
}

// run looks for a run that meets a goal, performs it, and lets the monitor judge
// it.
func (s *planSearch) run(ctx context.Context, goal string, rows int, realism lower.Realism, want schema.Verdict) (PlanAnswer, bool) {
	found, ok := s.solve(ctx, goal, rows, realism)
	if !ok || found.result != solver.Sat {
		return PlanAnswer{}, false
	}
	values, err := s.smt.RunOf(&found.written.Planned, found.values)
	if err != nil {
		s.note(err)
		return PlanAnswer{}, false
	}
	a := PlanAnswer{Result: Refuted, Run: found.written.Assignment(values), Solver: found.by}
	if err := s.replay(&a); err != nil {
		s.note(err)
		return PlanAnswer{}, false
	}
	if a.Verdict != want {
		s.failures = append(s.failures, "the monitor does not confirm the run that "+found.by+" found")
		return PlanAnswer{}, false
	}
	return a, true
}

// replay performs the run of an answer and judges its events.
func (s *planSearch) replay(a *PlanAnswer) error {
	performed, err := s.plan.Run(a.Run)
	if err != nil {
		return err
	}
	a.Events, a.Chosen = performed.Events, performed.Chosen
	o := s.prover.Options
	m, err := monitor.New(s.constraint, monitor.Options{Parameters: o.Parameters, Facts: o.Facts, Cells: o.Cells}, o.Env)
	if err != nil {
		return err
	}
	for _, e := range a.Events {
		m.Step(e)
	}
	a.Verdict, a.Because, _ = m.Verdict(true)
	return nil
}
