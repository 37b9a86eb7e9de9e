package monitor

import "github.com/contractc/contractc/schema"

// Monitor is the state of one guarantee on one trace, a Set of one. It is for
// one goroutine.
type Monitor struct{ set *Set }

// New compiles a constraint and returns its state before the first event. The
// error is a *CompileError.
func New(constraint schema.Constraint, opt Options, env Env) (*Monitor, error) {
	p, err := Compile([]schema.Constraint{constraint}, opt)
	if err != nil {
		return nil, err
	}
	return &Monitor{p.Start(env)}, nil
}

// Step takes in the next event. It reports whether the status changed, and with
// Options.Exhaustive also whether the event counts for or against.
func (m *Monitor) Step(event *Event) bool { return len(m.set.Step(event)) > 0 }

// Verdict returns the verdict on the events so far, the events that caused it
// and the reason. See Set.Verdict and Set.Explain.
func (m *Monitor) Verdict(closed bool) (verdict schema.Verdict, because []int, reason string) {
	because, reason = m.set.Explain(0, closed)
	return m.set.Verdict(0, closed), because, reason
}

// Now returns the truth of the constraint if the trace ended here.
func (m *Monitor) Now() Truth { return m.set.Now(0) }

// Fork returns a copy that shares nothing that changes. See Set.Fork.
func (m *Monitor) Fork() *Monitor { return &Monitor{m.set.Fork()} }

// Freeze lets later forks share what is remembered. See Set.Freeze.
func (m *Monitor) Freeze() { m.set.Freeze() }

// Snapshot marks the present state. See Set.Snapshot.
func (m *Monitor) Snapshot() Snapshot { return m.set.Snapshot() }

// Restore undoes all steps since the snapshot was made. See Set.Restore.
func (m *Monitor) Restore(to Snapshot) { m.set.Restore(to) }

// Discard keeps all steps since the snapshot was made. See Set.Discard.
func (m *Monitor) Discard(snapshot Snapshot) { m.set.Discard(snapshot) }
