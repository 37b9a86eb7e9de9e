package eval

import (
	"context"
	"errors"
	"fmt"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/monitor"
	"github.com/contractc/contractc/internal/value"
	"github.com/contractc/contractc/schema"
)

// Tracer judges recorded events against guarantees, without rules. It is made
// once for a catalog and may be used by several goroutines.
type Tracer struct{ *vocabulary }

// NewTracer makes a tracer.
func NewTracer(from *catalog.Catalog) *Tracer { return &Tracer{newVocabulary(from)} }

// TraceOptions say what one trace is judged against.
type TraceOptions struct {
	// Guarantees are contract expressions; Imports are the modules by alias that
	// they import. Without imports, an expression begins with a library's name.
	Guarantees []string
	Imports    map[string]string
	// Library is the one whose effect is meant where several share a name.
	Library string
	// WorkingDirectory is where relative paths start; empty where that is not
	// known.
	WorkingDirectory string
	// ProvenanceComplete says that every value that was taken from a row says so,
	// so that a field without provenance is a literal.
	ProvenanceComplete bool
	// Exhaustive also tells later events that count against a guarantee that is
	// violated already.
	Exhaustive bool
}

// Trace is one trace while its events come in. What it remembers does not grow
// with them, but for the keys of contracts that must tell events apart and for
// state cells. It is for one goroutine.
type Trace struct {
	tracer     *Tracer
	options    TraceOptions
	env        monitor.Env
	guarantees []*catalog.Guarantee
	set        *monitor.Set
	violated   []bool // by guarantee: an event was told to violate it
	length     int
}

// TraceStep is what one event shows.
type TraceStep struct {
	Index  int // of the event in its trace, from 0
	Effect *index.Effect
	// Broken are the preconditions of the effect that the event breaks; of the
	// Unsettled ones that is not known, because a field is not.
	Broken, Unsettled []*index.Precondition
	// Mistyped are the fields that count as absent because of their type.
	Mistyped []value.Mistyped
	// Violated are the guarantees that the event violates, or that it counts
	// against although they are violated already.
	Violated []Verdict
}

// Start begins a trace. The list has every guarantee that does not bind, each
// under ExpressionPrefix and its expression.
func (t *Tracer) Start(opt TraceOptions) (*Trace, diag.List) {
	return t.start(opt, t.vocabulary.options)
}

func (t *Tracer) start(opt TraceOptions, options monitor.Options) (*Trace, diag.List) {
	var problems diag.List
	out := &Trace{tracer: t, options: opt, env: monitor.Env{WorkingDirectory: opt.WorkingDirectory, ProvenanceComplete: opt.ProvenanceComplete}}
	constraints := make([]schema.Constraint, 0, len(opt.Guarantees))
	for _, expression := range opt.Guarantees {
		g, found := t.catalog.Bind(expression, opt.Imports)
		problems.Add(inExpression(expression, found)...)
		if g != nil {
			out.guarantees, constraints = append(out.guarantees, g), append(constraints, g.Constraint)
		}
	}
	if problems.HasErrors() {
		return nil, problems
	}
	options.Exhaustive = opt.Exhaustive
	program, err := monitor.Compile(constraints, options)
	if err != nil {
		problems.Errorf("trace", diag.Range{}, "trace.guarantee", "a guarantee cannot be monitored: %v", err)
		return nil, problems
	}
	out.set, out.violated = program.Start(out.env), make([]bool, len(out.guarantees))
	return out, problems
}

// Len returns how many events came in.
func (t *Trace) Len() int { return t.length }

// Guarantees returns the guarantees in force, in the order given.
func (t *Trace) Guarantees() []*catalog.Guarantee { return t.guarantees }

// Step takes in the next event. The error says that it cannot be read: no effect
// type has its name, or its fields or provenance are of no use. Such an event
// does not count, and nothing can be said of the trace from then on.
func (t *Trace) Step(source *schema.Event) (TraceStep, error) {
	effect, event, mistyped, err := t.tracer.event(source, t.length, t.find)
	if err != nil {
		return TraceStep{}, fmt.Errorf("event %d: %w", t.length, err)
	}
	return t.take(effect, event, mistyped)
}

// find looks up an effect type by the name that an event gives it.
func (t *Trace) find(name, library string) (*index.Effect, error) {
	if library != "" {
		return t.tracer.catalog.EffectNamed(name, library)
	}
	return t.tracer.catalog.EffectNear(name, t.options.Library)
}

// ErrUnmodelled says that no effect models a tool: what a call of it does is not
// known, and no contract speaks of it.
var ErrUnmodelled = errors.New("no effect models the tool")

// StepCall takes in the effects of a call, by the mapping of its tool and those of
// many tools. The error is ErrUnmodelled where the tool has none of its own, after
// the others were taken in; any other says that its effects cannot be told from
// its arguments.
func (t *Trace) StepCall(ctx context.Context, call *schema.CallTool) ([]TraceStep, error) {
	of := catalog.Call{Tool: call.Tool}
	if call.Namespace != nil {
		of.Namespace = *call.Namespace
	}
	of.Args, _ = anyOf(call.Args).(map[string]any)
	mappings := t.tracer.catalog.Beside(of.Namespace, of.Tool)
	var unmodelled error
	if own := t.tracer.catalog.Map(of.Namespace, of.Tool); own != nil {
		mappings = append([]*index.Mapping{own}, mappings...)
	} else {
		unmodelled = fmt.Errorf("%w %q", ErrUnmodelled, call.Tool)
	}
	var performed []catalog.Performed
	for _, m := range mappings {
		list, err := t.tracer.catalog.PerformCall(ctx, m, of)
		if err != nil {
			return nil, err
		}
		performed = append(performed, list...)
	}
	steps, err := t.takeAll(performed)
	if err == nil {
		err = unmodelled
	}
	return steps, err
}

func (t *Trace) takeAll(performed []catalog.Performed) ([]TraceStep, error) {
	steps := make([]TraceStep, 0, len(performed))
	for _, p := range performed {
		values, mistyped := t.tracer.fields(p.Effect.ID, p.Fields)
		step, err := t.take(p.Effect, &monitor.Event{Effect: p.Effect.ID, Fields: values, Index: t.length}, mistyped)
		if err != nil {
			return nil, err
		}
		steps = append(steps, step)
	}
	return steps, nil
}

func (t *Trace) take(effect *index.Effect, event *monitor.Event, mistyped []value.Mistyped) (TraceStep, error) {
	step := TraceStep{Index: t.length, Effect: effect, Mistyped: mistyped}
	tested, err := t.tracer.preconditions(effect, event, t.env)
	if err != nil {
		return step, err
	}
	for _, p := range tested {
		switch p.truth {
		case monitor.False:
			step.Broken = append(step.Broken, p.Precondition)
		case monitor.Unknown:
			step.Unsettled = append(step.Unsettled, p.Precondition)
		}
	}
	t.length++
	for _, i := range t.set.Step(event) {
		v := readVerdict(t.set, i, t.guarantees[i], false)
		if v.Verdict == schema.VerdictViolated && (!t.violated[i] || v.names(step.Index)) {
			step.Violated, t.violated[i] = append(step.Violated, v), true
		}
	}
	return step, nil
}

// names reports whether an event is among those that caused the verdict.
func (v *Verdict) names(event int) bool {
	for _, i := range v.Because {
		if i == int64(event) {
			return true
		}
	}
	return false
}

// Verdicts returns the verdict of each guarantee on the events so far. closed
// says that no event follows.
func (t *Trace) Verdicts(closed bool) []Verdict {
	list := make([]Verdict, len(t.guarantees))
	for i, g := range t.guarantees {
		list[i] = readVerdict(t.set, i, g, closed)
	}
	return list
}

// readVerdict reads a monitor as it stands.
func readVerdict(set *monitor.Set, i int, g *catalog.Guarantee, closed bool) Verdict {
	v := Verdict{Guarantee: g, Verdict: set.Verdict(i, closed)}
	if v.Verdict == schema.VerdictHolds {
		return v
	}
	because, reason := set.Explain(i, closed)
	v.Reason = reason
	for _, b := range because {
		v.Because = append(v.Because, int64(b))
	}
	return v
}

// WorstVerdict returns the worst of the verdicts, in the order violated, unknown,
// pending, holds, and false where there are none: nothing was then tested.
func WorstVerdict(list []Verdict) (schema.Verdict, bool) {
	order := []schema.Verdict{schema.VerdictViolated, schema.VerdictUnknown, schema.VerdictPending, schema.VerdictHolds}
	for _, worst := range order {
		for i := range list {
			if list[i].Verdict == worst {
				return worst, true
			}
		}
	}
	return "", false
}

// ReadEvent reads an event from a line of JSON, strictly. The error is a
// diag.List.
func ReadEvent(line []byte) (schema.Event, error) {
	var e schema.Event
	n, problems := doc.ReadJSON("", line, doc.Limits{})
	if !problems.HasErrors() {
		problems = e.Decode("", n)
	}
	if problems.HasErrors() {
		return e, problems
	}
	return e, nil
}
