package doc

import (
	"fmt"
	"strings"
)

// numberNode decodes -?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)? as far as
// it goes, as CPython does: 01 is 0 with something after it.
func (r *jsonReader) numberNode() (*Node, *SyntaxError) {
	if strings.HasPrefix(r.src[r.pos:], "-Infinity") {
		return r.notANumber("-Infinity")
	}
	size, digits, exponent := scanNumber(r.src[r.pos:])
	if size == 0 {
		return nil, r.syntax("Expecting value", r.pos)
	}
	if digits > MaxNumberDigits {
		return nil, r.fail(CodeLimitNumber, fmt.Sprintf("a number with more than the limit of %d digits", MaxNumberDigits), r.pos)
	}
	text := r.src[r.pos : r.pos+size]
	if exponentBeyond(exponent) {
		if err := r.found(Finding{CodeLimitNumber, r.pos, r.pos + size, text}); err != nil {
			return nil, err
		}
	}
	n, err := r.word(Number, text)
	if n != nil {
		n.Text = text
	}
	return n, err
}

// IsNumber reports whether a text is one number of JSON within the limits.
func IsNumber(s string) bool {
	size, digits, exponent := scanNumber(s)
	return size > 0 && size == len(s) && digits <= MaxNumberDigits && !exponentBeyond(exponent)
}

// scanNumber returns the length of the number at the start of s, 0 if there
// is none, how many digits stand before the exponent, and the exponent's
// digits.
func scanNumber(s string) (size, digits int, exponent string) {
	i := 0
	if strings.HasPrefix(s, "-") {
		i++
	}
	whole := countDigits(s[i:])
	if whole == 0 {
		return 0, 0, ""
	}
	if s[i] == '0' {
		whole = 1
	}
	i, digits = i+whole, whole
	if fraction := countDigits(after(s, i, ".")); fraction > 0 {
		i, digits = i+1+fraction, digits+fraction
	}
	if e := after(s, i, "eE"); e != "" {
		sign := 0
		if e[0] == '+' || e[0] == '-' {
			sign = 1
		}
		if n := countDigits(e[sign:]); n > 0 {
			return i + 1 + sign + n, digits, e[sign : sign+n]
		}
	}
	return i, digits, ""
}

// after returns what follows the byte at i if it is one of set.
func after(s string, i int, set string) string {
	if i < len(s) && strings.IndexByte(set, s[i]) >= 0 {
		return s[i+1:]
	}
	return ""
}

func countDigits(s string) int {
	n := 0
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	return n
}

// exponentBeyond reports whether an exponent's digits exceed the limit.
func exponentBeyond(digits string) bool {
	digits = strings.TrimLeft(digits, "0")
	return len(digits) > 4 // MaxNumberExponent is 9999
}
