package belief_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/contractc/contractc/eval/belief"
	"github.com/contractc/contractc/schema"
)

// lines are the steps of a verification, and the first that failed.
func lines(v *schema.StateVerification) []string {
	list := []string{}
	for _, s := range v.Steps {
		list = append(list, fmt.Sprintf("%s %s: %s", s.Outcome, s.Reference, s.Check))
	}
	if v.First != nil {
		list = append(list, "first: "+v.Steps[*v.First].Text)
	}
	return list
}

func TestVerify(t *testing.T) {
	x := grown(t, schema.ModeDeclared)
	document := func(text string) []schema.Document { return []schema.Document{{Name: "report", Text: text}} }
	tests := []struct {
		name      string
		documents []schema.Document
		keys      []string
		want      []string
	}{
		{"all", x.source.Documents, nil, []string{
			"passed revenue:Q3@1: result", "passed revenue:Q2@1: citation", "passed growth@1: formula", "unchecked trend@1: judgement", "unchecked answer@1: judgement",
		}},
		{"one", x.source.Documents, []string{"growth"}, []string{"passed revenue:Q3@1: result", "passed revenue:Q2@1: citation", "passed growth@1: formula"}},
		{"two", nil, []string{"revenue:Q3", "revenue:Q2@1"}, []string{"passed revenue:Q3@1: result", "unknown revenue:Q2@1: citation"}},
		{"another document", document("Total revenue for Q2 was $4.2 billion"), []string{"revenue:Q2"}, []string{
			"failed revenue:Q2@1: citation", "first: quote not found in 'report', which has changed since: 'Total revenue for Q2 was $4.3 billion'",
		}},
		{"a longer document", document("Well. TOTAL  revenue for Q2 was $4.3 billion"), []string{"revenue:Q2"}, []string{"passed revenue:Q2@1: citation"}},
	}
	for _, tt := range tests {
		v, err := x.base.Verify(tt.documents, tt.keys...)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(tt.want, lines(v)); diff != "" {
			t.Errorf("%s: %s", tt.name, diff)
		}
	}
	var e *belief.KeyError
	if _, err := x.base.Verify(nil, "nothing"); !errors.As(err, &e) {
		t.Errorf("an unknown key: %v", err)
	}
}

// A state that somebody changed by hand reads well and does not verify.
func TestVerifyFindsChanges(t *testing.T) {
	x := grown(t, schema.ModeDeclared)
	text, err := belief.Format(x.base.State())
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct{ name, old, new, want string }{
		{"a cited value", `"value": 4300000000`, `"value": 5300000000`, "value 5,300,000,000 is not stated in the quoted text"},
		{"a computed value", `"value": 4.651162790697675`, `"value": 4.7`, "evaluates to 4.65116, but the belief is 4.7"},
		{"a result", `"value": 4500000000`, `"value": 4600000000`, "evaluates to 6.97674, but the belief is 4.65116"},
		{"a formula", `/ {revenue:Q2} * 100"`, `/ {revenue:Q2} * 10"`, "evaluates to 0.465116, but the belief is 4.65116"},
		{"a key in a formula", `({revenue:Q3} -`, `({trend} -`, "formula references {trend}, which is not available"},
		{"a basis", `"antecedents": [
            "growth@1"
          ]`, `"antecedents": []`, "it rests on nothing"},
		{"a quote", `"quote": "Total revenue`, `"quote": "The revenue`, "quote not found in 'report'"},
	}
	for _, tt := range tests {
		changed := strings.Replace(string(text), tt.old, tt.new, 1)
		if changed == string(text) {
			t.Fatalf("%s: nothing changed in\n%s", tt.name, text)
		}
		b, problems := x.rules.Read("state.json", []byte(changed))
		if problems.HasErrors() {
			t.Fatalf("%s: %v", tt.name, problems)
		}
		v, err := b.Verify(x.source.Documents)
		if err != nil {
			t.Fatal(err)
		}
		if got := lines(v); v.First == nil || !strings.Contains(got[len(got)-1], tt.want) {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestVerifyOutAndConflict(t *testing.T) {
	x := grown(t, schema.ModeDeclared)
	x.assert("revenue:Q3", 1, "human:ana")
	v, err := x.base.Verify(x.source.Documents, "growth")
	if err != nil {
		t.Fatal(err)
	}
	if got := lines(v); got[len(got)-1] != "first: 'revenue:Q3' has 2 incompatible believed values" {
		t.Errorf("%q", got)
	}
	x.retract("revenue:Q2")
	if v, err = x.base.Verify(x.source.Documents, "growth"); err != nil || len(v.Steps) != 1 || *v.First != 0 {
		t.Errorf("%v, %q", err, lines(v))
	}
}

// The first version of the rules lets a formula over nothing be certain, and the
// second does not take its proof for one.
func TestVerifyBaseless(t *testing.T) {
	x := newTable(t, schema.ModeDeclared, "claim@1")
	x.turn(`{"type": "claim", "key": "k", "formula": "4300000000"}`, `{"type": "answer", "text": "t", "follows_from": ["k"]}`)
	if got := sure(t, x.base, "k"); got != 1 {
		t.Errorf("%v", got)
	}
	v, err := x.base.Verify(nil)
	if err != nil || v.First != nil {
		t.Errorf("%v, %q", err, lines(v))
	}
	_, strict := engines(t, "claim@2")
	text, err := belief.Format(x.base.State())
	if err != nil {
		t.Fatal(err)
	}
	b, problems := strict.Read("state.json", text)
	if problems.HasErrors() {
		t.Fatal(problems)
	}
	if v, err = b.Verify(nil); err != nil || v.First == nil || v.Steps[*v.First].Text != "it rests on nothing" {
		t.Errorf("%v, %q", err, lines(v))
	}
}
