package eval

import (
	"fmt"
	"strings"

	"github.com/contractc/contractc/schema"
)

// optionsOf is what a case says of its own trace.
func optionsOf(c *schema.TraceCase) TraceOptions {
	opt := TraceOptions{Guarantees: c.Guarantees, Imports: map[string]string{}, ProvenanceComplete: true}
	for _, i := range c.Imports {
		opt.Imports[i.Alias] = i.Module
	}
	if c.Library != nil {
		opt.Library = *c.Library
	}
	if c.WorkingDirectory != nil {
		opt.WorkingDirectory = *c.WorkingDirectory
	}
	return opt
}

// Answer answers a question of a batch. The error says that it has no answer: a
// guarantee does not bind, or an event cannot be read.
func (t *Tracer) Answer(c *schema.TraceCase) (*schema.TraceAnswer, error) {
	closed := c.Closed != nil && *c.Closed
	options := t.vocabulary.options
	if closed {
		options = t.whole
	}
	trace, problems := t.start(optionsOf(c), options)
	if problems.HasErrors() {
		return nil, problems
	}
	a := &schema.TraceAnswer{Id: c.Id, Guarantees: []schema.TraceVerdict{}, Preconditions: []schema.TracePrecondition{}}
	for i := range c.Events {
		step, err := trace.Step(&c.Events[i])
		if err != nil {
			return nil, err
		}
		a.Preconditions = append(a.Preconditions, step.precondition())
	}
	list := trace.Verdicts(closed)
	for i := range list {
		a.Guarantees = append(a.Guarantees, list[i].plain())
	}
	if worst, ok := WorstVerdict(list); ok {
		a.Verdict = &worst
	}
	return a, nil
}

func (v *Verdict) plain() schema.TraceVerdict {
	because := v.Because
	if because == nil {
		because = []int64{}
	}
	return schema.TraceVerdict{Expression: v.Guarantee.Invocation.Expression, Verdict: v.Verdict, Because: because, Reason: orNil(v.Reason)}
}

func orNil(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

// Report is what is said of the trace so far, or at its end. A trace without
// events or guarantees tests nothing, and the report says so.
func (t *Trace) Report(closed bool) *schema.TraceReport {
	list := t.Verdicts(closed)
	r := &schema.TraceReport{
		Format: schema.TraceReportFormat, Events: int64(t.length), Closed: closed, Guarantees: []schema.TracedGuarantee{},
		Engine: Name, Bundles: Identities(t.tracer.catalog),
	}
	for i := range list {
		v, in := list[i].plain(), &list[i].Guarantee.Invocation
		r.Guarantees = append(r.Guarantees, schema.TracedGuarantee{
			Expression: v.Expression, Verdict: v.Verdict, Because: v.Because, Reason: v.Reason,
			Contract: in.Contract, Version: in.Version, Digest: in.Digest,
		})
	}
	worst, ok := WorstVerdict(list)
	switch {
	case !ok:
		r.NothingTested = orNil("nothing tested: no guarantee is in force")
	case t.length == 0:
		r.Verdict, r.NothingTested = &worst, orNil("nothing tested: the trace has no event")
	default:
		r.Verdict = &worst
	}
	return r
}

// Findings are what an event shows, in the order in which it is told.
func (s *TraceStep) Findings() []schema.TraceFinding {
	var list []schema.TraceFinding
	add := func(kind schema.TraceFindingKind, message string) *schema.TraceFinding {
		list = append(list, schema.TraceFinding{Format: schema.TraceFindingFormat, Kind: kind, Event: int64(s.Index), Effect: &s.Effect.ID, Message: message})
		return &list[len(list)-1]
	}
	for i := range s.Mistyped {
		m := &s.Mistyped[i]
		add(schema.TraceFindingKindMistyped, "the field "+m.Field+" counts as absent: "+m.Err.Error()).Field = &m.Field
	}
	for _, p := range s.Broken {
		f := add(schema.TraceFindingKindPrecondition, p.Message)
		f.Rule, f.Version, f.Ok = &p.ID, &p.Version, new(bool)
	}
	for _, p := range s.Unsettled {
		f := add(schema.TraceFindingKindPrecondition, "it is not known whether the precondition is met")
		f.Rule, f.Version = &p.ID, &p.Version
	}
	for i := range s.Violated {
		v := &s.Violated[i]
		f := add(schema.TraceFindingKindViolation, v.Reason)
		f.Expression, f.Because = &v.Guarantee.Invocation.Expression, v.Because
	}
	return list
}

// precondition sums up the preconditions of an event.
func (s *TraceStep) precondition() schema.TracePrecondition {
	p, messages := schema.TracePrecondition{Event: int64(s.Index)}, s.mistyped()
	ok := len(s.Broken) == 0
	if !ok || len(s.Unsettled) == 0 {
		p.Ok = &ok
	}
	for _, broken := range s.Broken {
		messages = append(messages, broken.Message)
	}
	for _, open := range s.Unsettled {
		messages = append(messages, "It is not known whether the precondition "+open.Name+" is met.")
	}
	p.Message = orNil(strings.Join(messages, " "))
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
