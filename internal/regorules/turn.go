package regorules

import (
	"context"
	"time"

	"github.com/contractc/contractc/schema"
	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/metrics"
	"github.com/open-policy-agent/opa/v1/topdown"
)

// Turn is the part of the input that all actions of a turn share, converted
// once.
type Turn struct {
	engine *Engine
	shared [][2]*ast.Term
}

// NewTurn converts the shared fields of input, such as context and guarantees,
// by name; what [Convert] takes is allowed as values. Errors are of type
// [EvalError].
func (e *Engine) NewTurn(shared map[string]any) (*Turn, error) {
	pairs, err := convertFields(shared)
	if err != nil {
		return nil, err
	}
	return &Turn{engine: e, shared: pairs}, nil
}

func convertFields(fields map[string]any) ([][2]*ast.Term, error) {
	pairs := make([][2]*ast.Term, 0, len(fields))
	for name, v := range fields {
		value, err := Convert(v)
		if err != nil {
			return nil, err
		}
		pairs = append(pairs, [2]*ast.Term{ast.InternedTerm(name), ast.NewTerm(value)})
	}
	return pairs, nil
}

// Query is one action to judge.
type Query struct {
	Stage schema.RuleStage
	// Type is the type of the action. In stage shape it may be any text: the
	// rules that name no type of action run.
	Type string
	// Fields are the fields of input that are this action's own, by name. They
	// take the place of shared ones of the same name.
	Fields map[string]any
}

// Result is what the rules found, in a fixed order: by the path of the module,
// the id of the rule, the message and the path into the action; coverage by
// domain, status and detail.
type Result struct {
	Fired    []Fired
	Coverage []schema.CoverageEntry
}

// Fired is a rule that fired.
type Fired struct {
	Rule     string // its id
	Version  string
	Severity schema.Severity
	Message  string // as the rule wrote it; not neutralised
	Path     string // JSON pointer into the action, or ""
}

// Needs reports whether a rule is for actions of the type in a stage. Where none
// is, [Turn.Eval] finds nothing, whatever the input.
func (t *Turn) Needs(stage schema.RuleStage, actionType string) bool {
	return !t.engine.program(stage, actionType).empty
}

// Eval judges one action. It returns an error of type [CompileError] when the
// rules that the action needs do not compile, and of type [EvalError] when
// they cannot be evaluated; the result is then empty and means nothing.
func (t *Turn) Eval(ctx context.Context, q Query) (Result, error) {
	p := t.engine.program(q.Stage, q.Type)
	if p.empty {
		return Result{}, nil
	}
	if err := p.wait(ctx); err != nil {
		return Result{}, err
	}
	input, err := t.input(q.Fields)
	if err != nil {
		return Result{}, err
	}
	var result Result
	err = t.engine.watchdog.run(ctx, func(cancel topdown.Cancel) error {
		found, err := t.engine.evaluate(p, input, cancel)
		if err == nil {
			result = found
		}
		return err
	})
	if err != nil {
		return Result{}, err
	}
	return result, nil
}

// input puts the shared and the own fields together.
func (t *Turn) input(own map[string]any) (*ast.Term, error) {
	pairs := make([][2]*ast.Term, len(t.shared), len(t.shared)+len(own))
	copy(pairs, t.shared)
	mine, err := convertFields(own)
	if err != nil {
		return nil, err
	}
	return ast.NewTerm(ast.NewObject(append(pairs, mine...)...)), nil
}

// evaluate runs the program's query and reads its one answer.
func (e *Engine) evaluate(p *program, input *ast.Term, cancel topdown.Cancel) (Result, error) {
	return e.explain(p, input, cancel, nil)
}

// explain is evaluate; where there is a tracer, it is told every step, and OPA's
// index leaves no rule out.
func (e *Engine) explain(p *program, input *ast.Term, cancel topdown.Cancel, tracer topdown.QueryTracer) (Result, error) {
	noTime := time.Unix(0, 0) // where OPA would read the clock; no rule can see it
	query := topdown.NewQuery(p.query).
		WithCompiler(p.compiler).
		WithInput(input).
		WithCancel(cancel).
		WithMetrics(metrics.NoOp()).
		WithTime(noTime).
		WithStrictBuiltinErrors(true)
	e.coverage.watch(query, func() *topdown.Query {
		return topdown.NewQuery(p.query).WithCompiler(p.compiler).WithInput(input).WithCancel(cancel).WithTime(noTime).WithStrictBuiltinErrors(true)
	})
	if tracer != nil {
		query = query.WithQueryTracer(tracer).WithIndexing(false).WithEarlyExit(false)
	}
	var result Result
	answers := 0
	err := query.Iter(context.Background(), func(r topdown.QueryResult) error {
		answers++
		var err error
		result, err = e.read(p, r)
		return err
	})
	switch {
	case err != nil:
		return Result{}, fromTopdown(err)
	case answers != 1:
		return Result{}, evalErrorf(FailedInternal, "the rules gave %d answers", answers)
	}
	return result, nil
}
