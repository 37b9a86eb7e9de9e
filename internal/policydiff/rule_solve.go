package policydiff

import (
	"context"
	"errors"
	"slices"

	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/internal/celenv"
	"github.com/contractc/contractc/internal/celenv/domain"
	"github.com/contractc/contractc/internal/celpolicy"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/invariant"
	"github.com/contractc/contractc/internal/prove"
	"github.com/contractc/contractc/schema"
)

// ruleVersion is a rule in CEL as one version evaluates it.
type ruleVersion struct {
	rule *celenv.Rule
	env  *celenv.Env
}

// ruleOn compiles a rule for some types of action.
func (s *side) ruleOn(r *index.Rule, actions []string) (*ruleVersion, error) {
	env, err := s.environment()
	if err != nil {
		return nil, err
	}
	n, problems := s.Catalog.RuleDocument(r)
	if problems.HasErrors() {
		return nil, problems
	}
	metadata := r.Metadata
	metadata.Actions = actions
	rule, problems := env.CompileRuleAs(r.File, withoutMetadata(n), metadata)
	if rule == nil {
		return nil, problems.Err()
	}
	return &ruleVersion{rule, env}, nil
}

// withoutMetadata is a rule file without its block of metadata.
func withoutMetadata(n *doc.Node) *doc.Node {
	plain := *n
	plain.Fields = slices.DeleteFunc(slices.Clone(n.Fields), func(f doc.Field) bool { return f.Key == "metadata" })
	return &plain
}

// newRuleEnvironment is what rules of a version are compiled in: where somebody must
// choose the rule sets first, one without tables.
func (s *side) newRuleEnvironment() (*celenv.Env, error) {
	if env, err := eval.RuleEnvironment(s.Catalog); err == nil {
		return env, nil
	}
	return celenv.New(celenv.Options{Functions: domain.Functions(nil, "")})
}

// compared is what solvers compare of a version; nil is one without the rule.
func (v *ruleVersion) compared() invariant.Compared {
	if v == nil {
		return invariant.NoRule()
	}
	return invariant.Rule(v.rule.Policy)
}

// on evaluates a version on an input with the given fields. The error says why there
// is no such input.
func (v *ruleVersion) on(ctx context.Context, fields map[string]any) (invariant.Evaluated, error) {
	if v == nil {
		return invariant.Evaluated{}, nil
	}
	example, err := v.env.ExampleInput(v.rule, fields)
	if err != nil {
		return invariant.Evaluated{}, err
	}
	fired, err := v.rule.Eval(v.env.NewTurn(ctx).Input(example))
	return invariant.Evaluated{Met: len(fired) > 0, Err: err}, nil
}

// twoRules are both versions of a rule; new is nil where there is none any more.
func twoRules(ctx context.Context, old, new *ruleVersion) *invariant.Two {
	return &invariant.Two{
		Old: old.compared(), New: new.compared(), Always: old.env.AlwaysThere,
		Eval: func(values map[string]any) (a, b invariant.Evaluated, err error) {
			fields, ok := values[old.rule.InputName()].(map[string]any)
			if !ok && len(values) > 0 {
				return a, b, errors.New("it has no fields")
			}
			if a, err = old.on(ctx, fields); err != nil {
				return a, b, err
			}
			b, err = new.on(ctx, fields)
			return a, b, err
		},
	}
}

// solveRule compares both versions of a rule in CEL by solvers: on which inputs they
// are met, and on which they cannot be evaluated, which denies. Of the former form
// tells what solvers do not decide.
func (d *differ) solveRule(ctx context.Context, c *change, w *celRule) {
	found, err := d.ruleAnswers(ctx, w)
	if err != nil {
		c.take(w.change)
		c.note(Unknown, "no solver decides it, and on which inputs it cannot be evaluated: %v", err)
		return
	}
	if !w.onlyWords() {
		d.noteMet(c, w, found)
	} else {
		c.take(w.change)
	}
	noteFailing(c, w, found)
	if len(c.Aspects) == 0 {
		c.note(Unchanged, "it is written otherwise and does the same on every input")
	}
}

// ruleAnswers asks about the types of action that both versions are for.
func (d *differ) ruleAnswers(ctx context.Context, w *celRule) (map[invariant.Question]invariant.Difference, error) {
	both := inBoth(actionsOf(w.old), actionsOf(w.new))
	if len(both) == 0 {
		return nil, errors.New("no type of action is one that both versions are for")
	}
	old, err := d.old.ruleOn(w.old, both)
	if err != nil {
		return nil, err
	}
	new, err := d.new.ruleOn(w.new, both)
	if err != nil {
		return nil, err
	}
	before, now := w.failing()
	about := []invariant.Question{before, now}
	if !w.onlyWords() {
		about = append(about, invariant.Lost, invariant.Gained)
	}
	return d.answers(ctx, twoRules(ctx, old, new), about...), nil
}

// actionsOf are the types of action that a rule is for.
func actionsOf(r *index.Rule) []string {
	if len(r.Metadata.Actions) == 0 {
		return celenv.ActionTypes()
	}
	return r.Metadata.Actions
}

// failing are the questions about inputs on which only one version can be evaluated.
// A rule that denies does so where it is met as where it cannot be evaluated.
func (w *celRule) failing() (before, now invariant.Question) {
	before, now = invariant.FailedBefore, invariant.FailsNow
	if w.new.Metadata.Severity == schema.SeverityDeny {
		before = invariant.FailedThenUnmet
	}
	if w.old.Metadata.Severity == schema.SeverityDeny {
		now = invariant.UnmetThenFails
	}
	return before, now
}

// noteMet notes on which inputs the versions are met.
func (d *differ) noteMet(c *change, w *celRule, found map[invariant.Question]invariant.Difference) {
	lost, gained := found[invariant.Lost], found[invariant.Gained]
	less, more := Loosened, Tightened
	if w.new.Metadata.Severity == schema.SeverityAllow {
		less, more = more, less
	}
	if lost.Result == prove.Refuted {
		c.note(less, "it fired and does not fire on the input %s", compact(lost.Input))
	}
	if gained.Result == prove.Refuted {
		c.note(more, "it did not fire and fires on the input %s", compact(gained.Input))
	}
	unknown := lost
	if unknown.Result != prove.Unknown {
		unknown = gained
	}
	if unknown.Result != prove.Unknown {
		w.keepWords()
		c.take(w.change)
		return
	}
	c.take(w.change)
	if w.of.open {
		c.note(Unknown, "no solver decides it: %s", unknown.Reason)
	}
}

// noteFailing notes on which inputs one version cannot be evaluated.
func noteFailing(c *change, w *celRule, found map[invariant.Question]invariant.Difference) {
	before, now := w.failing()
	switch a := found[before]; a.Result {
	case prove.Refuted:
		c.note(Loosened, "it could not be evaluated, which denied, and can be on the input %s", compact(a.Input))
	case prove.Unknown:
		c.note(Unknown, "whether it could not be evaluated, which denied, on an input on which it can be now is not known: %s", a.Reason)
	}
	switch a, class := found[now], c.of.class(); {
	case a.Result == prove.Refuted:
		c.note(Tightened, "it cannot be evaluated, which denies, and could be on the input %s", compact(a.Input))
	case a.Result == prove.Unknown && (class == Unchanged || class == Reworded):
		c.note(Unknown, "whether it cannot be evaluated, which denies, on an input on which it could be is not known: %s", a.Reason)
	}
}

// vanished notes that a rule that allows is not there any more for some types of
// action: it denied where it could not be evaluated.
func (d *differ) vanished(c *change, r *index.Rule, actions []string) {
	switch {
	case r.Metadata.Severity != schema.SeverityAllow || r.Coverage || len(actions) == 0:
	case d.old.folder(r) != nil:
		c.note(Unknown, "it denied where it could not be evaluated, and whether there is such an input is not known")
	case r.Language == index.Rego:
		if why := d.old.rego.mayFail(r); why != "" {
			c.note(Unknown, "it denied where it could not be evaluated, as where %s failed", why)
		}
	default:
		d.later(c, func(ctx context.Context) { d.solveVanished(ctx, c, r, actions) })
	}
}

func (d *differ) solveVanished(ctx context.Context, c *change, r *index.Rule, actions []string) {
	var found map[invariant.Question]invariant.Difference
	old, err := d.old.ruleOn(r, actions)
	if err == nil {
		found = d.answers(ctx, twoRules(ctx, old, nil), invariant.FailedBefore)
	}
	a := found[invariant.FailedBefore]
	switch {
	case err != nil:
		c.note(Unknown, "whether it denied somewhere since it could not be evaluated is not known: %v", err)
	case a.Result == prove.Unknown:
		c.note(Unknown, "whether it denied somewhere since it could not be evaluated is not known: %s", a.Reason)
	case a.Result == prove.Refuted:
		c.note(Loosened, "it could not be evaluated, which denied, on the input %s", compact(a.Input))
	}
}

// evaluated is all that is evaluated of a rule, as it is written again.
func evaluated(r *celpolicy.Rule) string {
	var list []string
	text := func(t *celpolicy.Text) string {
		if t == nil {
			return "true"
		}
		return plainCEL(t.Source)
	}
	for _, v := range r.Variables {
		list = append(list, v.Name, plainCEL(v.Expression.Source))
	}
	for i := range r.Items {
		item := &r.Items[i]
		list = append(list, text(item.Condition), text(item.Output), text(item.Explanation))
		if item.Rule != nil {
			list = append(list, evaluated(item.Rule))
		}
	}
	written, err := marshal([]any{r.Aggregate, list})
	if err != nil {
		return err.Error()
	}
	return written
}
