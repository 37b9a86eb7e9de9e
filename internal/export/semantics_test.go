package export

import (
	"fmt"
	"testing"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/internal/monitor"
	"github.com/contractc/contractc/internal/owlform"
	"github.com/contractc/contractc/internal/rdf"
	"github.com/contractc/contractc/internal/testbundles"
	"github.com/contractc/contractc/schema"
)

// verdictCase is an execution, the class that an invocation means, and the verdict of the monitor.
type verdictCase struct {
	Execution rdf.IRI `json:"execution"`
	Class     rdf.IRI `json:"class"`
	name      string
	closed    bool
	label     owlform.Label
	verdict   schema.Verdict
}

// TestFormsAgree reads the ontology of every example of every contract with rdflib, works out by the meaning of OWL
// whether the execution is in the class, and compares that with the monitor, on closed and on open traces.
func TestFormsAgree(t *testing.T) {
	from := testbundles.All(t)
	x := exportOf(t, from)
	g := rdf.NewGraph()
	var cases []verdictCase
	for _, c := range from.Contracts {
		for i, e := range append(append([]catalog.Example{}, from.Examples(c.ID).Good...), from.Examples(c.ID).Bad...) {
			for _, closed := range []bool{true, false} {
				if one, ok := addExample(t, x, g, c, &e, closed); ok {
					one.name = fmt.Sprintf("%s, example %d, closed %v", c.ID, i, closed)
					cases = append(cases, one)
				}
			}
		}
	}
	text, err := g.Turtle()
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		Answers []*bool `json:"answers"`
	}
	graphs(t, "meets", map[string]any{"graph": string(text), "cases": cases}, &got)
	faithful := 0
	for i, c := range cases {
		if !agrees(c, got.Answers[i]) {
			t.Errorf("%s (%s): the monitor says %s, the ontology %s", c.name, c.label, c.verdict, said(got.Answers[i]))
		}
		if c.label == owlform.Faithful && c.closed {
			faithful++
		}
	}
	t.Logf("%d executions, %d of them closed and faithful", len(cases), faithful)
	if faithful < 250 {
		t.Errorf("only %d closed executions of faithful forms", faithful)
	}
}

func said(b *bool) string {
	if b == nil {
		return "neither"
	}
	return fmt.Sprint(*b)
}

// agrees compares what follows with a verdict. Of a faithful form of a closed trace both are the same; of another form, or
// of an open trace, too little may follow and never too much.
func agrees(c verdictCase, follows *bool) bool {
	switch {
	case follows == nil:
		return c.label != owlform.Faithful || c.verdict == schema.VerdictUnknown || !c.closed && c.verdict != schema.VerdictViolated
	case *follows:
		return c.verdict == schema.VerdictHolds
	}
	return c.verdict == schema.VerdictViolated
}

// addExample adds the invocation and the trace of an example; ok is false where the contract has no class.
func addExample(t *testing.T, x *Export, g *rdf.Graph, c *index.Contract, e *catalog.Example, closed bool) (out verdictCase, ok bool) {
	t.Helper()
	i := &catalog.Guarantee{Contract: c, Constraint: e.Constraint, Invocation: schema.Invocation{
		Expression: c.ID, Contract: c.ID, Library: c.Library, Symbol: c.ID, TypeName: c.TypeName, Digest: c.Digest, Version: c.Version,
	}}
	for _, p := range c.Parameters {
		if v := e.Arguments[p.Name]; v != nil {
			i.Invocation.Arguments = append(i.Invocation.Arguments, schema.Argument{Name: p.Name, Value: v})
		}
	}
	trace := &Trace{Closed: closed}
	for _, event := range e.Events {
		fields := map[string]any{}
		for name, v := range event.Fields {
			fields[name] = plain(v)
		}
		trace.Events = append(trace.Events, schema.Event{Effect: event.Effect.ID, Fields: &schema.Any{Value: fields}})
	}
	if err := x.records(g, Record{Invocations: []*catalog.Guarantee{i}, Trace: trace}); err != nil {
		t.Fatalf("%s: %v", c.ID, err)
	}
	_, form := owlform.Executions(e.Constraint, x.field)
	id, err := digestOf(map[string]any{"digest": i.Invocation.Digest, "arguments": i.Invocation.Arguments})
	run, err2 := digestOf(map[string]any{"events": trace.Events, "closed": closed})
	if err != nil || err2 != nil {
		t.Fatal(err, err2)
	}
	return verdictCase{term("trace/" + run), term("executions/" + id), "", closed, form.Label, monitored(t, x, e, closed)}, form.Label != owlform.Inexpressible
}

func monitored(t *testing.T, x *Export, e *catalog.Example, closed bool) schema.Verdict {
	t.Helper()
	m, err := monitor.New(e.Constraint, eval.MonitorOptions(x.catalog), monitor.Env{ProvenanceComplete: true})
	if err != nil {
		t.Fatal(err)
	}
	for i, event := range e.Events {
		m.Step(&monitor.Event{Effect: event.Effect.ID, Fields: event.Fields, Index: i})
	}
	verdict, _, _ := m.Verdict(closed)
	return verdict
}

func events(t *testing.T, lines ...string) []schema.Event {
	t.Helper()
	var out []schema.Event
	for _, line := range lines {
		e, err := eval.ReadEvent([]byte(line))
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, e)
	}
	return out
}
