package monitor_test

import (
	"fmt"
	"testing"

	"github.com/contractc/contractc/internal/monitor"
	"github.com/contractc/contractc/schema"
)

// twenty are guarantees as a run has them, over six effect types; all of them
// hold of the events of workload, so that none is final and all go on.
func twenty() []schema.Constraint {
	le := schema.ComparisonLe
	all := func(p schema.Predicate, names ...string) schema.Constraint {
		return &schema.All{Set: effects(names...), Predicate: p}
	}
	atMost := func(n int, names ...string) schema.Constraint { return count(effects(names...), le, num(n)) }
	path, url := field("path"), field("url")
	return []schema.Constraint{
		all(startsWith(path, lit(prefix("/repo/"))), "fs.Read", "fs.Write"),
		all(not(startsWith(path, lit(prefix("/repo/.git/")))), "fs.Read"),
		all(within(path, lit(dir("/repo"))), "fs.Write"),
		all(not(endsWith(path, lit(str(".key")))), "fs.Read", "fs.Write"),
		atMost(1<<40, "fs.Write"),
		all(compare(size(field("content")), le, lit(num(10_000))), "fs.Write"),
		all(startsWith(url, lit(str("https://"))), "web.Fetch"),
		all(not(contains(url, lit(str("token=")))), "web.Fetch"),
		atMost(1<<40, "web.Fetch", "web.Post"),
		&schema.Empty{Set: where(eq(field("method"), lit(str("DELETE"))), "web.Post")},
		all(in(field("to"), lit(strs("ann@example.com", "bob@example.com"))), "mail.Send"),
		all(compare(size(field("body")), le, lit(num(500))), "mail.Send"),
		atMost(1<<40, "mail.Send"),
		&schema.Sum{Set: effects("bank.Pay"), Field: "amount", Op: le, Bound: lit(integer(maxInteger))},
		all(eq(field("account"), lit(str("checking"))), "bank.Pay"),
		all(compare(field("amount"), le, lit(num(100))), "bank.Pay"),
		&schema.UniqueBy{Set: effects("lab.Order"), Key: field("id")},
		&schema.Empty{Set: effects("lab.Discard")},
		all(matches(field("name"), `^[A-Z_]+$`), "env.Read"),
		all(not(in(field("name"), lit(strs("AWS_KEY", "TOKEN")))), "env.Read"),
	}
}

// workload is events of the effect types that twenty speaks of.
func workload() []*monitor.Event {
	var events []*monitor.Event
	for i := range 128 {
		path := str(fmt.Sprintf("/repo/src/file%d.go", i))
		events = append(events,
			event("fs.Read", "path", path),
			event("fs.Write", "path", path, "content", str("package main\n\nfunc main() { println(\"hello\") }\n")),
			event("web.Fetch", "url", str(fmt.Sprintf("https://example.com/page/%d", i))),
			event("mail.Send", "to", str("ann@example.com"), "body", str("The report is ready.")),
			event("bank.Pay", "account", str("checking"), "amount", num(i%100)),
			event("fs.Read", "path", path),
			event("web.Post", "url", str("https://example.com/form"), "method", str("POST")),
			event("env.Read", "name", str("HOME_DIR")))
	}
	return trace(events...)
}

// padded fills up with guarantees about effect types that do not occur.
func padded(n int) []schema.Constraint {
	constraints := twenty()
	for i := len(constraints); i < n; i++ {
		name := fmt.Sprintf("lib%d.Effect", i)
		constraints = append(constraints, &schema.All{Set: effects(name), Predicate: underA()})
	}
	return constraints[:n]
}

// repeated fills up with the same guarantees again.
func repeated(n int) []schema.Constraint {
	var constraints []schema.Constraint
	for len(constraints) < n {
		constraints = append(constraints, twenty()...)
	}
	return constraints[:n]
}

func startAll(b *testing.B, constraints []schema.Constraint) *monitor.Set {
	p, err := monitor.Compile(constraints, monitor.Options{})
	if err != nil {
		b.Fatal(err)
	}
	return p.Start(monitor.Env{WorkingDirectory: "/repo"})
}

// BenchmarkStep is events per second with guarantees about other effects
// ("others") and with guarantees about the same effects ("same").
func BenchmarkStep(b *testing.B) {
	for _, n := range []int{1, 20, 200, 2000} {
		b.Run(fmt.Sprintf("others/%d", n), func(b *testing.B) { benchmarkStep(b, padded(n)) })
	}
	for _, n := range []int{200, 2000} {
		b.Run(fmt.Sprintf("same/%d", n), func(b *testing.B) { benchmarkStep(b, repeated(n)) })
	}
}

func benchmarkStep(b *testing.B, constraints []schema.Constraint) {
	set, events := startAll(b, constraints), workload()
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		set.Step(events[i%len(events)])
		i++
	}
	b.ReportMetric(float64(i)/b.Elapsed().Seconds(), "events/s")
	requireHolding(b, set)
}

// requireHolding fails where a guarantee was final early and cost nothing.
func requireHolding(b *testing.B, set *monitor.Set) {
	for i := range set.Len() {
		if verdict := set.Verdict(i, false); verdict != schema.VerdictHolds {
			b.Fatalf("guarantee %d is %s", i, verdict)
		}
	}
}

// BenchmarkUnique remembers a new key with every event.
func BenchmarkUnique(b *testing.B) {
	set := startAll(b, []schema.Constraint{&schema.UniqueBy{Set: effects("lab.Order"), Key: field("id")}})
	events := make([]*monitor.Event, 1<<16)
	for i := range events {
		events[i] = event("lab.Order", "id", str(fmt.Sprintf("order-%d", i)))
	}
	b.ReportAllocs()
	for n := 0; b.Loop(); n++ {
		if n == len(events) {
			b.StopTimer()
			n, set = 0, startAll(b, []schema.Constraint{&schema.UniqueBy{Set: effects("lab.Order"), Key: field("id")}})
			b.StartTimer()
		}
		set.Step(events[n])
	}
}

// BenchmarkTrial judges a call that is then denied: snapshot, one event, the
// verdicts of the guarantees that changed and of all, restore.
func BenchmarkTrial(b *testing.B) {
	for _, n := range []int{20, 2000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			set := startAll(b, padded(n))
			denied := event("fs.Write", "path", str("/etc/passwd"), "content", str("x"))
			for _, e := range workload() {
				set.Step(e)
			}
			b.ReportAllocs()
			for b.Loop() {
				snapshot := set.Snapshot()
				violated := 0
				for _, guarantee := range set.Step(denied) {
					if set.Verdict(guarantee, false) == schema.VerdictViolated {
						violated++
					}
				}
				if violated != 2 {
					b.Fatal("the call is not denied")
				}
				set.Restore(snapshot)
			}
			requireHolding(b, set)
		})
	}
}

// BenchmarkTurn is what a warm turn costs here: the verdicts of 20 guarantees
// after a trial step, with the explanation of those that are violated.
func BenchmarkTurn(b *testing.B) {
	set := startAll(b, twenty())
	denied := event("fs.Write", "path", str("/etc/passwd"), "content", str("x"))
	b.ReportAllocs()
	for b.Loop() {
		snapshot := set.Snapshot()
		set.Step(denied)
		for i := range set.Len() {
			if set.Verdict(i, false) == schema.VerdictViolated {
				set.Explain(i, false)
			}
		}
		set.Restore(snapshot)
	}
}

// BenchmarkStart compiles and starts 20 guarantees, and forks them.
func BenchmarkStart(b *testing.B) {
	p, err := monitor.Compile(twenty(), monitor.Options{})
	if err != nil {
		b.Fatal(err)
	}
	set := p.Start(monitor.Env{})
	b.Run("compile", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := monitor.Compile(twenty(), monitor.Options{}); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("start", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			p.Start(monitor.Env{})
		}
	})
	b.Run("fork", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			set.Fork()
		}
	})
}

// BenchmarkForkKeys forks a trace that remembers 10,000 keys.
func BenchmarkForkKeys(b *testing.B) {
	for _, frozen := range []bool{false, true} {
		b.Run(fmt.Sprintf("frozen=%v", frozen), func(b *testing.B) {
			set := startAll(b, twenty())
			for i := range 10_000 {
				set.Step(event("lab.Order", "id", num(i)))
			}
			if frozen {
				set.Freeze()
			}
			for b.Loop() {
				set.Fork()
			}
		})
	}
}
