package render

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/internal/unicodedata"
	"github.com/contractc/contractc/schema"
)

// storedDecision is a decision on two calls and an answer, read back from JSON.
func storedDecision(t *testing.T) *schema.Decision {
	t.Helper()
	d := &schema.Decision{Format: DecisionFormat, Completeness: schema.CompletenessComplete}
	for i, in := range []*CardInput{simpleCall(map[string]any{"path": "a"}), fullCall()} {
		in.Index, in.Digests, in.Edits = 2*i, fullCall().Digests, fullCall().Edits
		doc := compose(t, in)
		digests := in.Digests
		digests.Unicode = unicodedata.Version
		d.Digests = &digests
		d.Cards = append(d.Cards, doc.Card())
		d.Actions = append(d.Actions, schema.ActionResult{Index: int64(in.Index), Digest: &in.ActionDigest, Decision: &doc.Outcome, Accepted: true})
		if i == 0 {
			d.Actions = append(d.Actions, schema.ActionResult{Index: 1, Accepted: true})
		}
	}
	ask := schema.OutcomeAsk
	d.Decision, d.Edits, d.Coverage = &ask, fullCall().Edits, fullCall().Coverage
	d.Coverage[0].Actions, d.Coverage[1].Actions = []int64{0, 2}, []int64{2}
	for _, g := range fullCall().Guarantees {
		d.Guarantees = append(d.Guarantees, schema.GuaranteeVerdict{Expression: g.Expression, Verdict: g.Verdict, Because: g.Because, Invocation: g.Invocation})
	}
	text, err := json.Marshal(d)
	if err != nil {
		t.Fatal(err)
	}
	var read schema.Decision
	if err := json.Unmarshal(text, &read); err != nil {
		t.Fatal(err)
	}
	return &read
}

func TestVerifyDecision(t *testing.T) {
	if err := VerifyDecision(storedDecision(t)); err != nil {
		t.Fatal(err)
	}
	allow, deny, other := schema.OutcomeAllow, schema.OutcomeDeny, digestOf("other")
	for name, c := range map[string]struct {
		tamper func(d *schema.Decision)
		want   string
	}{
		"text":            {func(d *schema.Decision) { d.Cards[1].Text += "x\n" }, "the card of action 3: its text"},
		"approvable":      {func(d *schema.Decision) { d.Cards[0].Approvable = !d.Cards[0].Approvable }, "approvable"},
		"card removed":    {func(d *schema.Decision) { d.Cards = d.Cards[:1] }, "1 cards for 2 calls"},
		"card added":      {func(d *schema.Decision) { d.Cards = append(d.Cards, d.Cards[1]) }, "3 cards for 2 calls"},
		"cards swapped":   {func(d *schema.Decision) { d.Cards[0], d.Cards[1] = d.Cards[1], d.Cards[0] }, "the card of action 1: it is of action 3"},
		"one card twice":  {func(d *schema.Decision) { d.Cards[1] = d.Cards[0] }, "it is of action 1"},
		"call decision":   {func(d *schema.Decision) { d.Actions[2].Decision = &allow }, "the decision of the call"},
		"call digest":     {func(d *schema.Decision) { d.Actions[0].Digest = &other }, "the action digest of the call"},
		"no call digest":  {func(d *schema.Decision) { d.Actions[0].Digest = nil }, "the action digest of the call"},
		"no longer calls": {func(d *schema.Decision) { d.Actions[0].Decision, d.Actions[2].Decision = nil, nil }, "2 cards for 0 calls"},
		"whole":           {func(d *schema.Decision) { d.Decision = &deny }, "the decision on the whole"},
		"no whole":        {func(d *schema.Decision) { d.Decision = nil }, "the decision on the whole"},
		"failure":         {func(d *schema.Decision) { d.Error = &other }, "2 cards for 0 calls"},
		"failure alone":   {func(d *schema.Decision) { d.Error, d.Cards = &other, nil }, "the decision on the whole"},
		"no digests":      {func(d *schema.Decision) { d.Digests = nil }, "no digests"},
		"context":         {func(d *schema.Decision) { d.Digests.Context = other }, "another context"},
		"rules":           {func(d *schema.Decision) { d.Digests.Rules = other }, "another rules"},
		"bundle verified": {func(d *schema.Decision) { d.Digests.Bundles[0].Verified = !d.Digests.Bundles[0].Verified }, "other bundles"},
		"call accepted":   {func(d *schema.Decision) { d.Actions[0].Accepted = false }, "whether the call is accepted"},
		"call":            {func(d *schema.Decision) { readAs(d, "read", map[string]any{"path": "b"}) }, "the call is not the one"},
		"tool":            {func(d *schema.Decision) { readAs(d, "wipe", map[string]any{"path": "a"}) }, "the call is not the one"},
		"no call":         {func(d *schema.Decision) { d.Actions[0].Action = &schema.Any{Value: "x"} }, "the call is not the one"},
		"verdict":         {func(d *schema.Decision) { d.Guarantees[1].Verdict = schema.VerdictHolds }, `the verdict on "rules.frobnicate(\u202e)" is better`},
		"no verdict":      {func(d *schema.Decision) { d.Guarantees[1].Verdict = "fine" }, "is better than that on the call"},
		"guarantee":       {func(d *schema.Decision) { d.Guarantees[0].Expression = "rules.read_only()" }, "other guarantees"},
		"contract":        {func(d *schema.Decision) { d.Guarantees[0].Invocation.Contract = "filesystem.read_only" }, "other guarantees"},
		"argument": {func(d *schema.Decision) {
			d.Guarantees[0].Invocation.Arguments[0].Value = &schema.PathPrefixValue{Prefix: ""}
		}, "other guarantees"},
		"fewer":          {func(d *schema.Decision) { d.Guarantees = d.Guarantees[1:] }, "other guarantees"},
		"no guarantees":  {func(d *schema.Decision) { d.Guarantees = nil }, "other guarantees"},
		"coverage":       {func(d *schema.Decision) { d.Coverage[1].Status = schema.CoverageStatusCovered }, "what the binding does not"},
		"its detail":     {func(d *schema.Decision) { d.Coverage[1].Detail = nil }, "what the binding does not"},
		"less coverage":  {func(d *schema.Decision) { d.Coverage = d.Coverage[:1] }, "does not say what the binding does"},
		"coverage moved": {func(d *schema.Decision) { d.Coverage[1].Actions = []int64{0} }, "what the binding does not"},
		"edit":           {func(d *schema.Decision) { d.Edits[0].What = "nothing" }, "something else was mended"},
		"no edits":       {func(d *schema.Decision) { d.Edits = nil }, "something else was mended"},
		"bundle removed": {func(d *schema.Decision) { d.Digests.Bundles = d.Digests.Bundles[1:] }, "other bundles"},
	} {
		d := storedDecision(t)
		c.tamper(d)
		err := VerifyDecision(d)
		var e *VerificationError
		if !errors.As(err, &e) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want a refusal with %q", name, err, c.want)
		}
	}
}

// TestVerifyDecisionOfWorse accepts a verdict on the turn that is worse than those on
// its calls: after a call that was denied, or at the end.
func TestVerifyDecisionOfWorse(t *testing.T) {
	d := storedDecision(t)
	d.Guarantees[0].Verdict = schema.VerdictViolated
	if err := VerifyDecision(d); err != nil {
		t.Error(err)
	}
}

// readAs puts another call in the place of the first one as it was read.
func readAs(d *schema.Decision, tool string, args any) {
	d.Actions[0].Action = &schema.Any{Value: map[string]any{"type": "call_tool", "tool": tool, "args": args}}
}

// TestVerifyDecisionAsRead accepts the call that a decision was made on, with
// fields beside it that are no part of it.
func TestVerifyDecisionAsRead(t *testing.T) {
	d := storedDecision(t)
	read := map[string]any{"type": "call_tool", "tool": "read_file", "args": map[string]any{"path": "a"}, "reason": "x"}
	digest, err := eval.ActionDigest(read)
	if err != nil {
		t.Fatal(err)
	}
	if err := compareRead(&schema.ActionResult{Decision: d.Actions[0].Decision, Accepted: true, Action: &schema.Any{Value: read}}, digest); err != nil {
		t.Error(err)
	}
}

// TestVerifyDecisionWithoutCalls accepts decisions that have no card to verify.
func TestVerifyDecisionWithoutCalls(t *testing.T) {
	deny, failure := schema.OutcomeDeny, "it failed"
	for _, d := range []*schema.Decision{
		{},
		{Actions: []schema.ActionResult{{Accepted: true}}},
		{Error: &failure, Decision: &deny, Actions: []schema.ActionResult{{Decision: &deny}}},
	} {
		if err := VerifyDecision(d); err != nil {
			t.Error(err)
		}
	}
}
