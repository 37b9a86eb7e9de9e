package belief_test

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/eval/belief"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/schema"
)

// table plays turns on a base and fails the test on any error.
type table struct {
	t      testing.TB
	engine *eval.Engine
	rules  *belief.Rules
	source schema.Context
	base   *belief.Base
	update *schema.StateUpdate
	result *eval.Result
}

const acme = `
documents:
  report: "Total revenue for Q2 was $4.3 billion. Revenue for Q3 was $4.5 billion, up from $4.3 billion."
tools:
  - name: get_revenue
    parameters: {type: object, properties: {quarter: {type: string}}, required: [quarter]}
  - name: now
    parameters: {type: object, properties: {}, additionalProperties: false}
`

// newTable begins with nothing believed, in a mode.
func newTable(t testing.TB, mode schema.Mode, sets ...string) *table {
	t.Helper()
	engine, rules := engines(t, sets...)
	n, problems := doc.ReadYAML("context.yaml", []byte(acme), doc.DefaultLimits())
	if problems.HasErrors() {
		t.Fatal(problems)
	}
	x := &table{t: t, engine: engine, rules: rules, base: rules.Empty()}
	if problems := x.source.Decode("context.yaml", n); problems.HasErrors() {
		t.Fatal(problems)
	}
	x.source.Mode = &mode
	return x
}

// done takes over the outcome of an operation.
func (x *table) done(b *belief.Base, u *schema.StateUpdate, err error) {
	x.t.Helper()
	if err != nil {
		x.t.Fatal(err)
	}
	x.base, x.update = b, u
}

func (x *table) assert(key string, value any, source string) {
	x.t.Helper()
	x.done(x.base.Assert(belief.Fact{Key: key, Value: plain(x.t, value), Source: source}))
}

func (x *table) retract(name string) {
	x.t.Helper()
	x.done(x.base.Retract(name))
}

// judge judges actions, written as JSON, against the base.
func (x *table) judge(actions ...string) *eval.Result {
	x.t.Helper()
	ready, problems := x.base.NewContext(x.engine, x.source)
	if problems.HasErrors() {
		x.t.Fatal(problems)
	}
	return x.engine.Judge(context.Background(), ready, &eval.Turn{Reply: []byte(reply(actions...))})
}

func reply(actions ...string) string { return `{"actions": [` + strings.Join(actions, ", ") + `]}` }

// turn judges and applies actions; all of them must be accepted.
func (x *table) turn(actions ...string) {
	x.t.Helper()
	x.apply(actions...)
	for _, a := range x.result.Actions {
		if !a.Accepted {
			x.t.Fatalf("action %d was rejected: %v", a.Index, a.Violations)
		}
	}
}

// apply judges and applies actions.
func (x *table) apply(actions ...string) {
	x.t.Helper()
	x.result = x.judge(actions...)
	x.done(x.base.Apply(x.result, belief.ApplyOptions{}))
}

// returns records the result of the call at an index of the last reply.
func (x *table) returns(index int, value any) {
	x.t.Helper()
	x.done(x.base.Return(x.result.Actions[index].Call.Digest, plain(x.t, value), nil))
}

// plain is a Go value as plain JSON.
func plain(t testing.TB, v any) any {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	n, problems := doc.ReadJSON("value", text, doc.DefaultLimits())
	if problems.HasErrors() {
		t.Fatal(problems)
	}
	return n.Plain()
}

// held are the references of what is held, sorted.
func held(b *belief.Base) []string {
	list := []string{}
	for _, r := range b.Report().Beliefs {
		if r.Status == schema.BeliefStatusIn {
			for _, one := range r.Revisions {
				list = append(list, one.Reference)
			}
		}
	}
	slices.Sort(list)
	return list
}

// sure is the confidence in the newest value of a key.
func sure(t testing.TB, b *belief.Base, name string) float64 {
	t.Helper()
	p, err := b.Explain(name)
	if err != nil {
		t.Fatal(err)
	}
	return p.Steps[p.Roots[len(p.Roots)-1]].Confidence
}

func texts(u *schema.StateUpdate) []string {
	list := []string{}
	for _, c := range u.Changes {
		list = append(list, c.Text)
	}
	return list
}

const (
	growth = `{"type": "claim", "key": "growth", "claim": "Growth in percent", "formula": "({revenue:Q3} - {revenue:Q2}) / {revenue:Q2} * 100", "follows_from": ["revenue:Q2", "revenue:Q3"]}`
	trend  = `{"type": "claim", "key": "trend", "value": "modest", "claim": "What the growth is", "follows_from": ["growth"]}`
	answer = `{"type": "answer", "text": "Growth was modest.", "follows_from": ["trend"]}`
	citeQ2 = `{"type": "cite", "document": "report", "quote": "Total revenue for Q2 was $4.3 billion", "key": "revenue:Q2", "value": 4300000000}`
	callQ3 = `{"type": "call_tool", "tool": "get_revenue", "args": {"quarter": "Q3"}, "key": "revenue:Q3", "claim": "Q3 revenue"}`
)

// grown is a base with a citation, a result, a computed and a judged claim, and
// an answer.
func grown(t testing.TB, mode schema.Mode) *table {
	t.Helper()
	x := newTable(t, mode)
	x.turn(callQ3, citeQ2)
	x.returns(0, 4500000000)
	x.turn(growth, trend, answer)
	return x
}
