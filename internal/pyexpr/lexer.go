package pyexpr

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// lexer cuts a text into tokens on demand, so that the first error in the text is the one reported.
type lexer struct {
	src    string
	pos    int // in bytes
	cp     int // in code points
	open   int // brackets that are open: line ends count for nothing within
	lim    Limits
	loose  bool // ParseLiteral: comments and unknown escapes are taken, as Python takes them
	named  int  // \N{…} escapes so far
	peeked []token
	failed *Error // the first error; nothing is scanned after it
	begun  bool   // a token was scanned: before it, line ends count for nothing
	tail   int    // where only white space, and comments if they are taken, follow: line ends there count for nothing
}

// tailOf finds the last line end behind which nothing counts; a comment counts for nothing where loose is set.
func tailOf(src string, loose bool) int {
	end := len(src)
	for {
		i := strings.LastIndexAny(src[:end], "\r\n")
		line := strings.Trim(src[i+1:end], " \t\f")
		if i < 0 || line != "" && !(loose && line[0] == '#') {
			return end
		}
		end = i
	}
}

func (l *lexer) peek(n int) (token, *Error) {
	for len(l.peeked) <= n {
		if l.failed != nil {
			return token{}, l.failed
		}
		t, err := l.scan()
		if err != nil {
			l.failed = err
			return token{}, err
		}
		l.peeked = append(l.peeked, t)
	}
	return l.peeked[n], nil
}

func (l *lexer) next() (token, *Error) {
	t, err := l.peek(0)
	if err == nil {
		l.peeked = l.peeked[1:]
	}
	return t, err
}

func (l *lexer) char() rune {
	if l.pos >= len(l.src) {
		return -1
	}
	r, _ := utf8.DecodeRuneInString(l.src[l.pos:])
	return r
}

func (l *lexer) byteAt(ahead int) byte {
	if l.pos+ahead < len(l.src) {
		return l.src[l.pos+ahead]
	}
	return 0
}

func (l *lexer) advance() {
	_, size := utf8.DecodeRuneInString(l.src[l.pos:])
	l.pos += size
	l.cp++
}

// skip moves over n bytes of ASCII.
func (l *lexer) skip(n int) { l.pos, l.cp = l.pos+n, l.cp+n }

func (l *lexer) from(start token) token {
	start.span.End, start.to = l.cp, l.pos
	return start
}

func (l *lexer) scan() (token, *Error) {
	if err := l.blank(); err != nil {
		return token{}, err
	}
	start := token{span: Span{l.cp, l.cp}, from: l.pos}
	l.begun = true
	switch c := l.char(); {
	case c < 0:
		return l.from(start), nil
	case c == '\n' || c == '\r':
		l.lineEnd()
		start.kind = newlineToken
		return l.from(start), nil
	case isNameStart(c):
		return l.nameOrString(start)
	case isDigit(c) || c == '.' && isDigit(rune(l.byteAt(1))):
		return l.number(start)
	case c == '"' || c == '\'':
		return l.stringLiteral(start, "")
	default:
		return l.operator(start)
	}
}

// blank moves over white space, over line ends within brackets and at the end of the text, and over comments.
func (l *lexer) blank() *Error {
	for {
		switch c := l.char(); {
		case c == ' ' || c == '\t' || c == '\f':
			l.skip(1)
		case (c == '\n' || c == '\r') && (l.open > 0 || !l.begun || l.pos >= l.tail):
			l.lineEnd()
		case c == '\\' && (l.byteAt(1) == '\n' || l.byteAt(1) == '\r'):
			l.skip(1)
			l.lineEnd()
		case c == '#' && l.loose:
			l.comment()
		case c == '#':
			return fail("expression.comment", Span{l.cp, l.cp + 1}, "leave it out", "a comment in an expression")
		default:
			return nil
		}
	}
}

func (l *lexer) comment() {
	for c := l.char(); c >= 0 && c != '\n' && c != '\r'; c = l.char() {
		l.advance()
	}
}

func (l *lexer) lineEnd() {
	if strings.HasPrefix(l.src[l.pos:], "\r\n") {
		l.skip(2)
		return
	}
	l.skip(1)
}

func (l *lexer) nameOrString(start token) (token, *Error) {
	for c := l.char(); isNameStart(c) || isDigit(c); c = l.char() {
		l.skip(1)
	}
	word := l.src[start.from:l.pos]
	if c := l.char(); c >= utf8.RuneSelf && (unicode.IsLetter(c) || unicode.IsMark(c) || unicode.IsDigit(c)) {
		return token{}, l.strange(c)
	}
	if c := l.char(); (c == '"' || c == '\'') && isPrefix(word) {
		return l.stringLiteral(start, strings.ToLower(word))
	}
	start.kind, start.text = nameToken, word
	return l.from(start), nil
}

// operators is ordered so that a longer operator stands before its own beginnings.
const operators = "... ** // == != <= >= << >> -> := ( ) [ ] { } , : . ; = + - * / % @ & | ^ ~ < > !"

func (l *lexer) operator(start token) (token, *Error) {
	for op := range strings.SplitSeq(operators, " ") {
		if strings.HasPrefix(l.src[l.pos:], op) {
			l.skip(len(op))
			l.count(op)
			start.kind, start.text = operatorToken, op
			return l.from(start), nil
		}
	}
	return token{}, l.strange(l.char())
}

func (l *lexer) count(op string) {
	switch op {
	case "(", "[", "{":
		l.open++
	case ")", "]", "}":
		l.open--
	}
}

// strange is the error for a character that no token begins with.
func (l *lexer) strange(c rune) *Error {
	at := Span{l.cp, l.cp + 1}
	switch {
	case c < utf8.RuneSelf:
		return fail("expression.character", at, "leave it out", "unexpected character U+%04X", c)
	case strings.ContainsRune("‘’‚‛“”„‟«»‹›", c):
		return fail("expression.quote", at, "quote texts with ' or \"", "U+%04X is not a quotation mark of the notation", c)
	case unicode.IsSpace(c):
		return fail("expression.character", at, "use the space U+0020", "U+%04X is a space outside ASCII", c)
	case unicode.IsLetter(c) || unicode.IsMark(c) || unicode.IsDigit(c):
		return fail("expression.not-ascii", at, "names are ASCII letters, digits and underscores; a text needs quotes", "a name holds U+%04X, which is outside ASCII", c)
	default:
		return fail("expression.not-ascii", at, "outside quotes only ASCII is allowed", "U+%04X is outside ASCII", c)
	}
}

func isNameStart(c rune) bool {
	return c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

func isDigit(c rune) bool { return '0' <= c && c <= '9' }
