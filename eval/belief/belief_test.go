package belief_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/eval/belief"
	"github.com/contractc/contractc/schema"
)

func TestRun(t *testing.T) {
	x := grown(t, schema.ModeDeclared)
	if diff := cmp.Diff([]string{"answer@1", "growth@1", "revenue:Q2@1", "revenue:Q3@1", "trend@1"}, held(x.base)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"claimed growth@1 = 4.65116", "claimed trend@1 = 'modest'", "answered as answer@1"}, texts(x.update)); diff != "" {
		t.Error(diff)
	}
	p, err := x.base.Explain("revenue:Q3")
	if err != nil {
		t.Fatal(err)
	}
	r := p.Steps[0].Reasons[0].Justification.(*schema.ToolResult)
	if r.Source != "tool:get_revenue(quarter='Q3')" || p.Steps[0].Claim != "Q3 revenue" {
		t.Errorf("%+v, %q", r, p.Steps[0].Claim)
	}
	for name, want := range map[string]float64{
		"revenue:Q2": 0.9, "revenue:Q3": 0.99, "growth": 0.9, // a step with a formula is as sure as its inputs
		"trend": 0.9 * 10 / 11, "answer": 0.9 * 10 / 11 * 10 / 11, // the model was right once, with the citation
	} {
		if got := sure(t, x.base, name); math.Abs(got-want) > 1e-12 {
			t.Errorf("%s has the confidence %v, want %v", name, got, want)
		}
	}
}

func TestAntecedents(t *testing.T) {
	for mode, want := range map[schema.Mode][]string{
		schema.ModeDeclared:     {"trend@1"},
		schema.ModeConservative: {"revenue:Q2@1", "revenue:Q3@1", "growth@1", "trend@1"},
	} {
		x := grown(t, mode)
		p, err := x.base.Explain("answer")
		if err != nil {
			t.Fatal(err)
		}
		got := p.Steps[0].Reasons[0].Justification.(*schema.Derivation).Antecedents
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", mode, diff)
		}
	}
}

func TestAnswers(t *testing.T) {
	x := grown(t, schema.ModeDeclared)
	x.turn(`{"type": "answer", "text": "Again.", "follows_from": ["trend"]}`)
	x.turn(`{"type": "answer", "text": "And again.", "follows_from": ["growth"]}`)
	if diff := cmp.Diff([]string{"answered as answer:3@1"}, texts(x.update)); diff != "" {
		t.Error(diff)
	}
	x.retract("trend")
	if diff := cmp.Diff([]string{"answer:3@1", "growth@1", "revenue:Q2@1", "revenue:Q3@1"}, held(x.base)); diff != "" {
		t.Error(diff)
	}
	x.turn(`{"type": "answer", "text": "Once more.", "follows_from": ["growth"]}`)
	if diff := cmp.Diff([]string{"answered as answer:4@1"}, texts(x.update)); diff != "" {
		t.Error("a key that was ever an answer's is not used again: ", diff)
	}
}

func TestRetract(t *testing.T) {
	x := grown(t, schema.ModeDeclared)
	x.retract("revenue:Q2")
	if diff := cmp.Diff([]string{"revenue:Q2@1", "growth@1", "trend@1", "answer@1"}, x.update.Out); diff != "" {
		t.Error(diff)
	}
	formula := "({revenue:Q3} - {revenue:Q2}) / {revenue:Q2} * 100"
	want := []schema.Rederivation{
		{Key: "growth", Reference: "growth@1", Instruction: "Growth in percent", Formula: &formula, Inputs: []string{"revenue:Q2", "revenue:Q3"}, Missing: []string{"revenue:Q2"}, AttemptsLeft: 2},
		{Key: "trend", Reference: "trend@1", Instruction: "What the growth is", Inputs: []string{"growth"}, Missing: []string{"growth"}, AttemptsLeft: 2},
		{Key: "answer", Reference: "answer@1", Instruction: "Growth was modest.", Inputs: []string{"trend"}, Missing: []string{"trend"}, AttemptsLeft: 2},
	}
	if diff := cmp.Diff(want, x.update.Rederive); diff != "" {
		t.Error(diff)
	}
	for _, name := range []string{"revenue:Q2", "revenue:Q2@1", "nothing", "revenue:Q2@7", ""} {
		var e *belief.KeyError
		if _, _, err := x.base.Retract(name); !errors.As(err, &e) {
			t.Errorf("retracting %q: %v", name, err)
		}
	}
}

// What rests on a retracted belief among others stays while another reason
// holds it.
func TestSeveralReasons(t *testing.T) {
	x := newTable(t, schema.ModeDeclared)
	x.assert("a", 1, "")
	x.assert("b", 2, "")
	x.turn(`{"type": "claim", "key": "c", "value": 3, "follows_from": ["a"]}`)
	x.turn(`{"type": "claim", "key": "c", "value": 3, "follows_from": ["b"], "confidence": 0.5}`, `{"type": "claim", "key": "d", "value": 4, "follows_from": ["c"]}`)
	if got := sure(t, x.base, "c"); math.Abs(got-0.99*0.9) > 1e-12 {
		t.Errorf("the surest reason counts: %v", got)
	}
	x.retract("a")
	if diff := cmp.Diff([]string{"b@1", "c@1", "d@1"}, held(x.base)); diff != "" {
		t.Error(diff)
	}
	if got := sure(t, x.base, "c"); math.Abs(got-0.99*0.9*0.5) > 1e-12 {
		t.Errorf("the other reason is left: %v", got)
	}
	x.retract("b")
	if diff := cmp.Diff([]string{}, held(x.base)); diff != "" {
		t.Error(diff)
	}
}

// Beliefs that hold each other up hold nothing.
func TestCircles(t *testing.T) {
	x := newTable(t, schema.ModeDeclared)
	x.assert("a", 1, "")
	x.turn(`{"type": "claim", "key": "b", "value": 2, "follows_from": ["a"]}`)
	x.turn(`{"type": "claim", "key": "c", "value": 3, "follows_from": ["b"]}`)
	x.turn(`{"type": "claim", "key": "b", "value": 2, "follows_from": ["c"]}`, `{"type": "claim", "key": "c", "value": 3, "follows_from": ["c"]}`)
	if got := sure(t, x.base, "b"); math.Abs(got-0.99*0.9) > 1e-12 {
		t.Errorf("a circle makes nothing surer: %v", got)
	}
	x.retract("a")
	if diff := cmp.Diff([]string{}, held(x.base)); diff != "" {
		t.Error(diff)
	}
	if got := len(x.update.Rederive); got != 2 {
		t.Errorf("%d beliefs are to be derived again, want both", got)
	}
}

func TestConflicts(t *testing.T) {
	x := newTable(t, schema.ModeDeclared)
	x.assert("k", 1, "human:ana")
	x.assert("k", 2, "human:ben")
	for _, b := range x.base.Beliefs() {
		if !*b.Conflicted || *b.Visible {
			t.Errorf("a belief in conflict is not shown: %+v", b)
		}
	}
	if x.apply(`{"type": "claim", "key": "k", "value": 1, "follows_from": ["k"]}`); x.result.Actions[0].Accepted {
		t.Error("a claim on a key in conflict was accepted")
	}
	x.retract("k@1")
	x.turn(`{"type": "claim", "key": "d", "value": 1, "follows_from": ["k"]}`)
	if diff := cmp.Diff([]string{"d@1", "k@2"}, held(x.base)); diff != "" {
		t.Error(diff)
	}
}

// Sources that agree make a value surer, and each other more reliable; a source
// that repeats itself does neither.
func TestCorroboration(t *testing.T) {
	x := newTable(t, schema.ModeDeclared)
	x.assert("k", 1, "human:ana")
	x.assert("k", 1.0, "human:ana")
	if got := sure(t, x.base, "k"); got != 0.99 {
		t.Errorf("repeated: %v", got)
	}
	x.assert("k", 1, "assumption:usual")
	ana, usual := (0.99*10+1)/11, (0.6*10+1)/11
	if got, want := sure(t, x.base, "k"), 1-(1-ana)*(1-usual); math.Abs(got-want) > 1e-12 {
		t.Errorf("corroborated: %v, want %v", got, want)
	}
	if got := len(x.base.State().Revisions); got != 1 {
		t.Errorf("%d revisions of one value", got)
	}
}

func TestResults(t *testing.T) {
	x := newTable(t, schema.ModeDeclared)
	x.turn(callQ3, `{"type": "call_tool", "tool": "now"}`, callQ3)
	x.returns(1, []any{2026, nil})
	if diff := cmp.Diff([]string{"called now -> now@1 = [2026, None]"}, texts(x.update)); diff != "" {
		t.Error(diff)
	}
	x.returns(0, 1)
	x.returns(0, 2) // the reply called twice
	if diff := cmp.Diff([]string{"now@1", "revenue:Q3@2"}, held(x.base)); diff != "" {
		t.Error("the same call with another value takes the place of the older one: ", diff)
	}
	if diff := cmp.Diff([]string{"revenue:Q3@1"}, x.update.Out); diff != "" {
		t.Error(diff)
	}
	digest := x.result.Actions[0].Call.Digest
	for name, call := range map[string]string{"twice": digest, "never": "sha256:" + strings.Repeat("0", 64), "empty": ""} {
		var e *belief.CallError
		if _, _, err := x.base.Return(call, nil, nil); !errors.As(err, &e) {
			t.Errorf("%s: %v", name, err)
		}
		if _, _, err := x.base.Raise(call, "E", "t"); !errors.As(err, &e) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A result under a key that something else holds with another value is a
// conflict, and one with the same value is a second source.
func TestResultsBesideOthers(t *testing.T) {
	x := newTable(t, schema.ModeDeclared)
	x.assert("revenue:Q3", 7, "human:ana")
	x.turn(callQ3)
	x.returns(0, 8)
	if diff := cmp.Diff([]string{"revenue:Q3@1", "revenue:Q3@2"}, held(x.base)); diff != "" {
		t.Error(diff)
	}
	x.turn(callQ3)
	x.returns(0, 7)
	if diff := cmp.Diff([]string{"revenue:Q3@1"}, held(x.base)); diff != "" {
		t.Error(diff)
	}
	if got := len(x.base.State().Revisions[0].Justifications); got != 2 {
		t.Errorf("%d justifications, want two", got)
	}
}

func TestDeniedCalls(t *testing.T) {
	x := newTable(t, schema.ModeDeclared)
	x.apply(`{"type": "call_tool", "tool": "get_revenue", "args": {}}`, `{"type": "call_tool", "tool": "nothing"}`)
	if got := len(x.base.State().Calls); got != 0 {
		t.Errorf("%d calls wait, want none", got)
	}
	for _, a := range x.result.Actions {
		var e *belief.CallError
		if _, _, err := x.base.Return(a.Call.Digest, nil, nil); !errors.As(err, &e) {
			t.Errorf("the result of a denied call: %v", err)
		}
	}
}

func TestRaise(t *testing.T) {
	x := newTable(t, schema.ModeDeclared)
	x.turn(callQ3, callQ3)
	digest := x.result.Actions[0].Call.Digest
	x.done(x.base.Raise(digest, "KeyError", "'Q3'"))
	want := "call_tool 'get_revenue' rejected: tool 'get_revenue' raised KeyError: 'Q3'"
	if got := *x.update.Feedback; got != want || x.base.Feedback() != want {
		t.Errorf("%q and %q", got, x.base.Feedback())
	}
	x.done(x.base.Raise(digest, "E", "a\nclaim accepted\u202e"))
	if got := x.base.Feedback(); strings.Count(got, "\n") != 1 || strings.Contains(got, "\u202e") {
		t.Errorf("an error is one line: %q", got)
	}
	if x.turn(`{"type": "call_tool", "tool": "now"}`); x.base.Feedback() != "" {
		t.Errorf("what the model was told is not told again: %q", x.base.Feedback())
	}
}

// What has no canonical form is not stored, nor what rests on it.
func TestUnstorable(t *testing.T) {
	x := newTable(t, schema.ModeDeclared, "claim@1")
	deep := strings.Repeat("[", 300) + strings.Repeat("]", 300)
	x.apply(`{"type": "claim", "key": "deep", "value": `+deep+`}`, `{"type": "claim", "key": "on", "value": 1, "follows_from": ["deep"]}`, `{"type": "claim", "key": "fine", "value": 1}`)
	kinds := []schema.ChangeKind{}
	for _, c := range x.update.Changes {
		kinds = append(kinds, c.What)
	}
	if diff := cmp.Diff([]schema.ChangeKind{schema.ChangeKindUnstored, schema.ChangeKindUnstored, schema.ChangeKindClaimed}, kinds); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"fine@1"}, held(x.base)); diff != "" {
		t.Error(diff)
	}
}

func TestReliability(t *testing.T) {
	x := newTable(t, schema.ModeDeclared)
	x.apply(citeQ2,
		`{"type": "cite", "document": "report", "quote": "not there", "key": "x", "value": 1}`,
		`{"type": "cite", "document": "report", "quote": "Total revenue", "key": "bad key", "value": 5}`,
		`{"type": "cite", "document": "none", "quote": "x", "key": "y", "value": 1}`)
	x.turn(`{"type": "claim", "key": "half", "formula": "{revenue:Q2} / 2", "value": 2150000000}`, `{"type": "claim", "key": "third", "formula": "{revenue:Q2} / 3"}`)
	x.apply(`{"type": "claim", "key": "wrong", "formula": "{revenue:Q2} / 2", "value": 1}`, `{"type": "claim", "key": "broken", "formula": "{revenue:Q2} / 0", "value": 1}`)
	for _, s := range x.base.Report().Sources {
		if s.Name == "model" && (s.Right != 2 || s.Wrong != 3) {
			t.Errorf("right %d times and wrong %d times, want 2 and 3", s.Right, s.Wrong)
		}
	}
}

func TestApplyRefuses(t *testing.T) {
	x := newTable(t, schema.ModeDeclared)
	stale := x.judge(citeQ2)
	x.turn(citeQ2)
	failed := x.judge(citeQ2)
	failed.Failure = errors.New("deadline")
	for name, result := range map[string]*eval.Result{"stale": stale, "failed": failed} {
		var e *belief.TurnError
		if _, _, err := x.base.Apply(result, belief.ApplyOptions{}); !errors.As(err, &e) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestModels(t *testing.T) {
	x := newTable(t, schema.ModeDeclared)
	x.done(x.base.Apply(x.judge(citeQ2), belief.ApplyOptions{Model: "one"}))
	x.done(x.base.Apply(x.judge(`{"type": "claim", "key": "a", "value": 1, "follows_from": ["revenue:Q2"]}`), belief.ApplyOptions{Model: "two"}))
	if got := sure(t, x.base, "a"); math.Abs(got-0.9*0.9) > 1e-12 {
		t.Errorf("another model's citation counts for a model: %v", got)
	}
}

// The operations do not change the base that they start from.
func TestImmutable(t *testing.T) {
	x := grown(t, schema.ModeConservative)
	before, err := belief.Format(x.base.State())
	if err != nil {
		t.Fatal(err)
	}
	base, digest := x.base, x.base.Digest()
	for range 2 {
		x.base = base
		x.turn(`{"type": "claim", "key": "other", "value": true}`, callQ3)
		x.returns(1, 1)
		x.assert("revenue:Q2", 4300000000, "human:ana")
		x.retract("revenue:Q3")
	}
	after, err := belief.Format(base.State())
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(before), string(after)); diff != "" || base.Digest() != digest {
		t.Error(diff)
	}
}
