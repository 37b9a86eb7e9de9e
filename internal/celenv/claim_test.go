package celenv_test

import (
	"encoding/json"
	"slices"
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
	file := readYAML(t, "testdata/claim.yaml")
	broken := map[string]bool{}
	for key, set := range map[string]string{"want1": "claim@1", "want2": "claim@2"} {
		j := newJudge(t, set)
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
				t.Errorf("%s: %s\n%s", set, text, diff)
			}
		}
		for _, r := range j.rules {
			if celenv.InForce(r.Metadata.Sets, []string{set}) && !broken[r.Metadata.Id] {
				t.Errorf("no case breaks the rule %s", r.Metadata.Id)
			}
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
