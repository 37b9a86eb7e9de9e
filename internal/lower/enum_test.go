package lower_test

import (
	"testing"

	"github.com/contractc/contractc/internal/lower"
	"github.com/contractc/contractc/internal/monitor"
	"github.com/contractc/contractc/internal/value"
	"github.com/contractc/contractc/schema"
)

// A field of one name is of one enumeration in one effect type and of another in
// another; a text is a value of both. Every reader tells them apart.
func TestEnumerationsOfOneName(t *testing.T) {
	facts := func(effect, _ string) monitor.Fact {
		if effect == "a.E" {
			return monitor.Fact{Kind: value.Enum, Enum: "a.Kind", Values: []string{"x", "y"}}
		}
		return monitor.Fact{Kind: value.Enum, Enum: "b.Kind", Values: []string{"y", "z"}}
	}
	is := func(enumeration, text string) schema.Predicate {
		return eq(field("kind"), lit(enum(enumeration, text)))
	}
	all := func(effect string, p schema.Predicate) schema.Constraint {
		return &schema.All{Set: effects(effect), Predicate: p}
	}
	both := &schema.And{Operands: []schema.Constraint{all("a.E", is("a.Kind", "y")), all("b.F", is("b.Kind", "y"))}}
	mixed := list(enum("b.Kind", "y"), enum("a.Kind", "y"))
	e, f := func(enumeration, text string) *monitor.Event { return event("a.E", "kind", enum(enumeration, text)) }, event("b.F", "kind", enum("b.Kind", "z"))
	for _, test := range []struct {
		name  string
		c     schema.Constraint
		trace []*monitor.Event
		want  schema.Verdict
	}{
		{"both", both, trace(e("a.Kind", "y"), event("b.F", "kind", enum("b.Kind", "y"))), schema.VerdictHolds},
		{"one of them", both, trace(e("a.Kind", "y"), f), schema.VerdictViolated},
		{"a value of the other", all("a.E", is("b.Kind", "y")), trace(e("a.Kind", "y")), schema.VerdictViolated},
		{"not a value of the other", all("a.E", not(is("b.Kind", "y"))), trace(e("a.Kind", "y")), schema.VerdictHolds},
		{"an absent value and one of the other", all("a.E", not(is("b.Kind", "y"))), trace(event("a.E")), schema.VerdictUnknown},
		{"among values of both", all("a.E", in(field("kind"), lit(mixed))), trace(e("a.Kind", "y")), schema.VerdictHolds},
		{"among values of the other", all("b.F", in(field("kind"), lit(list(enum("a.Kind", "z"))))), trace(f), schema.VerdictViolated},
		{"unique", &schema.UniqueBy{Set: effects("a.E"), Key: field("kind")}, trace(e("a.Kind", "y"), f, e("a.Kind", "x")), schema.VerdictHolds},
		{"not unique", &schema.UniqueBy{Set: effects("a.E"), Key: field("kind")}, trace(e("a.Kind", "y"), f, e("a.Kind", "y")), schema.VerdictViolated},
	} {
		opt := lower.Options{Facts: facts}
		m, err := monitor.New(test.c, monitor.Options{Facts: facts}, monitor.Env{})
		if err != nil {
			t.Fatal(err)
		}
		for _, event := range test.trace {
			m.Step(event)
		}
		open, _, _ := m.Verdict(false)
		if closed, _, _ := m.Verdict(true); closed != test.want {
			t.Errorf("%s: the monitor says %s, want %s", test.name, closed, test.want)
		}
		for _, r := range allReaders(t) {
			j, err := r.lower(test.c, opt)
			if err != nil {
				t.Errorf("%s, %s: %v", test.name, r.name(), err)
				continue
			}
			if got, err := j.judge(test.trace); err != nil || got != (verdicts{open, test.want}) {
				t.Errorf("%s: %s says %v, %v, want %s\n%s", test.name, r.name(), got, err, test.want, j.text())
			}
		}
	}
}
