package celpolicy

import (
	"context"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
	"cel.dev/cel-go/interpreter"
)

// interruptCheckFrequency is after how many steps of loops the deadline is
// looked at.
const interruptCheckFrequency = 100

// Run evaluates policies and expressions, one after the other, up to one
// deadline. It is not for use by several goroutines at once. Each evaluation
// has a cost limit of its own. After the deadline every evaluation fails.
type Run struct {
	ctx   context.Context
	frame *interpreter.ExecutionFrame

	vars         cel.Activation
	expr         *expression // the one that is being evaluated
	memo         []ref.Val   // values of variables by slot
	origins      []origin    // of errors in variables
	explanations []string
	fatal        *EvalError
	watch        func(*expression, ref.Val) // told every condition; nil for none
}

// NewRun returns a run that ends with the context. Close it after use.
func NewRun(ctx context.Context) *Run {
	r := &Run{ctx: ctx}
	frame, err := interpreter.NewExecutionFrame(r)
	if err == nil {
		err = frame.SetContext(ctx, interruptCheckFrequency)
	}
	if err != nil {
		// Neither call can fail for a new frame; a nil frame fails every evaluation.
		return r
	}
	r.frame = frame
	return r
}

// Close gives the run's resources back. The run cannot be used afterwards.
func (r *Run) Close() {
	if r.frame != nil {
		r.frame.Close()
		r.frame = nil
	}
}

// ResolveName implements cel.Activation: variables of policies first, then
// the caller's.
func (r *Run) ResolveName(name string) (any, bool) {
	if r.expr != nil {
		for i := range r.expr.refs {
			if ref := &r.expr.refs[i]; ref.name == name {
				return r.variable(ref.to), true
			}
		}
	}
	return r.vars.ResolveName(name)
}

// Parent implements cel.Activation.
func (r *Run) Parent() cel.Activation { return nil }

func (r *Run) variable(v *variable) ref.Val {
	if value := r.memo[v.slot]; value != nil {
		return value
	}
	value := r.exec(v.expr)
	if r.fatal != nil {
		// Leave the evaluation that needs the variable; its || must not hide
		// this.
		panic(interpreter.EvalCancelledError{Message: r.fatal.Message, Cause: interpreter.ContextCancelled})
	}
	r.memo[v.slot] = value
	if err, ok := value.(*types.Err); ok && r.originOf(err) == nil {
		r.origins = append(r.origins, origin{err, v.expr})
	}
	return value
}

// origin is the expression in which an error arose.
type origin struct {
	err  *types.Err
	expr *expression
}

// originOf returns the expression of a variable in which an error arose that
// came through to another expression, and nil for other errors.
func (r *Run) originOf(err *types.Err) *expression {
	for _, o := range r.origins {
		if o.err == err {
			return o.expr
		}
	}
	return nil
}

// exec evaluates an expression to a value, which may be an error value. When
// the whole evaluation has to stop, fatal is set and the value is nil.
func (r *Run) exec(e *expression) ref.Val {
	if list := e.compile(); list.HasErrors() {
		r.fatal = e.evalError(FailedCompile, list[0].Range.Start, list[0].Summary)
		return nil
	}
	outer := r.expr
	r.expr = e
	value, _, err := e.program.Eval(r.frame)
	r.expr = outer
	if value == nil && err != nil && r.fatal == nil {
		r.fatal = e.stopped(err)
	}
	return value
}

// value evaluates an expression to a value that is not an error.
func (r *Run) value(e *expression) (ref.Val, *EvalError) {
	v := r.exec(e)
	if r.fatal != nil {
		return nil, r.fatal
	}
	switch v := v.(type) {
	case *types.Err:
		if from := r.originOf(v); from != nil {
			e = from
		}
		return nil, e.valueError(v)
	case *types.Unknown:
		return nil, e.evalError(FailedExpression, e.text.Range().Start, "the value is not known")
	}
	return v, nil
}

// begin sets the run up for one evaluation.
func (r *Run) begin(file string, slots int, vars cel.Activation) *EvalError {
	r.fatal, r.expr, r.vars, r.explanations, r.origins = nil, nil, vars, nil, r.origins[:0]
	if r.frame == nil {
		return &EvalError{Failure: FailedDeadline, File: file, Message: "the run is closed"}
	}
	if r.ctx.Err() != nil {
		return deadlineError(file, r.ctx)
	}
	r.frame.SetCostTracker(nil)
	if cap(r.memo) < slots {
		r.memo = make([]ref.Val, slots)
	}
	r.memo = r.memo[:slots]
	clear(r.memo)
	return nil
}

// end makes sure that nothing decides after the deadline, even if an operator
// hid the interruption.
func (r *Run) end(file string) *EvalError {
	if r.ctx.Err() != nil {
		return deadlineError(file, r.ctx)
	}
	return nil
}
