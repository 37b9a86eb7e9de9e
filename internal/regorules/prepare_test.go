package regorules

import (
	"context"
	"fmt"
	"testing"

	"github.com/contractc/contractc/schema"
)

// A turn does not wait for rules that are being compiled, but their evaluation
// does, up to its deadline.
func TestEvalWaitsForTheCompiler(t *testing.T) {
	e := engine(t, []Source{library("m", annotated("demo.a", "input.action.value == 1"))}, nil, Options{})
	read, goOn := e.language, make(chan struct{})
	e.language = func() (language, error) {
		<-goOn
		return read()
	}
	e.Begin(schema.RuleStageJudge, []string{"claim", "claim", "answer"})
	turn, err := e.NewTurn(nil)
	if err != nil {
		t.Fatal(err)
	}
	q := Query{Stage: schema.RuleStageJudge, Type: "claim", Fields: map[string]any{"action": map[string]any{"type": "claim", "value": 1}}}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	r, err := turn.Eval(ended, q)
	fails(t, r, err, FailedDeadline, "before the rules were compiled")
	if turn.Needs(schema.RuleStageJudge, "answer") || !turn.Needs(schema.RuleStageJudge, "claim") {
		t.Error("the rule is for claims and for nothing else")
	}
	if r, err := turn.Eval(ended, Query{Stage: schema.RuleStageJudge, Type: "answer"}); err != nil || len(r.Fired) > 0 {
		t.Errorf("an action that no rule is for waits: %v, %v", r, err)
	}
	close(goOn)
	if r, err := turn.Eval(context.Background(), q); err != nil || len(r.Fired) != 1 {
		t.Errorf("got %v, %v", r, err)
	}
}

// Types of action that no rule names are judged by the rules that name none,
// and however many there are, one program is kept for them.
func TestUnknownTypesShareAProgram(t *testing.T) {
	e := engine(t, organisation(t), nil, Options{})
	turn, err := e.NewTurn(nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 100 {
		kind := fmt.Sprintf("unknown %d", i)
		e.Begin(schema.RuleStageShape, []string{kind, "call_tool"})
		if !turn.Needs(schema.RuleStageShape, kind) {
			t.Fatal("the rule that names no type of action is not for all")
		}
	}
	if n := len(e.programs); n > 2 {
		t.Errorf("%d programs are kept", n)
	}
}
