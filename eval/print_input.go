package eval

import (
	"context"
	"fmt"

	"github.com/contractc/contractc/schema"
)

// Input returns the input of the rules for the action at an index, as rules in
// Rego read it and as a stock OPA reads it from a file. The actions before it
// are judged first, since what they establish is part of it. The error says that
// there is no such action, that it has no input since it is malformed or comes
// after an accepted answer, or that judging failed.
func (e *Engine) Input(ctx context.Context, c *Context, t *Turn, index int) (map[string]any, error) {
	inputs, result := e.Inputs(ctx, c, t)
	if result.Failure != nil {
		return nil, result.Failure
	}
	if index < 0 || index >= len(result.Actions) {
		return nil, fmt.Errorf("the reply has %d actions, and none at index %d", len(result.Actions), index)
	}
	if inputs[index] == nil {
		return nil, fmt.Errorf("the action at index %d has no input: it is malformed, or ignored", index)
	}
	return inputs[index], nil
}

// Inputs judges a turn and returns the input of the rules for each action beside
// the result; nil for an action that is malformed or ignored.
func (e *Engine) Inputs(ctx context.Context, c *Context, t *Turn) ([]map[string]any, *Result) {
	inputs := map[int]map[string]any{}
	result := e.judge(ctx, c, t, func(j *judge, t *Turn) error {
		j.watch = func(in *schema.Input, own object) {
			whole := c.plainShared()
			for name, v := range own {
				whole[name] = v
			}
			inputs[int(in.Index)] = whole
		}
		return j.run(t)
	})
	list := make([]map[string]any, len(result.Actions))
	for i := range list {
		list[i] = inputs[i]
	}
	return list, result
}

// Dispatcher returns the Rego module through which the rules in force are read:
// beside the bundle's Rego files and a printed input, a stock OPA evaluates
// data.contractc.dispatch to the same violations.
func (e *Engine) Dispatcher() string { return e.rego.Dispatcher() }
