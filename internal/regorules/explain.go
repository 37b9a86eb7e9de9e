package regorules

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/contractc/contractc/internal/diag"
	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/topdown"
)

// Step is a statement of a rule that was evaluated.
type Step struct {
	File       string
	At         diag.Position
	Expression string // as written, in one line
	Tried      int    // how often it was evaluated
	Failed     int    // how often it was not so
	Values     []StepValue
}

// StepValue is a part of the input that a statement names, with its value; nil
// where the input has no such part.
type StepValue struct {
	Expression string
	Value      ast.Value
}

// Explain evaluates as [Turn.Eval] does, without OPA's index, and tells the
// statements that were evaluated, by place, and the guard by which no rule was
// asked at all; it is empty where one was. Use it with an engine that asks one
// rule.
func (t *Turn) Explain(ctx context.Context, q Query) (found Result, steps []Step, guard string, err error) {
	p := t.engine.program(q.Stage, q.Type)
	if p.empty {
		return Result{}, nil, "", nil
	}
	if err := p.wait(ctx); err != nil {
		return Result{}, nil, "", err
	}
	input, err := t.input(q.Fields)
	if err != nil {
		return Result{}, nil, "", err
	}
	tracer := &statements{input: input, seen: map[statement]*Step{}}
	err = t.engine.watchdog.run(ctx, func(cancel topdown.Cancel) error {
		result, err := t.engine.explain(p, input, cancel, tracer)
		if err == nil {
			found = result
		}
		return err
	})
	if len(tracer.list) > 0 {
		tracer.guard = ""
	}
	return found, tracer.steps(), tracer.guard, err
}

// Explain evaluates one rule of a folder by its id, as [Folder.Eval] does, without
// OPA's index. It tells the statements that were evaluated, by place, and of each
// rule of the name, in the order of the modules, the one at which it got no further.
func (f *Folder) Explain(ctx context.Context, input any, id string) (found []Fired, steps, stopped []Step, err error) {
	at := slices.IndexFunc(f.rules, func(r FolderRule) bool { return r.Metadata.Id == id })
	if at < 0 {
		return nil, nil, nil, evalErrorf(FailedUnknown, "the folder has no rule %q", id)
	}
	v, err := Convert(input)
	if err != nil {
		return nil, nil, nil, err
	}
	r, term := &f.rules[at], ast.NewTerm(v)
	tracer := &statements{input: term, seen: map[statement]*Step{}}
	err = f.watchdog.run(ctx, func(cancel topdown.Cancel) error {
		fired, err := f.evaluateRule(r, term, cancel, map[string][]string{}, tracer)
		if err == nil {
			found = fired
		}
		return err
	})
	steps = tracer.steps()
	for _, rule := range f.program.compiler.GetRulesExact(r.ref) {
		if step := LastFailed(steps, rule.Location.File, rule.Location.Row, lastRow(rule)); step != nil {
			stopped = append(stopped, *step)
		}
	}
	return found, steps, stopped, err
}

// LastFailed is the last statement that was not so in the lines of a file from one to
// another, both among them; nil where there is none.
func LastFailed(steps []Step, file string, from, to int) *Step {
	var last *Step
	for i := range steps {
		if s := &steps[i]; s.Failed > 0 && s.File == file && s.At.Line >= from && s.At.Line <= to {
			last = s
		}
	}
	return last
}

// statement tells statements apart: a part of one may begin where it begins.
type statement struct {
	at   diag.Position
	file string
	text string
}

// statements collects what statements came of.
type statements struct {
	input *ast.Term
	seen  map[statement]*Step
	list  []*Step
	guard string // the statement of the dispatcher that was not so
}

// Enabled implements topdown.QueryTracer.
func (s *statements) Enabled() bool { return true }

// Config implements topdown.QueryTracer.
func (s *statements) Config() topdown.TraceConfig { return topdown.TraceConfig{} }

// maxSteps bounds the statements that are kept.
const maxSteps = 200

// TraceEvent implements topdown.QueryTracer.
func (s *statements) TraceEvent(e topdown.Event) {
	expr, ok := e.Node.(*ast.Expr)
	if !ok || e.Location == nil || e.Location.File == "" || e.Op != topdown.EvalOp && e.Op != topdown.FailOp {
		return
	}
	if !expr.Negated && strings.HasPrefix(string(e.Location.Text), "not ") {
		return // what a negation looks for: that it is not so is what the negation demands
	}
	if e.Location.File == dispatchPath {
		if text := string(e.Location.Text); e.Op == topdown.FailOp && strings.HasPrefix(text, "input.") {
			s.guard = text
		}
		return
	}
	at := diag.Position{Line: e.Location.Row, Column: max(1, e.Location.Col)}
	key := statement{at, e.Location.File, string(e.Location.Text)}
	step := s.seen[key]
	if step == nil {
		if len(s.list) == maxSteps {
			return
		}
		step = &Step{File: e.Location.File, At: at, Expression: strings.Join(strings.Fields(string(e.Location.Text)), " ")}
		step.Values = s.values(string(e.Location.Text), expr)
		s.seen[key], s.list = step, append(s.list, step)
	}
	if e.Op == topdown.FailOp {
		step.Failed++
	} else {
		step.Tried++
	}
}

// values finds what the input holds where a statement names it.
func (s *statements) values(text string, expr *ast.Expr) []StepValue {
	var list []StepValue
	note := func(ref ast.Ref) bool {
		if len(ref) < 2 || !ref[0].Equal(ast.InputRootDocument) {
			return false
		}
		ground := ref.GroundPrefix()
		if slices.ContainsFunc(list, func(v StepValue) bool { return v.Expression == ground.String() }) {
			return false
		}
		v, err := s.input.Value.Find(ground[1:])
		if err != nil {
			v = nil
		}
		list = append(list, StepValue{ground.String(), v})
		return false
	}
	if body, err := ast.ParseBody(text); err == nil {
		ast.WalkRefs(body, note)
	} else {
		ast.WalkRefs(expr, note)
	}
	return list
}

// steps are the statements by place.
func (s *statements) steps() []Step {
	slices.SortStableFunc(s.list, func(a, b *Step) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.At.Line, b.At.Line), cmp.Compare(a.At.Column, b.At.Column))
	})
	list := make([]Step, len(s.list))
	for i, step := range s.list {
		list[i] = *step
	}
	return list
}
