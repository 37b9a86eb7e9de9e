package main

import (
	"bufio"
	"fmt"
	"strings"

	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/schema"
)

// traceOutput writes what a trace shows while its events come in.
type traceOutput interface {
	finding(*schema.TraceFinding)
	report(*schema.TraceReport)
	flush() error
}

func newTraceOutput(format string, out *bufio.Writer) traceOutput {
	if format == "json" {
		return traceJSON{out}
	}
	return traceText{out}
}

// traceText writes for people.
type traceText struct{ out *bufio.Writer }

func (o traceText) flush() error { return o.out.Flush() }

func (o traceText) line(format string, args ...any) {
	fmt.Fprintln(o.out, diag.Neutralise(fmt.Sprintf(format, args...)))
}

func (o traceText) finding(f *schema.TraceFinding) {
	switch f.Kind {
	case schema.TraceFindingKindUnmodelled:
		o.line("before event %d: %s", f.Event, f.Message)
	case schema.TraceFindingKindMistyped:
		o.line("event %d (%s): %s", f.Event, *f.Effect, f.Message)
	case schema.TraceFindingKindViolation:
		o.line("event %d (%s) violates %s: %s", f.Event, *f.Effect, *f.Expression, f.Message)
	case schema.TraceFindingKindPrecondition:
		if f.Ok == nil {
			o.line("event %d (%s): it is not known whether the precondition %s is met", f.Event, *f.Effect, *f.Rule)
			return
		}
		o.line("event %d (%s) breaks the precondition %s: %s", f.Event, *f.Effect, *f.Rule, f.Message)
	}
}

func (o traceText) report(r *schema.TraceReport) {
	state := "open"
	switch {
	case r.Stopped:
		state = "stopped at the first violation"
	case r.Closed:
		state = "closed"
	}
	o.line("events: %d, %s", r.Events, state)
	for i := range r.Guarantees {
		g := &r.Guarantees[i]
		o.line("%s: %s%s", g.Expression, verdictWord(g.Verdict, r.Closed), reasonOf(g))
	}
	if r.NothingTested != nil {
		o.line("%s", *r.NothingTested)
	}
	for _, b := range r.Bundles {
		o.line("bundle %s %s, %s, %s", b.Name, b.Version, b.Origin, b.Digest)
	}
}

func verdictWord(v schema.Verdict, closed bool) string {
	if v == schema.VerdictHolds && !closed {
		return "holds so far"
	}
	return string(v)
}

func reasonOf(g *schema.TracedGuarantee) string {
	if g.Reason == nil {
		return ""
	}
	if len(g.Because) == 0 || strings.Contains(*g.Reason, "event") {
		return "; " + *g.Reason
	}
	return "; " + *g.Reason + " (events " + strings.Trim(fmt.Sprint(g.Because), "[]") + ")"
}

// traceJSON writes one JSON document a line.
type traceJSON struct{ out *bufio.Writer }

func (o traceJSON) flush() error { return o.out.Flush() }

func (o traceJSON) write(v any) {
	text, _ := jsonLine(v)
	_, _ = o.out.Write(text) // a failure is told by flush
}

func (o traceJSON) finding(f *schema.TraceFinding) { o.write(f) }

func (o traceJSON) report(r *schema.TraceReport) { o.write(r) }
