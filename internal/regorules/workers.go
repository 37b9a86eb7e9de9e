package regorules

import (
	"sync"

	"github.com/open-policy-agent/opa/v1/topdown"
)

// maxIdle is how many workers are kept for later.
const maxIdle = 8

// workers are goroutines that evaluate and are kept: OPA's evaluator needs a
// deep stack, and a new goroutine would spend more time on growing its own than
// on a rule.
type workers struct {
	mu     sync.Mutex
	idle   []*worker
	closed bool
}

// worker runs one piece of work at a time and answers on done.
type worker struct {
	jobs chan job
	done chan error
}

type job struct {
	cancel topdown.Cancel
	work   func(topdown.Cancel) error
}

// take returns an idle worker or a new one.
func (ws *workers) take() *worker {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	if n := len(ws.idle); n > 0 {
		w := ws.idle[n-1]
		ws.idle = ws.idle[:n-1]
		return w
	}
	w := &worker{jobs: make(chan job), done: make(chan error, 1)}
	go w.loop()
	return w
}

// give takes back a worker that has answered, or ends it.
func (ws *workers) give(w *worker) {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	if ws.closed || len(ws.idle) >= maxIdle {
		close(w.jobs)
		return
	}
	ws.idle = append(ws.idle, w)
}

// close ends the idle workers, and the others when they are given back.
func (ws *workers) close() {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	ws.closed = true
	for _, w := range ws.idle {
		close(w.jobs)
	}
	ws.idle = nil
}

func (w *worker) loop() {
	for j := range w.jobs {
		w.done <- guarded(j)
	}
}

// guarded turns a panic of work into an error.
func guarded(j job) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = evalErrorf(FailedPanic, "panic: %v", p)
		}
	}()
	return j.work(j.cancel)
}
