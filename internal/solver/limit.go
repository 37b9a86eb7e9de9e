package solver

import (
	"fmt"
	"time"
)

// Limit bounds the work on a question.
//
// Effort is what decides: a solver counts its own steps and gives up after as
// many as a slow machine takes in that time, so that it answers the same on
// every machine, however busy. Time only ends what takes longer than anyone
// waits for. A solver that it stops has given no answer, and no other one may
// take its place: on a faster machine that would be another answer.
type Limit struct {
	Effort time.Duration
	Time   time.Duration
}

// Steps that a slow machine takes in a second. The solvers count different
// things, and both took at least twice as many where it was measured.
const (
	stepsZ3   = 400_000
	stepsCVC5 = 15_000
)

// maxSteps is how many steps a solver can be told to count.
const maxSteps = 4_000_000_000

// steps is how many steps a solver takes before it gives up.
func (s Solver) steps(effort time.Duration) int64 {
	perSecond := stepsZ3
	if s.Name == CVC5 {
		perSecond = stepsCVC5
	}
	return max(1, int64(min(maxSteps, effort.Seconds()*float64(perSecond))))
}

// TimeoutError says that a solver was stopped by the clock, before it had given
// up by itself.
type TimeoutError struct {
	Solver string
	After  time.Duration
}

func (e *TimeoutError) Error() string {
	return fmt.Sprintf("%s was stopped after %s, before it gave up by itself; a machine that is faster or less busy, or more time, may give an answer",
		e.Solver, e.After.Round(time.Millisecond))
}
