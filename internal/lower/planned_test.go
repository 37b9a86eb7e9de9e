package lower_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/contractc/contractc/internal/lower"
	"github.com/contractc/contractc/internal/monitor"
	"github.com/contractc/contractc/internal/solver"
	"github.com/contractc/contractc/internal/value"
	"github.com/contractc/contractc/schema"
)

// literally is a plan that performs the events of a trace, each where a value is
// true that always is.
func literally(trace []*monitor.Event) *lower.Planned {
	p := &lower.Planned{
		Symbols: []lower.PlannedSymbol{{Name: "values.n", Kind: value.Integer}},
		Choices: []lower.PlannedChoice{{Guard: compare(field("n"), schema.ComparisonLe, lit(integer("9007199254740991"))), Names: map[string]string{"n": "values.n"}}},
	}
	for _, e := range trace {
		out := lower.PlannedEvent{Effect: e.Effect, Fields: map[string]schema.Term{}, Provenance: e.Provenance, When: []lower.PlannedCondition{lower.Taken{Choice: 0, Way: true}}}
		for name, v := range e.Fields {
			out.Fields[name] = lit(v)
		}
		p.Events = append(p.Events, out)
	}
	return p
}

// TestPlannedAsGiven requires that a plan whose values are all known means what
// its trace does, to a solver, and that the events of its other way do not count.
func TestPlannedAsGiven(t *testing.T) {
	found, err := solver.Find(solver.Z3)
	if err != nil {
		t.Fatal(err)
	}
	session, err := found[0].Start(context.Background(), solver.Limit{Effort: time.Minute, Time: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	can := func(script, goal string) solver.Result {
		t.Helper()
		r, _, err := session.Check(script+"(assert "+goal+")", nil)
		if err != nil {
			t.Fatalf("%v\n%s", err, script)
		}
		return r
	}
	for _, s := range samples() {
		m, err := lower.NewSMT(sampleOptions(s.env), s.c)
		if err != nil {
			t.Fatal(err)
		}
		plan := literally(sampleTrace())
		other := literally(sampleTrace())
		for i := range other.Events {
			other.Events[i].When = []lower.PlannedCondition{lower.Taken{Choice: 0, Way: false}}
		}
		plan.Events = append(plan.Events, other.Events...)
		given, err := m.Given(sampleTrace())
		if err != nil {
			t.Fatal(err)
		}
		planned, err := m.Planned(plan, lower.AnyValues)
		if err != nil {
			t.Fatal(err)
		}
		for _, goal := range []string{m.Names(0).Holds, m.Names(0).Violated} {
			if got, want := can(planned, goal), can(given, goal); got != want {
				t.Errorf("%s: %s of the plan is %s, of the trace %s", s.name, goal, got, want)
			}
			if got, want := can(planned, "(not "+goal+")"), can(given, "(not "+goal+")"); got != want {
				t.Errorf("%s: not %s of the plan is %s, of the trace %s", s.name, goal, got, want)
			}
		}
	}
}

// TestScriptsAreBounded requires that a script of too many pairs is refused by
// name, and soon.
func TestScriptsAreBounded(t *testing.T) {
	unique := &schema.UniqueBy{Set: effects("fs.Read"), Key: field("path")}
	m, err := lower.NewSMT(sampleOptions(monitor.Env{}), unique)
	if err != nil {
		t.Fatal(err)
	}
	trace := make([]*monitor.Event, 2000)
	for i := range trace {
		trace[i] = event("fs.Read", "path", str("/a"))
	}
	start := time.Now()
	_, err = m.Planned(literally(trace), lower.AnyValues)
	var refused *lower.RefusalError
	if !errors.As(err, &refused) || refused.Code != lower.ReasonLimit {
		t.Errorf("%v", err)
	}
	if spent := time.Since(start); spent > 20*time.Second {
		t.Errorf("it took %s", spent)
	}
}
