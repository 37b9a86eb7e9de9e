package celenv_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/contractc/contractc/internal/celenv"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/schema"
)

// judge is what an engine does with the CEL rules of the claim library.
type judge struct {
	env   *celenv.Env
	rules []*celenv.Rule
	facts []*celenv.Fact
	set   string
}

func newJudge(t testing.TB, set string) *judge {
	e := newEnv(t, set)
	return &judge{env: e, rules: claimRules(t, e), facts: claimFacts(t, e), set: set}
}

// action judges one action: rules of its shape first, and if it meets them
// the rules on the typed action. Untyped stops after the first.
func (j *judge) action(t testing.TB, in *schema.Input, untyped bool) []celenv.Fired {
	turn := j.env.NewTurn(t.Context())
	defer turn.Close()
	raw := in.Actions[in.Index].Value
	bound := turn.Input(in)
	if broken := j.eval(t, bound, typeOf(raw), true); len(broken) > 0 || untyped {
		return broken
	}
	text, err := json.Marshal(raw)
	if err != nil {
		t.Fatal(err)
	}
	if in.Action, err = schema.UnmarshalAction(text); err != nil {
		t.Fatal(err)
	}
	bound = turn.Input(in)
	values := map[string]any{}
	for _, f := range j.facts {
		if slices.Contains(f.Actions, typeOf(raw)) {
			if values[f.Name], err = f.Eval(bound); err != nil {
				t.Fatal(err)
			}
		}
	}
	in.Facts.Value = values
	return j.eval(t, bound, typeOf(raw), false)
}

func (j *judge) eval(t testing.TB, in *celenv.Input, action string, shape bool) []celenv.Fired {
	var all []celenv.Fired
	for _, r := range j.rules {
		if r.Shape() != shape || !r.AppliesTo(action, []string{j.set}) {
			continue
		}
		fired, err := r.Eval(in)
		if err != nil {
			t.Error(err)
		}
		all = append(all, fired...)
	}
	return all
}

func typeOf(raw any) string {
	m, _ := raw.(map[string]any)
	s, _ := m["type"].(string)
	return s
}

func lines(fired []celenv.Fired) []string {
	out := []string{}
	for _, f := range fired {
		out = append(out, f.Path+" "+f.Rule+": "+f.Message)
	}
	return out
}

func plainJSON(t testing.TB, text string) any {
	n, list := doc.ReadJSON("action", []byte(text), doc.DefaultLimits())
	if list.HasErrors() {
		t.Fatal(list)
	}
	return n.Plain()
}

// TestClaimRules runs testdata/claim.yaml. Every rule must be broken by a case
// and met by another.
func TestClaimRules(t *testing.T) {
	broken := map[string]bool{}
	for key, set := range map[string]string{"want1": "claim@1", "want2": "claim@2"} {
		j := newJudge(t, set)
		testCases(t, j, key, broken)
		for _, r := range j.rules {
			if celenv.InForce(r.Metadata.Sets, []string{set}) && !broken[r.Metadata.Id] {
				t.Errorf("no case breaks the rule %s", r.Metadata.Id)
			}
		}
	}
}

// testCases judges the cases and notes which rules they break. The key names
// the field with what is wanted where the rule sets differ.
func testCases(t *testing.T, j *judge, key string, broken map[string]bool) {
	file := readYAML(t, "testdata/claim.yaml")
	for _, c := range file.Get("cases").Items {
		want := c.Get("want")
		if want == nil {
			want = c.Get(key)
		}
		text := c.Get("action").Text
		in := &schema.Input{Actions: []schema.Any{{Value: plainJSON(t, text)}}}
		if list := in.Context.Decode("testdata/claim.yaml", contextOf(file)); list.HasErrors() {
			t.Fatal(list)
		}
		in.Claimed = claimedOf(t, file)
		fired := j.action(t, in, c.Get("untyped") != nil)
		for _, f := range fired {
			broken[f.Rule] = true
		}
		if diff := cmp.Diff(want.Plain(), plainLines(fired)); diff != "" {
			t.Errorf("%s: %s\n%s", j.set, text, diff)
		}
	}
}

func plainLines(fired []celenv.Fired) any {
	out := []any{}
	for _, line := range lines(fired) {
		out = append(out, line)
	}
	return out
}

func contextOf(file *doc.Node) *doc.Node { return file.Get("context") }

func claimedOf(t testing.TB, file *doc.Node) []schema.Established {
	var out []schema.Established
	for _, f := range file.Get("claimed").Fields {
		e := schema.Established{Key: f.Key, By: f.Value.Get("by").Text}
		if v := f.Value.Get("value"); v != nil {
			e.Value = &schema.Any{Value: v.Plain()}
		}
		out = append(out, e)
	}
	return out
}

// TestReservedAnswerKey: the key of the answer is the first that no belief has.
func TestReservedAnswerKey(t *testing.T) {
	j := newJudge(t, "claim@1")
	for _, c := range []struct {
		beliefs  []string
		key      string
		reserved bool
	}{
		{nil, "answer", true},
		{nil, "answer:2", false},
		{[]string{"answer"}, "answer", false},
		{[]string{"answer"}, "answer:2", true},
		{[]string{"answer"}, "answer:3", false},
		{[]string{"answer", "answer:2"}, "answer:2", false},
		{[]string{"answer", "answer:2"}, "answer:3", true},
		{[]string{"answer", "answer:3"}, "answer:2", true},
		{[]string{"answer", "answer:3"}, "answer:4", false},
		{[]string{"answer", "answer:02", "answer:2x"}, "answer:3", false},
		{[]string{"answer"}, "answer:999999999", false},
		{[]string{"answer:2"}, "answer", true},
	} {
		in := &schema.Input{
			Context: schema.InputContext{Mode: schema.ModeDeclared},
			Actions: []schema.Any{{Value: map[string]any{"type": "claim", "key": c.key, "value": "v"}}},
		}
		for _, key := range c.beliefs {
			in.Context.Beliefs = append(in.Context.Beliefs, schema.InputBelief{Key: key, Value: schema.Any{Value: "v"}, Status: schema.BeliefStatusOut})
		}
		got := lines(j.action(t, in, false))
		if reserved := slices.ContainsFunc(got, func(s string) bool { return strings.Contains(s, "claim.reserved_key") }); reserved != c.reserved {
			t.Errorf("%q beside %v: %q", c.key, c.beliefs, got)
		}
	}
}

// BenchmarkClaimRules judges one action of each type with all CEL rules of
// claim@2 in its own turn, facts included.
func BenchmarkClaimRules(b *testing.B) {
	j := newJudge(b, "claim@2")
	file := readYAML(b, "testdata/claim.yaml")
	for kind, text := range map[string]string{
		"call_tool": `{"type": "call_tool", "tool": "get_revenue", "args": {"quarter": "Q2"}, "key": "k"}`,
		"cite":      `{"type": "cite", "document": "10-K", "quote": "Total revenue for Q2 was $4.3 billion", "key": "k", "value": 4300000000}`,
		"claim":     `{"type": "claim", "key": "k", "value": 20, "formula": "{a} * 2", "follows_from": ["a"]}`,
		"answer":    `{"type": "answer", "text": "done", "follows_from": ["a"]}`,
	} {
		b.Run(kind, func(b *testing.B) {
			in := &schema.Input{Actions: []schema.Any{{Value: plainJSON(b, text)}}}
			if list := in.Context.Decode("testdata/claim.yaml", contextOf(file)); list.HasErrors() {
				b.Fatal(list)
			}
			raw, err := json.Marshal(in.Actions[0])
			if err != nil {
				b.Fatal(err)
			}
			if in.Action, err = schema.UnmarshalAction(raw); err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for b.Loop() {
				if broken := j.typed(b, in); len(broken) > 0 {
					b.Fatal(broken)
				}
			}
		})
	}
}

// typed is a turn with one action that has its type already.
func (j *judge) typed(t testing.TB, in *schema.Input) []celenv.Fired {
	turn := j.env.NewTurn(t.Context())
	defer turn.Close()
	kind := typeOf(in.Actions[in.Index].Value)
	bound := turn.Input(in)
	broken := j.eval(t, bound, kind, true)
	values := map[string]any{}
	for _, f := range j.facts {
		if !slices.Contains(f.Actions, kind) {
			continue
		}
		var err error
		if values[f.Name], err = f.Eval(bound); err != nil {
			t.Fatal(err)
		}
	}
	in.Facts.Value = values
	return append(broken, j.eval(t, bound, kind, false)...)
}
