package pyvalue

import (
	"encoding/json"
	"math"
	"math/big"
	"strconv"
	"strings"
)

// Number is a Python int of any size or a float.
type Number struct {
	// Int is the value of an int, and nil for a float.
	Int *big.Int
	// Float is the value of a float; for an int it is not set.
	Float float64
}

// NumberOf returns the number that a plain value is. A bool is not a number
// here, nor is a text that looks like one.
func NumberOf(v any) (Number, bool) {
	switch v := v.(type) {
	case json.Number:
		return parseNumber(string(v))
	case float64:
		return Number{Float: v}, true
	case int:
		return Number{Int: big.NewInt(int64(v))}, true
	case int64:
		return Number{Int: big.NewInt(v)}, true
	}
	return Number{}, false
}

// maxDigits is the number of digits above which CPython refuses to read an int.
const maxDigits = 4300

func parseNumber(s string) (Number, bool) {
	if !strings.ContainsAny(s, ".eEnN") {
		if len(s) > maxDigits+1 {
			return Number{}, false
		}
		n, ok := new(big.Int).SetString(s, 10)
		return Number{Int: n}, ok
	}
	x, err := strconv.ParseFloat(s, 64)
	if err != nil && !math.IsInf(x, 0) {
		return Number{}, false
	}
	return Number{Float: x}, true
}

// Float64 returns the nearest double. It reports false for an int that is too
// large for one, on which Python raises OverflowError.
func (n Number) Float64() (float64, bool) {
	if n.Int == nil {
		return n.Float, true
	}
	x, _ := new(big.Float).SetInt(n.Int).Float64()
	return x, !math.IsInf(x, 0)
}

// IsInt reports whether the number is an int.
func (n Number) IsInt() bool { return n.Int != nil }

// Finite reports whether the number is neither NaN nor infinite.
func (n Number) Finite() bool {
	return n.Int != nil || !math.IsNaN(n.Float) && !math.IsInf(n.Float, 0)
}
