package celpolicy

import (
	"context"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
)

// Result is what a policy gives.
type Result struct {
	// Outputs are the outputs in order: at most one of a match whose outputs
	// are not lists, all that matched of an aggregate.
	Outputs []ref.Val
	// List says that the result is a list: the outermost rule is an aggregate.
	List bool
	// Explanations are those of the items that gave the outputs.
	Explanations []string
}

// Value returns the result as one CEL value: a list for an aggregate, the
// output of a match, or optional.none() where nothing matched.
func (r Result) Value() ref.Val {
	switch {
	case r.List:
		return types.NewRefValList(types.DefaultTypeAdapter, r.Outputs)
	case len(r.Outputs) == 0:
		return types.OptionalNone
	}
	return r.Outputs[0]
}

// Eval evaluates the policy. The variables are those that its environment
// declares. The error is an *[EvalError].
func (p *Policy) Eval(ctx context.Context, vars cel.Activation) (Result, error) {
	r := NewRun(ctx)
	defer r.Close()
	return r.Eval(p, vars)
}

// Eval evaluates a policy in the run. The error is an *[EvalError].
func (r *Run) Eval(p *Policy, vars cel.Activation) (Result, error) {
	if err := r.begin(p.Source.File, p.slots, vars); err != nil {
		return Result{}, err
	}
	outputs, err := r.outputs(p.root)
	if err == nil {
		err = r.end(p.Source.File)
	}
	if err != nil {
		return Result{}, err
	}
	return Result{Outputs: outputs, List: p.root.aggregate, Explanations: r.explanations}, nil
}

func (r *Run) outputs(rule *rule) ([]ref.Val, *EvalError) {
	if rule.aggregate {
		return r.collect(rule)
	}
	v, err := r.match(rule)
	if v == nil || err != nil {
		return nil, err
	}
	return []ref.Val{v}, nil
}

// match returns the output of the first item that matches, and nil where none
// does.
func (r *Run) match(rule *rule) (ref.Val, *EvalError) {
	for i := range rule.items {
		it := &rule.items[i]
		matches, err := r.matches(it)
		if err != nil {
			return nil, err
		}
		if !matches {
			continue
		}
		v, err := r.block(it)
		// A conditional rule that was chosen and has no match ends the search;
		// an unconditional one falls through.
		if v != nil || err != nil || it.condition != nil {
			return v, err
		}
	}
	return nil, nil
}

func (r *Run) collect(rule *rule) ([]ref.Val, *EvalError) {
	var all []ref.Val
	for i := range rule.items {
		matches, err := r.matches(&rule.items[i])
		if err != nil {
			return nil, err
		}
		if !matches {
			continue
		}
		v, err := r.block(&rule.items[i])
		if err != nil {
			return nil, err
		}
		if v != nil {
			all = append(all, v)
		}
	}
	return all, nil
}

func (r *Run) matches(it *item) (bool, *EvalError) {
	if it.condition == nil {
		return true, nil
	}
	v, err := r.value(it.condition)
	if r.watch != nil && (err == nil || err.Failure == FailedExpression) {
		r.watch(it.condition, valueOr(v))
	}
	if err != nil {
		return false, err
	}
	b, ok := v.(types.Bool)
	if !ok {
		return false, it.condition.evalError(FailedShape, it.condition.text.Range().Start, "a condition must be true or false")
	}
	return bool(b), nil
}

// valueOr is a value, or an error value where there is none.
func valueOr(v ref.Val) ref.Val {
	if v == nil {
		return types.NewErr("it has no value")
	}
	return v
}

// block returns what a matching item gives, and nil for a nested match
// without a match.
func (r *Run) block(it *item) (ref.Val, *EvalError) {
	if it.nested == nil {
		return r.output(it)
	}
	if !it.nested.aggregate {
		return r.match(it.nested)
	}
	values, err := r.collect(it.nested)
	if err != nil {
		return nil, err
	}
	return types.NewRefValList(types.DefaultTypeAdapter, values), nil
}

func (r *Run) output(it *item) (ref.Val, *EvalError) {
	v, err := r.value(it.output)
	if err != nil || it.explanation == nil {
		return v, err
	}
	explanation, err := r.value(it.explanation)
	if err != nil {
		return nil, err
	}
	if s, ok := explanation.(types.String); ok {
		r.explanations = append(r.explanations, string(s))
	}
	return v, nil
}
