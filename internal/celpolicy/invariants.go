package celpolicy

import (
	"slices"

	"cel.dev/cel-go/cel"
)

// resultVariable is what invariants call the policy's result.
const resultVariable = "rule.result"

// checkInvariants checks the types of invariants: every entry is a bool over
// the inputs, the variables of the outermost rule excepted, and rule.result.
func (c *compiler) checkInvariants(src *Source, result resultType) []*CompiledInvariant {
	if len(src.Invariants) == 0 || c.list.HasErrors() {
		return nil
	}
	extended, err := c.env.CEL.Extend(cel.Variable(resultVariable, result.cel()))
	if err != nil {
		c.list.Errorf(c.file, src.Invariants[0].Range, "cel.environment", "%s", oneLine(err.Error()))
		return nil
	}
	env := c.env.on(extended)
	seen := map[string]bool{}
	var compiled []*CompiledInvariant
	for _, inv := range src.Invariants {
		if seen[inv.ID] {
			c.list.Errorf(c.file, inv.Range, "policy.duplicate-invariant", "the invariant id %q is used twice", inv.ID)
		}
		seen[inv.ID] = true
		one := &CompiledInvariant{Invariant: inv, assume: conditions(c.file, env, inv.Assume), assert: conditions(c.file, env, inv.Assert)}
		for _, e := range slices.Concat(one.assume, one.assert) {
			c.list.Add(e.compile()...)
		}
		compiled = append(compiled, one)
	}
	return compiled
}

// conditions are the entries of an invariant.
func conditions(file string, env *Environment, texts []Text) []*expression {
	var list []*expression
	for _, t := range texts {
		list = append(list, &expression{file: file, text: t, env: env, want: cel.BoolType, what: "an entry of an invariant"})
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
