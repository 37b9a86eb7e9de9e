package doc

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

func (r *jsonReader) stringNode() (*Node, *SyntaxError) {
	n, err := r.node(String)
	if err != nil {
		return nil, err
	}
	n.style = styleJSON
	if n.Text, err = r.text(); err != nil {
		return nil, err
	}
	return r.finish(n)
}

// text decodes the string whose opening quote is at pos. A string without
// escapes is a piece of the source.
func (r *jsonReader) text() (string, *SyntaxError) {
	start, extra := r.pos+1, 0
	for i := start; i < len(r.src); i++ {
		switch c := r.src[i]; {
		case c == '"':
			r.within(i+1, extra)
			return r.src[start:i], nil
		case c == '\\' || c < 0x20:
			return r.decode(i)
		case c >= utf8.RuneSelf:
			_, size := utf8.DecodeRuneInString(r.src[i:])
			if size == 1 {
				return r.decode(i)
			}
			extra += size - 1
			i += size - 1
		}
	}
	return "", r.syntax("Unterminated string starting at", r.pos)
}

// decode goes on where text met the first character, at i, that is not
// simply copied. Decoding stops at the limit on bytes.
func (r *jsonReader) decode(i int) (string, *SyntaxError) {
	var b strings.Builder
	b.Grow(i - r.pos + 32)
	b.WriteString(r.src[r.pos+1 : i])
	for i < len(r.src) && i <= r.limit {
		c := r.src[i]
		var err *SyntaxError
		switch {
		case c == '"':
			r.within(i+1, extraBytes(r.src[r.pos:i]))
			return b.String(), nil
		case c == '\\':
			i, err = r.escape(&b, i)
		case c < 0x20:
			err = r.syntax("Invalid control character at", i)
		case c < utf8.RuneSelf:
			b.WriteByte(c)
			i++
		default:
			i, err = r.nonASCII(&b, i)
		}
		if err != nil {
			return "", err
		}
	}
	if i > r.limit {
		return "", r.tooLong()
	}
	return "", r.syntax("Unterminated string starting at", r.pos)
}

func (r *jsonReader) nonASCII(b *strings.Builder, i int) (int, *SyntaxError) {
	c, size := utf8.DecodeRuneInString(r.src[i:])
	if size == 1 {
		if err := r.found(Finding{CodeJSONBadUTF8, i, i + 1, r.src[i : i+1]}); err != nil {
			return 0, err
		}
	}
	b.WriteRune(c)
	return i + size, nil
}

// escape decodes the escape at i and returns the offset after it.
func (r *jsonReader) escape(b *strings.Builder, i int) (int, *SyntaxError) {
	if i+1 >= len(r.src) {
		return 0, r.syntax("Unterminated string starting at", r.pos)
	}
	c, ok := simpleEscape(r.src[i+1])
	switch {
	case ok:
		b.WriteByte(c)
		return i + 2, nil
	case r.src[i+1] == 'u':
		return r.unicodeEscape(b, i)
	}
	return 0, r.syntax(`Invalid \escape`, i)
}

func simpleEscape(c byte) (byte, bool) {
	switch c {
	case '"', '\\', '/':
		return c, true
	case 'b':
		return '\b', true
	case 'f':
		return '\f', true
	case 'n':
		return '\n', true
	case 'r':
		return '\r', true
	case 't':
		return '\t', true
	}
	return 0, false
}

func (r *jsonReader) unicodeEscape(b *strings.Builder, i int) (int, *SyntaxError) {
	unit, ok := hexUnit(r.src, i)
	end := i + 6
	if !ok || end == len(r.src) {
		return 0, r.syntax(`Invalid \uXXXX escape`, i+1)
	}
	if !utf16.IsSurrogate(unit) {
		b.WriteRune(unit)
		return end, nil
	}
	if low, ok := hexUnit(r.src, end); ok {
		if pair := utf16.DecodeRune(unit, low); pair != utf8.RuneError {
			b.WriteRune(pair)
			return end + 6, nil
		}
	}
	if err := r.found(Finding{CodeJSONLoneSurrogate, i, end, r.src[i:end]}); err != nil {
		return 0, err
	}
	b.WriteRune(utf8.RuneError)
	return end, nil
}

// hexUnit reads \uXXXX at i.
func hexUnit(s string, i int) (rune, bool) {
	if i+6 > len(s) || s[i] != '\\' || s[i+1] != 'u' {
		return 0, false
	}
	var unit rune
	for _, c := range []byte(s[i+2 : i+6]) {
		digit, ok := hexDigit(c)
		if !ok {
			return 0, false
		}
		unit = unit<<4 | digit
	}
	return unit, true
}

func hexDigit(c byte) (rune, bool) {
	switch {
	case c >= '0' && c <= '9':
		return rune(c - '0'), true
	case c >= 'a' && c <= 'f':
		return rune(c-'a') + 10, true
	case c >= 'A' && c <= 'F':
		return rune(c-'A') + 10, true
	}
	return 0, false
}
