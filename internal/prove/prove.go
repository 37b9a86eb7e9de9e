// Package prove answers questions about contracts, for all traces: does one
// imply another, can it be met, can it be violated at all. It asks z3 and cvc5.
//
// Entry point: Prover.Answer. Traces are closed, a field may be absent or not
// known in any event, and a value of an enumeration is one that it permits, so that what is proved holds of every trace that the
// monitor may be given, over texts of code points up to U+2FFFF.
//
// How a question about traces of every length becomes one about a few events: a
// counterexample meets some formulas that are surely true or surely false, or
// are not. Each of them needs a number of events, its witnesses, and is as it
// was when any other events are left out; so a counterexample has a part that is
// one, of no more events than the formulas need together (see need). Where a
// count needs too many, events may be repeated: how many different ones are
// enough follows from a theorem on integer cones. A sum is any number of the
// right sign in a proof, and is what it is in a counterexample.
//
// What is promised: proved only on unsat from a solver, for a length that is
// enough; refuted only with a trace on which the monitor, asked by itself, gives
// the verdicts of a counterexample; else unknown, with the reason. The answer is
// the same on every machine, or that there was no time.
package prove

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/contractc/contractc/internal/lower"
	"github.com/contractc/contractc/internal/monitor"
	"github.com/contractc/contractc/internal/solver"
	"github.com/contractc/contractc/schema"
)

// Kind is a kind of question.
type Kind string

// The kinds. What is proved is said of all closed traces.
const (
	Implies     Kind = "implies"     // where the first holds, so does the second
	Equivalent  Kind = "equivalent"  // both have the same verdict
	Contradicts Kind = "contradicts" // no trace meets both
	Vacuous     Kind = "vacuous"     // no trace violates it
	Satisfiable Kind = "satisfiable" // some trace meets it
)

// Operands is how many constraints a kind of question is about.
func (k Kind) Operands() int {
	switch k {
	case Implies, Equivalent, Contradicts, NotLooser, NotLooserOpen:
		return 2
	}
	return 1
}

// Question is a question about one or two constraints.
type Question struct {
	Kind        Kind
	Constraints []schema.Constraint // Kind.Operands of them

	// Symbolic are parameters that the constraints name and that have no value.
	// The question is then about all of their values.
	Symbolic map[string]lower.Symbolic

	// AnyEnv makes a proof one for any environment. Traces that decide are judged
	// under the prover's own.
	AnyEnv bool
}

// Result is the answer to a question.
type Result = schema.ProofResult

// The results.
const (
	Proved  = schema.ProofResultProved
	Refuted = schema.ProofResultRefuted
	Unknown = schema.ProofResultUnknown
)

// Answer is what was found out.
type Answer struct {
	Result Result

	// Trace is a counterexample where the question is refuted, and an example
	// where a satisfiable one is proved. It may be empty.
	Trace []*monitor.Event

	// Verdicts are those that the monitor gives the constraints on Trace, which is
	// closed unless the question is about open ones.
	Verdicts []schema.Verdict

	// Parameters are the values of symbolic parameters with which Trace decides.
	Parameters map[string]schema.Value

	// Reason says why the result is unknown: one line.
	Reason string

	// Solver is the one that gave the result.
	Solver string
}

// Prover asks solvers. It is for one goroutine; copies of it may be used at the
// same time.
type Prover struct {
	Solvers []solver.Solver
	Options lower.Options

	// Timeout is how long one answer may take, and the effort that it may cost,
	// see [solver.Limit].
	Timeout time.Duration

	// Kept are processes that are asked first; nil for a process of its own for
	// every question.
	Kept *solver.Kept
}

// inquiry begins the work on an answer.
func (p *Prover) inquiry() *solver.Inquiry {
	return solver.NewInquiry(p.Solvers, p.Kept, solver.Limit{Effort: p.Timeout, Time: p.Timeout})
}

// Answer answers a question. The error is a *monitor.CompileError or one of the
// question's own form; a solver that fails, and a constraint that a script
// cannot say, make the answer unknown.
func (p *Prover) Answer(ctx context.Context, q Question) (Answer, error) {
	if len(q.Constraints) != q.Kind.Operands() {
		return Answer{}, fmt.Errorf("the question %s is about %d constraints, not %d", q.Kind, q.Kind.Operands(), len(q.Constraints))
	}
	if len(q.Symbolic) > 0 && q.Kind != Implies && q.Kind != NotLooser && q.Kind != NotLooserOpen {
		return Answer{}, fmt.Errorf("the question %s is about contracts with arguments", q.Kind)
	}
	s, err := p.search(q)
	var refused *lower.RefusalError
	switch {
	case errors.As(err, &refused):
		return unknown("%v", refused), nil
	case err != nil:
		return Answer{}, err
	}
	a := s.answer(ctx)
	if late := s.inquiry.Late(); late != nil {
		return unknown("%v", late), nil
	}
	return a, nil
}

// search prepares the answering of a question.
func (p *Prover) search(q Question) (*search, error) {
	own := *p
	own.Options.Symbolic = q.Symbolic
	s := &search{prover: &own, question: q, inquiry: p.inquiry()}
	var err error
	if s.smt, err = lower.NewSMT(own.Options, q.Constraints...); err != nil {
		return nil, err
	}
	opt := own.Options
	opt.AnyEnv = q.AnyEnv
	if s.general, err = lower.NewSMT(opt, q.Constraints...); err != nil {
		return nil, err
	}
	s.need = needOf(q, own.Options)
	return s, nil
}

func unknown(format string, args ...any) Answer {
	return Answer{Result: Unknown, Reason: fmt.Sprintf(format, args...)}
}
