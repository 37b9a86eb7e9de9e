package mutate

import (
	"context"
	"errors"
	"sync"

	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/regorules"
	"github.com/contractc/contractc/schema"
)

// errRejected says that the bundle with a mutant in it cannot be used.
var errRejected = errors.New("the bundle is refused")

// Judge judges mutants, several at a time, and fills in what became of each. What
// it writes does not depend on how many are judged at a time. The error is that
// of the context, which ends before the last is judged.
func (r *Run) Judge(ctx context.Context, mutants []*Mutant) error {
	next := make(chan *Mutant)
	var all sync.WaitGroup
	for range max(r.options.Workers, 1) {
		all.Go(func() {
			for m := range next {
				r.judge(ctx, m)
			}
		})
	}
	for _, m := range mutants {
		select {
		case next <- m:
		case <-ctx.Done():
		}
	}
	close(next)
	all.Wait()
	return ctx.Err()
}

// judge runs the tests that can notice a mutant until one does.
func (r *Run) judge(ctx context.Context, m *Mutant) {
	ctx, stop := context.WithTimeout(ctx, r.options.Limit)
	defer stop()
	c, problems := m.variant()
	if c == nil {
		m.reject(firstError(problems))
		return
	}
	v := r.newVariant(m, c)
	for _, p := range r.probes(m, c) {
		noticed, err := p.run(ctx, v)
		m.Tests++
		switch {
		case ctx.Err() != nil || isDeadline(err):
			m.Outcome = schema.MutantOutcomeStopped
			m.because("the tests took longer than " + r.options.Limit.String())
			return
		case isCompile(err):
			m.reject(err.Error())
			return
		case noticed || err != nil:
			m.Outcome, m.KilledBy = schema.MutantOutcomeKilled, &p.MutantKiller
			return
		}
	}
	m.Outcome = schema.MutantOutcomeSurvived
}

func (m *Mutant) because(reason string) {
	reason = diag.Neutralise(reason)
	m.Reason = &reason
}

func (m *Mutant) reject(reason string) {
	m.Outcome = schema.MutantOutcomeRejected
	m.because(reason)
}

// firstError is the first error of a list in one line.
func firstError(problems diag.List) string {
	for _, p := range problems {
		if p.Severity == diag.Error {
			return p.Summary
		}
	}
	return ""
}

func isDeadline(err error) bool {
	var failed *regorules.EvalError
	return errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) || errors.As(err, &failed) && failed.Failure == regorules.FailedDeadline
}

func isCompile(err error) bool {
	var failed *regorules.CompileError
	return errors.Is(err, errRejected) || errors.As(err, &failed)
}
