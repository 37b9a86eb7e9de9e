package monitor_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/contractc/contractc/internal/monitor"
	"github.com/contractc/contractc/schema"
	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/rego"
)

// byHand is what twenty says, as somebody would write it in Rego: one rule for a
// guarantee, its effect in the rule's own body, so that OPA's rule index finds
// it. What a guarantee must remember is in input.state, which the host keeps.
const byHand = `package byhand

violation contains 0 if { input.effect in {"fs.Read", "fs.Write"}; not startswith(input.fields.path, "/repo/") }
violation contains 1 if { input.effect == "fs.Read"; startswith(input.fields.path, "/repo/.git/") }
violation contains 2 if { input.effect == "fs.Write"; not inside(input.fields.path) }
violation contains 3 if { input.effect in {"fs.Read", "fs.Write"}; endswith(input.fields.path, ".key") }
violation contains 4 if { input.effect == "fs.Write"; input.state.writes + 1 > 1099511627776 }
violation contains 5 if { input.effect == "fs.Write"; count(input.fields.content) > 10000 }
violation contains 6 if { input.effect == "web.Fetch"; not startswith(input.fields.url, "https://") }
violation contains 7 if { input.effect == "web.Fetch"; contains(input.fields.url, "token=") }
violation contains 8 if { input.effect in {"web.Fetch", "web.Post"}; input.state.requests + 1 > 1099511627776 }
violation contains 9 if { input.effect == "web.Post"; input.fields.method == "DELETE" }
violation contains 10 if { input.effect == "mail.Send"; not input.fields.to in {"ann@example.com", "bob@example.com"} }
violation contains 11 if { input.effect == "mail.Send"; count(input.fields.body) > 500 }
violation contains 12 if { input.effect == "mail.Send"; input.state.mails + 1 > 1099511627776 }
violation contains 13 if { input.effect == "bank.Pay"; input.state.paid + input.fields.amount > 9007199254740991 }
violation contains 14 if { input.effect == "bank.Pay"; input.fields.account != "checking" }
violation contains 15 if { input.effect == "bank.Pay"; input.fields.amount > 100 }
violation contains 16 if { input.effect == "lab.Order"; input.state.orders[input.fields.id] }
violation contains 17 if { input.effect == "lab.Discard" }
violation contains 18 if { input.effect == "env.Read"; not regex.match("^[A-Z_]+$", input.fields.name) }
violation contains 19 if { input.effect == "env.Read"; input.fields.name in {"AWS_KEY", "TOKEN"} }

inside(path) if { startswith(path, "/repo/"); not contains(path, "/../"); not endswith(path, "/..") }
inside("/repo")
`

// byHandPadded are as many rules as padded has guarantees. One is the first of
// twenty alone.
func byHandPadded(n int) string {
	if n == 1 {
		lines := strings.SplitAfter(byHand, "\n")
		return strings.Join(lines[:3], "")
	}
	var b strings.Builder
	b.WriteString(byHand)
	for i := 20; i < n; i++ {
		fmt.Fprintf(&b, "violation contains %d if { input.effect == \"lib%d.Effect\"; not startswith(input.fields.path, \"/a\") }\n", i, i)
	}
	return b.String()
}

func prepareByHand(t testing.TB, n int) rego.PreparedEvalQuery {
	t.Helper()
	query, err := rego.New(rego.Query("data.byhand.violation"), rego.Module("byhand.rego", byHandPadded(n))).PrepareForEval(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return query
}

// regoInput is an event as OPA keeps it, parsed already. The state is that of no
// event so far: what the host does to keep it is not measured.
func regoInput(t testing.TB, e *monitor.Event) ast.Value {
	t.Helper()
	fields := map[string]any{}
	for name, v := range e.Fields {
		switch v := v.(type) {
		case *schema.StringValue:
			fields[name] = v.String
		case *schema.IntegerValue:
			fields[name] = json.Number(v.Integer)
		default:
			t.Fatalf("a value of %T", v)
		}
	}
	state := map[string]any{"writes": 0, "requests": 0, "mails": 0, "paid": 0, "orders": map[string]any{}}
	v, err := ast.InterfaceToValue(map[string]any{"effect": e.Effect, "fields": fields, "state": state})
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func regoInputs(t testing.TB, events []*monitor.Event) []ast.Value {
	out := make([]ast.Value, len(events))
	for i, e := range events {
		out[i] = regoInput(t, e)
	}
	return out
}

func violationsByHand(t testing.TB, query rego.PreparedEvalQuery, input ast.Value) int {
	results, err := query.Eval(context.Background(), rego.EvalParsedInput(input))
	if err != nil || len(results) != 1 {
		t.Fatalf("%v, %v", results, err)
	}
	return len(results[0].Expressions[0].Value.([]any))
}

// TestByHandAgrees requires that the Rego that is compared says the same as the
// monitor of the events of the comparison, and of some that violate.
func TestByHandAgrees(t *testing.T) {
	query := prepareByHand(t, 20)
	bad := []*monitor.Event{
		event("fs.Write", "path", str("/etc/passwd"), "content", str("x")), event("fs.Read", "path", str("/repo/.git/config")),
		event("fs.Write", "path", str("/repo/../x.key"), "content", str("x")), event("web.Fetch", "url", str("http://a?token=1")),
		event("web.Post", "url", str("https://a"), "method", str("DELETE")), event("mail.Send", "to", str("eve@example.com"), "body", str("x")),
		event("bank.Pay", "account", str("savings"), "amount", num(101)), event("lab.Discard"), event("env.Read", "name", str("aws")), event("env.Read", "name", str("TOKEN")),
	}
	p, err := monitor.Compile(twenty(), monitor.Options{})
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, e := range append(bad, workload()...) {
		set := p.Start(monitor.Env{WorkingDirectory: "/repo"})
		set.Step(e)
		want := 0
		for i := range set.Len() {
			if set.Verdict(i, false) == schema.VerdictViolated {
				want++
			}
		}
		if got := violationsByHand(t, query, regoInput(t, e)); got != want {
			t.Errorf("%s %v: Rego finds %d violations, the monitor %d", e.Effect, e.Fields, got, want)
		}
		found += want
	}
	if found < len(bad) {
		t.Errorf("only %d violations were found", found)
	}
}

// BenchmarkAgainstRego compares the monitor with Rego that was written by hand, in
// one run: events per second of both and how many times as many the monitor
// judges. Rego is given each event parsed, and a state that costs it nothing to
// keep, so that the ratio is at the least what it says.
func BenchmarkAgainstRego(b *testing.B) {
	for _, n := range []int{1, 20, 200, 2000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			set, events := startAll(b, padded(n)), workload()
			query, inputs := prepareByHand(b, n), regoInputs(b, workload()[:64])
			var ours, theirs time.Duration
			passes := 0
			for b.Loop() {
				start := time.Now()
				for _, e := range events {
					set.Step(e)
				}
				between := time.Now()
				for _, input := range inputs {
					if violationsByHand(b, query, input) != 0 {
						b.Fatal("a rule finds a violation")
					}
				}
				ours, theirs = ours+between.Sub(start), theirs+time.Since(between)
				passes++
			}
			requireHolding(b, set)
			perSecond := func(events int, d time.Duration) float64 { return float64(passes*events) / d.Seconds() }
			b.ReportMetric(perSecond(len(events), ours), "events/s")
			b.ReportMetric(perSecond(len(inputs), theirs), "rego-events/s")
			b.ReportMetric(perSecond(len(events), ours)/perSecond(len(inputs), theirs), "ratio")
			b.ReportMetric(0, "ns/op")
		})
	}
}
