package eval

import (
	"testing"

	"github.com/contractc/contractc/internal/regorules"
	"github.com/open-policy-agent/opa/v1/ast"
)

// A path that leads to nothing has no value; of everything else that did not hold it
// is said that it is not so.
func TestNotSo(t *testing.T) {
	for _, test := range []struct {
		step regorules.Step
		want string
	}{
		{regorules.Step{Expression: "input.action.args.to", Values: []regorules.StepValue{{Expression: "input.action.args.to"}}}, "has no value"},
		{regorules.Step{Expression: `input.action.args["a b"]`}, "has no value"},
		{regorules.Step{Expression: "input.facts.is_public", Values: []regorules.StepValue{{Expression: "input.facts.is_public", Value: ast.Boolean(false)}}}, "is not so"},
		{regorules.Step{Expression: `input.action.tool == "dig"`}, "is not so"},
	} {
		if got := notSo(&test.step); got != test.want {
			t.Errorf("%s: %q, want %q", test.step.Expression, got, test.want)
		}
	}
}
