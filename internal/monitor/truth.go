package monitor

import "github.com/contractc/contractc/schema"

// Truth is a truth value of Kleene's strong three-valued logic. Its order is
// that of the constants: conjunction is the least, disjunction the greatest.
type Truth uint8

// The truth values.
const (
	False Truth = iota
	Unknown
	True
)

// String returns false, unknown or true.
func (t Truth) String() string {
	switch t {
	case False:
		return "false"
	case True:
		return "true"
	}
	return "unknown"
}

// Not returns the negation; unknown stays unknown.
func (t Truth) Not() Truth { return True - t }

// And returns the conjunction.
func (t Truth) And(u Truth) Truth { return min(t, u) }

// Or returns the disjunction.
func (t Truth) Or(u Truth) Truth { return max(t, u) }

// join is the truth of what is either t or u.
func (t Truth) join(u Truth) Truth {
	if t == u {
		return t
	}
	return Unknown
}

func truthOf(b bool) Truth {
	if b {
		return True
	}
	return False
}

// compared is the truth of "x op y" where sign is the sign of x - y.
func compared(op schema.Comparison, sign int) Truth {
	switch op {
	case schema.ComparisonEq:
		return truthOf(sign == 0)
	case schema.ComparisonNe:
		return truthOf(sign != 0)
	case schema.ComparisonLt:
		return truthOf(sign < 0)
	case schema.ComparisonLe:
		return truthOf(sign <= 0)
	case schema.ComparisonGt:
		return truthOf(sign > 0)
	case schema.ComparisonGe:
		return truthOf(sign >= 0)
	}
	return Unknown
}

// comparedRange is the truth of "x op y" for all x of an interval, where low
// and high are the signs of its ends less y.
func comparedRange(op schema.Comparison, low, high int) Truth {
	switch {
	case op == schema.ComparisonEq && low < 0 && high > 0,
		op == schema.ComparisonNe && low < 0 && high > 0:
		return Unknown
	}
	return compared(op, low).join(compared(op, high))
}

// validComparison reports whether op is one of the six.
func validComparison(op schema.Comparison) bool {
	switch op {
	case schema.ComparisonEq, schema.ComparisonNe, schema.ComparisonLt,
		schema.ComparisonLe, schema.ComparisonGt, schema.ComparisonGe:
		return true
	}
	return false
}

// inWords is how reasons write a comparison before its bound.
func inWords(op schema.Comparison) string {
	switch op {
	case schema.ComparisonEq:
		return "exactly"
	case schema.ComparisonNe:
		return "anything but"
	case schema.ComparisonLt:
		return "less than"
	case schema.ComparisonLe:
		return "at most"
	case schema.ComparisonGt:
		return "more than"
	}
	return "at least"
}
