package lower_test

import (
	"errors"
	"testing"

	"github.com/contractc/contractc/internal/lower"
	"github.com/contractc/contractc/internal/monitor"
	"github.com/contractc/contractc/internal/solver"
	"github.com/contractc/contractc/schema"
	"pgregory.net/rapid"
)

// edge is a case that random traces are too small or too plain for.
type edge struct {
	name  string
	c     schema.Constraint
	trace []*monitor.Event
	want  schema.Verdict // on the closed trace
}

func edges() []edge {
	many := make([]*monitor.Event, 1100)
	for i := range many {
		many[i] = event("x.Pay", "amount", integer("9007199254740991"), "price", dec("99999999999.0"))
	}
	le := schema.ComparisonLe
	has := func(v schema.Value) schema.Constraint {
		return &schema.Exists{Set: effects("x.Pay"), Predicate: eq(field("where"), lit(v))}
	}
	nested := dict(str("a"), list(integer("9007199254740992")))
	flip := func(path string, flag bool) *monitor.Event {
		return event("x.Flip", "path", str(path), "flag", yes(flag), "amount", num(2))
	}
	doors := &schema.StateAll{Cell: "door", Predicate: eq(field("value"), lit(yes(true)))}
	switches := &schema.StateAll{Cell: "switch", Predicate: eq(field("value"), lit(num(2)))}
	somewhere := event("x.Flip", "flag", yes(false))
	return []edge{
		{"a sum beyond 64 bits", &schema.Sum{Set: effects("x.Pay"), Field: "amount", Op: le, Bound: lit(num(0))}, trace(many...), schema.VerdictViolated},
		{"a sum of decimals beyond 64 bits", &schema.Sum{Set: effects("x.Pay"), Field: "price", Op: le, Bound: lit(dec("0.0"))}, trace(many...), schema.VerdictViolated},
		{"a number within a map that nobody knows", has(dict(str("a"), list(none()))), trace(event("x.Pay", "where", nested)), schema.VerdictUnknown},
		{"a key of another case", has(dict(str("A"), num(1))), trace(event("x.Pay", "where", dict(str("a"), num(1)))), schema.VerdictViolated},
		{"a map that looks like a decimal", has(dict(str("b"), str("x"))), trace(event("x.Pay", "where", dict(str("$decimal"), str("1.0")))), schema.VerdictViolated},
		{"mended later", doors, trace(flip("a", false), flip("b", true), flip("a", true)), schema.VerdictHolds},
		{"broken later", doors, trace(flip("a", true), flip("a", false)), schema.VerdictViolated},
		{"perhaps mended", doors, trace(flip("a", false), event("x.Flip", "flag", yes(true))), schema.VerdictUnknown},
		{"perhaps broken", doors, trace(flip("a", true), somewhere), schema.VerdictUnknown},
		{"known again", doors, trace(somewhere, flip("a", true)), schema.VerdictUnknown},
		{"both keys known", switches, trace(flip("a", true), flip("a", false)), schema.VerdictHolds},
		{"both keys known after all", switches, trace(event("x.Flip", "amount", num(1)), flip("a", true), flip("a", false)), schema.VerdictHolds},
		{"one of both keys lost", switches, trace(flip("a", true), flip("a", false), event("x.Flip", "amount", num(1))), schema.VerdictUnknown},
		{"two assignments of one event", &schema.StateAt{Cell: "level", Key: lit(num(2)), Op: schema.ComparisonEq, Value: lit(num(2))},
			trace(event("x.Pay", "amount", num(2), "path", str("/a"))), schema.VerdictHolds},
		{"the second assignment wins", &schema.StateAt{Cell: "level", Key: lit(num(1)), Op: schema.ComparisonEq, Value: lit(num(3))},
			trace(event("x.Pay", "amount", num(1), "path", str("/"))), schema.VerdictViolated},
		{"the second assignment of an event mends the first", &schema.StateAt{Cell: "pair", Key: lit(str("a")), Op: schema.ComparisonEq, Value: lit(yes(true))},
			trace(event("x.Flip", "path", str("a"), "flag", yes(false), "in", str("a"))), schema.VerdictHolds},
		{"and does so for every key", &schema.StateAll{Cell: "pair", Predicate: eq(field("value"), lit(yes(true)))},
			trace(event("x.Flip", "path", str("a"), "flag", yes(false), "in", str("a"))), schema.VerdictHolds},
		{"what no later event can undo", &schema.StateAt{Cell: "latch", Key: lit(str("/a")), Op: schema.ComparisonEq, Value: lit(yes(false))},
			trace(event("x.Pay", "path", str("/a"))), schema.VerdictViolated},
		{"what holds already is in no doubt", &schema.And{Operands: []schema.Constraint{
			&schema.Or{Operands: []schema.Constraint{&schema.Empty{Set: effects("y.Other")}, has(dict())}},
			&schema.Exists{Set: effects("x.Read"), Predicate: truth(true)}}}, trace(event("x.Pay")), schema.VerdictViolated},
		{"a path that may be an address", &schema.All{Set: effects("x.Read"), Predicate: within(field("path"), lit(dir("/")))},
			trace(event("x.Read", "path", str("/x://y"))), schema.VerdictUnknown},
		{"a path with a drive", &schema.All{Set: effects("x.Read"), Predicate: within(field("path"), lit(dir("/")))},
			trace(event("x.Read", "path", str("c:/x"))), schema.VerdictUnknown},
		{"a path with many names taken back", &schema.All{Set: effects("x.Read"), Predicate: within(field("path"), lit(dir("/a")))},
			trace(event("x.Read", "path", str("/x/../y/z/../../a/./b//../../a"))), schema.VerdictHolds},
	}
}

func TestEdges(t *testing.T) {
	w := world{}
	for _, r := range allReaders(t) {
		for _, e := range edges() {
			m, err := monitor.New(e.c, monitor.Options{Facts: w.facts, Cells: cells()}, w.env)
			if err != nil {
				t.Fatalf("%s: %v", e.name, err)
			}
			for _, event := range e.trace {
				m.Step(event)
			}
			open, _, _ := m.Verdict(false)
			closed, _, _ := m.Verdict(true)
			if closed != e.want {
				t.Errorf("%s: the monitor says %s, want %s", e.name, closed, e.want)
			}
			j, err := r.lower(e.c, lower.Options{Facts: w.facts, Cells: cells(), Env: w.env})
			if err != nil {
				t.Errorf("%s, %s: %v", e.name, r.name(), err)
				continue
			}
			if got, err := j.judge(e.trace); err != nil || got != (verdicts{open, closed}) {
				t.Errorf("%s: %s says %v, %v; the monitor %v", e.name, r.name(), got, err, verdicts{open, closed})
			}
		}
	}
}

// TestGeneratorReachesAll: the random constraints have every kind of constraint
// and predicate, and the traces every verdict.
func TestGeneratorReachesAll(t *testing.T) {
	seen := map[schema.Verdict]bool{}
	kinds := map[string]bool{}
	rapid.Check(t, func(t *rapid.T) {
		w := worlds().Draw(t, "world")
		c := w.constraint(t, 2)
		kinds[c.ConstraintClass()] = true
		seen[monitored(t, w, c, w.trace(t, 5)).Open] = true
	})
	if len(seen) != 4 || len(kinds) != 13 {
		t.Errorf("verdicts %v, kinds %v", seen, kinds)
	}
}

// TestLongDecimals: a decimal that a scaled integer cannot hold is refused, and
// by no means cut.
func TestLongDecimals(t *testing.T) {
	w := world{}
	c := &schema.Exists{Set: effects("x.Pay"), Predicate: eq(field("price"), lit(dec("1.0")))}
	for _, r := range allReaders(t) {
		j, err := r.lower(c, w.options())
		if err != nil {
			t.Fatal(err)
		}
		got, err := j.judge(trace(event("x.Pay", "price", dec("1.0000001"))))
		var refused *lower.RefusalError
		switch exact := r.name() == solver.Z3 || r.name() == solver.CVC5; {
		case exact && (err != nil || got.Closed != schema.VerdictViolated):
			t.Errorf("%s says %v, %v", r.name(), got, err)
		case !exact && (!errors.As(err, &refused) || refused.Code != lower.ReasonDecimal):
			t.Errorf("%s says %v, %v, want a refusal", r.name(), got, err)
		}
	}
}
