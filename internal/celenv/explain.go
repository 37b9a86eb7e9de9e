package celenv

import (
	"fmt"

	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"

	"github.com/contractc/contractc/internal/celpolicy"
)

// Explain evaluates a rule as Eval does and tells the conditions that it looked
// at. The rule must come from [Env.CompileRule] or [Env.PrepareRule] or their
// kin, not from a stored form.
func (r *Rule) Explain(in *Input) ([]celpolicy.Step, []Fired, error) {
	steps, result, err := in.turn.run.Explain(r.Policy, in.vars(r.shape, r.input))
	if err != nil {
		return steps, nil, err
	}
	var fired []Fired
	for _, v := range result.Outputs {
		if err := r.read(v, &fired); err != nil {
			return steps, nil, err
		}
	}
	return steps, fired, nil
}

// Plain is a value of CEL as plain JSON. It is false for one that has no such
// form, of which words say what it is.
func Plain(v ref.Val) (value any, words string, ok bool) {
	switch {
	case v == nil:
		return nil, "not evaluated", false
	case types.IsError(v):
		return nil, "error: " + fmt.Sprint(v), false
	case types.IsUnknown(v):
		return nil, "not known", false
	}
	if p, ok := plain(v); ok {
		return p, "", true
	}
	return nil, v.Type().TypeName(), false
}
