package canonical

import (
	"unicode/utf8"
)

// appendString writes a string in ECMAScript's form (RFC 8785, 3.2.2.2): only
// the quote, the backslash and controls below U+0020 are escaped.
func appendString(dst []byte, s string) ([]byte, error) {
	if !utf8.ValidString(s) {
		return nil, failf("a string that is not UTF-8")
	}
	dst = append(dst, '"')
	start := 0
	for i := 0; i < len(s); i++ {
		if c := s[i]; c < 0x20 || c == '"' || c == '\\' {
			dst = append(dst, s[start:i]...)
			dst = appendEscape(dst, c)
			start = i + 1
		}
	}
	dst = append(dst, s[start:]...)
	return append(dst, '"'), nil
}

func appendEscape(dst []byte, c byte) []byte {
	const digits = "0123456789abcdef"
	switch c {
	case '"', '\\':
		return append(dst, '\\', c)
	case '\b':
		return append(dst, '\\', 'b')
	case '\t':
		return append(dst, '\\', 't')
	case '\n':
		return append(dst, '\\', 'n')
	case '\f':
		return append(dst, '\\', 'f')
	case '\r':
		return append(dst, '\\', 'r')
	}
	return append(dst, '\\', 'u', '0', '0', digits[c>>4], digits[c&0xF])
}

// compareKeys orders two strings by their UTF-16 code units (RFC 8785, 3.2.3).
// That is the order of their UTF-8 bytes, except that characters above U+FFFF,
// whose bytes start with F0 to F4 and whose units are surrogates, come before
// U+E000 to U+FFFF, whose bytes start with EE or EF.
func compareKeys(a, b string) int {
	shorter := min(len(a), len(b))
	for i := 0; i < shorter; i++ {
		if a[i] != b[i] {
			return int(unitRank(a[i])) - int(unitRank(b[i]))
		}
	}
	return len(a) - len(b)
}

func unitRank(c byte) byte {
	switch {
	case c >= 0xF0:
		return c - 2 // EE and up
	case c >= 0xEE:
		return c + 0x0A // F8 and up
	}
	return c
}
