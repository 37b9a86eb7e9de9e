package belief_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/contractc/contractc/eval/belief"
	"github.com/contractc/contractc/schema"
)

// stateText is a state with everything in it.
func stateText(t testing.TB) string {
	x := grown(t, schema.ModeDeclared)
	x.turn(callQ3, `{"type": "call_tool", "tool": "now"}`, callQ3)
	x.returns(1, nil)
	x.done(x.base.Raise(x.result.Actions[0].Call.Digest, "E", "t"))
	x.retract("revenue:Q2")
	x.assert("revenue:Q2", 4400000000, "")
	x.rederive("growth", reply())
	text, err := belief.Format(x.base.State())
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestRead(t *testing.T) {
	text := stateText(t)
	_, rules := engines(t)
	b, problems := rules.Read("state.json", []byte(text))
	if problems.HasErrors() {
		t.Fatal(problems)
	}
	again, err := belief.Format(b.State())
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(text, string(again)); diff != "" {
		t.Error(diff)
	}
	compact, problems := rules.Read("state.json", []byte(strings.Join(strings.Fields(text), " ")))
	if problems.HasErrors() || compact.Digest() != b.Digest() {
		t.Errorf("the digest is of the text, and not of the state: %v", problems)
	}
}

func TestReadRefuses(t *testing.T) {
	text := stateText(t)
	_, rules := engines(t)
	tests := []struct{ name, old, new, want string }{
		{"no JSON", "{", "", "json."},
		{"trailing data", "\"attempts\": {\n    \"growth\": {\n      \"attempts\": 1\n    }\n  }\n}\n", "\"attempts\": {}} 1", "json.trailing-data"},
		{"duplicate key", `"turn": 4,`, `"turn": 4, "turn": 4,`, "json.duplicate-key"},
		{"another format", "contractc/state/v1", "contractc/state/v2", `expected "contractc/state/v1"`},
		{"unknown field", `"turn": 4,`, `"turn": 4, "turns": 4,`, `has no field "turns"`},
		{"missing field", `"calls": [`, `"calling": [`, `has no field "calling"`},
		{"unknown justification", `"type": "Citation"`, `"type": "Rumour"`, "Rumour"},
		{"negative turn", `"turn": 4,`, `"turn": -4,`, "[state.turn]"},
		{"a turn to come", `"turn": 4,`, `"turn": 1,`, "[state.turn]"},
		{"empty key", `"key": "growth",`, `"key": "",`, "the key is empty"},
		{"version", `"version": 1,`, `"version": 2,`, "is number 1 of its key"},
		{"no justification", `"justifications": [
        {
          "type": "ToolResult",`, `"justifications": [], "x": [
        {
          "type": "ToolResult",`, `has no field "x"`},
		{"status", `"status": "out"`, `"status": "in"`, "is out by its justifications, and the file says in"},
		{"status of what is held", `"status": "in"`, `"status": "out"`, "is in by its justifications, and the file says out"},
		{"withdrawn", `"withdrawn": "retracted"`, `"withdrawn": "forgotten"`, "is not a value of"},
		{"unknown antecedent", `"revenue:Q3@1"
          ]`, `"revenue:Q3@9"
          ]`, `there is no revision "revenue:Q3@9"`},
		{"antecedent without a version", `"revenue:Q3@1"
          ]`, `"revenue:Q3"
          ]`, `there is no revision "revenue:Q3"`},
		{"antecedent twice", `"revenue:Q3@1"
          ]`, `"revenue:Q2@1"
          ]`, "stands twice"},
		{"no source", `"source": "model"`, `"source": ""`, "the source is empty"},
		{"confidence", `"quote": "Total`, `"confidence": 1.5, "quote": "Total`, "not between 0 and 1"},
		{"digest", `"document_digest": "sha256:`, `"document_digest": "sha255:`, "is no digest"},
		{"a result of no call", `"call": "sha256:`, `"call": "sha256:0`, "no call with this digest"},
		{"a result of another call", `"source": "tool:get_revenue(quarter='Q3')"`, `"source": "tool:get_revenue(quarter='Q4')"`, "no call with this digest and source"},
		{"a call's status", `"status": "waiting"`, `"status": "returned"`, "does not go with the fields"},
		{"a call's result", `"result": "now@1"`, `"result": "now@2"`, `there is no revision "now@2"`},
		{"a count", `"right": 1`, `"right": -1`, "a count is below 0"},
		{"attempts at nothing", "\"growth\": {\n      \"attempts\": 1", "\"nothing\": {\n      \"attempts\": 1", "there was no such attempt"},
		{"no attempts", `"attempts": 1`, `"attempts": 0`, "there was no such attempt"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			changed := strings.Replace(text, tt.old, tt.new, 1)
			if changed == text {
				t.Fatalf("nothing changed in\n%s", text)
			}
			_, problems := rules.Read("state.json", []byte(changed))
			if !problems.HasErrors() || !strings.Contains(problems.Error(), tt.want) {
				t.Errorf("%v, want %q", problems, tt.want)
			}
			for _, p := range problems {
				if p.File != "state.json" || p.Range.Start.Line == 0 {
					t.Errorf("a problem without a place: %+v", p)
				}
			}
		})
	}
	if _, problems := rules.Read("state.json", bytes.Repeat([]byte(" "), belief.MaxBytes+1)); !strings.Contains(problems.Error(), "limit.bytes") {
		t.Error(problems)
	}
	deep := strings.Replace(text, `"value": 4300000000`, `"value": `+strings.Repeat("[", 300)+strings.Repeat("]", 300), 1)
	if _, problems := rules.Read("state.json", []byte(deep)); !strings.Contains(problems.Error(), "limit.depth") {
		t.Error(problems)
	}
}

// Many mistakes are listed up to a limit.
func TestReadManyProblems(t *testing.T) {
	_, rules := engines(t)
	one := `{"key": "k", "version": 7, "value": 1, "status": "in", "turn": 0, "justifications": []}`
	text := `{"format": "contractc/state/v1", "turn": 0, "revisions": [` + strings.Repeat(one+",", 500) + one + `], "calls": [], "sources": {}, "attempts": {}}`
	if _, problems := rules.Read("state.json", []byte(text)); len(problems) != 100 {
		t.Errorf("%d problems", len(problems))
	}
}

func FuzzRead(f *testing.F) {
	engine, rules := engines(f)
	_ = engine
	f.Add([]byte(stateText(f)))
	f.Add([]byte(`{"format": "contractc/state/v1", "turn": 0, "revisions": [], "calls": [], "sources": {}, "attempts": {}}`))
	f.Add([]byte(`{"format": "contractc/state/v1", "turn": 0, "revisions": [{"key": "a@b", "version": 1, "value": 1e400, "status": "out", "turn": 0, "justifications": [{"type": "Derivation", "antecedents": ["a@b@1"], "source": "model", "turn": 0}]}], "calls": [], "sources": {"m": {"right": 1, "wrong": 0}}, "attempts": {"a@b": 2}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		b, problems := rules.Read("state.json", text)
		if problems.HasErrors() {
			return
		}
		written, err := belief.Format(b.State())
		if err != nil {
			t.Fatal(err)
		}
		again, problems := rules.Read("state.json", written)
		if problems.HasErrors() || again.Digest() != b.Digest() {
			t.Fatalf("%v\n%s", problems, written)
		}
		for _, r := range b.Report().Beliefs {
			if _, err := b.Explain(r.Key); err != nil {
				t.Fatal(err)
			}
			if after, _, err := b.Retract(r.Key); err == nil {
				if _, problems := rules.Read("state.json", formatted(t, after)); problems.HasErrors() {
					t.Fatal(problems)
				}
			}
		}
		if _, err := b.Verify(nil); err != nil {
			t.Fatal(err)
		}
	})
}

func formatted(t testing.TB, b *belief.Base) []byte {
	t.Helper()
	text, err := belief.Format(b.State())
	if err != nil {
		t.Fatal(err)
	}
	return text
}
