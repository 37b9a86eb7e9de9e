package belief_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/contractc/contractc/eval/belief"
	"github.com/contractc/contractc/schema"
)

func TestBeliefs(t *testing.T) {
	x := grown(t, schema.ModeDeclared)
	x.retract("trend")
	x.assert("hidden", "x", "assumption:none")
	text, err := json.Marshal(schema.Context{Beliefs: belief.Showing(x.rules, 3).Base(t, x.base).Beliefs()})
	if err != nil {
		t.Fatal(err)
	}
	want := `{"beliefs":{` +
		`"revenue:Q2":{"value":4300000000,"visible":true,"status":"in","version":1,"source":"document:report","conflicted":false},` +
		`"revenue:Q3":{"value":4500000000,"visible":true,"status":"in","version":1,"source":"tool:get_revenue(quarter='Q3')","claim":"Q3 revenue","conflicted":false},` +
		`"growth":{"value":4.651162790697675,"visible":true,"status":"in","version":1,"source":"model","claim":"Growth in percent","conflicted":false},` +
		`"trend":{"value":"modest","visible":false,"status":"out","version":1,"source":"model","claim":"What the growth is","conflicted":false},` +
		`"answer":{"value":"Growth was modest.","visible":false,"status":"out","version":1,"source":"model","claim":"Growth was modest.","conflicted":false},` +
		`"hidden":{"value":"x","visible":false,"status":"in","version":1,"source":"assumption:none","conflicted":false}}}`
	if diff := cmp.Diff(want, string(text)); diff != "" {
		t.Error(diff)
	}
}

// A context may repeat the beliefs of the state, and nothing else.
func TestContextBeliefs(t *testing.T) {
	x := grown(t, schema.ModeDeclared)
	no, out := false, schema.BeliefStatusOut
	source, other := "human:ana", "other"
	tests := map[string]struct {
		change func([]schema.Belief) []schema.Belief
		want   string
	}{
		"none":  {func([]schema.Belief) []schema.Belief { return nil }, ""},
		"equal": {func(l []schema.Belief) []schema.Belief { return l }, ""},
		"shorter": {func(l []schema.Belief) []schema.Belief {
			l[0].Source, l[0].Version, l[0].Claim = nil, nil, nil
			return l
		}, ""},
		"missing": {func(l []schema.Belief) []schema.Belief { return l[1:] }, "the context lacks it (key \"revenue:Q2\")"},
		"more": {func(l []schema.Belief) []schema.Belief {
			return append(l, schema.Belief{Key: "more"})
		}, "no such key (key \"more\")"},
		"value":   {func(l []schema.Belief) []schema.Belief { l[0].Value.Value = json.Number("4300000000.0"); return l }, "another value"},
		"visible": {func(l []schema.Belief) []schema.Belief { l[0].Visible = &no; return l }, "another visibility"},
		"status":  {func(l []schema.Belief) []schema.Belief { l[0].Status = &out; return l }, "another status"},
		"source":  {func(l []schema.Belief) []schema.Belief { l[0].Source = &source; return l }, "another source"},
		"claim":   {func(l []schema.Belief) []schema.Belief { l[0].Claim = &other; return l }, "another claim"},
	}
	for name, tt := range tests {
		context := x.source
		context.Beliefs = tt.change(x.base.Beliefs())
		ready, problems := x.base.NewContext(x.engine, context)
		if tt.want == "" {
			if problems.HasErrors() || ready.State != x.base.Digest() {
				t.Errorf("%s: %v", name, problems)
			}
			continue
		}
		if !strings.Contains(problems.Error(), tt.want) || problems[0].Code != belief.CodeBeliefs {
			t.Errorf("%s: %v, want %q", name, problems, tt.want)
		}
	}
}

func TestFrom(t *testing.T) {
	_, rules := engines(t)
	out, no, yes := schema.BeliefStatusOut, false, true
	source, claim := "tool:t", "what t says"
	b, update, err := rules.From([]schema.Belief{
		{Key: "a", Value: schema.Any{Value: "x"}, Source: &source, Claim: &claim},
		{Key: "b", Value: schema.Any{Value: nil}, Status: &out, Visible: &no},
	})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"a@1"}, held(b)); diff != "" {
		t.Error(diff)
	}
	if update.Before != nil || update.After != b.Digest() {
		t.Errorf("%+v", update)
	}
	if got := sure(t, b, "a"); got != 0.95 {
		t.Errorf("asserted directly, a tool's word has %v", got)
	}
	for name, list := range map[string][]schema.Belief{
		"in conflict":     {{Key: "a", Conflicted: &yes}},
		"held and hidden": {{Key: "a", Visible: &no}},
		"no key":          {{Value: schema.Any{Value: true}}},
		"no value":        {{Key: "a", Value: schema.Any{Value: json.Number("NaN")}}},
	} {
		var e *belief.FactError
		if _, _, err := rules.From(list); !errors.As(err, &e) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
