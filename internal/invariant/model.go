package invariant

import (
	"fmt"
	"strings"

	"cel.dev/cel-go/cel"

	"github.com/contractc/contractc/internal/solver"
)

// values are the inputs of a model, by variable, fields as maps. A field that is
// absent is left out; one of which nothing is known has the empty value of its
// type.
func (q *question) values(model map[string]solver.Expr) (map[string]any, error) {
	plain := map[string]any{}
	for i, symbol := range q.symbols {
		v, err := plainValue(q.sorts[q.paths[i]], model[symbol])
		if err != nil {
			return nil, err
		}
		plain[q.paths[i]] = v
	}
	out := map[string]any{}
	for _, path := range q.order {
		if strings.HasSuffix(path, presentMark) || strings.Contains(path, tagMark) {
			continue
		}
		v, known := plain[path]
		if !known {
			v, known = dynamicValue(path, plain)
		}
		if !known {
			v = empty(q.types[path])
		}
		put(out, strings.Split(path, fieldMark), "", plain, v)
	}
	return out, nil
}

// put stores a value at a path unless a part of the path is absent.
func put(into map[string]any, path []string, before string, plain map[string]any, v any) {
	here := path[0]
	if before != "" {
		here = before + fieldMark + path[0]
	}
	if there, asked := plain[here+presentMark]; asked && there == false {
		return
	}
	if len(path) == 1 {
		if _, taken := into[path[0]].(map[string]any); !taken {
			into[path[0]] = v
		}
		return
	}
	if tag, asked := plain[here+tagMark+"tag"]; asked && tag != int64(tagMap) {
		return
	}
	inner, ok := into[path[0]].(map[string]any)
	if !ok {
		inner = map[string]any{}
		into[path[0]] = inner
	}
	put(inner, path[1:], here, plain, v)
}

// empty is the value of an input of which nothing is known.
func empty(t *cel.Type) any {
	switch t.Kind() {
	case cel.ListKind:
		return []any{}
	case cel.DoubleKind:
		return 0.0
	case cel.UintKind:
		return uint64(0)
	case cel.BytesKind:
		return []byte{}
	case cel.MapKind, cel.StructKind:
		return map[string]any{}
	}
	return ""
}

func plainValue(s sort, e solver.Expr) (any, error) {
	switch s {
	case intSort:
		if n, ok := e.Number(); ok && n.IsInt() && n.Num().IsInt64() {
			return n.Num().Int64(), nil
		}
	case textSort:
		if text, ok := e.Text(); ok {
			return text, nil
		}
	default:
		if b, ok := e.Bool(); ok {
			return b, nil
		}
	}
	return nil, fmt.Errorf("a value of the counterexample cannot be read")
}
