package predicate

import (
	"math/big"
	"strconv"
	"strings"

	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/literal"
)

// rat is the exact value of a number; it fails for one with an enormous exponent.
func rat(text string) (*big.Rat, bool) {
	_, exponent, _ := strings.Cut(strings.ToLower(text), "e")
	if len(exponent) > len("+9999") {
		return nil, false
	}
	return new(big.Rat).SetString(text)
}

// number writes a number as a literal: an int where it is a whole number within
// 64 bits, and otherwise a double. A whole number that is neither fails.
func number(text string) (string, bool) {
	r, ok := rat(text)
	if !ok {
		return "", false
	}
	if r.IsInt() && r.Num().IsInt64() {
		return r.Num().String(), true
	}
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || r.IsInt() && new(big.Rat).SetFloat64(x).Cmp(r) != 0 {
		return "", false
	}
	return double(x), true
}

// double writes a double as a literal.
func double(x float64) string {
	text := strconv.FormatFloat(x, 'g', -1, 64)
	if !strings.ContainsAny(text, ".e") {
		text += ".0"
	}
	return text
}

// literalOf writes a value as a literal. It fails where a number in it does.
func literalOf(n *doc.Node) (string, bool) {
	switch n.Kind {
	case doc.Null:
		return "null", true
	case doc.Bool:
		return strconv.FormatBool(n.Bool), true
	case doc.Number:
		return number(n.Text)
	case doc.String:
		return literal.CEL(n.Text), true
	case doc.List:
		parts := make([]string, len(n.Items))
		for i, item := range n.Items {
			part, ok := literalOf(item)
			if !ok {
				return "", false
			}
			parts[i] = "dyn(" + part + ")"
		}
		return "[" + strings.Join(parts, ", ") + "]", true
	case doc.Map:
		parts := make([]string, len(n.Fields))
		for i, f := range n.Fields {
			part, ok := literalOf(f.Value)
			if !ok {
				return "", false
			}
			parts[i] = literal.CEL(f.Key) + ": dyn(" + part + ")"
		}
		return "{" + strings.Join(parts, ", ") + "}", true
	}
	return "", false
}
