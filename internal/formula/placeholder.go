package formula

import (
	"strconv"
	"strings"

	"github.com/contractc/contractc/internal/pyexpr"
	"github.com/contractc/contractc/internal/pyvalue"
)

// placeholder is one occurrence of {key}, at the bytes start to end of the text.
type placeholder struct {
	key        string
	start, end int
}

// findPlaceholders returns the placeholders of a text in order, wherever they
// stand. A key is one or more characters other than braces and white space.
func findPlaceholders(expr string) []placeholder {
	var found []placeholder
	open := -1
	for i, r := range expr {
		switch {
		case r == '{':
			open = i
		case r == '}' && open >= 0 && i > open+1:
			found = append(found, placeholder{key: expr[open+1 : i], start: open, end: i + 1})
			open = -1
		case r == '}' || pyvalue.IsSpace(r):
			open = -1
		}
	}
	return found
}

// generatedPrefix begins the names that replace placeholders in the textual reading.
const generatedPrefix = "_v"

// checkNames refuses a formula that holds a generated name itself, in a comment too, as it stands when the placeholders are deleted. Where
// no names are generated it is refused all the same, so that the readings differ in nothing else than placeholders.
func checkNames(expr string, places []placeholder) error {
	var b strings.Builder
	from := 0
	for _, p := range places {
		b.WriteString(expr[from:p.start])
		from = p.end
	}
	b.WriteString(expr[from:])
	if name := generatedName(b.String()); name != "" {
		return unknownName(name)
	}
	return nil
}

// generatedName returns the first whole word in s that is the prefix and digits, or "".
func generatedName(s string) string {
	for _, word := range strings.FieldsFunc(s, func(r rune) bool { return !pyvalue.IsWord(r) }) {
		digits, ok := strings.CutPrefix(word, generatedPrefix)
		if ok && digits != "" && strings.TrimFunc(digits, func(r rune) bool { return pyvalue.DigitValue(r) >= 0 }) == "" {
			return word
		}
	}
	return ""
}

// readValues returns the value of each placeholder in order.
func readValues(places []placeholder, env map[string]any) ([]float64, error) {
	values := make([]float64, len(places))
	for i, p := range places {
		v, ok := env[p.key]
		if !ok {
			return nil, fail(Missing, "formula references {%s}, which is not available", p.key)
		}
		n, ok := pyvalue.NumberOf(v)
		if !ok {
			return nil, fail(NotNumeric, "{%s} has non-numeric value %s", p.key, pyexpr.Repr(v))
		}
		x, fits := n.Float64()
		switch {
		case !fits:
			return nil, fail(TooLarge, "{%s} is too large: %s", p.key, pyexpr.Repr(v))
		case !n.Finite():
			return nil, fail(Infinite, "{%s} is not a finite number: %s", p.key, pyexpr.Repr(v))
		}
		values[i] = x
	}
	return values, nil
}

// substitute writes a generated name in the place of each placeholder, and returns the values by name.
func substitute(expr string, places []placeholder, values []float64) (string, map[string]float64, []placeholder) {
	var b strings.Builder
	names := make(map[string]float64, len(places))
	from := 0
	for i, p := range places {
		name := generatedPrefix + strconv.Itoa(i)
		names[name] = values[i]
		b.WriteString(expr[from:p.start])
		b.WriteString(name)
		from = p.end
	}
	b.WriteString(expr[from:])
	return b.String(), names, nil
}
