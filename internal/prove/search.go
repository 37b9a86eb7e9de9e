package prove

import (
	"context"
	"fmt"
	"maps"
	"strings"

	"github.com/contractc/contractc/internal/lower"
	"github.com/contractc/contractc/internal/monitor"
	"github.com/contractc/contractc/internal/solver"
	"github.com/contractc/contractc/schema"
)

// Lengths of traces in scripts.
const (
	maxProof  = 24 // events in a proof
	maxShort  = 3  // events in the first search for one
	maxSearch = 6  // events in the search for a counterexample that a proof did not rule out
)

// search is the answering of one question.
type search struct {
	prover   *Prover
	question Question
	smt      *lower.SMT // for traces that decide
	general  *lower.SMT // for a proof; of any environment where the question is about that
	need     sized
	inquiry  *solver.Inquiry
	failures []string // why solvers did not answer
}

// goal is the assertion that a trace of interest meets: a counterexample, and of
// what is to be satisfied, an example.
func (s *search) goal() string {
	a := s.smt.Names(0)
	if s.question.Kind.Operands() == 1 {
		if s.question.Kind == Vacuous {
			return a.Violated
		}
		return a.Holds
	}
	b := s.smt.Names(1)
	switch s.question.Kind {
	case Implies:
		return fmt.Sprintf("(and %s (not %s))", a.Holds, b.Holds)
	case Contradicts:
		return fmt.Sprintf("(and %s %s)", a.Holds, b.Holds)
	case NotLooser, NotLooserOpen:
		return looserGoal(s.question.Kind, a, b, false)
	}
	return fmt.Sprintf("(or (not (= %s %s)) (not (= %s %s)))", a.Holds, b.Holds, a.Violated, b.Violated)
}

// meets reports whether verdicts on a trace, which is closed unless the question
// is about open ones, are those of a trace of interest.
func (s *search) meets(v []schema.Verdict) bool {
	switch s.question.Kind {
	case Implies:
		return v[0] == schema.VerdictHolds && v[1] != schema.VerdictHolds
	case Contradicts:
		return v[0] == schema.VerdictHolds && v[1] == schema.VerdictHolds
	case Equivalent:
		return v[0] != v[1]
	case Vacuous:
		return v[0] == schema.VerdictViolated
	case NotLooser, NotLooserOpen:
		return looser(s.question.Kind, v)
	}
	return v[0] == schema.VerdictHolds
}

// answer looks for a short trace of interest, then for a proof that there is
// none, and then for a longer trace.
func (s *search) answer(ctx context.Context) Answer {
	short := min(s.need.length, maxShort)
	for length := range short + 1 {
		if a, found := s.trace(ctx, lower.AnyTrace{Length: length, Realism: lower.ASCII}); found {
			return a
		}
	}
	if a, proved := s.proof(ctx); proved {
		return a
	}
	for _, of := range []lower.AnyTrace{
		{Length: short, Realism: lower.Texts},
		{Length: min(s.need.length, maxSearch), Realism: lower.ASCII},
		{Length: min(s.need.length, maxSearch), Realism: lower.ASCII, Repeated: true},
	} {
		if a, found := s.trace(ctx, of); found {
			return a
		}
	}
	return unknown("%s", s.why())
}

// why says why there is no answer.
func (s *search) why() string {
	switch {
	case len(s.failures) > 0:
		return s.failures[len(s.failures)-1]
	case s.need.length > maxProof:
		return "a proof would have to look at traces of more events than fit, and no short trace decides"
	}
	return "there is no proof, and no trace was found that decides"
}

// decided is the answer that a trace of interest gives, or that there is none.
func (s *search) decided(exists bool, by string) Answer {
	if exists == (s.question.Kind == Satisfiable) {
		return Answer{Result: Proved, Solver: by}
	}
	return Answer{Result: Refuted, Solver: by}
}

// proof asks whether no trace at all can be of interest.
func (s *search) proof(ctx context.Context) (Answer, bool) {
	if s.need.length > maxProof {
		return Answer{}, false
	}
	script, err := s.script()
	if err != nil {
		s.note(err)
		return Answer{}, false
	}
	result, _, by := s.askFor(ctx, script, nil)
	return s.decided(false, by), result == solver.Unsat
}

// script is the whole of a proof: what it asserts cannot be met.
func (s *search) script() (string, error) {
	text, err := s.general.Any(lower.AnyTrace{Length: s.need.length, Repeated: s.need.repeated, AnySums: true})
	return text + "(assert " + s.goal() + ")\n", err
}

// trace looks for a trace of interest and lets the monitor judge it.
func (s *search) trace(ctx context.Context, of lower.AnyTrace) (Answer, bool) {
	a, found := s.traceFor(ctx, of, s.goal())
	if found && (s.question.Kind == NotLooser || s.question.Kind == NotLooserOpen) {
		a = s.trimmed(s.plainer(ctx, a, of))
	}
	return a, found
}

// traceFor looks for a trace of interest that meets an assertion.
func (s *search) traceFor(ctx context.Context, of lower.AnyTrace, goal string) (Answer, bool) {
	script, err := s.smt.Any(of)
	if err != nil {
		s.note(err)
		return Answer{}, false
	}
	result, values, by := s.askFor(ctx, script+"(assert "+goal+")\n", append(s.smt.Symbols(of.Length), s.smt.ParameterSymbols(of.Length)...))
	if result != solver.Sat {
		return Answer{}, false
	}
	trace, err := s.smt.Trace(of.Length, values)
	if err != nil {
		s.note(err)
		return Answer{}, false
	}
	parameters, err := s.smt.Parameters(of.Length, values)
	if err != nil {
		s.note(err)
		return Answer{}, false
	}
	verdicts, err := s.prover.judge(s.question, parameters, trace)
	if err != nil || !s.meets(verdicts) {
		s.failures = append(s.failures, "the monitor does not confirm the trace that "+by+" found")
		return Answer{}, false
	}
	a := s.decided(true, by)
	a.Trace, a.Verdicts, a.Parameters = trace, verdicts, parameters
	return a, true
}

// judge returns the verdicts of a question's constraints on a trace, which is
// closed unless the question is about open ones. Parameters are those that have
// a value beside the prover's own.
func (p *Prover) judge(q Question, parameters map[string]schema.Value, trace []*monitor.Event) ([]schema.Verdict, error) {
	o := p.Options
	maps.Copy(parameters, o.Parameters)
	program, err := monitor.Compile(q.Constraints, monitor.Options{Parameters: parameters, Facts: o.Facts, Cells: o.Cells})
	if err != nil {
		return nil, err
	}
	set := program.Start(o.Env)
	for _, e := range trace {
		set.Step(e)
	}
	verdicts := make([]schema.Verdict, len(q.Constraints))
	for i := range verdicts {
		verdicts[i] = set.Verdict(i, q.Kind != NotLooserOpen)
	}
	return verdicts, nil
}

// askFor asks the solvers, one after the other, until one knows.
func (s *search) askFor(ctx context.Context, script string, symbols []string) (solver.Result, map[string]solver.Expr, string) {
	a := s.inquiry.InTurn(ctx, script, symbols, func(why string) { s.failures = append(s.failures, why) })
	return a.Result, a.Values, a.By
}

// note keeps a failure for the reason.
func (s *search) note(err error) {
	s.failures = append(s.failures, strings.ReplaceAll(err.Error(), "\n", " "))
}
