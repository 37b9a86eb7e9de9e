package pyexpr

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// isPrefix reports whether a word before a quotation mark is a string prefix.
func isPrefix(word string) bool {
	switch strings.ToLower(word) {
	case "r", "b", "u", "f", "t", "br", "rb", "fr", "rf", "tr", "rt":
		return true
	}
	return false
}

// textScan decodes one string or bytes token.
type textScan struct {
	*lexer
	start       token
	quote       string // one or three quotation marks
	raw, binary bool
	out         strings.Builder
}

// stringLiteral scans from the opening quotation mark; prefix is in lower case.
func (l *lexer) stringLiteral(start token, prefix string) (token, *Error) {
	if strings.ContainsAny(prefix, "ft") {
		return l.formatted(start)
	}
	quote := l.src[l.pos : l.pos+1]
	if triple := strings.Repeat(quote, 3); strings.HasPrefix(l.src[l.pos:], triple) {
		quote = triple
	}
	l.skip(len(quote))
	s := &textScan{lexer: l, start: start, quote: quote, raw: strings.Contains(prefix, "r"), binary: strings.Contains(prefix, "b")}
	if err := s.body(); err != nil {
		return token{}, err
	}
	start.kind, start.value = stringToken, s.out.String()
	if s.binary {
		start.kind = bytesToken
	}
	return l.from(start), nil
}

// formatted is the error for an f-string or a template string, whose text is computed.
func (l *lexer) formatted(start token) (token, *Error) {
	at := Span{start.span.Start, l.cp + 1}
	return token{}, fail("expression.f-string", at, "write the text out without the prefix", "an f-string is computed, not a literal")
}

func (s *textScan) body() *Error {
	for !strings.HasPrefix(s.src[s.pos:], s.quote) {
		if err := s.step(); err != nil {
			return err
		}
	}
	s.skip(len(s.quote))
	return nil
}

func (s *textScan) step() *Error {
	switch c := s.char(); {
	case c < 0, len(s.quote) == 1 && (c == '\n' || c == '\r'):
		return fail("expression.unterminated", Span{s.start.span.Start, s.cp}, "close it with "+s.quote, "a text is not closed")
	case c == '\\' && !s.raw:
		return s.escape()
	case c == '\\':
		s.out.WriteByte('\\')
		s.skip(1)
		if s.char() < 0 {
			return nil
		}
		return s.plain(s.char())
	default:
		return s.plain(c)
	}
}

// plain copies one character; a line end of any kind becomes \n, as Python reads its source.
func (s *textScan) plain(c rune) *Error {
	switch {
	case c == 0:
		return fail("expression.character", Span{s.cp, s.cp + 1}, `write \x00`, "U+0000 in a text")
	case c == '\n' || c == '\r':
		s.lineEnd()
		s.out.WriteByte('\n')
		return nil
	case s.binary && c >= utf8.RuneSelf:
		return fail("expression.bytes", Span{s.cp, s.cp + 1}, `write bytes as \xNN`, "bytes hold U+%04X, which is outside ASCII", c)
	}
	s.out.WriteRune(c)
	s.advance()
	return nil
}

// escape decodes the escape sequence at a backslash, by section 2.4.1.1 of the Python reference.
func (s *textScan) escape() *Error {
	at := s.cp
	s.skip(1)
	c := s.char()
	if c < 0 {
		return s.step()
	}
	if i := strings.IndexRune(`\'"abfnrtv`, c); i >= 0 {
		s.skip(1)
		s.out.WriteByte("\\'\"\a\b\f\n\r\t\v"[i])
		return nil
	}
	switch {
	case c == '\n' || c == '\r':
		s.lineEnd()
		return nil
	case '0' <= c && c <= '7':
		return s.octal(at)
	case c == 'x':
		return s.hex(at, 2)
	case c == 'u' && !s.binary:
		return s.hex(at, 4)
	case c == 'U' && !s.binary:
		return s.hex(at, 8)
	case c == 'N' && !s.binary:
		return s.byName(at)
	}
	return s.unknownEscape(at, c)
}

func (s *textScan) unknownEscape(at int, c rune) *Error {
	if !s.loose {
		return fail("expression.escape", Span{at, s.cp + 1}, `write \\ for a backslash`, "no escape sequence begins with a backslash and U+%04X", c)
	}
	s.out.WriteByte('\\')
	return s.plain(c)
}

func (s *textScan) octal(at int) *Error {
	n := 0
	for range 3 {
		if c := s.byteAt(0); '0' <= c && c <= '7' {
			n = n*8 + int(c-'0')
			s.skip(1)
		}
	}
	return s.emit(at, n)
}

func (s *textScan) hex(at, digits int) *Error {
	end := min(s.pos+1+digits, len(s.src))
	n, err := strconv.ParseUint(s.src[s.pos+1:end], 16, 32)
	if err != nil || end != s.pos+1+digits {
		return fail("expression.escape", Span{at, s.cp + 1}, "write "+strconv.Itoa(digits)+" hex digits", "an escape sequence \\%c needs %d hex digits", s.src[s.pos], digits)
	}
	s.skip(1 + digits)
	return s.emit(at, int(n))
}

// emit writes the character, or in bytes the byte, with number n.
func (s *textScan) emit(at, n int) *Error {
	span := Span{at, s.cp}
	switch {
	case s.binary && n > 0xFF:
		return fail("expression.escape", span, "a byte is at most 0o377", "an octal escape sequence of %d is no byte", n)
	case s.binary:
		s.out.WriteByte(byte(n))
	case 0xD800 <= n && n <= 0xDFFF:
		return fail("expression.surrogate", span, `write the character itself, or \U and eight hex digits`, "U+%04X is half of a surrogate pair and no character", n)
	case n > utf8.MaxRune:
		return fail("expression.escape", span, "the last character is U+10FFFF", "no character has the number %#x", n)
	default:
		s.out.WriteRune(rune(n))
	}
	return nil
}
