package canonical

import (
	"math"
	"strconv"
	"strings"
)

// appendNumber writes a JSON number token.
func appendNumber(dst []byte, text string, mode numbers) ([]byte, error) {
	switch {
	case isSafeInteger(text):
		return append(dst, text...), nil
	case !isNumber(text):
		return nil, failf("%q is not a JSON number", shorten(text))
	case mode == exact:
		dst = append(dst, `{"$number":"`...)
		dst = append(dst, text...)
		return append(dst, `"}`...), nil
	case mode == doubles:
		return appendRounded(dst, text)
	}
	return nil, failf("%s is not an integer within ±(2^53−1)", shorten(text))
}

func appendRounded(dst []byte, text string) ([]byte, error) {
	f, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return nil, failf("%s is beyond the IEEE doubles", shorten(text))
	}
	return AppendDouble(dst, f), nil
}

// AppendDouble appends ECMAScript's text of a finite double (ECMA-262,
// Number::toString): the shortest digits that read back as the same double,
// plain from 1e-6 up to 1e21, with an exponent beyond. Negative zero is 0.
func AppendDouble(dst []byte, f float64) []byte {
	if f == 0 {
		return append(dst, '0')
	}
	if a := math.Abs(f); a >= 1e-6 && a < 1e21 {
		return strconv.AppendFloat(dst, f, 'f', -1, 64)
	}
	dst = strconv.AppendFloat(dst, f, 'e', -1, 64)
	if n := len(dst); dst[n-4] == 'e' && dst[n-2] == '0' { // e-07 is e-7
		dst[n-2] = dst[n-1]
		dst = dst[:n-1]
	}
	return dst
}

// isSafeInteger reports whether a token is an integer within ±(2^53−1) in
// plain digits. -0 is not: it would be taken for 0.
func isSafeInteger(text string) bool {
	digits := strings.TrimPrefix(text, "-")
	if digits == "0" {
		return len(text) == 1
	}
	if !isDigits(digits) || digits[0] == '0' || len(digits) > 16 {
		return false
	}
	return len(digits) < 16 || digits <= "9007199254740991"
}

func isDigits(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

// isNumber reports whether a text is a JSON number token (RFC 8259).
func isNumber(text string) bool {
	mantissa, exponent := text, ""
	if i := strings.IndexAny(text, "eE"); i >= 0 {
		mantissa, exponent = text[:i], text[i+1:]
		if !isDigits(strings.TrimPrefix(strings.TrimPrefix(exponent, "+"), "-")) || strings.HasPrefix(exponent, "+-") {
			return false
		}
	}
	whole, fraction, point := strings.Cut(strings.TrimPrefix(mantissa, "-"), ".")
	return isDigits(whole) && (whole[0] != '0' || whole == "0") && (!point || isDigits(fraction))
}

// shorten cuts a token for a message.
func shorten(text string) string {
	if len(text) > 40 {
		return text[:40] + "…"
	}
	return text
}
