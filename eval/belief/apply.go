package belief

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/internal/canonical"
	"github.com/contractc/contractc/schema"
)

// ApplyOptions say more of a turn than the turn does.
type ApplyOptions struct {
	// Model names the model in the source of what it concludes, model:NAME.
	// Models with different names have reliabilities of their own.
	Model string
}

func (o ApplyOptions) source() string {
	if o.Model == "" {
		return "model"
	}
	return "model:" + o.Model
}

// A TurnError says why a turn cannot be applied to a base.
type TurnError struct{ Message string }

// Error returns the message.
func (e *TurnError) Error() string { return e.Message }

// Apply takes in a decided turn, whose context must come from NewContext of this
// base: citations become premises, claims and the answer conclusions from what
// the turn rests on, and calls that are not denied wait for their results. What
// was rejected changes only how reliable the model is taken to be. The error is
// a *TurnError for a turn that failed or that was judged against another state.
func (b *Base) Apply(result *eval.Result, opt ApplyOptions) (*Base, *schema.StateUpdate, error) {
	if err := b.judged(result); err != nil {
		return nil, nil, err
	}
	t := b.newTurn(result, opt, b.visible())
	for _, a := range result.Actions {
		t.action(a)
	}
	return t.done()
}

func (b *Base) judged(result *eval.Result) error {
	switch {
	case result.Failure != nil:
		return &TurnError{fmt.Sprintf("the turn was not decided, so it changes nothing: %v", result.Failure)}
	case result.Context.State != b.digest:
		return &TurnError{fmt.Sprintf("the turn was judged against the state %q, and this is %s", result.Context.State, b.digest)}
	}
	return nil
}

// turn applies the actions of one turn.
type turn struct {
	*draft
	result    *eval.Result
	source    string
	documents map[string]string // texts by name
	shown     []int             // places of what the model was shown
	claimed   []int             // places of what it claimed in this turn, in order
	byKey     map[string]int    // of those shown and claimed
	answerKey string
}

func (b *Base) newTurn(result *eval.Result, opt ApplyOptions, shown []int) *turn {
	t := &turn{draft: b.draft(), result: result, source: opt.source(), shown: shown, byKey: map[string]int{}, documents: map[string]string{}}
	t.state.Turn++
	for _, d := range result.Context.Source.Documents {
		t.documents[d.Name] = d.Text
	}
	for _, i := range shown {
		t.byKey[t.state.Revisions[i].Key] = i
	}
	t.answerKey = b.answerKey()
	return t
}

// answerKey is the first of answer, answer:2, answer:3 and so on that no belief
// ever had.
func (b *Base) answerKey() string {
	key := "answer"
	for n := 2; len(b.byKey[key]) > 0; n++ {
		key = "answer:" + strconv.Itoa(n)
	}
	return key
}

func (t *turn) action(a *eval.Action) {
	if a.Ignored || a.Malformed {
		return
	}
	if t.check(a); !a.Accepted {
		return
	}
	index := int64(a.Index)
	switch action := a.Typed.(type) {
	case *schema.CallTool:
		t.call(&index, a.Call)
	case *schema.Cite:
		t.cite(&index, action)
	case *schema.Claim:
		t.claim(&index, action, a.Established)
	case *schema.Answer:
		t.answer(&index, action)
	}
}

// check counts what the rules found of an action that can be checked for or
// against the model.
func (t *turn) check(a *eval.Action) {
	among := func(list []string) bool {
		return slices.ContainsFunc(a.Violations, func(v schema.Violation) bool { return slices.Contains(list, v.Rule) })
	}
	table := &t.rules.table
	switch {
	case among(table.Unless):
	case among(table.Wrong):
		t.found(t.source, false)
	case passed(a):
		t.found(t.source, true)
	}
}

// passed reports whether an action without such violations was checked at all: a
// citation that is accepted, a claim with a formula and a value.
func passed(a *eval.Action) bool {
	switch action := a.Typed.(type) {
	case *schema.Cite:
		return a.Accepted
	case *schema.Claim:
		return action.Formula != nil && action.Value != nil && action.Value.Value != nil
	}
	return false
}

// call notes an accepted call, whose result will be recorded later.
func (t *turn) call(index *int64, call *eval.Call) {
	record := schema.CallRecord{
		Digest: call.Digest, Tool: call.Action.Tool, Namespace: call.Action.Namespace, Key: call.Key, Source: sourceOf(call),
		Claim: call.Action.Claim, Turn: t.state.Turn, Status: schema.CallStatusWaiting,
	}
	t.state.Calls = append(t.state.Calls, record)
	t.note(schema.StateChange{
		What: schema.ChangeKindCalled, Index: index, Call: &record.Digest,
		Text: fmt.Sprintf("called %s, whose result will be %s", record.Tool, record.Key),
	})
}

func (t *turn) cite(index *int64, c *schema.Cite) {
	if err := storable(c.Value.Value); err != nil {
		t.unstored(index, "cited "+c.Key, err)
		return
	}
	place := t.believe(c.Key, c.Value.Value, c.Claim, &schema.Citation{
		Source: "document:" + c.Document, Turn: t.state.Turn,
		Document: c.Document, DocumentDigest: canonical.DigestBytes([]byte(t.documents[c.Document])), Quote: c.Quote,
	})
	t.worded(schema.ChangeKindCited, index, place, "cited %[1]s = %[2]s from %[3]s", pyRepr(c.Document))
}

func (t *turn) claim(index *int64, c *schema.Claim, established *schema.Established) {
	var value any
	if established != nil && established.Value != nil {
		value = number(established.Value.Value)
	}
	keys := c.FollowsFrom
	if c.Formula != nil {
		keys = append(slices.Clone(keys), t.rules.formulaKeys(*c.Formula)...)
	}
	if place, ok := t.conclude(index, c.Key, value, c.Claim, &schema.Derivation{Formula: c.Formula, Confidence: c.Confidence}, keys); ok {
		t.claimed = append(t.claimed, place)
		t.byKey[c.Key] = place
		t.worded(schema.ChangeKindClaimed, index, place, "claimed %[1]s = %[2]s")
	}
}

func (t *turn) answer(index *int64, a *schema.Answer) {
	if place, ok := t.conclude(index, t.answerKey, a.Text, &a.Text, &schema.Derivation{Confidence: a.Confidence}, a.FollowsFrom); ok {
		t.worded(schema.ChangeKindAnswered, index, place, "answered as %[1]s")
	}
}

// conclude stores a conclusion from the keys that it lists or, in conservative
// mode, from everything that the turn rests on.
func (t *turn) conclude(index *int64, key string, value any, claim *string, d *schema.Derivation, keys []string) (int, bool) {
	if err := storable(value); err != nil {
		t.unstored(index, "concluded "+key, err)
		return 0, false
	}
	antecedents, missing := t.restsOn(keys)
	if missing != "" {
		t.unstored(index, "concluded "+key, fmt.Errorf("it rests on %q, which is not in the state", missing))
		return 0, false
	}
	d.Source, d.Turn, d.Antecedents = t.source, t.state.Turn, antecedents
	return t.believe(key, value, claim, d), true
}

// restsOn are the references to what a conclusion rests on, and a key that is
// neither shown nor claimed.
func (t *turn) restsOn(keys []string) (names []string, missing string) {
	places := make([]int, 0, len(keys))
	if m := t.result.Context.Source.Mode; m != nil && *m == schema.ModeConservative {
		places = slices.Concat(t.shown, t.claimed)
	} else {
		for _, key := range keys {
			place, ok := t.byKey[key]
			if !ok {
				return nil, key
			}
			places = append(places, place)
		}
	}
	names = make([]string, 0, len(places))
	seen := map[int]bool{}
	for _, place := range places {
		if !seen[place] {
			seen[place] = true
			names = append(names, t.nameOf(place))
		}
	}
	return names, ""
}

// unstored notes an accepted action that cannot be in a state.
func (t *turn) unstored(index *int64, what string, err error) {
	t.note(schema.StateChange{What: schema.ChangeKindUnstored, Index: index, Text: fmt.Sprintf("%s, which is not stored: %v", what, err)})
}
