package policydiff

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"cel.dev/cel-go/cel"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/celenv"
	"github.com/contractc/contractc/internal/celpolicy"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/invariant"
	"github.com/contractc/contractc/internal/prove"
	"github.com/contractc/contractc/schema"
)

// answers are those to questions about two expressions. A failure of ours leaves the
// question unknown that it is of.
func (d *differ) answers(ctx context.Context, two *invariant.Two, about ...invariant.Question) map[invariant.Question]invariant.Difference {
	answers := map[invariant.Question]invariant.Difference{}
	for _, q := range about {
		a, err := two.Ask(ctx, q, invariant.Options{Solvers: d.opt.Solvers, Timeout: d.opt.Timeout})
		if err != nil {
			a = invariant.Difference{Result: prove.Unknown, Reason: err.Error(), Asked: true}
		}
		if a.Asked {
			d.asked.Add(1)
		}
		if a.Result == prove.Unknown && len(d.opt.Solvers) == 0 {
			a.Reason = d.noSolver().Error()
		}
		answers[q] = a
	}
	return answers
}

// differences are the answers, where they decide: the error says why one is unknown
// where no other one is refuted.
func (d *differ) differences(ctx context.Context, two *invariant.Two, about ...invariant.Question) (map[invariant.Question]invariant.Difference, error) {
	answers := d.answers(ctx, two, about...)
	var unknown error
	for _, q := range about {
		switch a := answers[q]; {
		case a.Result == prove.Refuted:
			return answers, nil
		case a.Result == prove.Unknown && unknown == nil:
			unknown = errors.New(a.Reason)
		}
	}
	return answers, unknown
}

// solveWhen compares when a tool has an effect by solvers. The error says why they
// do not decide it; evaluable tells that they know at least that every call on which
// the new condition can be evaluated is one on which the old one could be.
func (d *differ) solveWhen(ctx context.Context, c *change, old, new index.MappedEffect, all []index.MappedEffect) (evaluable bool, err error) {
	if old.Each != nil || new.Each != nil {
		return false, errors.New("the effect is there for each item of a list")
	}
	two, err := d.twoConditions(ctx, old.When, new.When)
	if err != nil {
		return false, err
	}
	found, err := d.differences(ctx, two, invariant.Lost, invariant.Gained, invariant.FailedBefore, invariant.FailsNow)
	if err != nil {
		return found[invariant.FailedBefore].Result == prove.Proved, err
	}
	same := true
	shown := func(q invariant.Question) (string, bool) {
		if found[q].Result != prove.Refuted {
			return "", false
		}
		same = false
		return compact(found[q].Input), true
	}
	if input, ok := shown(invariant.Lost); ok {
		c.lose("the effect %s was seen and is not seen on the call %s", old.Effect, input)
	}
	if input, ok := shown(invariant.Gained); ok {
		c.note(d.seen(old.Effect, all), "the effect %s was not seen and is seen on the call %s", old.Effect, input)
	}
	if input, ok := shown(invariant.FailedBefore); ok {
		c.note(Loosened, "the call %s was denied, since the condition of the effect %s could not be evaluated, and is judged now", input, old.Effect)
	}
	// Beside another difference, what cannot be evaluated is not compared.
	if same {
		if input, ok := shown(invariant.FailsNow); ok {
			c.note(Tightened, "the call %s is denied now, since the condition of the effect %s cannot be evaluated", input, old.Effect)
		}
	}
	for _, q := range []invariant.Question{invariant.Lost, invariant.Gained, invariant.FailedBefore} {
		if a := found[q]; a.Result == prove.Unknown {
			c.note(Unknown, "whether the effect %s %s is not known: %s", old.Effect, questionWords(q), a.Reason)
		}
	}
	if same {
		c.note(Unchanged, "the condition of the effect %s is written otherwise and is met on the same calls", old.Effect)
	}
	return true, nil
}

func questionWords(q invariant.Question) string {
	switch q {
	case invariant.Lost:
		return "is seen no more on a call"
	case invariant.Gained:
		return "is seen on another call"
	}
	return "could not be evaluated on a call"
}

// twoConditions are both versions of a condition over the arguments of a call.
func (d *differ) twoConditions(ctx context.Context, old, new *index.Expression) (*invariant.Two, error) {
	before, err := checkedWhen(d.old, old)
	if err != nil {
		return nil, err
	}
	after, err := checkedWhen(d.new, new)
	if err != nil {
		return nil, err
	}
	return &invariant.Two{Old: invariant.Expression(before), New: invariant.Expression(after), Eval: func(values map[string]any) (a, b invariant.Evaluated, err error) {
		args, ok := values["args"].(map[string]any)
		if !ok && values["args"] != nil {
			return a, b, errors.New("the arguments are no map")
		}
		if values["tool"] != nil {
			return a, b, errors.New("a condition speaks of the tool")
		}
		return metOn(ctx, d.old, old, args), metOn(ctx, d.new, new, args), nil
	}}, nil
}

func metOn(ctx context.Context, s *side, when *index.Expression, args map[string]any) invariant.Evaluated {
	if when == nil {
		return invariant.Evaluated{Met: true}
	}
	met, err := s.Catalog.Holds(ctx, when, catalog.Call{Args: args})
	return invariant.Evaluated{Met: met, Err: err}
}

// checkedWhen compiles a condition over the arguments of a call; no condition is
// always met.
func checkedWhen(s *side, when *index.Expression) (*celpolicy.Checked, error) {
	text := "true"
	if when != nil {
		text = when.Source
	}
	env, err := s.Catalog.ArgsEnvironment()
	if err != nil {
		return nil, err
	}
	x, problems := celpolicy.CompileExpression("when", celpolicy.NewText(textNode(text)), nil, &celpolicy.Environment{CEL: env})
	if x == nil {
		return nil, problems.Err()
	}
	if !x.Type().IsExactType(cel.BoolType) {
		return nil, fmt.Errorf("the type of the condition %q is %s", text, x.Type())
	}
	return x.Checked(), nil
}

func textNode(text string) *doc.Node { return &doc.Node{Kind: doc.String, Text: text} }

// solveFact asks solvers whether both versions of a fact have the same value on
// every input. What it does to rules that it has not is not known.
func (d *differ) solveFact(ctx context.Context, c *change, old, new *index.Fact) {
	found, err := d.factDifferences(ctx, old, new)
	if err != nil {
		c.note(Unknown, "what it computes changed, and the rules that read it may decide otherwise; whether it has another value on any input is not known: %v", err)
		return
	}
	for _, of := range []struct {
		question invariant.Question
		words    string
	}{
		{invariant.Differing, "it has another value"}, {invariant.FailedBefore, "it could not be evaluated before, and can be,"}, {invariant.FailsNow, "it cannot be evaluated any more"},
	} {
		if found[of.question].Result == prove.Refuted {
			c.note(Unknown, "%s on %s; the rules that read it may decide otherwise", of.words, compact(found[of.question].Input))
		}
	}
	if len(c.Aspects) == 0 {
		c.note(Unchanged, "it is written otherwise and has the same value on every input")
	}
}

func (d *differ) factDifferences(ctx context.Context, old, new *index.Fact) (map[invariant.Question]invariant.Difference, error) {
	before, err := d.old.factOn(old)
	if err != nil {
		return nil, err
	}
	after, err := d.new.factOn(new)
	if err != nil {
		return nil, err
	}
	two := &invariant.Two{
		Old: invariant.Expression(before.fact.Checked()), New: invariant.Expression(after.fact.Checked()), Always: after.env.AlwaysThere,
		Eval: func(values map[string]any) (a, b invariant.Evaluated, err error) {
			fields, ok := values["input"].(map[string]any)
			if !ok && len(values) > 0 {
				return a, b, errors.New("it has no fields")
			}
			if a, err = before.on(ctx, fields); err != nil {
				return a, b, err
			}
			b, err = after.on(ctx, fields)
			return a, b, err
		},
	}
	return d.differences(ctx, two, invariant.Differing, invariant.FailedBefore, invariant.FailsNow)
}

// factVersion is a fact as one version evaluates it.
type factVersion struct {
	fact *celenv.Fact
	env  *celenv.Env
}

func (s *side) factOn(f *index.Fact) (*factVersion, error) {
	env, err := s.environment()
	if err != nil {
		return nil, err
	}
	fact, problems := env.CompileFact(f.File, f.ID, f.Actions, textNode(f.Expression))
	if fact == nil {
		return nil, problems.Err()
	}
	return &factVersion{fact, env}, nil
}

// on evaluates a fact on an input with the given fields. The error says why there is
// no such input.
func (v *factVersion) on(ctx context.Context, fields map[string]any) (invariant.Evaluated, error) {
	example, err := v.env.ExampleInput(&celenv.Rule{Metadata: schema.RuleMetadata{Actions: v.fact.Actions}}, fields)
	if err != nil {
		return invariant.Evaluated{}, err
	}
	return valueOn(v.fact, v.env.NewTurn(ctx).Input(example)), nil
}

func valueOn(f *celenv.Fact, in *celenv.Input) invariant.Evaluated {
	v, err := f.Eval(in)
	if err != nil {
		return invariant.Evaluated{Err: err}
	}
	text, err := json.Marshal(v)
	return invariant.Evaluated{Value: string(text), Err: err}
}
