package policytest

import (
	"context"
	"slices"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/eval"
)

// Touched are the elements of a catalog that a case exercises.
type Touched struct {
	Types     []string // of its actions
	Rules     []string // ids of the rules in force for them, in both languages
	Facts     []string // names
	Mappings  []string // ids of those that its calls go through
	Effects   []string // ids of those that its calls have
	Contracts []string // ids of those of its guarantees
}

// Touched decides a case and returns what it exercises. What it leaves out has
// no part in the decision.
func (r *Runner) Touched(ctx context.Context, c *Case) (*Touched, error) {
	result, e, err := r.judge(ctx, c)
	if err != nil {
		return nil, err
	}
	t := &Touched{}
	for _, g := range result.Guarantees {
		t.Contracts = append(t.Contracts, g.Guarantee.Contract.ID)
	}
	for _, a := range result.Actions {
		t.Types = append(t.Types, a.Type)
		t.call(r.from, a.Call)
	}
	t.inForce(e)
	return t, nil
}

// call adds what a call goes through; one that was refused before it was modelled
// goes through nothing.
func (t *Touched) call(from *catalog.Catalog, c *eval.Call) {
	if c == nil {
		return
	}
	namespace := ""
	if c.Action.Namespace != nil {
		namespace = *c.Action.Namespace
	}
	if own := from.Map(namespace, c.Action.Tool); own != nil {
		t.Mappings = append(t.Mappings, own.ID)
	}
	for _, m := range from.Mappings {
		if m.Beside {
			t.Mappings = append(t.Mappings, m.ID) // of which tools it is may change
		}
	}
	for _, e := range c.Effects {
		t.Effects = append(t.Effects, e.Type.ID)
	}
}

// inForce adds the rules and facts for the types of the actions.
func (t *Touched) inForce(e *eval.Engine) {
	for _, rule := range e.RulesInForce() {
		if t.ofType(rule.Metadata.Actions) {
			t.Rules = append(t.Rules, rule.ID)
		}
	}
	for _, f := range e.Catalog().Facts {
		if t.ofType(f.Actions) {
			t.Facts = append(t.Facts, f.ID)
		}
	}
}

func (t *Touched) ofType(actions []string) bool {
	return len(actions) == 0 || slices.ContainsFunc(actions, func(a string) bool { return slices.Contains(t.Types, a) })
}
