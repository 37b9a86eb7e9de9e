package formula

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// lexer splits a text into tokens by the Python reference, section 2.
type lexer struct {
	src    string
	pos    int
	places []placeholder // those not passed yet
	passed int           // how many were passed
	open   []byte        // brackets that are open
	limit  int           // of open
	out    []token
}

// lex returns the tokens of one logical line, a newlineToken and an endToken. Line ends are written as newlines leaves them.
func lex(src string, places []placeholder, opt Options) ([]token, error) {
	l := lexer{src: src, places: places, limit: opt.Parentheses}
	if strings.IndexByte(src, 0) >= 0 {
		return nil, notSyntax("a null character")
	}
	if err := l.firstLine(); err != nil {
		return nil, err
	}
	for {
		done, err := l.next()
		if err != nil {
			return nil, err
		}
		if done {
			return l.out, nil
		}
	}
}

// newlines writes line ends as Python reads them.
func newlines(s string) string {
	return strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(s)
}

// firstLine skips blank lines and refuses an indented first line.
func (l *lexer) firstLine() error {
	for l.pos < len(l.src) {
		blank, indented, err := l.lineStart()
		switch {
		case err != nil:
			return err
		case blank:
			continue
		case indented:
			return notSyntax("unexpected indent")
		}
		return nil
	}
	return nil
}

// lineStart passes the blanks at the start of a line, and the line if there is only a comment in it. A line that is continued counts as
// indented by its first part, unless that has no indent.
func (l *lexer) lineStart() (blank, indented bool, err error) {
	first := false
	for ; ; l.pos++ {
		switch l.peek(0) {
		case ' ', '\t':
			indented = true
		case '\f':
			indented = false
		case '\\':
			first = first || indented
			if err := l.continuation(); err != nil {
				return false, false, err
			}
			l.pos--
		case '#':
			l.comment()
			l.pos = min(l.pos+1, len(l.src))
			return true, false, nil
		case '\n':
			l.pos++
			return true, false, nil
		default:
			return false, first || indented, nil
		}
	}
}

func (l *lexer) blanks() {
	for l.pos < len(l.src) && strings.IndexByte(" \t\f", l.src[l.pos]) >= 0 {
		l.pos++
	}
}

func (l *lexer) comment() {
	n := strings.IndexByte(l.src[l.pos:], '\n')
	if n < 0 {
		n = len(l.src) - l.pos
	}
	l.pos += n
}

func (l *lexer) peek(ahead int) byte {
	if l.pos+ahead < len(l.src) {
		return l.src[l.pos+ahead]
	}
	return 0
}

func (l *lexer) emit(t token) { l.out = append(l.out, t) }

// next reads one token and reports whether it was the last.
func (l *lexer) next() (bool, error) {
	l.blanks()
	if l.placeholder() {
		return false, nil
	}
	c := l.peek(0)
	switch {
	case l.pos >= len(l.src):
		return true, l.end()
	case c == '#':
		l.comment()
	case c == '\n':
		return l.newline()
	case c == '\\':
		return false, l.continuation()
	case c == '"' || c == '\'':
		return false, l.str(l.pos)
	case isDigit(c) || c == '.' && isDigit(l.peek(1)):
		return false, l.number()
	case c == '_' || isLetter(c) || c >= utf8.RuneSelf:
		return false, l.word()
	default:
		return false, l.operator()
	}
	return false, nil
}

func (l *lexer) end() error {
	if len(l.open) > 0 {
		return notSyntax("'%c' was never closed", l.open[len(l.open)-1])
	}
	l.emit(token{kind: newlineToken})
	l.emit(token{kind: endToken})
	return nil
}

// newline ends the line, after which only blank lines and comments may come.
func (l *lexer) newline() (bool, error) {
	l.pos++
	if len(l.open) > 0 {
		return false, nil
	}
	for l.pos < len(l.src) {
		blank, indented, err := l.lineStart()
		switch {
		case err != nil:
			return false, err
		case indented:
			return false, notSyntax("unexpected indent")
		case !blank && l.pos < len(l.src):
			return false, notSyntax("invalid syntax: a second line")
		}
	}
	return true, l.end()
}

func (l *lexer) continuation() error {
	switch {
	case l.peek(1) != '\n' && l.pos+1 < len(l.src):
		return notSyntax("unexpected character after line continuation character")
	case l.pos+2 >= len(l.src):
		return notSyntax("the line goes on and the formula ends")
	}
	l.pos += 2
	return nil
}

// placeholder reads a placeholder that begins here, and drops those that were passed in strings and comments.
func (l *lexer) placeholder() bool {
	for len(l.places) > 0 && l.places[0].start < l.pos {
		l.places = l.places[1:]
		l.passed++
	}
	if len(l.places) == 0 || l.places[0].start != l.pos {
		return false
	}
	l.emit(token{kind: placeToken, place: l.passed, text: l.src[l.pos:l.places[0].end]})
	l.pos = l.places[0].end
	return true
}

// word reads a name, a keyword, or the prefix of a string and the string.
func (l *lexer) word() error {
	start := l.pos
	for l.pos < len(l.src) {
		c := l.src[l.pos]
		if c < utf8.RuneSelf && c != '_' && !isLetter(c) && !isDigit(c) {
			break
		}
		l.pos++
	}
	text := l.src[start:l.pos]
	if q := l.peek(0); (q == '"' || q == '\'') && isStringPrefix(text) {
		return l.str(start)
	}
	name, err := identifier(text)
	if err != nil {
		return err
	}
	kind := nameToken
	if isKeyword(name) {
		kind = keywordToken
	}
	l.emit(token{kind: kind, text: name})
	return nil
}

func isStringPrefix(s string) bool {
	switch strings.ToLower(s) {
	case "b", "u", "r", "f", "br", "rb", "fr", "rf":
		return true
	}
	return false
}

// identifier checks the characters of a name and returns it in NFKC, in which Python compares names (Python reference, section 2.3).
func identifier(s string) (string, error) {
	for i, r := range s {
		if r < utf8.RuneSelf {
			continue
		}
		if !nameStart(r) && (i == 0 || !nameContinue(r)) {
			return "", notSyntax("invalid character U+%04X", r)
		}
	}
	return norm.NFKC.String(s), nil
}

func nameStart(r rune) bool {
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.In(r, unicode.Nl, unicode.Other_ID_Start))
}

func nameContinue(r rune) bool {
	return unicode.In(r, unicode.Mn, unicode.Mc, unicode.Nd, unicode.Pc, unicode.Other_ID_Continue)
}

func isDigit(c byte) bool  { return '0' <= c && c <= '9' }
func isLetter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }
