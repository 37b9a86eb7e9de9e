package pydef

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/contractc/contractc/internal/diag"
)

// lexer cuts a source file into logical lines.
type lexer struct {
	file   string
	src    string
	pos    int
	open   []byte // brackets that are open
	tokens int
	starts []int // of physical lines
	err    *diag.Diagnostic
}

func (l *lexer) fail(from, to int, code, detail, format string, args ...any) {
	if l.err == nil {
		d := diag.Errorf(l.file, l.at(from, to), code, format, args...).WithDetail("%s", detail)
		l.err = &d
	}
	l.pos = len(l.src)
}

// at is the range of some bytes.
func (l *lexer) at(from, to int) diag.Range {
	return diag.Range{Start: l.position(from), End: l.position(to)}
}

func (l *lexer) position(offset int) diag.Position {
	if l.starts == nil {
		l.starts = []int{0}
		for i := range len(l.src) {
			if l.src[i] == '\n' {
				l.starts = append(l.starts, i+1)
			}
		}
	}
	low, high := 0, len(l.starts)
	for high-low > 1 {
		if mid := (low + high) / 2; l.starts[mid] <= offset {
			low = mid
		} else {
			high = mid
		}
	}
	before := l.src[l.starts[low]:min(offset, len(l.src))]
	return diag.Position{Line: low + 1, Column: utf8.RuneCountInString(strings.TrimPrefix(before, "\ufeff")) + 1}
}

// lines reads the whole file.
func (l *lexer) lines() []line {
	var out []line
	l.pos = len(l.src) - len(strings.TrimPrefix(l.src, "\ufeff"))
	for l.pos < len(l.src) && l.err == nil {
		indent := l.indentation()
		if tokens := l.line(); len(tokens) > 0 {
			out = append(out, line{indent, tokens})
		}
	}
	return out
}

// indentation reads the white space at the beginning of a line.
func (l *lexer) indentation() indentation {
	var n indentation
	for ; l.pos < len(l.src); l.pos++ {
		switch l.src[l.pos] {
		case ' ':
			n.wide, n.narrow = n.wide+1, n.narrow+1
		case '\t':
			n.wide, n.narrow = (n.wide/8+1)*8, n.narrow+1
		case '\f':
			n = indentation{}
		default:
			return n
		}
	}
	return n
}

// line reads the tokens up to the end of a logical line: line ends within brackets and behind a backslash do not count.
func (l *lexer) line() []token {
	var out []token
	for l.pos < len(l.src) {
		c := l.src[l.pos]
		switch {
		case c == '\n' || c == '\r':
			l.lineEnd()
			if len(l.open) == 0 {
				return out
			}
		case c == ' ' || c == '\t' || c == '\f':
			l.pos++
		case c == '#':
			l.comment()
		case c == '\\':
			l.continuation()
		default:
			out = append(out, l.token())
			if l.tokens++; l.tokens > maxTokens {
				l.fail(l.pos, l.pos, "python.tokens", "split the file", "the file has more than %d tokens", maxTokens)
			}
		}
	}
	if n := len(l.open); n > 0 {
		l.fail(len(l.src), len(l.src), "python.bracket", "close it", "the file ends within %q", string(l.open[n-1]))
	}
	return out
}

func (l *lexer) lineEnd() {
	if strings.HasPrefix(l.src[l.pos:], "\r\n") {
		l.pos++
	}
	l.pos++
}

func (l *lexer) comment() {
	for l.pos < len(l.src) && l.src[l.pos] != '\n' && l.src[l.pos] != '\r' {
		l.pos++
	}
}

func (l *lexer) continuation() {
	from := l.pos
	l.pos++
	if l.pos < len(l.src) && (l.src[l.pos] == '\n' || l.src[l.pos] == '\r') {
		l.lineEnd()
		return
	}
	l.fail(from, from+1, "python.character", "put the line end right behind it", "a backslash continues no line")
}

func (l *lexer) token() token {
	from := l.pos
	r, size := utf8.DecodeRuneInString(l.src[l.pos:])
	switch {
	case isNameStart(r):
		return l.nameOrString(from)
	case r == '"' || r == '\'':
		return l.text(from, "")
	case isDigit(r) || r == '.' && l.pos+1 < len(l.src) && isDigit(rune(l.src[l.pos+1])):
		return l.number(from)
	}
	if t, ok := l.operator(from); ok {
		return t
	}
	l.fail(from, from+size, "python.character", "leave it out", "no token begins with U+%04X", r)
	return token{kind: operatorToken, from: from, to: from}
}

func (l *lexer) nameOrString(from int) token {
	for l.pos < len(l.src) {
		r, size := utf8.DecodeRuneInString(l.src[l.pos:])
		if !isNameStart(r) && !isNamePart(r) {
			break
		}
		l.pos += size
	}
	word := l.src[from:l.pos]
	if l.pos < len(l.src) && (l.src[l.pos] == '"' || l.src[l.pos] == '\'') && isPrefix(word) {
		return l.text(from, strings.ToLower(word))
	}
	return token{nameToken, norm.NFKC.String(word), from, l.pos}
}

func isNameStart(r rune) bool {
	return r == '_' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || r >= utf8.RuneSelf && (unicode.IsLetter(r) || unicode.Is(unicode.Nl, r) || unicode.Is(unicode.Other_ID_Start, r))
}

func isNamePart(r rune) bool {
	return isDigit(r) || r >= utf8.RuneSelf && unicode.In(r, unicode.Mn, unicode.Mc, unicode.Nd, unicode.Pc, unicode.Other_ID_Continue)
}

func isDigit(r rune) bool { return '0' <= r && r <= '9' }

// number takes everything that may belong to a number; whether it is one does not matter here.
func (l *lexer) number(from int) token {
	for l.pos < len(l.src) {
		c := l.src[l.pos]
		sign := (c == '+' || c == '-') && (l.src[l.pos-1] == 'e' || l.src[l.pos-1] == 'E') && !strings.HasPrefix(strings.ToLower(l.src[from:]), "0x")
		if !isDigit(rune(c)) && c != '.' && c != '_' && (c|0x20 < 'a' || c|0x20 > 'z') && !sign {
			break
		}
		l.pos++
	}
	return token{numberToken, l.src[from:l.pos], from, l.pos}
}

// operators is ordered so that a longer operator stands before its own beginnings.
const operators = "**= //= >>= <<= ... ** // == != <= >= << >> -> := += -= *= /= %= @= &= |= ^= ( ) [ ] { } , : . ; = + - * / % @ & | ^ ~ < > !"

func (l *lexer) operator(from int) (token, bool) {
	for op := range strings.SplitSeq(operators, " ") {
		if strings.HasPrefix(l.src[from:], op) {
			l.pos += len(op)
			l.bracket(op, from)
			return token{operatorToken, op, from, from + len(op)}, true
		}
	}
	return token{}, false
}

// bracket keeps account of brackets.
func (l *lexer) bracket(op string, at int) {
	const opening, closing = "([{", ")]}"
	if strings.Contains(opening, op) {
		if l.open = append(l.open, op[0]); len(l.open) > maxDepth {
			l.fail(at, at+1, "python.depth", "nest less deeply", "brackets are nested more than %d deep", maxDepth)
		}
		return
	}
	i := strings.Index(closing, op)
	if i < 0 {
		return
	}
	if n := len(l.open); n == 0 || l.open[n-1] != opening[i] {
		l.fail(at, at+1, "python.bracket", "check the brackets", "%q closes nothing", op)
		return
	}
	l.open = l.open[:len(l.open)-1]
}
