package main

import (
	"errors"
	"fmt"

	"github.com/contractc/contractc/schema"
)

// The exit codes, the same in every command and format.
const (
	exitOK        = 0 // allowed, clean, passed
	exitUsage     = 1 // usage, input or output, or our own failure
	exitNo        = 2 // a check said no
	exitBundle    = 3 // a policy, schema or bundle does not compile, validate or verify
	exitUndecided = 4 // ask, unknown, a solver's timeout
)

// exitError ends a command with a code. Its error is printed unless it is nil.
type exitError struct {
	code int
	err  error
}

func (e *exitError) Error() string {
	if e.err == nil {
		return fmt.Sprintf("exit status %d", e.code)
	}
	return e.err.Error()
}

func (e *exitError) Unwrap() error { return e.err }

// exitWith returns nil for success, and otherwise an error without words: what
// there is to say has been printed.
func exitWith(code int) error {
	if code == exitOK {
		return nil
	}
	return &exitError{code: code}
}

func usagef(format string, args ...any) error {
	return &exitError{code: exitUsage, err: fmt.Errorf(format, args...)}
}

// codeOf is the exit code of an error that a command returned.
func codeOf(err error) int {
	var e *exitError
	switch {
	case err == nil:
		return exitOK
	case errors.As(err, &e):
		return e.code
	}
	return exitUsage
}

// worstCode returns the worse of two exit codes: 1, 3, 2, 4, 0 in this order.
func worstCode(a, b int) int {
	order := map[int]int{exitOK: 0, exitUndecided: 1, exitNo: 2, exitBundle: 3, exitUsage: 4}
	if order[b] > order[a] {
		return b
	}
	return a
}

// callType is the type of the actions that are calls of tools.
const callType = "call_tool"

// decisionCode is the exit code of a decision: our own failure is 1; a denied
// call, a rejected action and a reply that cannot be used or is not whole are 2;
// a question, and a call that was not judged, are 4.
func decisionCode(d *schema.Decision) int {
	if d.Error != nil {
		return exitUsage
	}
	if d.Unusable != nil || len(d.Actions) == 0 {
		return exitNo
	}
	code := exitOK
	if d.Completeness == schema.CompletenessCut {
		code = exitNo
	}
	for _, a := range d.Extra {
		if action, _ := a.Value.(map[string]any); action["type"] == callType {
			code = worstCode(code, exitUndecided)
		}
	}
	for _, a := range d.Actions {
		switch {
		case a.Ignored != nil && *a.Ignored:
			if a.Type != nil && *a.Type == callType {
				code = worstCode(code, exitUndecided)
			}
		case !a.Accepted:
			code = worstCode(code, exitNo)
		case a.Decision != nil && *a.Decision == schema.OutcomeAsk:
			code = worstCode(code, exitUndecided)
		}
	}
	return code
}
