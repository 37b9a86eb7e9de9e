package regorules

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/open-policy-agent/opa/v1/topdown"
)

// watchdog runs work in a goroutine of its own, tells it to stop at its
// deadline, and gives it up when it does not.
type watchdog struct {
	deadline time.Duration
	grace    time.Duration
	maxStuck int32
	stuck    atomic.Int32
}

// run returns what work returns. It is an error of type EvalError when work
// panics, when ctx ends, at the deadline, when work does not stop within the
// grace after that, and when too many earlier ones never did.
func (w *watchdog) run(ctx context.Context, work func(topdown.Cancel) error) error {
	if w.stuck.Load() >= w.maxStuck {
		return evalErrorf(FailedStuck, "%d earlier evaluations never stopped", w.maxStuck)
	}
	cancel := topdown.NewCancel()
	done := make(chan error, 1)
	go func() { done <- guarded(cancel, work) }()
	timer := time.NewTimer(w.deadline)
	defer timer.Stop()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
	case <-timer.C:
	}
	cancel.Cancel()
	return w.abandon(done)
}

// abandon waits for work that was told to stop.
func (w *watchdog) abandon(done <-chan error) error {
	w.stuck.Add(1)
	timer := time.NewTimer(w.grace)
	defer timer.Stop()
	select {
	case <-done:
		w.stuck.Add(-1)
		return evalErrorf(FailedDeadline, "stopped at its deadline")
	case <-timer.C:
	}
	go func() {
		<-done
		w.stuck.Add(-1)
	}()
	return evalErrorf(FailedStuck, "the evaluation did not stop when told to")
}

// guarded turns a panic of work into an error.
func guarded(cancel topdown.Cancel, work func(topdown.Cancel) error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = evalErrorf(FailedPanic, "panic: %v", p)
		}
	}()
	return work(cancel)
}
