package monitor_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/contractc/contractc/internal/monitor"
	"github.com/contractc/contractc/schema"
	"pgregory.net/rapid"
)

func show(v any) string {
	data, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return string(data)
}

func start(t *rapid.T, w world, c schema.Constraint) *monitor.Monitor {
	m, err := monitor.New(c, w.options(), w.env)
	if err != nil {
		t.Fatalf("%s: %v", show(c), err)
	}
	return m
}

// TestAgreesWithDefinition compares truth and verdicts after every event with
// the reference.
func TestAgreesWithDefinition(t *testing.T) { rapid.Check(t, agreesWithDefinition) }

// FuzzAgreesWithDefinition is the same for a fuzzer.
func FuzzAgreesWithDefinition(f *testing.F) { f.Fuzz(rapid.MakeFuzz(agreesWithDefinition)) }

func agreesWithDefinition(t *rapid.T) {
	w := worlds().Draw(t, "world")
	c := w.constraint(t, 3)
	events := w.trace(t, 8)
	m, ref := start(t, w, c), w.reference()
	for n := 0; n <= len(events); n++ {
		if n > 0 {
			m.Step(events[n-1])
		}
		want := ref.now(c, events[:n])
		if got := m.Now(); got != want {
			t.Fatalf("after %d events the monitor says %s, the definition %s\nconstraint %s\ntrace %s",
				n, got, want, show(c), show(events[:n]))
		}
		checkVerdicts(t, m, c, want)
		checkExplanation(t, m, events[:n])
	}
}

// checkVerdicts: the verdict on a closed trace is the truth; on an open one
// what holds is true, and what is violated or pending is false now.
func checkVerdicts(t *rapid.T, m *monitor.Monitor, c schema.Constraint, now monitor.Truth) {
	closed, _, _ := m.Verdict(true)
	open, _, _ := m.Verdict(false)
	want := map[monitor.Truth]schema.Verdict{
		monitor.True: schema.VerdictHolds, monitor.False: schema.VerdictViolated, monitor.Unknown: schema.VerdictUnknown,
	}[now]
	if closed != want {
		t.Fatalf("closed trace is %s, truth %s\nconstraint %s", closed, now, show(c))
	}
	fits := map[schema.Verdict]bool{
		schema.VerdictHolds:    now == monitor.True,
		schema.VerdictViolated: now == monitor.False,
		schema.VerdictPending:  now == monitor.False,
		schema.VerdictUnknown:  now != monitor.True,
	}
	if !fits[open] {
		t.Fatalf("open trace is %s, truth %s\nconstraint %s", open, now, show(c))
	}
}

// checkExplanation: the events named are events of the trace, in their order,
// and the reason is words.
func checkExplanation(t *rapid.T, m *monitor.Monitor, events []*monitor.Event) {
	for _, closed := range []bool{false, true} {
		_, because, reason := m.Verdict(closed)
		if !slices.IsSorted(because) || len(because) > 0 && (because[0] < 0 || because[len(because)-1] >= len(events)) {
			t.Fatalf("because %v of %d events", because, len(events))
		}
		if reason == "" || strings.ContainsAny(reason, "/é\n") || strings.Contains(reason, "%!") {
			t.Fatalf("reason %q", reason)
		}
	}
}

// TestViolatedIsForGood: after violated on an open trace, the constraint is
// false after every continuation, whatever the values are that are not known.
func TestViolatedIsForGood(t *testing.T) { rapid.Check(t, violatedIsForGood) }

func violatedIsForGood(t *rapid.T) {
	w := worlds().Draw(t, "world")
	c := w.constraint(t, 3)
	events := w.trace(t, 6)
	m, ref := start(t, w, c), w.reference()
	for _, e := range events {
		m.Step(e)
	}
	if verdict, _, _ := m.Verdict(false); verdict != schema.VerdictViolated {
		return
	}
	for range 5 {
		longer := slices.Clone(events)
		for i := range rapid.IntRange(0, 4).Draw(t, "more") {
			longer = append(longer, w.event(t, len(events)+i))
		}
		if now := ref.now(c, longer); now != monitor.False {
			t.Fatalf("violated, and then %s\nconstraint %s\ntrace %s", now, show(c), show(longer))
		}
		if now := ref.now(c, w.completed(t, longer)); now != monitor.False {
			t.Fatalf("violated, and with all values known %s\nconstraint %s\ntrace %s", now, show(c), show(longer))
		}
	}
}

// TestKnownIsRight: what is true or false with some values not known is not the
// opposite with any values in their place.
func TestKnownIsRight(t *testing.T) { rapid.Check(t, knownIsRight) }

func knownIsRight(t *rapid.T) {
	w := worlds().Draw(t, "world")
	c := w.constraint(t, 2)
	events := w.trace(t, 6)
	m, ref := start(t, w, c), w.reference()
	for _, e := range events {
		m.Step(e)
	}
	for range 5 {
		full := w.completed(t, events)
		if now, then := m.Now(), ref.now(c, full); now != monitor.Unknown && then == now.Not() {
			t.Fatalf("%s, and with all values known %s\nconstraint %s\ntrace %s\nfull %s",
				now, then, show(c), show(events), show(full))
		}
	}
}

// TestComposition: the verdict on an open trace of And and Or follows from
// those of the operands, the worse one of two that do not decide.
func TestComposition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := worlds().Draw(t, "world")
		operands := []schema.Constraint{w.constraint(t, 2), w.constraint(t, 2)}
		all, some := start(t, w, &schema.And{Operands: operands}), start(t, w, &schema.Or{Operands: operands})
		a, b := start(t, w, operands[0]), start(t, w, operands[1])
		for _, e := range w.trace(t, 6) {
			for _, m := range []*monitor.Monitor{all, some, a, b} {
				m.Step(e)
			}
		}
		left, _, _ := a.Verdict(false)
		right, _, _ := b.Verdict(false)
		conjunction := []schema.Verdict{schema.VerdictViolated, schema.VerdictUnknown, schema.VerdictPending, schema.VerdictHolds}
		disjunction := []schema.Verdict{schema.VerdictHolds, schema.VerdictUnknown, schema.VerdictPending, schema.VerdictViolated}
		checkRank(t, all, conjunction, left, right)
		checkRank(t, some, disjunction, left, right)
	})
}

// checkRank: the verdict is the first in the ranking that an operand has.
func checkRank(t *rapid.T, m *monitor.Monitor, ranking []schema.Verdict, operands ...schema.Verdict) {
	got, _, _ := m.Verdict(false)
	for _, want := range ranking {
		if slices.Contains(operands, want) {
			if got != want {
				t.Fatalf("%s, want %s of %v", got, want, operands)
			}
			return
		}
	}
}

// TestTrialSteps: what is restored is as if it had never happened, what is
// discarded or forked is as if it had been stepped.
func TestTrialSteps(t *testing.T) { rapid.Check(t, trialSteps) }

func trialSteps(t *rapid.T) {
	w := worlds().Draw(t, "world")
	constraints := make([]schema.Constraint, rapid.IntRange(1, 4).Draw(t, "guarantees"))
	for i := range constraints {
		constraints[i] = w.constraint(t, 2)
	}
	program, err := monitor.Compile(constraints, w.options())
	if err != nil {
		t.Fatal(err)
	}
	set := program.Start(w.env)
	kept := tryOut(t, w, set, nil, 3)
	same(t, "after trials", replay(program, w, kept), set)
	fork := set.Fork()
	more := tryOut(t, w, fork, slices.Clone(kept), 2)
	same(t, "the set after the fork went on", replay(program, w, kept), set)
	same(t, "the fork", replay(program, w, more), fork)
}

// tryOut steps events, some of them within snapshots, and returns those that
// were kept.
func tryOut(t *rapid.T, w world, set *monitor.Set, kept []*monitor.Event, depth int) []*monitor.Event {
	for range rapid.IntRange(0, 4).Draw(t, "steps") {
		if rapid.IntRange(0, 4).Draw(t, "freeze") == 0 {
			set.Freeze()
		}
		if depth == 0 || rapid.Bool().Draw(t, "plain") {
			e := w.event(t, len(kept))
			set.Step(e)
			kept = append(kept, e)
			continue
		}
		snapshot := set.Snapshot()
		tried := tryOut(t, w, set, slices.Clone(kept), depth-1)
		if rapid.Bool().Draw(t, "restore") {
			set.Restore(snapshot)
		} else {
			set.Discard(snapshot)
			kept = tried
		}
	}
	return kept
}

func replay(program *monitor.Program, w world, events []*monitor.Event) *monitor.Set {
	set := program.Start(w.env)
	for _, e := range events {
		set.Step(e)
	}
	return set
}

func same(t *rapid.T, when string, want, got *monitor.Set) {
	for i := range want.Len() {
		for _, closed := range []bool{false, true} {
			if a, b := want.Verdict(i, closed), got.Verdict(i, closed); a != b {
				t.Fatalf("%s guarantee %d is %s, want %s", when, i, b, a)
			}
			wantBecause, wantReason := want.Explain(i, closed)
			because, reason := got.Explain(i, closed)
			if reason != wantReason || !slices.Equal(because, wantBecause) {
				t.Fatalf("%s guarantee %d: %v %q, want %v %q", when, i, because, reason, wantBecause, wantReason)
			}
		}
	}
}

// TestChanged: a step reports every guarantee whose verdict changed, and no
// guarantee has another verdict in a set than by itself, or in a program that
// goes on after the verdict is final.
func TestChanged(t *testing.T) { rapid.Check(t, changed) }

func changed(t *rapid.T) {
	w := worlds().Draw(t, "world")
	constraints := make([]schema.Constraint, 4)
	single := make([]*monitor.Monitor, len(constraints))
	for i := range constraints {
		constraints[i] = w.constraint(t, 2)
		single[i] = start(t, w, constraints[i])
	}
	options := w.options()
	options.Exhaustive = rapid.Bool().Draw(t, "exhaustive")
	program, err := monitor.Compile(constraints, options)
	if err != nil {
		t.Fatal(err)
	}
	set := program.Start(w.env)
	for _, e := range w.trace(t, 6) {
		var before []schema.Verdict
		for i := range constraints {
			before = append(before, set.Verdict(i, true), set.Verdict(i, false))
		}
		reported := slices.Clone(set.Step(e))
		if !slices.IsSorted(reported) || len(slices.Compact(slices.Clone(reported))) != len(reported) {
			t.Fatalf("reported %v", reported)
		}
		for i, m := range single {
			m.Step(e)
			moved := set.Verdict(i, true) != before[2*i] || set.Verdict(i, false) != before[2*i+1]
			if moved && !slices.Contains(reported, i) {
				t.Fatalf("guarantee %d changed and was not reported", i)
			}
			alone, _, _ := m.Verdict(false)
			if got := set.Verdict(i, false); got != alone {
				t.Fatalf("guarantee %d is %s in a set and %s alone", i, got, alone)
			}
		}
	}
}
