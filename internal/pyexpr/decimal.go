package pyexpr

import (
	"strconv"
	"strings"
)

// maxDecimalDigits is enough for every finite double written out.
const maxDecimalDigits = 800

// Decimal returns the exact number without an exponent: an optional minus sign, digits without leading zeros, a point and at least one digit.
// Digits are kept as written, so that 1.50 gives "1.50". It returns false where that takes more than 800 digits.
func (f Float) Decimal() (string, bool) {
	sign, rest := cutSign(f.Number)
	mantissa, exponent, _ := strings.Cut(rest, "e")
	whole, fraction, _ := strings.Cut(mantissa, ".")
	shift, ok := smallExponent(exponent)
	if !ok || len(whole)+len(fraction)+max(shift, -shift) > maxDecimalDigits {
		return "", false
	}
	digits, point := whole+fraction, len(whole)+shift
	if point < 0 {
		digits, point = strings.Repeat("0", -point)+digits, 0
	}
	if point > len(digits) {
		digits += strings.Repeat("0", point-len(digits))
	}
	return sign + orZero(strings.TrimLeft(digits[:point], "0")) + "." + orZero(digits[point:]), true
}

func cutSign(s string) (sign, rest string) {
	if strings.HasPrefix(s, "-") {
		return "-", s[1:]
	}
	return "", s
}

func smallExponent(s string) (int, bool) {
	if s == "" {
		return 0, true
	}
	n, err := strconv.Atoi(s)
	return n, err == nil && -maxDecimalDigits <= n && n <= maxDecimalDigits
}

func orZero(s string) string {
	if s == "" {
		return "0"
	}
	return s
}
