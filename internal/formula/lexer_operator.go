package formula

import "strings"

// operator reads an operator or a bracket, the longest that fits.
func (l *lexer) operator() error {
	for size := min(3, len(l.src)-l.pos); size > 0; size-- {
		text := l.src[l.pos : l.pos+size]
		if !isOperator(text) {
			continue
		}
		l.pos += size
		l.emit(token{kind: opToken, text: text})
		return l.bracket(text[0])
	}
	return notSyntax("invalid syntax")
}

func isOperator(s string) bool {
	switch s {
	case "...", "**=", "//=", ">>=", "<<=",
		"**", "//", ">>", "<<", "<=", ">=", "==", "!=", "<>", "->", ":=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "@=",
		"+", "-", "*", "/", "%", "@", "&", "|", "^", "~", "<", ">", "(", ")", "[", "]", "{", "}", ",", ":", ".", ";", "=":
		return true
	}
	return false
}

// bracket keeps track of the brackets that are open.
func (l *lexer) bracket(c byte) error {
	if strings.IndexByte("([{", c) >= 0 {
		if len(l.open) >= l.limit {
			return notSyntax("too many nested parentheses")
		}
		l.open = append(l.open, c)
		return nil
	}
	if strings.IndexByte(")]}", c) < 0 {
		return nil
	}
	if len(l.open) == 0 {
		return notSyntax("unmatched '%c'", c)
	}
	open := l.open[len(l.open)-1]
	if strings.IndexByte("([{", open) != strings.IndexByte(")]}", c) {
		return notSyntax("closing parenthesis '%c' does not match opening parenthesis '%c'", c, open)
	}
	l.open = l.open[:len(l.open)-1]
	return nil
}

// str reads a string whose prefix begins at start and whose quote is here.
func (l *lexer) str(start int) error {
	quote := l.src[l.pos : l.pos+1]
	triple := strings.HasPrefix(l.src[l.pos:], strings.Repeat(quote, 3))
	if triple {
		quote = strings.Repeat(quote, 3)
	}
	for i := l.pos + len(quote); i < len(l.src); i++ {
		switch {
		case l.src[i] == '\\':
			i++
		case strings.HasPrefix(l.src[i:], quote):
			l.pos = i + len(quote)
			l.emit(token{kind: stringToken, text: l.src[start:l.pos]})
			return nil
		case l.src[i] == '\n' && !triple:
			return notSyntax("unterminated string literal")
		}
	}
	return notSyntax("unterminated string literal")
}
