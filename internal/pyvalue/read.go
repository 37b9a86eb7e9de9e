package pyvalue

import (
	"math"
	"math/big"
	"strconv"
	"strings"
	"unicode"
)

// ParseFloat reads a text as Python's float does: white space around it, a sign,
// digits of any script with single underscores between them, a point, an
// exponent, or inf, infinity and nan in any case. An overflow is an infinity.
func ParseFloat(s string) (float64, bool) {
	s, ok := plainDigits(Strip(s))
	if !ok {
		return 0, false
	}
	unsigned := strings.TrimLeft(s, "+-")
	switch lower := strings.ToLower(unsigned); {
	case len(s)-len(unsigned) > 1:
		return 0, false
	case lower == "inf" || lower == "infinity" || lower == "nan":
	case !isDecimal(lower):
		return 0, false
	}
	x, err := strconv.ParseFloat(s, 64)
	return x, err == nil || math.IsInf(x, 0)
}

// isDecimal reports whether s is digits with an optional point and an optional exponent.
func isDecimal(s string) bool {
	mantissa, exponent, hasExponent := strings.Cut(s, "e")
	whole, fraction, _ := strings.Cut(mantissa, ".")
	if whole+fraction == "" || !onlyDigits(whole+fraction) {
		return false
	}
	if hasExponent && exponent != "" && (exponent[0] == '+' || exponent[0] == '-') {
		exponent = exponent[1:]
	}
	return !hasExponent || exponent != "" && onlyDigits(exponent)
}

func onlyDigits(s string) bool { return strings.Trim(s, "0123456789") == "" }

// ParseInt reads a text as Python's int does: white space around it, a sign and
// digits of any script with single underscores between them, at most 4,300.
func ParseInt(s string) (*big.Int, bool) {
	s, ok := plainDigits(Strip(s))
	unsigned := strings.TrimLeft(s, "+-")
	if !ok || unsigned == "" || len(s)-len(unsigned) > 1 || len(unsigned) > maxDigits || !onlyDigits(unsigned) {
		return nil, false
	}
	return new(big.Int).SetString(s, 10)
}

// plainDigits writes digits of any script in ASCII and drops underscores, each of which must stand between two digits.
func plainDigits(s string) (string, bool) {
	var b strings.Builder
	digitBefore, underscore := false, false
	for _, r := range s {
		d := DigitValue(r)
		if underscore && d < 0 || r == '_' && !digitBefore {
			return "", false
		}
		underscore, digitBefore = r == '_', d >= 0
		switch {
		case d >= 0:
			b.WriteByte(byte('0' + d))
		case r != '_':
			b.WriteRune(r)
		}
	}
	return b.String(), !underscore
}

// DigitValue returns the value of a decimal digit of any script (Unicode class
// Nd, whose digits stand in runs of ten), and −1 for any other character.
func DigitValue(r rune) int {
	if '0' <= r && r <= '9' {
		return int(r - '0')
	}
	if r < 0x80 || !unicode.Is(unicode.Nd, r) {
		return -1
	}
	for _, rng := range unicode.Nd.R16 {
		if rune(rng.Lo) <= r && r <= rune(rng.Hi) {
			return int(r-rune(rng.Lo)) % 10
		}
	}
	for _, rng := range unicode.Nd.R32 {
		if rune(rng.Lo) <= r && r <= rune(rng.Hi) {
			return int(r-rune(rng.Lo)) % 10
		}
	}
	return -1
}
