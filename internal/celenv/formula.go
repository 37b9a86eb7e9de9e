package celenv

import (
	"fmt"

	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
)

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
		keys, err := fn.FormulaKeys(string(s))
		if err != nil {
			return []string{}, nil
		}
		return keys, nil
	}
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
		if _, err := fn.FormulaEval(formula, values); err != nil {
			return err.Error(), nil
		}
		return "", nil
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
		return fn.FormulaSame(stated, float64(computed)), nil
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
	keys, err := fn.FormulaKeys(string(formula))
	if err != nil {
		keys = nil
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
