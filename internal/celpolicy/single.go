package celpolicy

import (
	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/types/ref"

	"github.com/contractc/contractc/internal/diag"
)

// Expression is one compiled expression outside a policy.
type Expression struct{ e *expression }

// CompileExpression checks an expression, which must have the type want unless
// that is nil, and plans it. The expression is nil when there is an error.
func CompileExpression(file string, t Text, want *cel.Type, env *Environment) (*Expression, diag.List) {
	c := &compiler{file: file, env: env}
	e := c.expression(t, nil, want, "the expression")
	c.list.Add(e.compile()...)
	if c.list.HasErrors() {
		return nil, c.list
	}
	if cost, ok := c.estimateWithin(e); ok && cost > env.MaxCost {
		c.costly(t.Range(), "the expression", cost)
	}
	if c.list.HasErrors() {
		return nil, c.list
	}
	return &Expression{e: e}, c.list
}

// PrepareExpression returns an expression that is compiled at its first use;
// what does not compile then is an evaluation error.
func PrepareExpression(file string, t Text, want *cel.Type, env *Environment) *Expression {
	return &Expression{e: (&compiler{file: file, env: env}).expression(t, nil, want, "the expression")}
}

// Type is the type of the expression's value, and dyn when a prepared
// expression does not compile.
func (x *Expression) Type() *cel.Type { return x.e.typ() }

// Checked is the checked expression of a compiled one.
func (x *Expression) Checked() *Checked { return &Checked{x.e} }

// Value evaluates an expression in the run. The error is an *[EvalError].
func (r *Run) Value(x *Expression, vars cel.Activation) (ref.Val, error) {
	if err := r.begin(x.e.file, 0, vars); err != nil {
		return nil, err
	}
	v, err := r.value(x.e)
	if err == nil {
		err = r.end(x.e.file)
	}
	if err != nil {
		return nil, err
	}
	return v, nil
}
