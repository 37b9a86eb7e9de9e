package main

import (
	"bufio"
	"fmt"
	"strings"

	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/schema"
)

// traceOutput writes what a trace shows while its events come in.
type traceOutput interface {
	step(*eval.TraceStep)
	note(event int, text string) // event: how many came before
	result(*traceResult)
	flush() error
}

func newTraceOutput(format string, out *bufio.Writer) traceOutput {
	if format == "json" {
		return traceJSON{out}
	}
	return traceText{out}
}

// traceResult is the last message of a trace.
type traceResult struct {
	Type    string `json:"type"`
	Format  string `json:"format"`
	Events  int    `json:"events"`
	Closed  bool   `json:"closed"`
	Stopped bool   `json:"stopped"` // at the first violation; what follows was not read
	// Verdict is the worst of the guarantees'; without guarantees there is none.
	Verdict    *schema.Verdict         `json:"verdict,omitempty"`
	Guarantees []tracedGuarantee       `json:"guarantees"`
	Tested     string                  `json:"nothing_tested,omitempty"` // why
	Engine     string                  `json:"engine"`
	Bundles    []schema.BundleIdentity `json:"bundles"`
}

// tracedGuarantee is a guarantee with its verdict.
type tracedGuarantee struct {
	Expression string         `json:"expression"`
	Contract   string         `json:"contract"`
	Version    string         `json:"version"`
	Digest     string         `json:"digest"`
	Verdict    schema.Verdict `json:"verdict"`
	Because    []int64        `json:"because"`
	Reason     string         `json:"reason,omitempty"`
}

func tracedGuaranteeOf(v *eval.Verdict) tracedGuarantee {
	in := &v.Guarantee.Invocation
	return tracedGuarantee{
		Expression: in.Expression, Contract: in.Contract, Version: in.Version, Digest: in.Digest,
		Verdict: v.Verdict, Because: append([]int64{}, v.Because...), Reason: v.Reason,
	}
}

// traceText writes for people.
type traceText struct{ out *bufio.Writer }

func (o traceText) flush() error { return o.out.Flush() }

func (o traceText) note(event int, text string) {
	fmt.Fprintf(o.out, "before event %d: %s\n", event, neutral(text))
}

func (o traceText) step(s *eval.TraceStep) {
	for _, m := range s.Mistyped {
		fmt.Fprintf(o.out, "event %d (%s): the field %s counts as absent: %s\n", s.Index, s.Effect.ID, neutral(m.Field), neutral(m.Err.Error()))
	}
	for _, p := range s.Broken {
		fmt.Fprintf(o.out, "event %d (%s) breaks the precondition %s: %s\n", s.Index, s.Effect.ID, p.ID, neutral(p.Message))
	}
	for _, p := range s.Unsettled {
		fmt.Fprintf(o.out, "event %d (%s): it is not known whether the precondition %s is met\n", s.Index, s.Effect.ID, p.ID)
	}
	for i := range s.Violated {
		v := &s.Violated[i]
		fmt.Fprintf(o.out, "event %d (%s) violates %s: %s\n", s.Index, s.Effect.ID, neutral(v.Guarantee.Invocation.Expression), neutral(v.Reason))
	}
}

func (o traceText) result(r *traceResult) {
	state := "open"
	switch {
	case r.Stopped:
		state = "stopped at the first violation"
	case r.Closed:
		state = "closed"
	}
	fmt.Fprintf(o.out, "events: %d, %s\n", r.Events, state)
	for _, g := range r.Guarantees {
		fmt.Fprintf(o.out, "%s: %s%s\n", neutral(g.Expression), verdictWord(g.Verdict, r.Closed), reasonOf(&g))
	}
	if r.Tested != "" {
		fmt.Fprintln(o.out, r.Tested)
	}
	for _, b := range r.Bundles {
		fmt.Fprintf(o.out, "bundle %s %s, %s, %s\n", neutral(b.Name), b.Version, b.Origin, b.Digest)
	}
}

func verdictWord(v schema.Verdict, closed bool) string {
	if v == schema.VerdictHolds && !closed {
		return "holds so far"
	}
	return string(v)
}

func reasonOf(g *tracedGuarantee) string {
	if g.Reason == "" {
		return ""
	}
	text := "; " + neutral(g.Reason)
	if len(g.Because) > 0 && !strings.Contains(g.Reason, "event") {
		text += " (events " + strings.Trim(fmt.Sprint(g.Because), "[]") + ")"
	}
	return text
}

// traceJSON writes one JSON document a line.
type traceJSON struct{ out *bufio.Writer }

func (o traceJSON) flush() error { return o.out.Flush() }

func (o traceJSON) write(v any) {
	text, _ := jsonLine(v)
	_, _ = o.out.Write(text) // a failure is told by flush
}

// traceNote says of a place in the trace what is no event.
type traceNote struct {
	Type    string `json:"type"`
	Before  int    `json:"before"` // the event that comes next
	Message string `json:"message"`
}

func (o traceJSON) note(event int, text string) { o.write(traceNote{"note", event, text}) }

// traceFinding is one thing that is wrong with an event.
type traceFinding struct {
	Type       string  `json:"type"` // violation, precondition or mistyped
	Event      int     `json:"event"`
	Effect     string  `json:"effect"`
	Expression string  `json:"expression,omitempty"`
	Because    []int64 `json:"because,omitempty"`
	Rule       string  `json:"rule,omitempty"`
	Version    string  `json:"version,omitempty"`
	OK         *bool   `json:"ok,omitempty"` // of a precondition; absent where it is not known
	Field      string  `json:"field,omitempty"`
	Message    string  `json:"message"`
}

func (o traceJSON) step(s *eval.TraceStep) {
	finding := func(kind string) traceFinding { return traceFinding{Type: kind, Event: s.Index, Effect: s.Effect.ID} }
	for _, m := range s.Mistyped {
		f := finding("mistyped")
		f.Field, f.Message = m.Field, m.Err.Error()
		o.write(f)
	}
	precondition := func(p *index.Precondition, ok *bool, message string) {
		f := finding("precondition")
		f.Rule, f.Version, f.OK, f.Message = p.ID, p.Version, ok, message
		o.write(f)
	}
	for _, p := range s.Broken {
		precondition(p, new(bool), p.Message)
	}
	for _, p := range s.Unsettled {
		precondition(p, nil, "it is not known whether the precondition is met")
	}
	for i := range s.Violated {
		f, v := finding("violation"), &s.Violated[i]
		f.Expression, f.Because, f.Message = v.Guarantee.Invocation.Expression, v.Because, v.Reason
		o.write(f)
	}
}

func (o traceJSON) result(r *traceResult) { o.write(r) }
