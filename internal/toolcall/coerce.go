package toolcall

import (
	"encoding/json"
	"math"
	"math/big"
	"slices"
	"strings"

	"github.com/contractc/contractc/internal/pyexpr"
	"github.com/contractc/contractc/internal/pyvalue"
)

// scalar returns the one scalar type of a parameter, null aside. Parameters of other types take any value.
func (p Param) scalar() (string, bool) {
	rest := slices.DeleteFunc(slices.Clone(p.Types), func(t string) bool { return t == "null" })
	if len(rest) != 1 {
		return "", false
	}
	switch rest[0] {
	case "integer", "number", "boolean", "string":
		return rest[0], true
	}
	return "", false
}

// annotation writes the types as a signature in Python does.
func (p Param) annotation() string {
	kind, _ := p.scalar()
	name := map[string]string{"integer": "int", "number": "float", "boolean": "bool", "string": "str"}[kind]
	if slices.Contains(p.Types, "null") {
		return name + " | None"
	}
	return name
}

// coerce reads a value as the parameter's type demands. Null fits only where the types name it, and a bool is never a number or a text.
func (p Param) coerce(v any) (any, bool) {
	kind, checked := p.scalar()
	if !checked || v == nil {
		return v, !checked || slices.Contains(p.Types, "null")
	}
	switch kind {
	case "integer":
		return integer(v)
	case "number":
		return float(v)
	case "boolean":
		return boolean(v)
	}
	return text(v)
}

// integer takes ints, floats with an integral value, and texts that Python's int reads.
func integer(v any) (any, bool) {
	if s, ok := v.(string); ok {
		n, ok := pyvalue.ParseInt(s)
		if !ok {
			return nil, false
		}
		return json.Number(n.String()), true
	}
	n, ok := pyvalue.NumberOf(v)
	switch {
	case !ok || !n.Finite():
		return nil, false
	case n.IsInt():
		return json.Number(n.Int.String()), true
	case n.Float != math.Trunc(n.Float):
		return nil, false
	}
	whole, _ := big.NewFloat(n.Float).Int(nil)
	return json.Number(whole.String()), true
}

// float takes numbers, and texts that Python's float reads, NaN and infinities included.
func float(v any) (any, bool) {
	if s, ok := v.(string); ok {
		x, ok := pyvalue.ParseFloat(s)
		return floatNumber(x), ok
	}
	n, ok := pyvalue.NumberOf(v)
	if !ok {
		return nil, false
	}
	x, fits := n.Float64()
	return floatNumber(x), fits
}

// floatNumber writes a double so that it stays a float.
func floatNumber(x float64) json.Number {
	switch {
	case math.IsNaN(x):
		return "NaN"
	case math.IsInf(x, 1):
		return "Infinity"
	case math.IsInf(x, -1):
		return "-Infinity"
	}
	return json.Number(pyexpr.Repr(x))
}

func boolean(v any) (any, bool) {
	if s, ok := v.(string); ok {
		switch strings.ToLower(s) {
		case "true", "yes", "1":
			return true, true
		case "false", "no", "0":
			return false, true
		}
		return nil, false
	}
	b, ok := v.(bool)
	return b, ok
}

// text takes texts, and numbers as Python's str prints them.
func text(v any) (any, bool) {
	if s, ok := v.(string); ok {
		return s, true
	}
	if _, ok := pyvalue.NumberOf(v); ok {
		return pyexpr.Repr(v), true
	}
	return nil, false
}
