package eval_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/internal/recorded"
	"github.com/contractc/contractc/render"
	"github.com/contractc/contractc/schema"
)

// renderer is a renderer with the English words of a catalog.
func renderer(t testing.TB, from *catalog.Catalog) *render.Renderer {
	t.Helper()
	words := from.Locale("en")
	r, err := render.New(&schema.Locale{Kind: "Locale", Id: words.ID, Version: words.Version, Messages: words.Messages}, words.Digest)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// decide is the decision document of a reply.
func (r *replay) decide(source schema.Context, reply string) *schema.Decision {
	r.t.Helper()
	return &renderer(r.t, r.engine.Catalog()).Turn(r.judge(source, reply)).Decision
}

// The feedback of the first version is the reference's, to the letter.
func TestRecordedFeedback(t *testing.T) {
	r := newReplay(t, "claim@1")
	for _, c := range recorded.Claim(t, "step") {
		if needsState(c) != "" || incomparable(c) != "" {
			continue
		}
		var want []string
		step := c.Expected["steps"].([]any)[0].(map[string]any)
		for _, line := range step["rejected"].([]any) {
			want = append(want, line.(string))
		}
		if accepted := step["accepted"].([]any); len(want) == 0 && len(accepted) == 0 {
			want = append(want, "the response contained no actions")
		}
		got := strings.Split(r.decide(stepContext(c), replyOf(t, c)).Feedback, "\n")
		if len(want) == 0 {
			want = []string{""}
		}
		if diff := cmp.Diff(want, got, cmp.Comparer(func(a, b string) bool { return a == b || feedbackKind(a) == feedbackKind(b) })); diff != "" {
			t.Errorf("%s: %s", c.ID, diff)
		}
	}
}

// feedbackKind is a line up to the words that are CPython's.
func feedbackKind(line string) string {
	head, _, _ := strings.Cut(line, "': invalid syntax")
	return head
}

// replyOf is the reply of a step.
func replyOf(t testing.TB, c recorded.Case) string {
	t.Helper()
	if text, ok := c.Input["reply"].(string); ok {
		return text
	}
	text, err := json.Marshal(c.Input["reply"])
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

const feedbackContext = `
mode: declared
beliefs:
  revenue: {value: 4300000000}
  secret: {value: 271828, visible: false}
documents:
  "10-K": Total revenue was $4.3 billion.
tools:
  - name: read
    parameters: {type: object, properties: {path: {type: string}}, required: [path], additionalProperties: false}
`

// The text for the model, action by action.
func TestFeedback(t *testing.T) {
	for _, c := range []struct {
		name, reply string
		want        []string
	}{
		{"accepted", `{"actions": [{"type": "claim", "key": "k", "value": 1, "follows_from": ["revenue"]}]}`, nil},
		{
			"malformed before rejected",
			`{"actions": [{"type": "claim", "key": "k", "value": 1}, {"type": "claim", "value": 1, "confidence": 2}, {"type": "fly"}]}`,
			[]string{
				"action 2 (claim): claim requires 'key'",
				"action 2 (claim): 'confidence' must be a number between 0 and 1",
				"action 3 (fly): unknown action type 'fly'; expected one of call_tool, cite, claim, answer",
				"claim 'k' rejected: a claim must list the beliefs it rests on in follows_from",
			},
		},
		{
			"all reasons in their order",
			`{"actions": [{"type": "claim", "key": "a b", "value": 1, "follows_from": ["x", "y"]}, {"type": "call_tool", "tool": "red", "args": {}}]}`,
			[]string{
				"claim 'a b' rejected: invalid belief key 'a b': keys must be non-empty and contain no whitespace, '@', '{' or '}'",
				"claim 'a b' rejected: depends on unknown key 'x'",
				"claim 'a b' rejected: depends on unknown key 'y'",
				"call_tool 'red' rejected: unknown tool 'red' (available: read)",
			},
		},
		{
			"hidden values are not told",
			`{"actions": [{"type": "claim", "key": "secret", "value": 1, "follows_from": ["revenue"]}, {"type": "answer", "text": "x", "follows_from": ["secret"]}]}`,
			[]string{
				"claim 'secret' rejected: 'secret' already holds a value that was not shown; use a new key",
				"answer rejected: depends on 'secret', which is not in this turn's context (OUT, conflicted or hidden)",
			},
		},
		{"no actions", `{"actions": []}`, []string{"the response contained no actions"}},
		{"unusable", `I cannot.`, []string{`response is not valid JSON (Expecting value at line 1, column 1); reply with a single JSON object {"actions": [...]}`}},
		{
			"cut", `{"actions": [{"type": "claim", "key": "k", "value": 1, "follows_from": ["revenue"]}, {"type": "claim", "key": "l", "val`,
			[]string{"the response was cut off after action 1; send what is missing again"},
		},
		{
			"cut at once", `{"actions": [{"type": "cla`,
			[]string{
				`response is not valid JSON (Unterminated string starting at line 1, column 23); reply with a single JSON object {"actions": [...]}`,
				"the response was cut off before its first action was complete; send it again",
			},
		},
		{
			"cut call", `{"actions": [{"type": "call_tool", "tool": "read", "args": {"path": "a"}}`,
			[]string{
				"call_tool 'read' rejected: the reply was cut, so that the call may not be whole.",
				"the response was cut off after action 1; send what is missing again",
			},
		},
		{
			"two responses", `{"actions": [{"type": "claim", "key": "k", "value": 1, "follows_from": ["revenue"]}]} {"actions": [{"type": "answer", "text": "x"}]}`,
			[]string{"1 action outside the response: not read; put all actions into one list"},
		},
		{
			"after the answer",
			`{"actions": [{"type": "answer", "text": "x", "follows_from": ["revenue"]}, {"type": "claim", "key": "a b", "value": 1}, {"type": "fly"}]}`,
			[]string{"action 3 (fly): unknown action type 'fly'; expected one of call_tool, cite, claim, answer"},
		},
	} {
		r := newReplay(t, "claim@2")
		d := r.decide(ready(t, r.engine, feedbackContext).Source, c.reply)
		if diff := cmp.Diff(strings.Join(c.want, "\n"), d.Feedback); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
}

// A line is not longer than the table says, and keeps its ends.
func TestFeedbackLine(t *testing.T) {
	r := newReplay(t, "claim@2")
	long := strings.Repeat("é", 50_000)
	d := r.decide(schema.Context{}, r.one(map[string]any{"type": "cite", "document": long, "quote": "q", "key": "k", "value": 1}))
	if n := utf8.RuneCountInString(d.Feedback); n > 1000 {
		t.Errorf("the line has %d characters", n)
	}
	if !strings.HasPrefix(d.Feedback, "cite 'k' rejected: unknown document ") || !strings.HasSuffix(d.Feedback, "register it with add_document()") || !strings.Contains(d.Feedback, " [...] ") {
		t.Errorf("%.300s", d.Feedback)
	}
}

// What a model is told does not depend on values that it was not shown.
func TestHiddenValuesStayHidden(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	r := newReplay(t, "claim@2")
	for range 100 {
		reply := hiddenReply(random)
		for _, mode := range []schema.Mode{schema.ModeDeclared, schema.ModeConservative} {
			first := r.decide(hiddenContext(mode, json.Number("271828182")), reply)
			for _, other := range []any{json.Number("31415926"), "swordfish", nil, []any{json.Number("1"), "x"}, true} {
				second := r.decide(hiddenContext(mode, other), reply)
				if first.Feedback != second.Feedback {
					t.Fatalf("%s\nwith %v:\n%s\nwith %v:\n%s", reply, "271828182", first.Feedback, other, second.Feedback)
				}
			}
			if strings.Contains(first.Feedback, "271828182") || strings.Contains(first.Feedback, "271,828,182") {
				t.Fatalf("%s\n%s", reply, first.Feedback)
			}
		}
	}
}

// hiddenContext has beliefs that are not shown for each reason there is, all
// with the value.
func hiddenContext(mode schema.Mode, v any) schema.Context {
	shown, hidden, out, conflicted := true, false, schema.BeliefStatusOut, true
	value := schema.Any{Value: v}
	return schema.Context{
		Mode: &mode,
		Beliefs: []schema.Belief{
			{Key: "seen", Value: schema.Any{Value: json.Number("2")}, Visible: &shown},
			{Key: "hidden", Value: value, Visible: &hidden},
			{Key: "out", Value: value, Visible: &shown, Status: &out},
			{Key: "conflicted", Value: value, Visible: &shown, Conflicted: &conflicted},
		},
		Documents: []schema.Document{{Name: "d", Text: "The figure is 5 or 1 or 2."}},
	}
}

// hiddenReply is a reply that asks for hidden beliefs in many ways.
func hiddenReply(random *rand.Rand) string {
	pick := func(list ...string) string { return list[random.IntN(len(list))] }
	key := func() string { return pick("seen", "hidden", "out", "conflicted", "new", "answer") }
	var actions []string
	for range 1 + random.IntN(4) {
		value := pick("1", "2", "5", `"x"`, "null", "true", "[1]", "1e9")
		formula := pick("{%s} * 2", "{%s} / 0", "{%s}", "{%s} + 'a'", "{seen} - {%s}")
		actions = append(actions, pick(
			fmt.Sprintf(`{"type": "claim", "key": %q, "value": %s, "follows_from": [%q]}`, key(), value, key()),
			fmt.Sprintf(`{"type": "claim", "key": %q, "value": %s, "formula": %q}`, key(), value, fmt.Sprintf(formula, key())),
			fmt.Sprintf(`{"type": "claim", "key": %q, "formula": %q}`, key(), fmt.Sprintf(formula, key())),
			fmt.Sprintf(`{"type": "cite", "document": "d", "quote": "5 or 1", "key": %q, "value": %s}`, key(), pick("1", "5", "7")),
			fmt.Sprintf(`{"type": "answer", "text": "x", "follows_from": [%q, %q]}`, key(), key()),
		))
	}
	return `{"actions": [` + strings.Join(actions, ", ") + `]}`
}
