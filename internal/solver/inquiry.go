package solver

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"
)

// Inquiry is the work on one answer: questions that have its limit together, in
// an order that does not depend on how long they take. It is for one goroutine.
type Inquiry struct {
	Solvers []Solver
	Kept    *Kept // that are asked first; nil for a process for every question

	effort, spent time.Duration
	time          time.Duration
	end           time.Time
	late          *TimeoutError
}

// NewInquiry begins an inquiry of a limit.
func NewInquiry(solvers []Solver, kept *Kept, limit Limit) *Inquiry {
	return &Inquiry{Solvers: solvers, Kept: kept, effort: limit.Effort, time: limit.Time, end: time.Now().Add(limit.Time)}
}

// Rounds are the parts of the effort with which every solver is asked in turn:
// most questions are easy for one of them.
func Rounds() []time.Duration { return []time.Duration{20, 4, 2} }

// FirstEffort is the effort of an answer that a solver has at first.
func FirstEffort(of time.Duration) time.Duration { return of / Rounds()[0] }

// Late is why nothing may be said but that it is not known: the clock stopped a
// solver. It is nil where that did not happen.
func (q *Inquiry) Late() error {
	if q.late == nil {
		return nil
	}
	return q.late
}

// Check asks one solver, with a part of the effort or what is left of it. Unknown
// means that it gave up. The error is a *FailedError, a *TimeoutError, after which
// all questions have one, or ErrSpent.
func (q *Inquiry) Check(ctx context.Context, program Solver, part time.Duration, script string, symbols []string) (Result, map[string]Expr, error) {
	if q.late != nil {
		return "", nil, q.late
	}
	effort := min(q.effort-q.spent, q.effort/part)
	if effort <= 0 {
		return "", nil, ErrSpent
	}
	limit := Limit{Effort: effort, Time: time.Until(q.end)}
	result, values, err := q.ask(ctx, program, limit, script, symbols)
	var late *TimeoutError
	switch {
	case errors.As(err, &late):
		q.late = &TimeoutError{late.Solver, q.time}
		return "", nil, q.late
	case err == nil && result == Unknown:
		q.spent += effort
	}
	return result, values, err
}

// ErrSpent says that solvers gave up so often that no effort is left.
var ErrSpent = errors.New("the solvers gave up; a longer --timeout lets them try for longer")

func (q *Inquiry) ask(ctx context.Context, program Solver, limit Limit, script string, symbols []string) (Result, map[string]Expr, error) {
	if q.Kept != nil && q.Kept.Effort() == limit.Effort {
		return q.Kept.Check(program, limit.Time, script, symbols)
	}
	return program.Check(ctx, limit, script, symbols)
}

// Answered is what one of the solvers says.
type Answered struct {
	Result Result
	Values map[string]Expr
	By     string // the name of the solver; empty where none knows
}

// InTurn asks the solvers, one after the other and in rounds, until one knows.
// Failed is told why one did not answer.
func (q *Inquiry) InTurn(ctx context.Context, script string, symbols []string, failed func(string)) Answered {
	programs := inTurn(q.Solvers, script)
	for _, part := range Rounds() {
		for _, program := range programs {
			result, values, err := q.Check(ctx, program, part, script, symbols)
			var failure *FailedError
			switch {
			case errors.As(err, &failure):
				failed(oneLine(err.Error()))
			case err != nil:
				failed(oneLine(err.Error()))
				return Answered{Result: Unknown}
			case result == Unknown:
				failed(program.Name + " does not know")
			default:
				return Answered{result, values, program.Name}
			}
		}
	}
	return Answered{Result: Unknown}
}

func oneLine(text string) string { return strings.ReplaceAll(text, "\n", " ") }

// inTurn puts first the solver that is the better one at a script: cvc5 at
// regular languages, which paths have too, z3 at others.
func inTurn(solvers []Solver, script string) []Solver {
	first := Z3
	if strings.Contains(script, "str.in_re") {
		first = CVC5
	}
	out := slices.Clone(solvers)
	slices.SortStableFunc(out, func(a, b Solver) int {
		switch {
		case a.Name == b.Name:
			return 0
		case a.Name == first:
			return -1
		}
		return 1
	})
	return out
}
