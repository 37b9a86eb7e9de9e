package invariant

import (
	"slices"

	"cel.dev/cel-go/common/types"

	"github.com/contractc/contractc/internal/prove"
	"github.com/contractc/contractc/schema"
)

// Report is the answers about one policy, for programs.
func Report(file string, s Subject, answers []Answer) []schema.ProvedInvariant {
	var list []schema.ProvedInvariant
	for i := range answers {
		a := &answers[i]
		inv := a.Invariant
		one := schema.ProvedInvariant{
			Policy: s.Policy.Source.Name, Id: inv.ID, File: file, Line: int64(inv.Range.Start.Line), Result: a.Result,
			Description: optional(inv.Description), Reason: optional(a.Reason), Solver: optional(a.Solver),
		}
		if a.Result == prove.Refuted {
			one.Counterexample = a.counterexample()
		}
		list = append(list, one)
	}
	return list
}

func optional(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

func (a *Answer) counterexample() *schema.InvariantCounterexample {
	c := &schema.InvariantCounterexample{Input: schema.Any{Value: jsonOf(a.Input)}}
	if a.Held.Result != nil {
		c.Output = optional(types.Format(a.Held.Result))
	}
	if a.Held.Broken >= 0 {
		c.Assertion = optional(a.Invariant.Assert[a.Held.Broken].Source)
	}
	if a.Held.Failure != nil {
		c.Failure = optional(a.Held.Failure.Message)
	}
	return c
}

// jsonOf is a value of an input as JSON has it.
func jsonOf(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := make(map[string]any, len(v))
		for key, inner := range v {
			out[key] = jsonOf(inner)
		}
		return out
	case []byte:
		return string(v)
	case uint64:
		return int64(v)
	}
	return v
}

// Worst is refuted where one is, else unknown where one is.
func Worst(list []schema.ProvedInvariant) prove.Result {
	has := func(r prove.Result) bool {
		return slices.ContainsFunc(list, func(i schema.ProvedInvariant) bool { return i.Result == r })
	}
	switch {
	case has(prove.Refuted):
		return prove.Refuted
	case has(prove.Unknown):
		return prove.Unknown
	}
	return prove.Proved
}
