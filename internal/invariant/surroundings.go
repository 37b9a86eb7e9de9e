package invariant

import (
	"context"
	"errors"
	"fmt"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/env"
	"cel.dev/cel-go/ext"
	"go.yaml.in/yaml/v3"

	"github.com/contractc/contractc/internal/celenv"
	"github.com/contractc/contractc/internal/celpolicy"
)

// maxCost stops the evaluation of a counterexample.
const maxCost = 1_000_000

// Environment makes what a plain policy is compiled against, from a file in the
// form that CEL's own tools read: name, type_name and params of variables,
// functions, extensions. An empty text declares nothing beside the standard.
func Environment(text []byte) (made *celpolicy.Environment, err error) {
	defer func() {
		if p := recover(); p != nil {
			made, err = nil, fmt.Errorf("it cannot be used: %v", p)
		}
	}()
	config := env.NewConfig("")
	if len(text) > 0 {
		if err := yaml.Unmarshal(text, config); err != nil {
			return nil, err
		}
	}
	declared, err := cel.NewCustomEnv(cel.OptionalTypes(), cel.FromConfig(config, ext.ExtensionOptionFactory))
	if err != nil {
		return nil, err
	}
	return &celpolicy.Environment{CEL: declared, Program: []cel.ProgramOption{cel.InterruptCheckFrequency(100)}, CostLimit: maxCost}, nil
}

// Plain is a policy whose variables are its inputs.
func Plain(p *celpolicy.Policy) Subject {
	return Subject{Policy: p, Bind: func(values map[string]any) (cel.Activation, error) { return cel.NewActivation(values) }}
}

// OfRule is a rule of contractc, which reads one input.
func OfRule(ctx context.Context, r *celenv.Rule, in *celenv.Env) Subject {
	return Subject{Policy: r.Policy, Always: in.AlwaysThere, Bind: func(values map[string]any) (cel.Activation, error) {
		fields, ok := values[r.InputName()].(map[string]any)
		if !ok && len(values) > 0 {
			return nil, errors.New("it has no fields")
		}
		example, err := in.ExampleInput(r, fields)
		if err != nil {
			return nil, err
		}
		// The turn is left to the garbage collector: the variables read through it.
		return in.NewTurn(ctx).Input(example).Variables(r), nil
	}}
}
