package belief

import (
	"fmt"
	"slices"
	"strings"

	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/schema"
)

// RuleInputs is the id of the rule of this package that a derivation that is
// tried again rests on the inputs of the first one alone.
const RuleInputs = "contractc.rederive_inputs"

// A Rederivation is the task to derive a belief again. A model is asked for a
// claim under the key, and is shown the inputs and nothing else.
type Rederivation struct {
	schema.Rederivation
	base  *Base
	shown []int // places of the inputs
}

// Rederive begins to derive a belief that lost its support again. The error is a
// *KeyError: there is no such belief, it is held, it was not derived or was
// retracted itself, an input is missing, or it was tried in vain too often.
func (b *Base) Rederive(key string) (*Rederivation, error) {
	r, ok := b.recipe(key)
	if !ok {
		return nil, b.notRederivable(key)
	}
	visible := b.visible()
	task := &Rederivation{Rederivation: b.rederivation(key, r, visible), base: b}
	if len(task.Missing) > 0 {
		return nil, &KeyError{fmt.Sprintf("%q rests on %s, which is not held; settle that first", key, quoted(task.Missing))}
	}
	if task.AttemptsLeft == 0 {
		return nil, &KeyError{fmt.Sprintf("%q was derived again %d times in vain, which is the limit", key, b.rules.table.Attempts)}
	}
	for _, input := range r.inputs {
		task.shown = append(task.shown, b.last(input))
	}
	slices.Sort(task.shown)
	return task, nil
}

func (b *Base) notRederivable(key string) error {
	if _, err := b.named(key); err != nil {
		return err
	}
	if len(b.held(key)) > 0 {
		return &KeyError{fmt.Sprintf("%q is held; there is nothing to derive again", key)}
	}
	return &KeyError{fmt.Sprintf("%q was no conclusion that lost its support; state it anew", key)}
}

func quoted(list []string) string {
	words := make([]string, len(list))
	for i, s := range list {
		words[i] = fmt.Sprintf("%q", s)
	}
	return strings.Join(words, ", ")
}

// NewContext makes a context ready in which only the inputs are shown.
func (r *Rederivation) NewContext(e *eval.Engine, source schema.Context, expressions ...string) (*eval.Context, diag.List) {
	return r.NewContextFrom(e, eval.Written{}, source, expressions...)
}

// NewContextFrom is [Rederivation.NewContext] for a context that was read from a
// file. Problems are placed in that file.
func (r *Rederivation) NewContextFrom(e *eval.Engine, w eval.Written, source schema.Context, expressions ...string) (*eval.Context, diag.List) {
	return r.base.newContext(e, w, source, r.shown, expressions)
}

// Turn is a turn in which only the first claim for the key is judged; all other
// actions are ignored.
func (r *Rederivation) Turn(t eval.Turn) *eval.Turn {
	found := false
	t.Consider = func(_ int, action any) bool {
		fields, _ := action.(map[string]any)
		if found || fields["type"] != "claim" || fields["key"] != r.Key {
			return false
		}
		found = true
		return true
	}
	return &t
}

// Apply takes in the decided turn. A claim that uses a belief other than the
// inputs is rejected, in the result too. A reply that does not lead to the belief
// counts as an attempt in vain, and the update has the feedback for the model
// where the decision has none. The error is a *TurnError.
func (r *Rederivation) Apply(result *eval.Result, opt ApplyOptions) (*Base, *schema.StateUpdate, error) {
	if err := r.base.judged(result); err != nil {
		return nil, nil, err
	}
	t := r.base.newTurn(result, opt, r.shown)
	r.Check(result)
	a := tried(result)
	if a == nil {
		return t.vain(r.Key, nil, r.unanswered(result))
	}
	index := int64(a.Index)
	t.action(a)
	if len(t.claimed) == 0 {
		return t.vain(r.Key, &index, "")
	}
	return t.done()
}

// unanswered says what a reply without a claim for the key said instead.
func (r *Rederivation) unanswered(result *eval.Result) string {
	switch {
	case result.Unusable != "":
		return ""
	case len(result.Actions) == 0:
		return fmt.Sprintf("the model cannot derive %s", pyRepr(r.Key))
	}
	return fmt.Sprintf("the response contained no claim for %s", pyRepr(r.Key))
}

// vain ends a turn that did not lead to the belief.
func (t *turn) vain(key string, index *int64, feedback string) (*Base, *schema.StateUpdate, error) {
	t.failed(key)
	text := feedback
	if text == "" {
		text = fmt.Sprintf("%s was not derived", pyRepr(key))
	}
	t.note(schema.StateChange{What: schema.ChangeKindRejected, Index: index, Text: text})
	after, update, err := t.done()
	if err == nil && feedback != "" {
		update.Feedback = &feedback
	}
	return after, update, err
}

// tried is the action that was judged; nil where none was.
func tried(result *eval.Result) *eval.Action {
	if i := slices.IndexFunc(result.Actions, func(a *eval.Action) bool { return !a.Ignored }); i >= 0 {
		return result.Actions[i]
	}
	return nil
}

// Check rejects the claim in the result of the turn if it uses other beliefs
// than the inputs. Apply does so too; Check is for who shows the result before.
func (r *Rederivation) Check(result *eval.Result) {
	a := tried(result)
	if a == nil {
		return
	}
	claim, ok := a.Typed.(*schema.Claim)
	if !ok {
		return
	}
	keys := slices.Clone(claim.FollowsFrom)
	if claim.Formula != nil {
		keys = append(keys, r.base.rules.formulaKeys(*claim.Formula)...)
	}
	keys = slices.DeleteFunc(keys, func(key string) bool { return slices.Contains(r.Inputs, key) })
	if len(keys) == 0 {
		return
	}
	slices.Sort(keys)
	path := fmt.Sprintf("/actions/%d/follows_from", a.Index)
	a.Accepted, a.Established = false, nil
	a.Violations = []schema.Violation{{
		Rule: RuleInputs, Version: eval.Version, Severity: schema.SeverityDeny, Path: &path,
		Message: "uses beliefs outside the provided context: " + strings.Join(slices.Compact(keys), ", "),
	}}
}
