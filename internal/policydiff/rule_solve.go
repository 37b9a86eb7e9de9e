package policydiff

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/celenv"
	"github.com/contractc/contractc/internal/celenv/domain"
	"github.com/contractc/contractc/internal/celpolicy"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/invariant"
	"github.com/contractc/contractc/internal/prove"
	"github.com/contractc/contractc/schema"
)

// twoRules are both versions of a rule in CEL of which the conditions are
// compared by solvers.
type twoRules struct {
	old, new      *index.Rule
	before, after *celpolicy.Source
}

// solvable reports whether a rule fires where one of its conditions is met, and
// is about the same inputs in both versions.
func (r *twoRules) solvable() bool {
	return sameJSON(r.old.Metadata.Actions, r.new.Metadata.Actions) && stageOf(r.old) == stageOf(r.new) &&
		flat(r.before.Rule) && flat(r.after.Rule) && !namesVariables(r.before.Rule) && !namesVariables(r.after.Rule)
}

// flat reports whether all cases say something once, and none has a rule of its
// own.
func flat(r *celpolicy.Rule) bool {
	for _, item := range r.Items {
		if item.Output == nil || !onceCEL(item.Output.Source) {
			return false
		}
	}
	return len(r.Items) > 0
}

// namesVariables reports whether a text within an expression looks like the name
// of a variable, which renaming would change.
func namesVariables(r *celpolicy.Rule) bool {
	quoted := regexp.MustCompile(`['"][^'"]*variables[^'"]*['"]`)
	for _, text := range sourcesOf(r) {
		if quoted.MatchString(text) {
			return true
		}
	}
	return false
}

func sourcesOf(r *celpolicy.Rule) []string {
	var list []string
	for _, v := range r.Variables {
		list = append(list, v.Expression.Source)
	}
	for i := range r.Items {
		list = append(list, textOf(r.Items[i].Condition))
	}
	return list
}

// own renames the variables of a version, so that both versions stand in one rule.
func own(prefix, text string) string {
	return regexp.MustCompile(`\bvariables\s*\.\s*`).ReplaceAllString(text, "variables."+prefix)
}

// fires is the condition that one of the cases is met.
func fires(prefix string, r *celpolicy.Rule) string {
	var conditions []string
	for i := range r.Items {
		if r.Items[i].Condition == nil {
			return "true"
		}
		conditions = append(conditions, "("+own(prefix, r.Items[i].Condition.Source)+")")
	}
	return strings.Join(conditions, " || ")
}

// both is a rule that says which of the versions fires, with what is to be shown:
// that it never is the old one alone, and never the new one alone.
func (r *twoRules) both() ([]byte, error) {
	var variables []map[string]string
	for _, side := range []struct {
		prefix string
		of     *celpolicy.Rule
	}{{"old_", r.before.Rule}, {"new_", r.after.Rule}} {
		for _, v := range side.of.Variables {
			variables = append(variables, map[string]string{"name": side.prefix + v.Name, "expression": own(side.prefix, v.Expression.Source)})
		}
	}
	old, new := fires("old_", r.before.Rule), fires("new_", r.after.Rule)
	rule := map[string]any{"match": []map[string]string{
		{"condition": fmt.Sprintf("(%s) && !(%s)", old, new), "output": "'old'"},
		{"condition": fmt.Sprintf("(%s) && !(%s)", new, old), "output": "'new'"},
		{"output": "'same'"},
	}}
	if len(variables) > 0 {
		rule["variables"] = variables
	}
	shown := func(id, alone string) map[string]any {
		return map[string]any{"id": id, "assert": []string{"rule.result != '" + alone + "'"}}
	}
	return json.Marshal(map[string]any{
		"name": "both", "rule": rule, "verification": map[string]any{"invariants": []any{shown("fires_no_less", "old"), shown("fires_no_more", "new")}},
	})
}

// conditions compares the conditions of both versions by solvers, and notes what
// it found. Where that does not decide both ways, the error says why.
func (d *differ) conditions(ctx context.Context, c *change, r *twoRules) error {
	answers, err := d.answers(ctx, r)
	if err != nil {
		return err
	}
	less, more := Loosened, Tightened
	if r.new.Metadata.Severity == schema.SeverityAllow {
		less, more = more, less
	}
	if answers[0].Result == prove.Refuted {
		c.note(less, "it fired and does not fire on the input %s", compact(answers[0].Input))
	}
	if answers[1].Result == prove.Refuted {
		c.note(more, "it did not fire and fires on the input %s", compact(answers[1].Input))
	}
	if answers[0].Result == prove.Proved && answers[1].Result == prove.Proved {
		c.note(Unchanged, "its conditions are written otherwise and are met on the same inputs")
	}
	return nil
}

// answers are those to both questions; none is unknown, and none is about a
// failing evaluation.
func (d *differ) answers(ctx context.Context, r *twoRules) ([]invariant.Answer, error) {
	if len(d.opt.Solvers) == 0 {
		return nil, d.noSolver()
	}
	env, err := d.environment()
	if err != nil {
		return nil, err
	}
	answers, err := r.ask(ctx, env, d)
	if err != nil {
		return nil, err
	}
	for i := range answers {
		switch a := &answers[i]; {
		case a.Result == prove.Unknown:
			return nil, errors.New(a.Reason)
		case a.Result == prove.Refuted && a.Held.Failure != nil:
			return nil, fmt.Errorf("it cannot be evaluated on the input %s", compact(a.Input))
		}
	}
	if len(answers) != 2 {
		return nil, fmt.Errorf("there are %d answers to two questions", len(answers))
	}
	return answers, nil
}

// ask asks both questions.
func (r *twoRules) ask(ctx context.Context, env *celenv.Env, d *differ) ([]invariant.Answer, error) {
	text, err := r.both()
	if err != nil {
		return nil, err
	}
	n, problems := doc.ReadJSON("rule", text, doc.Limits{})
	if problems.HasErrors() {
		return nil, problems
	}
	rule, problems := env.CompileRuleAs("rule", n, r.new.Metadata)
	if problems.HasErrors() {
		return nil, problems
	}
	d.asked.Add(2)
	return invariant.Prove(ctx, invariant.OfRule(ctx, rule, env), invariant.Options{Solvers: d.opt.Solvers, Timeout: d.opt.Timeout})
}

// newRuleEnvironment is what rules are compiled against.
func newRuleEnvironment() (*celenv.Env, error) {
	return celenv.New(celenv.Options{Functions: domain.Functions(nil, "")})
}
