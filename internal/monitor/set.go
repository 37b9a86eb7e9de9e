package monitor

import (
	"slices"

	"github.com/contractc/contractc/schema"
)

// Set is the state of one trace: what the guarantees of a Program know after
// the events so far. It is for one goroutine; Fork makes another one.
type Set struct {
	program *Program
	states  []state
	frame   frame
	journal journal
	changed []int
}

// Start returns the state before the first event.
func (p *Program) Start(env Env) *Set {
	s := &Set{program: p, states: make([]state, len(p.leaves))}
	s.frame = frame{env: env, slots: make([]datum, p.slots), journal: &s.journal}
	for i := range p.leaves {
		st := &s.states[i]
		p.leaves[i].rule.start(&s.frame, st)
		st.status = p.leaves[i].rule.status(st)
	}
	return s
}

// Len returns how many guarantees there are.
func (s *Set) Len() int { return len(s.program.guarantees) }

// Step takes in the next event. It returns the guarantees, ascending, of which
// a status changed, and with Options.Exhaustive those too that the event counts
// for or against; the slice is good until the next step. A guarantee that does
// not name the event's effect type costs nothing.
func (s *Set) Step(event *Event) []int {
	s.changed = s.changed[:0]
	d := s.program.dispatch[event.Effect]
	if d == nil {
		return nil
	}
	s.frame.event = event
	for _, fill := range d.fills {
		s.frame.slots[fill.slot].resolve(event.Fields[fill.field])
	}
	for _, step := range d.leaves {
		if st := &s.states[step.leaf]; !st.status.final || s.program.exhaustive {
			s.stepLeaf(st, step)
		}
	}
	s.frame.event = nil
	return s.changed
}

func (s *Set) stepLeaf(st *state, step step) {
	s.journal.state(step.leaf, st)
	l := &s.program.leaves[step.leaf]
	status, hits := st.status, st.hits.count
	l.rule.step(&s.frame, st, step.arg)
	st.status = l.rule.status(st)
	if st.status == status && !(s.program.exhaustive && st.hits.count != hits) {
		return
	}
	if n := len(s.changed); n == 0 || s.changed[n-1] != l.guarantee {
		s.changed = append(s.changed, l.guarantee)
	}
}

// Verdict returns the verdict of a guarantee on the events so far. closed says
// that no event follows; on an open trace violated means that no continuation
// can help. It allocates nothing.
func (s *Set) Verdict(guarantee int, closed bool) schema.Verdict {
	return s.program.guarantees[guarantee].status(s).verdict(closed)
}

// Now returns the truth of a guarantee if the trace ended here. It tells a
// bound that is exceeded at present, and that a later event could still meet,
// from one that is kept: both may be pending or unknown.
func (s *Set) Now(guarantee int) Truth { return s.program.guarantees[guarantee].status(s).now }

// Explain returns the events that caused the verdict of a guarantee, by their
// indexes, ascending, at most a few for each of its parts, and the reason: a
// part of a sentence, in lower case, that holds names from the constraint and
// numbers, and never a text of an event.
func (s *Set) Explain(guarantee int, closed bool) (because []int, reason string) {
	f := s.program.guarantees[guarantee]
	st := f.status(s)
	want := st.now
	if st.verdict(closed) == schema.VerdictUnknown {
		want = Unknown
	}
	e := f.explain(s, want)
	return e.because, e.reason
}

// Fork returns a copy of the state that shares nothing that changes. It costs
// the number of guarantees, and of the keys remembered since Freeze; for a trial
// step, Snapshot costs less. The copy has no snapshots. Several goroutines may
// fork a Set that none of them changes.
func (s *Set) Fork() *Set {
	fork := &Set{program: s.program, states: slices.Clone(s.states)}
	for i := range fork.states {
		fork.states[i].table = fork.states[i].table.clone()
	}
	fork.frame = frame{env: s.frame.env, slots: make([]datum, len(s.frame.slots)), journal: &fork.journal}
	return fork
}

// Freeze lets later forks share the keys remembered so far, for a trace that is
// the start of many. It does nothing while there is a snapshot.
func (s *Set) Freeze() {
	if s.journal.open > 0 {
		return
	}
	for i := range s.states {
		s.states[i].table.freeze()
	}
}

// Snapshot is a point of a trace to which Restore goes back.
type Snapshot struct{ states, entries, open int }

// Snapshot marks the present state, for steps that may have to be undone: those
// of a call that may be denied. Snapshots nest; each must be given to Restore
// or to Discard, the last one first. While there is one, a step costs a copy of
// the state of each guarantee that it concerns.
func (s *Set) Snapshot() Snapshot {
	s.journal.open++
	return Snapshot{len(s.journal.states), len(s.journal.entries), s.journal.open}
}

// Restore undoes all steps since the snapshot was made, and ends it. A snapshot
// that has been ended already is left alone.
func (s *Set) Restore(to Snapshot) {
	if to.open != s.journal.open {
		return
	}
	for i := len(s.journal.states) - 1; i >= to.states; i-- {
		s.states[s.journal.states[i].leaf] = s.journal.states[i].state
	}
	for i := len(s.journal.entries) - 1; i >= to.entries; i-- {
		s.journal.entries[i].undo()
	}
	s.journal.truncate(to)
	s.journal.close()
}

// Discard keeps all steps since the snapshot was made, and ends it. A snapshot
// that has been ended already is left alone.
func (s *Set) Discard(snapshot Snapshot) {
	if snapshot.open == s.journal.open {
		s.journal.close()
	}
}
