package value

import "strings"

// parts are the digits of a number: no leading zeros in whole, no trailing
// zeros in fraction; zero is never negative.
type parts struct {
	negative        bool
	whole, fraction string
}

// split takes a number apart that isInteger or isDecimal accepts.
func split(text string) parts {
	digits, negative := strings.CutPrefix(text, "-")
	whole, fraction, _ := strings.Cut(digits, ".")
	whole = strings.TrimLeft(whole, "0")
	fraction = strings.TrimRight(fraction, "0")
	return parts{negative && whole+fraction != "", whole, fraction}
}

// compareDigits orders two numbers of any length by their value.
func compareDigits(a, b string) int {
	x, y := split(a), split(b)
	switch {
	case x.negative && !y.negative:
		return -1
	case !x.negative && y.negative:
		return 1
	case x.negative:
		return -compareMagnitude(x, y)
	}
	return compareMagnitude(x, y)
}

func compareMagnitude(x, y parts) int {
	if len(x.whole) != len(y.whole) {
		return sign(len(x.whole) - len(y.whole))
	}
	if c := strings.Compare(x.whole, y.whole); c != 0 {
		return c
	}
	return strings.Compare(x.fraction, y.fraction)
}

func sign(n int) int {
	switch {
	case n < 0:
		return -1
	case n > 0:
		return 1
	}
	return 0
}

// isInteger reports whether text has the form that IntegerValue requires.
func isInteger(text string) bool {
	digits := strings.TrimPrefix(text, "-")
	return isDigits(digits) && (digits == "0" || digits[0] != '0')
}

// isDecimal reports whether text has the form that DecimalValue requires.
func isDecimal(text string) bool {
	whole, fraction, point := strings.Cut(text, ".")
	return point && isInteger(whole) && isDigits(fraction)
}

func isDigits(text string) bool {
	for i := 0; i < len(text); i++ {
		if text[i] < '0' || text[i] > '9' {
			return false
		}
	}
	return text != ""
}

// canonicalInteger returns the one spelling of an integer: no negative zero.
func canonicalInteger(text string) string {
	if text == "-0" {
		return "0"
	}
	return text
}

// canonicalDecimal returns the one spelling of a decimal: no negative zero, no
// trailing zeros beyond the first digit after the point.
func canonicalDecimal(text string) string {
	trimmed := strings.TrimRight(text, "0")
	if strings.HasSuffix(trimmed, ".") {
		trimmed += "0"
	}
	if trimmed == "-0.0" {
		return "0.0"
	}
	return trimmed
}
