package regorules

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/open-policy-agent/opa/v1/topdown"
)

// watchdog lets a worker evaluate, tells it to stop at its deadline, and gives
// it up when it does not.
type watchdog struct {
	deadline time.Duration
	grace    time.Duration
	maxStuck int32
	stuck    atomic.Int32
	workers  workers
}

// run returns what work returns. It is an error of type EvalError when work
// panics, when ctx ends, at the deadline, when work does not stop within the
// grace after that, and when too many earlier ones never did.
func (d *watchdog) run(ctx context.Context, work func(topdown.Cancel) error) error {
	if d.stuck.Load() >= d.maxStuck {
		return evalErrorf(FailedStuck, "%d earlier evaluations never stopped", d.maxStuck)
	}
	if ctx.Err() != nil {
		return evalErrorf(FailedDeadline, "stopped before it began")
	}
	j := job{cancel: topdown.NewCancel(), work: work}
	timer := time.NewTimer(d.deadline)
	defer timer.Stop()
	w := d.workers.take()
	w.jobs <- j
	select {
	case err := <-w.done:
		d.workers.give(w)
		return err
	case <-ctx.Done():
	case <-timer.C:
	}
	j.cancel.Cancel()
	return d.abandon(w)
}

// abandon waits for a worker that was told to stop; one that does not is
// counted until it does.
func (d *watchdog) abandon(w *worker) error {
	d.stuck.Add(1)
	timer := time.NewTimer(d.grace)
	defer timer.Stop()
	select {
	case <-w.done:
		d.release(w)
		return evalErrorf(FailedDeadline, "stopped at its deadline")
	case <-timer.C:
	}
	go func() {
		<-w.done
		d.release(w)
	}()
	return evalErrorf(FailedStuck, "the evaluation did not stop when told to")
}

func (d *watchdog) release(w *worker) {
	d.stuck.Add(-1)
	d.workers.give(w)
}
