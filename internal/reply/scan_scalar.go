package reply

import (
	"strings"

	"github.com/contractc/contractc/internal/doc"
)

// key scans the key of an entry, the colon and the white space behind it.
func (s *scanner) key(top *frame) bool {
	if s.peek() != '"' {
		return s.fail(malformed)
	}
	raw, ok := s.text()
	if !ok {
		return false
	}
	switch keyText(raw) {
	case "actions":
		top.hasActions = true
	case "type":
		top.hasType = true
	}
	s.space()
	return s.skip(':')
}

// maxEscaped is the length of the longest way to write a key that matters.
const maxEscaped = len(`"\u0061\u0063\u0074\u0069\u006f\u006e\u0073"`)

// keyText returns the text of a key that is written as raw, quotes included; "" for one that is too long to matter.
func keyText(raw string) string {
	if strings.IndexByte(raw, '\\') < 0 {
		return raw[1 : len(raw)-1]
	}
	if len(raw) > maxEscaped {
		return ""
	}
	n, _, err := doc.ReadJSONPrefix([]byte(raw), 0, doc.JSONOptions{Tolerant: true})
	if err != nil {
		return ""
	}
	return n.Text
}

// text scans a string and returns it as written.
func (s *scanner) text() (string, bool) {
	begin := s.pos
	for i := begin + 1; i < len(s.src); i++ {
		switch c := s.src[i]; {
		case c == '"':
			s.pos = i + 1
			return s.src[begin:s.pos], true
		case c < ' ':
			s.pos = i
			return "", s.fail(malformed)
		case c == '\\':
			size, ok := s.escape(i)
			if !ok {
				s.pos = i
				return "", false
			}
			i += size - 1
		}
	}
	s.pos = len(s.src)
	return "", s.fail(malformed)
}

// escape returns the size of the escape at i.
func (s *scanner) escape(i int) (int, bool) {
	rest := s.src[i+1:]
	switch {
	case rest == "":
		s.pos = len(s.src)
		return 0, s.fail(malformed)
	case strings.IndexByte(`"\/bfnrt`, rest[0]) >= 0:
		return 2, true
	case rest[0] != 'u':
		s.why = malformed
		return 0, false
	}
	for k := 1; k <= 4; k++ {
		if k >= len(rest) {
			s.why = ended
			return 0, false
		}
		if !isHex(rest[k]) {
			s.why = malformed
			return 0, false
		}
	}
	return 6, true
}

func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F'
}

// scalar scans a string, a number or a word.
func (s *scanner) scalar() bool {
	c := s.peek()
	switch {
	case c == '"':
		_, ok := s.text()
		return ok
	case c == '-' || '0' <= c && c <= '9':
		return s.number()
	}
	return s.word("null") || s.word("true") || s.word("false") || s.word("NaN") || s.word("Infinity") || s.cutWord()
}

func (s *scanner) word(word string) bool {
	if !strings.HasPrefix(s.src[s.pos:], word) {
		return false
	}
	s.pos += len(word)
	return true
}

// cutWord fails, and says whether the text ends inside a word that would be a value.
func (s *scanner) cutWord() bool {
	s.why = malformed
	rest := s.src[s.pos:]
	for _, word := range []string{"null", "true", "false", "NaN", "Infinity", "-Infinity"} {
		if strings.HasPrefix(word, rest) {
			s.why = ended
		}
	}
	return false
}

// number scans a number as far as it goes, as CPython does: 01 is 0 with something after it.
func (s *scanner) number() bool {
	if s.word("-Infinity") {
		return true
	}
	i := s.pos
	if s.src[i] == '-' {
		i++
	}
	whole := digitsAt(s.src, i)
	if whole == 0 {
		return s.cutWord()
	}
	if s.src[i] == '0' {
		whole = 1
	}
	i += whole
	digits := whole
	if i < len(s.src) && s.src[i] == '.' {
		if n := digitsAt(s.src, i+1); n > 0 {
			i, digits = i+1+n, digits+n
		}
	}
	if digits > doc.MaxNumberDigits {
		return s.fail(overLimit)
	}
	s.pos = i + exponentAt(s.src, i)
	return true
}

func digitsAt(s string, i int) int {
	n := 0
	for i+n < len(s) && '0' <= s[i+n] && s[i+n] <= '9' {
		n++
	}
	return n
}

func exponentAt(s string, i int) int {
	if i >= len(s) || s[i] != 'e' && s[i] != 'E' {
		return 0
	}
	sign := 0
	if i+1 < len(s) && (s[i+1] == '+' || s[i+1] == '-') {
		sign = 1
	}
	if n := digitsAt(s, i+1+sign); n > 0 {
		return 1 + sign + n
	}
	return 0
}
