package eval

import (
	"errors"
	"fmt"

	"github.com/contractc/contractc/internal/celenv"
)

// FormulaError says why a formula has no value, for its author. Any other error
// of [Engine.Formula] is our own failure.
type FormulaError struct{ Message string }

// Error returns the message.
func (e *FormulaError) Error() string { return e.Message }

// Formula computes a formula of the claim contract, such as
// ({revenue:Q3} - {revenue:Q2}) / {revenue:Q2}, as the rules in force do. The
// values of its placeholders are plain JSON values by key; numbers are
// json.Number or float64. The result is finite.
func (e *Engine) Formula(formula string, values map[string]any) (result float64, err error) {
	defer recovered(&err)
	x, err := e.functions.FormulaEval(formula, values)
	var wrong *celenv.FormulaError
	if errors.As(err, &wrong) {
		return 0, &FormulaError{wrong.Message}
	}
	return x, err
}

// recovered turns a panic into an error.
func recovered(err *error) {
	if p := recover(); p != nil {
		*err = fmt.Errorf("panic: %v", p)
	}
}
