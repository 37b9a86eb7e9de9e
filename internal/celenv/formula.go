package celenv

import (
	"errors"
	"fmt"

	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
)

// FormulaError says what is wrong with a formula, for its author. Any other
// error of the functions on formulas is our own.
type FormulaError struct{ Message string }

// Error returns the message.
func (e *FormulaError) Error() string { return e.Message }

func isFormulaError(err error) bool {
	var wrong *FormulaError
	return errors.As(err, &wrong)
}

// formulaKeys: a formula that cannot be read has no keys; what is wrong with
// it, formula.error says.
func (fn Functions) formulaKeys() func([]ref.Val) (any, error) {
	if fn.FormulaKeys == nil {
		return nil
	}
	return func(args []ref.Val) (any, error) {
		s, ok := args[0].(types.String)
		if !ok {
			return nil, errNotString
		}
		keys, err := fn.keys(string(s))
		return append([]string{}, keys...), err
	}
}

func (fn Functions) keys(formula string) ([]string, error) {
	keys, err := fn.FormulaKeys(formula)
	if isFormulaError(err) {
		return nil, nil
	}
	return keys, err
}

func (fn Functions) formulaEval() func([]ref.Val) (any, error) {
	if fn.FormulaEval == nil || fn.FormulaKeys == nil {
		return nil
	}
	return func(args []ref.Val) (any, error) {
		formula, values, err := fn.formulaArguments(args)
		if err != nil {
			return nil, err
		}
		return fn.FormulaEval(formula, values)
	}
}

// formulaError returns what is wrong with a formula on these values, and the
// empty string when nothing is.
func (fn Functions) formulaError() func([]ref.Val) (any, error) {
	if fn.FormulaEval == nil || fn.FormulaKeys == nil {
		return nil
	}
	return func(args []ref.Val) (any, error) {
		formula, values, err := fn.formulaArguments(args)
		if err != nil {
			return nil, err
		}
		switch _, err := fn.FormulaEval(formula, values); {
		case err == nil:
			return "", nil
		case isFormulaError(err):
			return err.Error(), nil
		default:
			return nil, err
		}
	}
}

func (fn Functions) formulaSame() func([]ref.Val) (any, error) {
	if fn.FormulaSame == nil {
		return nil
	}
	return func(args []ref.Val) (any, error) {
		stated, ok := plain(args[0])
		computed, isDouble := args[1].(types.Double)
		if !ok || !isDouble {
			return nil, errNotPlain
		}
		return fn.FormulaSame(stated, float64(computed))
	}
}

// formulaArguments pairs the values with the formula's keys, whose order they
// are in.
func (fn Functions) formulaArguments(args []ref.Val) (string, map[string]any, error) {
	formula, ok := args[0].(types.String)
	if !ok {
		return "", nil, errNotString
	}
	list, ok := args[1].(lister)
	if !ok {
		return "", nil, errNotPlain
	}
	keys, err := fn.keys(string(formula))
	if err != nil {
		return "", nil, err
	}
	if list.Size() != types.Int(len(keys)) {
		return "", nil, fmt.Errorf("the formula has %d keys, and %v values are given", len(keys), list.Size())
	}
	values := make(map[string]any, len(keys))
	for i, key := range keys {
		v, ok := plain(list.Get(types.Int(i)))
		if !ok {
			return "", nil, errNotPlain
		}
		values[key] = v
	}
	return string(formula), values, nil
}
