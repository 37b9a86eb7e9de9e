package belief

import (
	"encoding/json"
	"math"

	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/internal/formula"
	"github.com/contractc/contractc/internal/pyexpr"
	"github.com/contractc/contractc/internal/toolcall"
)

func pyRepr(v any) string { return pyexpr.Repr(v) }

// number writes a computed double so that it stays one: 3.0, not 3. Other values
// stay as they are.
func number(v any) any {
	if x, ok := v.(float64); ok && !math.IsNaN(x) && !math.IsInf(x, 0) {
		return json.Number(pyexpr.Repr(x))
	}
	return v
}

// formulaKeys are the keys that a formula names; none of one that is too long,
// which a rule refuses.
func (r *Rules) formulaKeys(text string) []string {
	keys, err := formula.Keys(text, r.formula)
	if err != nil {
		return nil
	}
	return keys
}

// sourceOf is the source of a call's result.
func sourceOf(call *eval.Call) string {
	var parameters any
	if call.Tool != nil && call.Tool.Parameters != nil {
		parameters = call.Tool.Parameters.Value
	}
	args, _ := call.Action.Args.Value.(map[string]any)
	bound, err := toolcall.FromSchema(call.Action.Tool, parameters).Bind(args)
	if err != nil {
		bound = nil // a rule refuses such a call
	}
	return toolcall.Source(call.Action.Tool, bound)
}
