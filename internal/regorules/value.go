package regorules

import (
	"encoding/json"

	"github.com/open-policy-agent/opa/v1/ast"
)

// MaxInputDepth bounds the nesting of the input.
const MaxInputDepth = 500

// Convert makes the value of OPA for a plain value: nil, bool, string,
// json.Number, int, int64, []any, []string, map[string]any, or an ast.Value,
// which is taken as it is. Any other type, a number that is no JSON number and
// nesting beyond [MaxInputDepth] are errors of type [EvalError].
func Convert(v any) (ast.Value, error) { return convert(v, 0) }

func convert(v any, depth int) (ast.Value, error) {
	if depth > MaxInputDepth {
		return nil, evalErrorf(FailedInput, "the input nests deeper than %d levels", MaxInputDepth)
	}
	switch x := v.(type) {
	case nil:
		return ast.NullValue, nil
	case ast.Value:
		return x, nil
	case bool:
		return ast.InternedTerm(x).Value, nil
	case string:
		return ast.String(x), nil
	case int:
		return ast.InternedTerm(x).Value, nil
	case int64:
		return ast.InternedTerm(int(x)).Value, nil
	case json.Number:
		if !json.Valid([]byte(x)) {
			return nil, evalErrorf(FailedInput, "%q is no number", string(x))
		}
		return ast.Number(x), nil
	case []string:
		return convertTexts(x), nil
	case []any:
		return convertList(x, depth)
	case map[string]any:
		return convertMap(x, depth)
	}
	return nil, evalErrorf(FailedInput, "a value of type %T cannot be input", v)
}

func convertTexts(list []string) ast.Value {
	terms := make([]*ast.Term, len(list))
	for i, s := range list {
		terms[i] = ast.StringTerm(s)
	}
	return ast.NewArray(terms...)
}

func convertList(list []any, depth int) (ast.Value, error) {
	terms := make([]*ast.Term, len(list))
	for i, x := range list {
		v, err := convert(x, depth+1)
		if err != nil {
			return nil, err
		}
		terms[i] = ast.NewTerm(v)
	}
	return ast.NewArray(terms...), nil
}

func convertMap(m map[string]any, depth int) (ast.Value, error) {
	pairs := make([][2]*ast.Term, 0, len(m))
	for key, x := range m {
		v, err := convert(x, depth+1)
		if err != nil {
			return nil, err
		}
		pairs = append(pairs, [2]*ast.Term{ast.StringTerm(key), ast.NewTerm(v)})
	}
	return ast.NewObject(pairs...), nil
}
