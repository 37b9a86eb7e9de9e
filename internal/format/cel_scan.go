package format

import (
	"strings"
	"unicode/utf8"
)

// celToken is one token of a CEL expression.
type celToken struct {
	text   string
	word   bool // an identifier or keyword
	value  bool // a number or text
	note   bool // a comment
	broken bool // a line break stands before it
}

// scanCEL takes an expression apart. It is false where a token is not known or
// a text does not end.
func scanCEL(src string) ([]celToken, bool) {
	var tokens []celToken
	broken := false
	for i := 0; i < len(src); {
		if c := src[i]; c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' {
			broken = broken || c == '\n'
			i++
			continue
		}
		t, ok := nextCEL(src[i:])
		if !ok {
			return nil, false
		}
		t.broken, broken = broken && len(tokens) > 0, false
		tokens = append(tokens, t)
		i += len(t.text)
	}
	return tokens, true
}

func nextCEL(src string) (celToken, bool) {
	c := src[0]
	switch {
	case strings.HasPrefix(src, "//"):
		end := strings.IndexByte(src+"\n", '\n')
		return celToken{text: src[:end], note: true}, true
	case c == '`':
		end := strings.IndexByte(src[1:], '`')
		return celToken{text: src[:end+2], word: true}, end >= 0
	case c == '"' || c == '\'':
		return textToken(src, 0)
	case isDigit(c) || c == '.' && len(src) > 1 && isDigit(src[1]):
		return celToken{text: src[:numberEnd(src)], value: true}, true
	case isLetter(c):
		return wordToken(src)
	}
	return signToken(src)
}

// wordToken is an identifier, or a text with a prefix such as r or b.
func wordToken(src string) (celToken, bool) {
	end := 0
	for end < len(src) && (isLetter(src[end]) || isDigit(src[end])) {
		end++
	}
	prefix := strings.ToLower(src[:end])
	if end < len(src) && (src[end] == '"' || src[end] == '\'') && end <= 2 && strings.Trim(prefix, "rb") == "" {
		return textToken(src, end)
	}
	return celToken{text: src[:end], word: true}, true
}

// textToken is a text whose quotes begin at an offset.
func textToken(src string, at int) (celToken, bool) {
	raw := strings.ContainsAny(src[:at], "rR")
	quote := src[at : at+1]
	if strings.HasPrefix(src[at:], strings.Repeat(quote, 3)) {
		quote = strings.Repeat(quote, 3)
	}
	for i := at + len(quote); i < len(src); i++ {
		switch {
		case strings.HasPrefix(src[i:], quote):
			return celToken{text: src[:i+len(quote)], value: true}, true
		case src[i] == '\\' && !raw:
			i++
		case src[i] == '\n' && len(quote) == 1:
			return celToken{}, false
		}
	}
	return celToken{}, false
}

// numberEnd is the end of a number: digits, a fraction, an exponent, u.
func numberEnd(src string) int {
	if len(src) > 1 && (src[1] == 'x' || src[1] == 'X') {
		return skip(src, 2, func(c byte) bool { return isDigit(c) || isLetter(c) })
	}
	end := skip(src, 0, isDigit)
	if end+1 < len(src) && src[end] == '.' && isDigit(src[end+1]) {
		end = skip(src, end+1, isDigit)
	}
	if end < len(src) && (src[end] == 'e' || src[end] == 'E') {
		from := end + 1
		if from < len(src) && (src[from] == '+' || src[from] == '-') {
			from++
		}
		if last := skip(src, from, isDigit); last > from {
			end = last
		}
	}
	if end < len(src) && (src[end] == 'u' || src[end] == 'U') {
		end++
	}
	return end
}

func skip(src string, i int, while func(byte) bool) int {
	for i < len(src) && while(src[i]) {
		i++
	}
	return i
}

func signToken(src string) (celToken, bool) {
	for _, two := range []string{"&&", "||", "==", "!=", "<=", ">="} {
		if strings.HasPrefix(src, two) {
			return celToken{text: two}, true
		}
	}
	_, size := utf8.DecodeRuneInString(src)
	return celToken{text: src[:size]}, size == 1 && strings.Contains("+-*/%!?:.,()[]{}<>", src[:1])
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isLetter(c byte) bool { return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }
