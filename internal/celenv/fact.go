package celenv

import (
	"fmt"

	"cel.dev/cel-go/cel"

	"github.com/contractc/contractc/internal/celpolicy"
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
)

// Fact is an expression over the input whose value other rules read.
type Fact struct {
	Name string
	// Actions are the types of action that it is for.
	Actions    []string
	file       string
	expression *celpolicy.Expression
}

// CompileFact checks the expression of a fact for actions of the named types.
func (e *Env) CompileFact(file, name string, actions []string, n *doc.Node) (*Fact, diag.List) {
	environment, err := e.scope(false, actions, "input", true)
	if err != nil {
		return nil, diag.List{diag.Errorf(file, rangeOf(n), "fact.input", "%s", diag.Neutralise(err.Error()))}
	}
	x, list := celpolicy.CompileExpression(file, celpolicy.NewText(n), nil, environment)
	if x == nil {
		return nil, list
	}
	return &Fact{Name: name, Actions: canonicalActions(actions), file: file, expression: x}, list
}

// PrepareFact returns the fact of an expression that is known to compile.
func (e *Env) PrepareFact(file, name string, actions []string, n *doc.Node) (*Fact, error) {
	environment, err := e.scope(false, actions, "input", false)
	if err != nil {
		return nil, err
	}
	return &Fact{Name: name, Actions: canonicalActions(actions), file: file, expression: celpolicy.PrepareExpression(file, celpolicy.NewText(n), nil, environment)}, nil
}

// RestoreFact is [Env.PrepareFact] with what [Fact.Store] returned for the same
// expression. Where that belongs to another one it is left aside.
func (e *Env) RestoreFact(file, name string, actions []string, n *doc.Node, stored celpolicy.Stored) (*Fact, error) {
	x, err := celpolicy.RestoreExpression(file, celpolicy.NewText(n), e.plans(false, actions), stored)
	if err != nil {
		return e.PrepareFact(file, name, actions, n)
	}
	return &Fact{Name: name, Actions: canonicalActions(actions), file: file, expression: x}, nil
}

// Store returns the checked expression of a compiled fact, for
// [Env.RestoreFact].
func (f *Fact) Store() (celpolicy.Stored, error) { return f.expression.Store() }

// Checked is the checked expression of a compiled fact.
func (f *Fact) Checked() *celpolicy.Checked { return f.expression.Checked() }

// Eval returns the value of a fact as a plain value. The error is a
// [*celpolicy.EvalError].
func (f *Fact) Eval(in *Input) (any, error) {
	v, err := in.turn.run.Value(f.expression, in.vars(false, "input"))
	if err != nil {
		return nil, err
	}
	p, ok := plain(v)
	if !ok {
		return nil, &celpolicy.EvalError{
			Failure: celpolicy.FailedShape, File: f.file, Message: fmt.Sprintf("the value of the fact %q is no JSON value", f.Name),
		}
	}
	return p, nil
}

func rangeOf(n *doc.Node) diag.Range {
	if n == nil {
		return diag.Range{}
	}
	return n.Range
}

// Expression is an expression over one dynamic variable, such as the
// arguments of a call.
type Expression struct {
	file       string
	variable   string
	expression *celpolicy.Expression
}

// CompileExpression checks an expression over a variable that holds any plain
// value. With isBool its value must be true or false.
func (e *Env) CompileExpression(file, variable string, n *doc.Node, isBool bool) (*Expression, diag.List) {
	environment, err := e.dynamic(variable, true)
	if err != nil {
		return nil, diag.List{diag.Errorf(file, rangeOf(n), "cel.environment", "%s", diag.Neutralise(err.Error()))}
	}
	x, list := celpolicy.CompileExpression(file, celpolicy.NewText(n), boolIf(isBool), environment)
	if x == nil {
		return nil, list
	}
	return &Expression{file, variable, x}, list
}

// PrepareExpression returns an expression that is known to compile.
func (e *Env) PrepareExpression(file, variable string, n *doc.Node, isBool bool) (*Expression, error) {
	environment, err := e.dynamic(variable, false)
	if err != nil {
		return nil, err
	}
	return &Expression{file, variable, celpolicy.PrepareExpression(file, celpolicy.NewText(n), boolIf(isBool), environment)}, nil
}

func boolIf(is bool) *cel.Type {
	if is {
		return cel.BoolType
	}
	return nil
}

func (e *Env) dynamic(variable string, check bool) (*celpolicy.Environment, error) {
	return e.with(scopeKey{variable, "dyn", check}, func() *cel.Type { return cel.DynType })
}

// Eval returns the expression's value, a plain value, for a value of its
// variable. The error is a [*celpolicy.EvalError].
func (x *Expression) Eval(t *Turn, value any) (any, error) {
	v, err := t.run.Value(x.expression, dynamicVar{x.variable, value})
	if err != nil {
		return nil, err
	}
	p, ok := plain(v)
	if !ok {
		return nil, &celpolicy.EvalError{Failure: celpolicy.FailedShape, File: x.file, Message: "the value of the expression is no JSON value"}
	}
	return p, nil
}

// dynamicVar binds one variable to a plain value.
type dynamicVar struct {
	name  string
	value any
}

// ResolveName implements cel.Activation.
func (v dynamicVar) ResolveName(name string) (any, bool) {
	if name != v.name {
		return nil, false
	}
	return adapter{}.NativeToValue(v.value), true
}

// Parent implements cel.Activation.
func (v dynamicVar) Parent() cel.Activation { return nil }
