package pyexpr

import (
	"math/big"
	"strconv"
	"strings"
)

// distinct checks the members of a set or the keys of a dict: each can be hashed, and, where the text is a call, no two are equal.
func (p *parser) distinct(items []Literal, complaint string) *Error {
	seen := make(map[string]bool, len(items))
	for _, item := range items {
		key, ok := Identity(item)
		if !ok {
			return fail("expression.unhashable", item.At(), "use a text, number, bytes or tuple", "a list, set or dict cannot be a member of a set or a key of a dict")
		}
		if seen[key] && !p.loose {
			return fail("expression.duplicate", item.At(), "leave one out", "%s", complaint)
		}
		seen[key] = true
	}
	return nil
}

// Identity returns a text that is the same for two literals exactly where Python's == and hash take them for one key: 1, 1.0 and True are one.
// It returns false for a list, set or dict, which cannot be a key.
func Identity(l Literal) (string, bool) {
	switch l := l.(type) {
	case None:
		return "none", true
	case Bool:
		if l.Value {
			return "n1", true
		}
		return "n0", true
	case Int:
		return "n" + l.Digits, true
	case Float:
		return floatIdentity(l), true
	case String:
		return "s" + l.Value, true
	case Bytes:
		return "b" + string(l.Value), true
	case ClassRef:
		return "c" + Dotted(l.Path), true
	case Tuple:
		return tupleIdentity(l)
	default:
		return "", false
	}
}

// floatIdentity is that of the double, whose equality with an integer is exact.
func floatIdentity(f Float) string {
	x, _ := strconv.ParseFloat(f.Number, 64)
	if n, accuracy := big.NewFloat(0).SetFloat64(finite(x)).Int(nil); accuracy == big.Exact && finite(x) == x {
		return "n" + n.String()
	}
	return "f" + strconv.FormatFloat(x, 'g', -1, 64)
}

func finite(x float64) float64 {
	if x-x != 0 {
		return 0
	}
	return x
}

func tupleIdentity(t Tuple) (string, bool) {
	var b strings.Builder
	b.WriteString("t")
	for _, item := range t.Items {
		key, ok := Identity(item)
		if !ok {
			return "", false
		}
		b.WriteString(strconv.Itoa(len(key)) + ":" + key)
	}
	return b.String(), true
}
