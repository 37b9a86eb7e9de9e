package pyexpr

import (
	"math/big"
	"strings"
)

// number scans an integer or a float by the rules of the Python reference, section 2.6.
func (l *lexer) number(start token) (token, *Error) {
	for {
		c := l.char()
		signed := (c == '+' || c == '-') && l.afterExponent(start)
		if c != '.' && c != '_' && !isDigit(c) && !isNameStart(c) && !signed {
			break
		}
		l.skip(1)
	}
	text := l.src[start.from:l.pos]
	t := l.from(start)
	if len(text) > l.lim.Digits {
		return t, fail("limit.digits", t.span, "use a smaller number", "a number has more than %d digits", l.lim.Digits)
	}
	return classifyNumber(t, text)
}

// afterExponent reports whether what was scanned ends in the e of a decimal exponent, so that a sign belongs to the number.
func (l *lexer) afterExponent(start token) bool {
	text := strings.ToLower(l.src[start.from:l.pos])
	return strings.HasSuffix(text, "e") && !strings.HasPrefix(text, "0x")
}

func classifyNumber(t token, text string) (token, *Error) {
	bare, ok := withoutUnderscores(strings.ToLower(text))
	if !ok {
		return t, fail("expression.number", t.span, "an underscore stands between two digits", "%q is not a number", text)
	}
	if strings.HasSuffix(bare, "j") && !strings.HasPrefix(bare, "0x") {
		return t, fail("expression.complex", t.span, "only real numbers are allowed", "%q is a complex number", text)
	}
	if digits, ok := integerDigits(bare); ok {
		t.kind, t.text = intToken, digits
		return t, nil
	}
	if isFloat(bare) {
		t.kind, t.text = floatToken, bare
		return t, nil
	}
	return t, badNumber(t, text, bare)
}

func badNumber(t token, text, bare string) *Error {
	if len(bare) > 1 && bare[0] == '0' && strings.Trim(bare, "0123456789") == "" {
		return fail("expression.number", t.span, "leave out leading zeros, or write 0o for octal", "%q is not a number", text)
	}
	return fail("expression.number", t.span, "write digits, or quote a text", "%q is not a number", text)
}

// withoutUnderscores drops single underscores; each must follow a digit, or a base prefix, and precede a digit.
func withoutUnderscores(s string) (string, bool) {
	hex := strings.HasPrefix(s, "0x")
	for i := range len(s) {
		if s[i] == '_' && (i == 0 || i == len(s)-1 || !beforeUnderscore(s, i, hex) || !digitIn(s[i+1], hex)) {
			return s, false
		}
	}
	return strings.ReplaceAll(s, "_", ""), true
}

func beforeUnderscore(s string, i int, hex bool) bool {
	prefix := i == 2 && s[0] == '0' && strings.IndexByte("xob", s[1]) >= 0
	return prefix || digitIn(s[i-1], hex)
}

func digitIn(c byte, hex bool) bool {
	return '0' <= c && c <= '9' || hex && 'a' <= c && c <= 'f'
}

// integerDigits returns the decimal digits of an integer without underscores.
func integerDigits(s string) (string, bool) {
	base, digits := 10, s
	if len(s) > 1 && s[0] == '0' {
		switch s[1] {
		case 'x':
			base, digits = 16, s[2:]
		case 'o':
			base, digits = 8, s[2:]
		case 'b':
			base, digits = 2, s[2:]
		default:
			if strings.Trim(s, "0") != "" {
				return "", false
			}
		}
	}
	if digits == "" || digits[0] == '+' || digits[0] == '-' {
		return "", false
	}
	n, ok := new(big.Int).SetString(digits, base)
	if !ok {
		return "", false
	}
	return n.String(), true
}

// isFloat reports whether s is digits, an optional point with digits, and an optional exponent, with a point or an exponent.
func isFloat(s string) bool {
	mantissa, exponent, hasExponent := strings.Cut(s, "e")
	whole, fraction, hasPoint := strings.Cut(mantissa, ".")
	if !hasPoint && !hasExponent || whole+fraction == "" || !onlyDigits(whole+fraction) {
		return false
	}
	if !hasExponent {
		return true
	}
	exponent = strings.TrimPrefix(strings.TrimPrefix(exponent, "+"), "-")
	return exponent != "" && onlyDigits(exponent)
}

func onlyDigits(s string) bool { return strings.Trim(s, "0123456789") == "" }
