package jsonschema

import (
	"encoding/json"
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// Types are the names of types in schemas.
func Types() []string {
	return []string{"integer", "number", "boolean", "string", "object", "array", "null"}
}

// HasType reports whether a plain value has one of the types. A number without
// a fraction is an integer, however it is written.
func HasType(v any, types []string) bool {
	return slices.ContainsFunc(types, func(t string) bool { return isType(v, t) })
}

func isType(v any, t string) bool {
	switch v := v.(type) {
	case nil:
		return t == "null"
	case bool:
		return t == "boolean"
	case string:
		return t == "string"
	case json.Number:
		return t == "number" && finite(v) || t == "integer" && integral(v)
	case []any:
		return t == "array"
	case map[string]any:
		return t == "object"
	}
	return false
}

// finite excludes NaN and the infinities, which are no JSON numbers.
func finite(n json.Number) bool { return !strings.ContainsAny(string(n), "NaIfity") }

// maxExponentLength bounds the work on a number such as 1e999999999; the
// readers of replies refuse such numbers anyway.
const maxExponentLength = len("+9999")

// integral reports whether a number has no fraction.
func integral(n json.Number) bool {
	if !strings.ContainsAny(string(n), ".eE") {
		return finite(n)
	}
	if s, ok := shortOf(n); ok {
		return s.whole()
	}
	r, ok := rat(n)
	return ok && r.IsInt()
}

// rat is the exact value of a number; it fails for one that JSON has not and for
// one with an enormous exponent.
func rat(n json.Number) (*big.Rat, bool) {
	if i, err := strconv.ParseInt(string(n), 10, 64); err == nil {
		return new(big.Rat).SetInt64(i), true
	}
	_, exponent, _ := strings.Cut(strings.ToLower(string(n)), "e")
	if !finite(n) || len(exponent) > maxExponentLength {
		return nil, false
	}
	return new(big.Rat).SetString(string(n))
}

// comparing returns how a number compares with bounds; it fails for one that has
// no exact value.
func comparing(n json.Number) (func(*big.Rat) int, bool) {
	s, isShort := shortOf(n)
	var x *big.Rat
	if !isShort {
		exact, ok := rat(n)
		if !ok {
			return nil, false
		}
		x = exact
	}
	return func(bound *big.Rat) int {
		if isShort {
			if order, ok := s.compare(bound); ok {
				return order
			}
		}
		if x == nil {
			x, _ = rat(n)
		}
		return x.Cmp(bound)
	}, true
}

// multiple reports whether a number is a multiple of another.
func multiple(n json.Number, of *big.Rat) bool {
	x, ok := rat(n)
	return ok && x.Quo(x, of).IsInt()
}

// decimal writes a bound as JSON would, where it can.
func decimal(r *big.Rat) string {
	if r.IsInt() {
		return r.Num().String()
	}
	if digits, exact := r.FloatPrec(); exact {
		return r.FloatString(digits)
	}
	return r.RatString()
}
