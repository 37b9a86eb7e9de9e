package celenv

import (
	"encoding/json"
	"math"
	"reflect"
	"strconv"
	"strings"

	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"

	"github.com/contractc/contractc/schema"
)

// adapter turns plain values into values of CEL. It holds no state.
type adapter struct{}

// NativeToValue implements types.Adapter.
func (a adapter) NativeToValue(v any) ref.Val {
	switch v := v.(type) {
	case nil:
		return types.NullValue
	case ref.Val:
		return v
	case bool:
		return types.Bool(v)
	case string:
		return types.String(v)
	case json.Number:
		return numberValue(string(v))
	case int64:
		return types.Int(v)
	case int:
		return types.Int(v)
	case float64:
		return types.Double(v)
	case schema.Any:
		return a.NativeToValue(v.Value)
	case *schema.Any:
		if v == nil {
			return types.NullValue
		}
		return a.NativeToValue(v.Value)
	case map[string]any:
		return newPlainMap(v)
	case []any:
		return types.NewDynamicList(a, v)
	case []string:
		return types.NewStringList(a, v)
	case []ref.Val:
		return types.NewRefValList(a, v)
	}
	return types.DefaultTypeAdapter.NativeToValue(v)
}

// numberValue is a JSON number in CEL: an int where it is written as one and
// fits 64 bits, the nearest double where it has a point or an exponent, and
// otherwise a value that only functions can read.
func numberValue(text string) ref.Val {
	if !strings.ContainsAny(text, ".eEnN") {
		if i, err := strconv.ParseInt(text, 10, 64); err == nil {
			return types.Int(i)
		}
		return bigNumber(text)
	}
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return bigNumber(text)
	}
	return types.Double(x)
}

// bigNumberType is the type of numbers that CEL cannot hold.
func bigNumberType() *types.Type { return types.NewOpaqueType(typePrefix + "Number") }

// bigNumber is the text of a number that CEL cannot hold. Operators have no
// overload for it, so that none of them rounds it.
type bigNumber string

// ConvertToNative implements ref.Val.
func (n bigNumber) ConvertToNative(reflect.Type) (any, error) { return json.Number(n), nil }

// ConvertToType implements ref.Val.
func (n bigNumber) ConvertToType(t ref.Type) ref.Val {
	if t == types.TypeType {
		return bigNumberType()
	}
	return types.NewErr("the number is too large to be converted")
}

// Equal implements ref.Val: the same text.
func (n bigNumber) Equal(other ref.Val) ref.Val {
	m, ok := other.(bigNumber)
	return types.Bool(ok && m == n)
}

// Type implements ref.Val.
func (n bigNumber) Type() ref.Type { return bigNumberType() }

// Value implements ref.Val.
func (n bigNumber) Value() any { return json.Number(n) }

// maxPlainDepth bounds the nesting of values that are turned into plain ones.
const maxPlainDepth = 200

// plain turns a value of CEL into nil, bool, string, json.Number, []any or
// map[string]any. It reports false for objects and types, for maps with keys
// that are not strings, and for values that are nested too deeply.
func plain(v ref.Val) (any, bool) { return plainAt(v, 0) }

func plainAt(v ref.Val, depth int) (any, bool) {
	if depth > maxPlainDepth {
		return nil, false
	}
	switch v := v.(type) {
	case types.Null:
		return nil, true
	case types.Bool:
		return bool(v), true
	case types.String:
		return string(v), true
	case types.Int:
		return json.Number(strconv.FormatInt(int64(v), 10)), true
	case types.Uint:
		return json.Number(strconv.FormatUint(uint64(v), 10)), true
	case types.Double:
		return floatNumber(float64(v)), true
	case bigNumber:
		return json.Number(v), true
	case *plainMap:
		return v.values, true
	case lister:
		return plainList(v, depth)
	case mapper:
		return plainFields(v, depth)
	}
	return nil, false
}

// floatNumber writes a double so that it reads as one again, never as an
// integer.
func floatNumber(x float64) json.Number {
	switch {
	case math.IsNaN(x):
		return "NaN"
	case math.IsInf(x, 1):
		return "Infinity"
	case math.IsInf(x, -1):
		return "-Infinity"
	}
	text := strconv.FormatFloat(x, 'g', -1, 64)
	if !strings.ContainsAny(text, ".e") {
		text += ".0"
	}
	return json.Number(text)
}

func plainList(l lister, depth int) (any, bool) {
	if native, ok := l.Value().([]any); ok {
		return native, true
	}
	out := []any{}
	for it := l.Iterator(); it.HasNext() == types.True; {
		item, ok := plainAt(it.Next(), depth+1)
		if !ok {
			return nil, false
		}
		out = append(out, item)
	}
	return out, true
}

func plainFields(m mapper, depth int) (any, bool) {
	out := map[string]any{}
	for it := m.Iterator(); it.HasNext() == types.True; {
		key := it.Next()
		name, ok := key.(types.String)
		if !ok {
			return nil, false
		}
		item, ok := plainAt(m.Get(key), depth+1)
		if !ok {
			return nil, false
		}
		out[string(name)] = item
	}
	return out, true
}
