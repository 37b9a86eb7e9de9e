package pyvalue

import "math"

// Tolerance says how far apart two numbers may be and still be the same: at
// most Relative times the larger magnitude, or Absolute.
type Tolerance struct {
	Relative float64 `json:"relative"`
	Absolute float64 `json:"absolute"`
}

// Close reports whether two doubles are the same within the tolerance, as
// Python's math.isclose decides it. Infinities are the same only when equal,
// and NaN is the same as nothing.
func (t Tolerance) Close(a, b float64) bool {
	switch {
	case a == b:
		return true
	case math.IsInf(a, 0) || math.IsInf(b, 0):
		return false
	}
	diff := math.Abs(a - b)
	return diff <= math.Abs(t.Relative*math.Max(math.Abs(a), math.Abs(b))) || diff <= t.Absolute
}

// maxEqualDepth bounds the nesting of values that are compared; deeper parts are unequal.
const maxEqualDepth = 1000

// Equal reports whether two values of a belief are the same: two ints exactly,
// other numbers within the tolerance, lists and objects member by member, NaN
// and NaN, and otherwise as Python's == has it, where true is 1 and false is 0.
func Equal(a, b any, t Tolerance) bool { return equal(a, b, t, 0) }

func equal(a, b any, t Tolerance, depth int) bool {
	if depth > maxEqualDepth {
		return false
	}
	if x, ok := numeric(a); ok {
		y, ok := numeric(b)
		return ok && equalNumbers(x, y, t)
	}
	switch a := a.(type) {
	case nil:
		return b == nil
	case string:
		s, ok := b.(string)
		return ok && a == s
	case []any:
		return equalLists(a, b, t, depth)
	case map[string]any:
		return equalMaps(a, b, t, depth)
	}
	return false
}

// numeric returns the number that a value counts as in a comparison, in which a bool is an int.
func numeric(v any) (Number, bool) {
	switch v {
	case true:
		return NumberOf(1)
	case false:
		return NumberOf(0)
	}
	return NumberOf(v)
}

func equalNumbers(a, b Number, t Tolerance) bool {
	if a.IsInt() && b.IsInt() {
		return a.Int.Cmp(b.Int) == 0
	}
	x, okX := a.Float64()
	y, okY := b.Float64()
	if !okX || !okY {
		return false
	}
	return t.Close(x, y) || math.IsNaN(x) && math.IsNaN(y)
}

func equalLists(a []any, b any, t Tolerance, depth int) bool {
	list, ok := b.([]any)
	if !ok || len(a) != len(list) {
		return false
	}
	for i := range a {
		if !equal(a[i], list[i], t, depth+1) {
			return false
		}
	}
	return true
}

func equalMaps(a map[string]any, b any, t Tolerance, depth int) bool {
	other, ok := b.(map[string]any)
	if !ok || len(a) != len(other) {
		return false
	}
	for key, value := range a {
		got, ok := other[key]
		if !ok || !equal(value, got, t, depth+1) {
			return false
		}
	}
	return true
}
