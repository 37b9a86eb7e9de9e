package belief_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/eval/belief"
	"github.com/contractc/contractc/schema"
)

// rederive judges a reply to the task of deriving a key again, and applies it.
func (x *table) rederive(key, text string) *belief.Rederivation {
	x.t.Helper()
	task, err := x.base.Rederive(key)
	if err != nil {
		x.t.Fatal(err)
	}
	ready, problems := task.NewContext(x.engine, x.source)
	if problems.HasErrors() {
		x.t.Fatal(problems)
	}
	x.result = x.engine.Judge(context.Background(), ready, task.Turn(eval.Turn{Reply: []byte(text)}))
	x.done(task.Apply(x.result, belief.ApplyOptions{}))
	return task
}

// corrected is a grown base whose citation was retracted and replaced.
func corrected(t *testing.T, mode schema.Mode) *table {
	x := grown(t, mode)
	x.retract("revenue:Q2")
	x.assert("revenue:Q2", 4400000000, "human:ana")
	return x
}

func TestRederive(t *testing.T) {
	x := corrected(t, schema.ModeDeclared)
	x.rederive("growth", reply(growth))
	x.rederive("trend", reply(trend))
	x.rederive("answer", reply(`{"type": "claim", "key": "answer", "value": "Growth was small.", "follows_from": ["trend"]}`))
	if diff := cmp.Diff([]string{"answer@2", "growth@2", "revenue:Q2@2", "revenue:Q3@1", "trend@2"}, held(x.base)); diff != "" {
		t.Error(diff)
	}
	if list := x.base.Report().Rederive; len(list) != 0 {
		t.Errorf("still to derive: %v", list)
	}
	checks, err := x.base.Verify(x.source.Documents)
	if err != nil || checks.First != nil {
		t.Errorf("%v, %+v", err, checks)
	}
}

// Only the first claim for the key counts; what is beside it is ignored.
func TestRederiveIgnoresTheRest(t *testing.T) {
	x := corrected(t, schema.ModeDeclared)
	x.rederive("growth", reply(callQ3, trend, answer, growth, `{"type": "claim", "key": "growth", "value": 9, "follows_from": ["revenue:Q2"]}`))
	ignored := []bool{}
	for _, a := range x.result.Actions {
		ignored = append(ignored, a.Ignored)
	}
	if diff := cmp.Diff([]bool{true, true, true, false, true}, ignored); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"claimed growth@2 = 2.27273"}, texts(x.update)); diff != "" {
		t.Error(diff)
	}
}

func TestRederiveInVain(t *testing.T) {
	tests := []struct {
		name, reply, feedback, violation string
	}{
		{"nothing", reply(), "the model cannot derive 'trend'", ""},
		{"another claim", reply(growth), "the response contained no claim for 'trend'", ""},
		{"an answer", reply(answer), "the response contained no claim for 'trend'", ""},
		{"no reply", "no JSON at all", "", ""},
		{"other beliefs", reply(`{"type": "claim", "key": "trend", "formula": "{revenue:Q3} - {revenue:Q2}", "follows_from": ["growth"]}`), "", "uses beliefs outside the provided context: revenue:Q2, revenue:Q3"},
		{"an unknown belief", reply(`{"type": "claim", "key": "trend", "value": 1, "follows_from": ["growth", "zzz"]}`), "", "uses beliefs outside the provided context: zzz"},
		{"itself", reply(`{"type": "claim", "key": "trend", "value": 1, "follows_from": ["trend"]}`), "", "uses beliefs outside the provided context: trend"},
		{"a broken rule", reply(`{"type": "claim", "key": "trend", "formula": "{growth} / 0"}`), "", "cannot evaluate '{growth} / 0': float division by zero"},
		{"malformed, then right", reply(`{"type": "claim", "key": "trend"}`, trend), "", "claim requires 'value' (or a 'formula' to compute it)"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			x := corrected(t, schema.ModeDeclared)
			x.rederive("growth", reply(growth))
			before := held(x.base)
			x.rederive("trend", tt.reply)
			if diff := cmp.Diff(before, held(x.base)); diff != "" {
				t.Error(diff)
			}
			feedback := ""
			if x.update.Feedback != nil {
				feedback = *x.update.Feedback
			}
			if feedback != tt.feedback {
				t.Errorf("feedback %q, want %q", feedback, tt.feedback)
			}
			var messages []string
			for _, a := range x.result.Actions {
				for _, v := range a.Violations {
					messages = append(messages, v.Message)
				}
			}
			if got := strings.Join(messages, "; "); got != tt.violation {
				t.Errorf("violations %q, want %q", got, tt.violation)
			}
			if got := x.base.Report().Rederive[0]; got.Key != "trend" || got.AttemptsLeft != 1 {
				t.Errorf("%+v", got)
			}
		})
	}
}

// After two attempts in vain there is no third, until an input has a new value.
func TestAttempts(t *testing.T) {
	x := corrected(t, schema.ModeDeclared)
	x.rederive("growth", reply())
	x.rederive("growth", reply())
	var e *belief.KeyError
	if _, err := x.base.Rederive("growth"); !errors.As(err, &e) || !strings.Contains(e.Message, "2 times in vain") {
		t.Errorf("a third attempt: %v", err)
	}
	x.retract("revenue:Q3")
	x.assert("revenue:Q3", 4600000000, "")
	x.rederive("growth", reply(growth))
	if !slices.Contains(held(x.base), "growth@2") {
		t.Errorf("held: %v", held(x.base))
	}
}

func TestRederiveRefuses(t *testing.T) {
	x := grown(t, schema.ModeDeclared)
	x.turn(`{"type": "claim", "key": "other", "value": 1, "follows_from": ["growth"]}`)
	x.retract("other")
	x.retract("revenue:Q2")
	for key, want := range map[string]string{
		"nothing": "nothing was ever believed", "revenue:Q3": "is held", "revenue:Q2": "no conclusion that lost its support",
		"other": "no conclusion that lost its support", "growth": `rests on "revenue:Q2", which is not held`, "trend": `rests on "growth"`,
	} {
		var e *belief.KeyError
		if _, err := x.base.Rederive(key); !errors.As(err, &e) || !strings.Contains(e.Message, want) {
			t.Errorf("%s: %v, want %q", key, err, want)
		}
	}
}

// In conservative mode a new derivation rests on all inputs, and is shown them
// alone.
func TestRederiveConservative(t *testing.T) {
	x := corrected(t, schema.ModeConservative)
	task, err := x.base.Rederive("growth")
	if err != nil {
		t.Fatal(err)
	}
	x.assert("unrelated", 1, "")
	if _, _, err := task.Apply(x.judge(growth), belief.ApplyOptions{}); err == nil {
		t.Error("a turn that was judged against another state was applied")
	}
	x.rederive("growth", reply(`{"type": "claim", "key": "growth", "value": 2, "claim": "by eye"}`))
	p, err := x.base.Explain("growth")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"revenue:Q3@1", "revenue:Q2@2"}, p.Steps[0].Reasons[0].Justification.(*schema.Derivation).Antecedents); diff != "" {
		t.Error(diff)
	}
}
