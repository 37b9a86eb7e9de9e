package celpolicy

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
	"cel.dev/cel-go/interpreter"

	"github.com/contractc/contractc/internal/diag"
)

// CompileError says that a policy which is needed does not compile.
type CompileError struct{ Diagnostics diag.List }

// Error returns the diagnostics, one per line, hostile text neutralised.
func (e *CompileError) Error() string {
	return "cel policy does not compile:\n" + e.Diagnostics.Error()
}

// Failure says how an evaluation failed.
type Failure string

// The ways in which an evaluation fails.
const (
	FailedExpression Failure = "expression" // an expression has no value, such as an absent field
	FailedCompile    Failure = "compile"    // an expression that was left to its first use does not compile
	FailedCost       Failure = "cost"       // the cost limit was reached
	FailedDeadline   Failure = "deadline"   // the deadline passed, or the caller's context ended
	FailedPanic      Failure = "panic"      // a function panicked
	FailedShape      Failure = "shape"      // an output is not of the form that was asked for
)

// EvalError says that an evaluation failed. It is our own failure and never a
// violation.
type EvalError struct {
	Failure  Failure
	File     string
	Position diag.Position // in File, zero where not known
	Message  string        // one line, hostile text neutralised
}

// Error returns the place, the way of failing and the message.
func (e *EvalError) Error() string {
	place := ""
	if e.File != "" {
		place = diag.Neutralise(e.File) + ":"
		if e.Position.Known() {
			place += e.Position.String() + ":"
		}
		place += " "
	}
	return fmt.Sprintf("%scel evaluation failed (%s): %s%s", place, e.Failure, e.Message, advice(e.Message))
}

// advice says what to do about the commonest failure, the reading of what an action
// or a context leaves out.
func advice(message string) string {
	if strings.HasPrefix(message, "no such key") || strings.HasPrefix(message, "the field ") && strings.HasSuffix(message, " is absent") {
		return "; ask first whether it is there, with has(...)"
	}
	return ""
}

// evalError makes the error of one expression.
func (e *expression) evalError(f Failure, at diag.Position, message string) *EvalError {
	return &EvalError{Failure: f, File: e.file, Position: at, Message: oneLine(message)}
}

// valueError is the error that an evaluated value stands for.
func (e *expression) valueError(v *types.Err) *EvalError {
	if errors.Is(v.Unwrap(), interpreter.InterruptError{}) {
		return e.evalError(FailedDeadline, e.text.Range().Start, "stopped at its deadline")
	}
	return e.evalError(FailedExpression, e.errorPosition(v), v.String())
}

// errorPosition is where an error arose. The error of a missing overload is
// one shared value in cel-go, so that its place says nothing.
func (e *expression) errorPosition(v *types.Err) diag.Position {
	start := e.text.Range().Start
	if v.NodeID() == 0 || ref.Val(v) == types.NoSuchOverloadErr() || e.info == nil {
		return start
	}
	at, ok := e.info.GetOffsetRange(v.NodeID())
	if !ok || at.Start < 0 {
		return start
	}
	return e.text.at(int(at.Start))
}

// stopped is the error of an evaluation that gave no value at all.
func (e *expression) stopped(err error) *EvalError {
	at := e.text.Range().Start
	var cancelled interpreter.EvalCancelledError
	if errors.As(err, &cancelled) {
		if cancelled.Cause == interpreter.CostLimitExceeded {
			return e.evalError(FailedCost, at, "stopped at the cost limit")
		}
		return e.evalError(FailedDeadline, at, "stopped at its deadline")
	}
	return e.evalError(FailedPanic, at, strings.TrimPrefix(err.Error(), "internal error: "))
}

func deadlineError(file string, ctx context.Context) *EvalError {
	return &EvalError{Failure: FailedDeadline, File: file, Message: oneLine("stopped: " + context.Cause(ctx).Error())}
}

// oneLine neutralises the first line of a message of cel-go's; what follows
// repeats the source.
func oneLine(message string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(message), "\n")
	return diag.Neutralise(strings.TrimSpace(line))
}
