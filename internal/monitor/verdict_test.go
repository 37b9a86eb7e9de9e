package monitor_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/contractc/contractc/internal/monitor"
	"github.com/contractc/contractc/internal/value"
	"github.com/contractc/contractc/schema"
	"github.com/google/go-cmp/cmp"
)

// scenario is a constraint, a trace, and what is expected: the verdicts on the
// open trace before the first event and after each one, the verdict where it is
// closed, and the explanation of the last verdict on the open trace.
type scenario struct {
	name    string
	c       schema.Constraint
	events  []*monitor.Event
	open    string
	closed  schema.Verdict
	because []int
	reason  string
}

func read(path any) *monitor.Event         { return event("fs.Read", "path", path) }
func write(path any) *monitor.Event        { return event("fs.Write", "path", path) }
func pay(amount any) *monitor.Event        { return event("bank.Pay", "amount", amount) }
func gift(amount any) *monitor.Event       { return event("shop.Gift", "amount", amount) }
func mail(to, body any) *monitor.Event     { return event("mail.Send", "to", to, "body", body) }
func lock(door, locked any) *monitor.Event { return event("home.Lock", "door", door, "locked", locked) }
func dim(level any) *monitor.Event         { return event("home.Dim", "level", level) }

func underA() schema.Predicate { return startsWith(field("path"), lit(prefix("/a"))) }

func count(set schema.EffectSet, op schema.Comparison, n schema.Value) schema.Constraint {
	return &schema.Count{Set: set, Op: op, Bound: lit(n)}
}

func sum(effect string, op schema.Comparison, n schema.Value) schema.Constraint {
	return &schema.Sum{Set: effects(effect), Field: "amount", Op: op, Bound: lit(n)}
}

func stateOf(cell string, key schema.Value, op schema.Comparison, v schema.Value) schema.Constraint {
	return &schema.StateAt{Cell: cell, Key: lit(key), Op: op, Value: lit(v)}
}

func everyState(cell string, p schema.Predicate) schema.Constraint {
	return &schema.StateAll{Cell: cell, Predicate: p}
}

// scenarioOptions: gifts are never negative, payments may be.
func scenarioOptions() monitor.Options {
	locked := []monitor.Assignment{{Effect: "home.Lock", Key: field("door"), Value: field("locked")}}
	return monitor.Options{
		Facts: func(effect, _ string) monitor.Fact {
			if effect == "shop.Gift" {
				return atLeast(0)
			}
			return monitor.Fact{}
		},
		Cells: []monitor.Cell{
			{Name: "locked", KeyKind: value.String, ValueKind: value.Boolean, Initial: yes(true), Assignments: locked},
			{Name: "open", KeyKind: value.String, ValueKind: value.Boolean, Initial: yes(false), Assignments: locked},
			{Name: "level", Initial: num(0), Assignments: []monitor.Assignment{
				{Effect: "home.Dim", Key: lit(str("lamp")), Value: field("level")},
				{Effect: "home.Off", Key: lit(str("lamp")), Value: lit(num(0))},
			}},
			{Name: "mode", KeyKind: value.Boolean, Initial: num(1), Assignments: []monitor.Assignment{
				{Effect: "home.Dim", Key: field("night"), Value: field("level")},
			}},
		},
	}
}

func scenarios() []scenario {
	le, ge, eqOp, ne := schema.ComparisonLe, schema.ComparisonGe, schema.ComparisonEq, schema.ComparisonNe
	reads := effects("fs.Read")
	const h, v, u, p = schema.VerdictHolds, schema.VerdictViolated, schema.VerdictUnknown, schema.VerdictPending
	byBody := &schema.ExistsPair{
		Left:  where(eq(field("to"), lit(str("ann"))), "mail.Send"),
		Right: where(eq(field("to"), lit(str("bob"))), "mail.Send"), Key: field("body")}
	return []scenario{
		{"unrestricted", &schema.Unrestricted{}, trace(read(str("/b"))), "h h", h, nil, "nothing is restricted"},

		{"empty", &schema.Empty{Set: reads}, trace(write(str("x")), read(str("x")), read(nil)), "h h v v", v,
			[]int{1}, "event 1 is a member of the set, which must be empty"},
		{"empty with a filter", &schema.Empty{Set: where(underA(), "fs.Read")}, trace(read(str("/b")), read(nil), read(str("/a"))),
			"h h u v", v, []int{2}, "event 2 is a member of the set, which must be empty"},
		{"empty of nothing", &schema.Empty{Set: effects()}, trace(read(str("/b"))), "h h", h, nil, "no event is a member of the set"},
		{"never empty of nothing", &schema.Not{Operand: &schema.Empty{Set: effects()}}, trace(read(str("/b"))), "v v", v, nil,
			"no event is a member of the set"},

		{"all", &schema.All{Set: reads, Predicate: underA()}, trace(read(str("/a/x")), read(str("/b")), read(str("/c"))),
			"h h v v", v, []int{1}, "event 1 does not meet the condition"},
		{"all with an absent field", &schema.All{Set: reads, Predicate: underA()}, trace(read(nil), read(none()), read(str("/a"))),
			"h u u u", u, []int{0, 1}, "it is not known whether events 0 and 1 include a member of the set that does not meet the condition"},
		{"violated in spite of an absent field", &schema.All{Set: reads, Predicate: underA()}, trace(read(nil), read(str("/b"))),
			"h u v", v, []int{1}, "event 1 does not meet the condition"},

		{"exists", &schema.Exists{Set: reads, Predicate: underA()}, trace(read(str("/b")), read(nil), read(str("/a"))), "p p u h", h,
			[]int{2}, "event 2 meets the condition"},
		{"exists not", &schema.Exists{Set: reads, Predicate: underA()}, trace(read(str("/b"))), "p p", v,
			nil, "no member of the set meets the condition"},
		{"cannot exist", &schema.Exists{Set: reads, Predicate: truth(false)}, trace(read(str("/b"))), "v v", v,
			nil, "no member of the set meets the condition"},

		{"unique", &schema.UniqueBy{Set: effects("mail.Send"), Key: field("to")},
			trace(mail(str("ann"), nil), mail(str("bob"), nil), mail(str("ann"), nil)), "h h h v", v,
			[]int{0, 2}, "events 0 and 2 have the same key"},
		{"unique with one unknown key", &schema.UniqueBy{Set: effects("mail.Send"), Key: field("to")},
			trace(mail(nil, nil), mail(str("ann"), nil)), "h h u", u,
			[]int{1}, "it is not known whether the key of event 1 was there before"},
		{"unique by long keys", &schema.UniqueBy{Set: effects("mail.Send"), Key: field("body")},
			trace(mail(nil, str(strings.Repeat("x", 200)+"a")), mail(nil, str(strings.Repeat("x", 200)+"b")), mail(nil, str(strings.Repeat("x", 200)+"a"))),
			"h h h v", v, []int{0, 2}, "events 0 and 2 have the same key"},
		{"keys of two types", &schema.UniqueBy{Set: effects("mail.Send"), Key: field("to")},
			trace(mail(str("1"), nil), mail(num(1), nil)), "h h u", u,
			[]int{1}, "it is not known whether the key of event 1 was there before"},
		{"perhaps a member", &schema.UniqueBy{Set: where(eq(field("body"), lit(str("x"))), "mail.Send"), Key: field("to")},
			trace(mail(str("ann"), nil), mail(str("ann"), str("y")), mail(str("ann"), str("x")), mail(str("ann"), str("x"))),
			"h h h u v", v, []int{2, 3}, "events 2 and 3 have the same key"},
		{"unique among decimals", &schema.UniqueBy{Set: effects("bank.Pay"), Key: field("amount")},
			trace(pay(dec("1.0")), pay(dec("1.00"))), "h h v", v, []int{0, 1}, "events 0 and 1 have the same key"},

		{"at most", count(reads, le, num(1)), trace(read(str("a")), read(str("b"))), "h h v", v,
			[]int{0, 1}, "the number of members is 2, and must be at most 1"},
		{"at most, perhaps", count(where(underA(), "fs.Read"), le, num(1)), trace(read(nil), read(str("/a")), read(str("/a"))), "h h u v", v,
			[]int{1, 2}, "the number of members lies between 2 and 3, and must be at most 1"},
		{"at most, unknown", count(where(underA(), "fs.Read"), le, num(0)), trace(read(nil)), "h u", u,
			[]int{0}, "the number of members lies between 0 and 1, and must be at most 0"},
		{"at least", count(reads, ge, num(2)), trace(read(nil), read(nil)), "p p h", h,
			[]int{0, 1}, "the number of members is 2, and must be at least 2"},
		{"at least of nothing", count(effects(), ge, num(1)), nil, "v", v, nil, "the number of members is 0, and must be at least 1"},
		{"less than none", count(reads, le, num(-1)), nil, "v", v, nil, "the number of members is 0, and must be at most -1"},
		{"exactly", count(reads, eqOp, num(1)), trace(read(nil), read(nil)), "p h v", v,
			[]int{0, 1}, "the number of members is 2, and must be exactly 1"},
		{"anything but", count(reads, ne, num(1)), trace(read(nil), read(nil)), "h p h", h,
			[]int{0, 1}, "the number of members is 2, and must be anything but 1"},
		{"at least is met for good", &schema.Not{Operand: count(reads, ge, num(1))}, trace(read(nil)), "h v", v,
			[]int{0}, "the number of members is 1, and must be at least 1"},
		{"bound beyond", count(reads, le, integer("9007199254740992")), trace(read(nil)), "u u", u,
			nil, "the bound on the number of members is not known"},
		{"many", count(reads, le, num(9)), trace(read(nil), read(nil), read(nil), read(nil), read(nil), read(nil), read(nil), read(nil), read(nil), read(nil), read(nil)),
			"h h h h h h h h h h v v", v, []int{0, 1, 2, 3, 4, 5, 6, 9}, "the number of members is 10, and must be at most 9"},

		{"sum that may fall", sum("bank.Pay", le, num(5)), trace(pay(num(3)), pay(num(4)), pay(num(-2))), "h h p h", h,
			[]int{0, 1, 2}, "the sum of amount is 5, and must be at most 5"},
		{"sum that cannot fall", sum("shop.Gift", le, num(5)), trace(gift(num(3)), gift(num(4)), gift(num(-2))), "h h v v", v,
			[]int{0, 1}, "the sum of amount is 7, and must be at most 5"},
		{"sum with an unknown part", sum("bank.Pay", le, num(5)), trace(pay(num(3)), pay(nil)), "h h u", u,
			[]int{1}, "the sum of amount is not known, and must be at most 5"},
		{"sum with an unknown part that is not negative", sum("shop.Gift", le, num(5)), trace(gift(num(3)), gift(nil), gift(num(3))), "h h u v", v,
			[]int{0, 2}, "the sum of amount is not known but at least 6, and must be at most 5"},
		{"sum with a part that breaks its promise", sum("shop.Gift", le, num(5)), trace(gift(num(-1)), gift(num(3))), "h u u", u,
			[]int{0}, "the sum of amount is not known but at least 3, and must be at most 5"},
		{"sum must be reached", sum("shop.Gift", ge, num(5)), trace(gift(num(3)), gift(num(3))), "p p h", h,
			[]int{0, 1}, "the sum of amount is 6, and must be at least 5"},
		{"sum is reached for good", &schema.Not{Operand: sum("shop.Gift", ge, num(5))}, trace(gift(num(5))), "h v", v,
			[]int{0}, "the sum of amount is 5, and must be at least 5"},
		{"sum beyond 2^63", sum("shop.Gift", le, integer(maxInteger)), manyGifts(2000), "h" + " h" + strings.Repeat(" v", 1999), v,
			[]int{0, 1}, "the sum of amount is 18014398509481982, and must be at most 9007199254740991"},
		{"sum of decimals", &schema.Sum{Set: effects("bank.Pay"), Field: "amount", Op: eqOp, Bound: lit(dec("0.3"))},
			trace(pay(dec("0.1")), pay(dec("0.2"))), "p p h", h, []int{0, 1}, "the sum of amount is 0.3, and must be exactly 0.3"},
		{"sum of another type", sum("bank.Pay", le, num(5)), trace(pay(dec("1.0"))), "h u", u,
			[]int{0}, "the sum of amount is not known, and must be at most 5"},
		{"perhaps a part", &schema.Sum{Set: where(eq(field("to"), lit(str("x"))), "bank.Pay"), Field: "amount", Op: le, Bound: lit(num(5))},
			trace(pay(num(7)), pay(num(-7))), "h u u", u, []int{0, 1}, "the sum of amount lies between -7 and 7, and must be at most 5"},

		{"pair", byBody, trace(mail(str("ann"), str("x")), mail(str("bob"), str("y")), mail(str("bob"), str("x"))), "p p p h", h,
			[]int{0, 2}, "events 0 and 2 have the same key"},
		{"pair with an unknown key on the left", byBody, trace(mail(str("ann"), nil), mail(str("bob"), str("y"))), "p p u", u,
			[]int{1}, "it is not known whether the key of event 1 makes a pair"},
		{"pair with an unknown key on the right", byBody, trace(mail(str("bob"), nil), mail(str("ann"), str("y"))), "p p u", u,
			[]int{1}, "it is not known whether the key of event 1 makes a pair"},
		{"pair of two types", byBody, trace(mail(str("bob"), num(1)), mail(str("ann"), str("1"))), "p p u", u,
			[]int{1}, "it is not known whether the key of event 1 makes a pair"},
		{"pair of one", &schema.ExistsPair{Left: effects("mail.Send"), Right: effects("mail.Send"), Key: field("body")},
			trace(mail(nil, str("x"))), "p h", h, []int{0}, "event 0 is a member of both sets"},
		{"pair with nothing", &schema.ExistsPair{Left: effects("mail.Send"), Right: effects(), Key: field("body")},
			trace(mail(nil, str("x"))), "v v", v, nil, "no member of the left set has the key of a member of the right set"},

		{"state at a key", stateOf("locked", str("front"), eqOp, yes(true)),
			trace(lock(str("back"), yes(false)), lock(str("front"), yes(false)), lock(str("front"), yes(true))), "h h p h", h,
			[]int{2}, "the value of locked at the key is as required"},
		{"state at an unknown key", stateOf("locked", str("front"), eqOp, yes(true)),
			trace(lock(nil, yes(false)), lock(nil, yes(true)), lock(str("front"), yes(false))), "h u u p", v,
			[]int{2}, "the value of locked at the key is not as required"},
		{"the same at an unknown key", stateOf("locked", str("front"), eqOp, yes(true)), trace(lock(nil, yes(true))), "h h", h,
			[]int{0}, "the value of locked at the key is as required"},
		{"unknown state", stateOf("locked", str("front"), eqOp, yes(true)), trace(lock(str("front"), nil)), "h u", u,
			[]int{0}, "the value of locked at the key is not known"},
		{"state that nobody changes", stateOf("level", str("stove"), ge, num(1)), trace(dim(num(3))), "v v", v,
			nil, "the value of level at the key is not as required"},
		{"state that only falls", stateOf("level", str("lamp"), le, num(2)), trace(dim(num(3)), event("home.Off")), "h p h", h,
			[]int{1}, "the value of level at the key is as required"},

		{"state at every key", everyState("locked", eq(field("value"), lit(yes(true)))),
			trace(lock(str("a"), yes(false)), lock(str("b"), yes(false)), lock(str("a"), yes(true))), "h p p p", v,
			[]int{1}, "the value of locked after event 1 does not meet the condition"},
		{"endlessly many keys to mend", everyState("open", eq(field("value"), lit(yes(true)))), trace(lock(str("a"), yes(true))), "v v", v,
			nil, "the initial value of open does not meet the condition"},
		{"no more keys to mend", everyState("mode", eq(field("value"), lit(num(2)))),
			trace(event("home.Dim", "night", yes(true), "level", num(2)), event("home.Dim", "night", yes(false), "level", num(2))), "p p h", h,
			nil, "the value of mode at every key meets the condition"},
		{"every key mended after an unknown one", everyState("mode", eq(field("value"), lit(num(2)))),
			trace(event("home.Dim", "night", yes(true), "level", num(2)), event("home.Dim", "night", yes(false), "level", num(2)),
				event("home.Dim", "level", num(1)), event("home.Dim", "night", yes(true), "level", num(2)), event("home.Dim", "night", yes(false), "level", num(2))),
			"p p h u u h", h, nil, "the value of mode at every key meets the condition"},
		{"an unknown key that was right", everyState("locked", eq(field("value"), lit(yes(true)))),
			trace(lock(str("a"), yes(true)), lock(nil, yes(false)), lock(str("a"), yes(true))), "h h u u", u,
			[]int{1}, "it is not known whether the value of locked at every key meets the condition"},
		{"an unknown key that was wrong", everyState("locked", eq(field("value"), lit(yes(true)))),
			trace(lock(str("a"), yes(false)), lock(nil, yes(true)), lock(str("a"), yes(true))), "h p u h", h,
			nil, "the value of locked at every key meets the condition"},
		{"state but for one key", everyState("locked", or(eq(field("key"), lit(str("shed"))), eq(field("value"), lit(yes(true))))),
			trace(lock(str("shed"), yes(false)), lock(str("front"), yes(false))), "h h p", v,
			[]int{1}, "the value of locked after event 1 does not meet the condition"},

		{"and", &schema.And{Operands: []schema.Constraint{count(reads, ge, num(1)), &schema.All{Set: reads, Predicate: underA()}}},
			trace(read(nil), read(str("/b"))), "p u v", v, []int{1}, "event 1 does not meet the condition"},
		{"and does not hide what is unknown", &schema.And{Operands: []schema.Constraint{count(reads, ge, num(3)), &schema.All{Set: reads, Predicate: underA()}}},
			trace(read(nil)), "p u", v, []int{0}, "it is not known whether event 0 is a member of the set that does not meet the condition"},
		{"and holds", &schema.And{Operands: []schema.Constraint{count(reads, ge, num(1)), &schema.All{Set: reads, Predicate: underA()}}},
			trace(read(str("/a"))), "p h", h, []int{0}, "all of its 2 parts are met"},
		{"and of nothing", &schema.And{}, nil, "h", h, nil, "all of its 0 parts are met"},
		{"or", &schema.Or{Operands: []schema.Constraint{&schema.Empty{Set: reads}, &schema.Empty{Set: effects("fs.Write")}}},
			trace(read(nil), write(nil)), "h h v", v, []int{0, 1}, "none of its 2 parts is met"},
		{"or holds", &schema.Or{Operands: []schema.Constraint{&schema.Empty{Set: reads}, &schema.Empty{Set: effects("fs.Write")}}},
			trace(read(nil)), "h h", h, nil, "no event is a member of the set"},
		{"or of nothing", &schema.Or{}, nil, "v", v, nil, "none of its 0 parts is met"},
		{"not", &schema.Not{Operand: &schema.Empty{Set: reads}}, trace(write(nil), read(nil)), "p p h", h,
			[]int{1}, "event 1 is a member of the set, which must be empty"},
	}
}

// manyGifts is a trace of the largest integers.
func manyGifts(n int) []*monitor.Event {
	events := make([]*monitor.Event, n)
	for i := range events {
		events[i] = gift(integer(maxInteger))
	}
	return trace(events...)
}

func TestVerdicts(t *testing.T) {
	for _, s := range scenarios() {
		t.Run(s.name, func(t *testing.T) {
			m, err := monitor.New(s.c, scenarioOptions(), monitor.Env{})
			if err != nil {
				t.Fatal(err)
			}
			var open []string
			for i := 0; i <= len(s.events); i++ {
				if i > 0 {
					m.Step(s.events[i-1])
				}
				verdict, _, _ := m.Verdict(false)
				open = append(open, string(verdict[0]))
			}
			if got := strings.Join(open, " "); got != s.open {
				t.Errorf("open verdicts %s, want %s", got, s.open)
			}
			if closed, _, _ := m.Verdict(true); closed != s.closed {
				t.Errorf("closed verdict %s, want %s", closed, s.closed)
			}
			_, because, reason := m.Verdict(false)
			if diff := cmp.Diff(s.because, because); diff != "" && len(s.because)+len(because) > 0 {
				t.Errorf("because (-want +got):\n%s", diff)
			}
			if reason != s.reason {
				t.Errorf("reason %q, want %q", reason, s.reason)
			}
		})
	}
}

// TestExhaustive: with the option, every event that counts against a guarantee
// is reported, after the verdict is final too.
func TestExhaustive(t *testing.T) {
	constraints := []schema.Constraint{
		&schema.All{Set: effects("fs.Read"), Predicate: underA()},
		count(effects("fs.Read"), schema.ComparisonLe, num(2)),
		&schema.UniqueBy{Set: effects("fs.Read"), Key: field("path")},
	}
	events := trace(read(str("/b")), read(str("/a")), read(str("/b")), read(str("/a")))
	for exhaustive, want := range map[bool]string{false: "[0] [] [1 2] []", true: "[0 1] [1] [0 1 2] [1 2]"} {
		p, err := monitor.Compile(constraints, monitor.Options{Exhaustive: exhaustive})
		if err != nil {
			t.Fatal(err)
		}
		set := p.Start(monitor.Env{})
		var got []string
		for _, e := range events {
			got = append(got, fmt.Sprint(set.Step(e)))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("exhaustive %v: %s, want %s", exhaustive, got, want)
		}
	}
}

func TestNames(t *testing.T) {
	p, err := monitor.Compile([]schema.Constraint{
		&schema.Unrestricted{},
		&schema.And{Operands: []schema.Constraint{&schema.Empty{Set: effects("fs.Read")}, everyState("locked", truth(true))}},
	}, scenarioOptions())
	if err != nil {
		t.Fatal(err)
	}
	for effect, want := range map[string]bool{"fs.Read": true, "home.Lock": true, "fs.Write": false} {
		if got := p.Names(1, effect); got != want {
			t.Errorf("guarantee 1 names %s: %v", effect, got)
		}
		if p.Names(0, effect) {
			t.Errorf("guarantee 0 names %s", effect)
		}
	}
	if p.Len() != 2 {
		t.Errorf("%d guarantees", p.Len())
	}
}

// TestSharedProgram: sets and forks of one program do not disturb each other,
// also where they run at the same time.
func TestSharedProgram(t *testing.T) {
	p, err := monitor.Compile(twenty(), monitor.Options{})
	if err != nil {
		t.Fatal(err)
	}
	start := p.Start(monitor.Env{WorkingDirectory: "/repo"})
	var running sync.WaitGroup
	for i := range 4 {
		set := start.Fork()
		running.Go(func() {
			for _, e := range workload() {
				set.Step(e)
			}
			for range i {
				set.Step(event("lab.Order", "id", num(i)))
			}
			unique := set.Verdict(16, false)
			if want := i > 1; (unique == schema.VerdictViolated) != want {
				t.Errorf("fork %d is %s", i, unique)
			}
		})
	}
	running.Wait()
}

// TestSnapshotTwice: a snapshot ends once; nested ones end in any case.
func TestSnapshotTwice(t *testing.T) {
	m, err := monitor.New(&schema.UniqueBy{Set: effects("fs.Read"), Key: field("path")}, monitor.Options{}, monitor.Env{})
	if err != nil {
		t.Fatal(err)
	}
	m.Step(read(str("/a")))
	outer := m.Snapshot()
	m.Step(read(str("/b")))
	inner := m.Snapshot()
	m.Step(read(str("/b")))
	m.Discard(inner)
	m.Restore(inner)
	fork := m.Fork()
	m.Restore(outer)
	m.Discard(outer)
	if verdict, _, _ := fork.Verdict(false); verdict != schema.VerdictViolated {
		t.Errorf("the fork is %s", verdict)
	}
	m.Step(read(str("/b")))
	if verdict, _, _ := m.Verdict(false); verdict != schema.VerdictHolds {
		t.Errorf("after the restore it is %s", verdict)
	}
	m.Step(read(str("/a")))
	if verdict, _, _ := m.Verdict(false); verdict != schema.VerdictViolated {
		t.Errorf("in the end it is %s", verdict)
	}
}
