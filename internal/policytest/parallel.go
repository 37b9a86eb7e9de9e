package policytest

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/contractc/contractc/schema"
)

// outcome is the result of a test with the rules that fired in it.
type outcome struct {
	schema.TestResult
	fired []string
}

// runAll runs tests, as many at once as there are processors, and returns their
// outcomes in the order of the tests.
func runAll(ctx context.Context, tests []*test) []outcome {
	outcomes := make([]outcome, len(tests))
	var next atomic.Int64
	var workers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(tests)) {
		workers.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= len(tests) {
					return
				}
				outcomes[i] = tests[i].outcome(ctx)
			}
		})
	}
	workers.Wait()
	return outcomes
}

func (t *test) outcome(ctx context.Context) outcome {
	result := outcome{TestResult: t.TestResult}
	result.Messages, result.Outcome = []string{}, schema.TestOutcomePassed
	if t.todo {
		result.Outcome = schema.TestOutcomeSkipped
		return result
	}
	wrong, fired, err := t.run(ctx)
	result.fired = fired
	switch {
	case err != nil:
		result.Outcome, result.Messages = schema.TestOutcomeError, []string{err.Error()}
	case len(wrong) > 0:
		result.Outcome, result.Messages = schema.TestOutcomeFailed, wrong
	}
	return result
}
