package toolargs

import (
	"encoding/json"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/contractc/contractc/internal/pyexpr"
	"github.com/contractc/contractc/internal/pyvalue"
)

// coerce returns the arguments with texts read as the numbers and booleans
// that the schema wants, and numbers written as texts. A boolean is never a
// number or a text. What cannot be read stays as it is.
func coerce(types map[string][]string, args any) any {
	m, ok := args.(map[string]any)
	if !ok {
		return args
	}
	out := maps.Clone(m)
	for name, value := range m {
		if want, ok := plainType(types[name]); ok {
			out[name] = coerceTo(value, want)
		}
	}
	return out
}

// plainType returns the one type of a property, null aside.
func plainType(types []string) (string, bool) {
	rest := slices.DeleteFunc(slices.Clone(types), func(t string) bool { return t == "null" })
	if len(rest) != 1 {
		return "", false
	}
	return rest[0], true
}

func coerceTo(v any, want string) any {
	s, isText := v.(string)
	n, isNumber := v.(json.Number)
	switch {
	case isText && want == "integer":
		if i, ok := pyvalue.ParseInt(s); ok {
			return json.Number(i.String())
		}
	case isText && want == "number":
		if x, ok := pyvalue.ParseFloat(s); ok && !math.IsNaN(x) && !math.IsInf(x, 0) {
			return json.Number(strconv.FormatFloat(x, 'g', -1, 64))
		}
	case isText && want == "boolean":
		switch strings.ToLower(s) {
		case "true", "yes", "1":
			return true
		case "false", "no", "0":
			return false
		}
	case isNumber && want == "string":
		return pyexpr.Repr(n)
	}
	return v
}
