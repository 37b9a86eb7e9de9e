package celpolicy

import (
	"cel.dev/cel-go/cel"

	"github.com/contractc/contractc/internal/diag"
)

// resultVariable is what invariants call the policy's result.
const resultVariable = "rule.result"

// checkInvariants checks the types of invariants: every entry is a bool over
// the inputs, the variables of the outermost rule excepted, and rule.result.
func (c *compiler) checkInvariants(src *Source, result resultType) {
	if len(src.Invariants) == 0 || c.list.HasErrors() {
		return
	}
	extended, err := c.env.CEL.Extend(cel.Variable(resultVariable, result.cel()))
	if err != nil {
		c.list.Errorf(c.file, src.Invariants[0].Range, "cel.environment", "%s", oneLine(err.Error()))
		return
	}
	env := c.env.on(extended)
	seen := map[string]bool{}
	for _, inv := range src.Invariants {
		if seen[inv.ID] {
			c.list.Errorf(c.file, inv.Range, "policy.duplicate-invariant", "the invariant id %q is used twice", inv.ID)
		}
		seen[inv.ID] = true
		c.list.Add(checkInvariant(c.file, env, inv)...)
	}
}

func checkInvariant(file string, env *Environment, inv Invariant) diag.List {
	var list diag.List
	for _, texts := range [][]Text{inv.Assume, inv.Assert} {
		for _, t := range texts {
			e := &expression{file: file, text: t, env: env, want: cel.BoolType, what: "an entry of an invariant"}
			list.Add(e.compile()...)
		}
	}
	return list
}

// cel is the result's type as CEL has it.
func (t resultType) cel() *cel.Type {
	element := orElse(t.element, cel.DynType)
	switch t.shape {
	case Many:
		return cel.ListType(element)
	case Optional:
		return cel.OptionalType(element)
	}
	return element
}
