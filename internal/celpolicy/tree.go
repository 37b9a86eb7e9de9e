package celpolicy

import (
	"context"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
)

// Tree is a rule of a compiled policy for readers that do not evaluate it.
type Tree struct {
	Aggregate bool
	Items     []TreeItem
}

// TreeItem is one item of a rule: exactly one of Output and Nested is set, and
// Condition is nil where the item always matches. Explanation, which is evaluated
// after an output, may be nil.
type TreeItem struct {
	Condition, Output, Explanation *Checked
	Nested                         *Tree
}

// Checked is a checked expression of a policy.
type Checked struct{ e *expression }

// AST is the expression with its types.
func (c *Checked) AST() *ast.AST { return c.e.ast.NativeRep() }

// Source is how the expression is written.
func (c *Checked) Source() string { return c.e.text.Source }

// Variable is the expression of the variable that a name, such as variables.x,
// means here.
func (c *Checked) Variable(name string) (*Checked, bool) {
	for _, r := range c.e.refs {
		if r.name == name {
			return &Checked{r.to.expr}, true
		}
	}
	return nil, false
}

// ID tells expressions of one policy apart.
func (c *Checked) ID() any { return c.e }

// Tree returns the policy's rules. It is nil for a policy that was not compiled
// here, whose expressions have no types.
func (p *Policy) Tree() *Tree {
	for _, e := range p.expressions {
		if e.ast == nil {
			return nil
		}
	}
	return treeOf(p.root)
}

func treeOf(r *rule) *Tree {
	t := &Tree{Aggregate: r.aggregate}
	for _, it := range r.items {
		item := TreeItem{}
		if it.condition != nil {
			item.Condition = &Checked{it.condition}
		}
		if it.output != nil {
			item.Output = &Checked{it.output}
		}
		if it.explanation != nil {
			item.Explanation = &Checked{it.explanation}
		}
		if it.nested != nil {
			item.Nested = treeOf(it.nested)
		}
		t.Items = append(t.Items, item)
	}
	return t
}

// CompiledInvariant is an invariant whose entries were checked.
type CompiledInvariant struct {
	Invariant
	assume, assert []*expression
}

// Assumptions are the checked entries of assume.
func (i *CompiledInvariant) Assumptions() []*Checked { return checkedOf(i.assume) }

// Assertions are the checked entries of assert.
func (i *CompiledInvariant) Assertions() []*Checked { return checkedOf(i.assert) }

func checkedOf(list []*expression) []*Checked {
	var out []*Checked
	for _, e := range list {
		out = append(out, &Checked{e})
	}
	return out
}

// Invariants are the invariants of a compiled policy, in their order.
func (p *Policy) Invariants() []*CompiledInvariant { return p.invariants }

// Held is what became of an invariant on one input.
type Held struct {
	// Meant says that the assumptions are true of the input.
	Meant bool
	// Broken is the number of the assertion that is not true, and -1 where all are.
	Broken int
	// Result is what the policy gave; nil where it failed.
	Result ref.Val
	// Failure says what could not be evaluated: the policy or an assertion.
	Failure *EvalError
}

// Holds evaluates the policy and an invariant of it on one input.
func (p *Policy) Holds(ctx context.Context, inv *CompiledInvariant, vars cel.Activation) Held {
	r := NewRun(ctx)
	defer r.Close()
	held := Held{Meant: true, Broken: -1}
	result, err := r.Eval(p, vars)
	if failed, ok := err.(*EvalError); ok {
		held.Failure = failed
	} else {
		held.Result = p.resultValue(result)
	}
	within := &resultActivation{Activation: vars, result: held.Result}
	for _, e := range inv.assume {
		if met, failed := r.truth(e, within); failed != nil || !met {
			held.Meant = false
			return held
		}
	}
	if held.Failure != nil {
		return held
	}
	for i, e := range inv.assert {
		met, failed := r.truth(e, within)
		if failed != nil || !met {
			held.Broken, held.Failure = i, failed
			return held
		}
	}
	return held
}

// truth evaluates one condition.
func (r *Run) truth(e *expression, vars cel.Activation) (bool, *EvalError) {
	if err := r.begin(e.file, 0, vars); err != nil {
		return false, err
	}
	v, err := r.value(e)
	if err == nil {
		err = r.end(e.file)
	}
	return v == types.True, err
}

// resultValue is the result with its type: an optional where nothing may match.
func (p *Policy) resultValue(r Result) ref.Val {
	if p.result.shape == Optional && len(r.Outputs) > 0 {
		return types.OptionalOf(r.Outputs[0])
	}
	return r.Value()
}

// resultActivation adds the policy's result to the variables.
type resultActivation struct {
	cel.Activation
	result ref.Val
}

// ResolveName implements cel.Activation.
func (a *resultActivation) ResolveName(name string) (any, bool) {
	if name == resultVariable {
		return a.result, a.result != nil
	}
	return a.Activation.ResolveName(name)
}

// Parent implements cel.Activation.
func (a *resultActivation) Parent() cel.Activation { return nil }
