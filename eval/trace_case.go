package eval

import (
	"fmt"
	"strings"

	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/schema"
)

// TraceCase is one question of a batch: what verdicts guarantees have on a whole
// trace. Provenance is complete in it: a field without an entry is a literal.
type TraceCase struct {
	ID      any // echoed; plain JSON
	Options TraceOptions
	Events  []schema.Event
	Closed  bool // no event follows
}

// TraceAnswer is the answer to a TraceCase.
type TraceAnswer struct {
	ID any `json:"id"`
	// Verdict is the worst of the guarantees'; without guarantees there is none.
	Verdict       *schema.Verdict     `json:"verdict,omitempty"`
	Guarantees    []TraceGuarantee    `json:"guarantees"`
	Preconditions []TracePrecondition `json:"preconditions"` // one for each event
	// Error says why the question cannot be answered; there is then nothing else.
	Error string `json:"error,omitempty"`
}

// TraceGuarantee is the verdict of one guarantee.
type TraceGuarantee struct {
	Expression string         `json:"expression"`
	Verdict    schema.Verdict `json:"verdict"`
	Because    []int64        `json:"because"` // events that caused it, from 0; none of a guarantee that holds
	Reason     string         `json:"reason,omitempty"`
}

// TracePrecondition says whether an event meets the preconditions of its effect
// type: true also where there are none, and null where that is not known.
type TracePrecondition struct {
	Event   int    `json:"event"`
	OK      *bool  `json:"ok"`
	Message string `json:"message,omitempty"`
}

// ReadTraceCase reads a TraceCase from one line of a batch, a JSON object with
// id, guarantees, imports, events, closed, library and working_directory, of
// which events are required. The ID is returned beside an error, which is a
// diag.List.
func ReadTraceCase(line []byte) (TraceCase, error) {
	c := TraceCase{Options: TraceOptions{ProvenanceComplete: true}}
	n, list := doc.ReadJSON("", line, doc.Limits{Bytes: maxTraceLine, Nodes: maxTraceNodes})
	if list.HasErrors() {
		return c, list
	}
	if n.Kind != doc.Map {
		list.Errorf("", n.Range, "trace.case", "a trace is a JSON object")
		return c, list
	}
	for i := range n.Fields {
		c.field(&n.Fields[i], &list)
	}
	if n.Get("events") == nil {
		list.Errorf("", n.Range, "trace.case", "the trace has no events")
	}
	return c, list.Err()
}

// Limits of one trace of a batch; a trace from a file has none.
const (
	maxTraceLine  = 32 << 20
	maxTraceNodes = 1 << 20
)

// field reads one field of a case.
func (c *TraceCase) field(f *doc.Field, list *diag.List) {
	ok, kind := true, ""
	switch f.Key {
	case "id":
		c.ID = f.Value.Plain()
	case "guarantees":
		c.Options.Guarantees, ok = textsIn(f.Value)
		kind = "a list of texts"
	case "imports":
		c.Options.Imports, ok = textsByName(f.Value)
		kind = "an object of texts"
	case "events":
		c.events(f.Value, list)
	case "closed":
		c.Closed, ok, kind = f.Value.Bool, f.Value.Kind == doc.Bool, "true or false"
	case "library":
		c.Options.Library, ok, kind = f.Value.Text, f.Value.Kind == doc.String, "a text"
	case "working_directory":
		c.Options.WorkingDirectory, ok, kind = f.Value.Text, f.Value.Kind == doc.String, "a text"
	default:
		list.Errorf("", f.KeyRange, "trace.case", "a trace has no field %q", f.Key)
	}
	if !ok {
		list.Errorf("", f.Value.Range, "trace.case", "the field %q of a trace must be %s", f.Key, kind)
	}
}

func (c *TraceCase) events(n *doc.Node, list *diag.List) {
	if n.Kind != doc.List {
		list.Errorf("", n.Range, "trace.case", "events of a trace are a list")
		return
	}
	c.Events = make([]schema.Event, len(n.Items))
	for i, item := range n.Items {
		list.Add(c.Events[i].Decode("", item)...)
	}
}

// textsIn returns the texts of a list; null is an empty one.
func textsIn(n *doc.Node) ([]string, bool) {
	list := make([]string, 0, len(n.Items))
	for _, item := range n.Items {
		if item.Kind != doc.String {
			return nil, false
		}
		list = append(list, item.Text)
	}
	return list, n.Kind == doc.List || n.Kind == doc.Null
}

// textsByName returns the texts of an object; null is an empty one.
func textsByName(n *doc.Node) (map[string]string, bool) {
	texts := make(map[string]string, len(n.Fields))
	for _, f := range n.Fields {
		if f.Value.Kind != doc.String {
			return nil, false
		}
		texts[f.Key] = f.Value.Text
	}
	return texts, n.Kind == doc.Map || n.Kind == doc.Null
}

// AnswerLine answers one line of a batch. There is an answer to every line, also
// to one that cannot be read.
func (t *Tracer) AnswerLine(line []byte) TraceAnswer {
	c, err := ReadTraceCase(line)
	if err != nil {
		return refusedCase(&c, err)
	}
	return t.Answer(&c)
}

func refusedCase(c *TraceCase, err error) TraceAnswer {
	return TraceAnswer{ID: c.ID, Guarantees: []TraceGuarantee{}, Preconditions: []TracePrecondition{}, Error: diag.Neutralise(err.Error())}
}

// Answer answers a TraceCase.
func (t *Tracer) Answer(c *TraceCase) TraceAnswer {
	options := t.vocabulary.options
	if c.Closed {
		options = t.whole
	}
	trace, problems := t.start(c.Options, options)
	if problems.HasErrors() {
		return refusedCase(c, problems)
	}
	a := TraceAnswer{ID: c.ID, Guarantees: []TraceGuarantee{}, Preconditions: []TracePrecondition{}}
	for i := range c.Events {
		step, err := trace.Step(&c.Events[i])
		if err != nil {
			return refusedCase(c, err)
		}
		a.Preconditions = append(a.Preconditions, step.precondition())
	}
	list := trace.Verdicts(c.Closed)
	for i := range list {
		a.Guarantees = append(a.Guarantees, list[i].plain())
	}
	if worst, ok := WorstVerdict(list); ok {
		a.Verdict = &worst
	}
	return a
}

func (v *Verdict) plain() TraceGuarantee {
	because := v.Because
	if because == nil {
		because = []int64{}
	}
	return TraceGuarantee{Expression: v.Guarantee.Invocation.Expression, Verdict: v.Verdict, Because: because, Reason: v.Reason}
}

// precondition sums up the preconditions of an event.
func (s *TraceStep) precondition() TracePrecondition {
	p, messages := TracePrecondition{Event: s.Index}, s.mistyped()
	ok := len(s.Broken) == 0
	if !ok || len(s.Unsettled) == 0 {
		p.OK = &ok
	}
	for _, broken := range s.Broken {
		messages = append(messages, broken.Message)
	}
	for _, open := range s.Unsettled {
		messages = append(messages, "It is not known whether the precondition "+open.Name+" is met.")
	}
	p.Message = strings.Join(messages, " ")
	return p
}

// mistyped says of every field whose type is wrong that it counts as absent.
func (s *TraceStep) mistyped() []string {
	var messages []string
	for _, m := range s.Mistyped {
		messages = append(messages, fmt.Sprintf("The field %q counts as absent: %v.", m.Field, m.Err))
	}
	return messages
}
