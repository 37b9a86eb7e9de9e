package pydef

import "strings"

// isPrefix reports whether a word before a quotation mark is a string prefix.
func isPrefix(word string) bool {
	switch strings.ToLower(word) {
	case "r", "b", "u", "f", "t", "br", "rb", "fr", "rf", "tr", "rt":
		return true
	}
	return false
}

// text reads a string from its opening quotation mark; prefix is in lower case.
func (l *lexer) text(from int, prefix string) token {
	kind := stringToken
	formatted := strings.ContainsAny(prefix, "ft")
	if formatted {
		kind = formattedToken
	}
	l.skipText(from, strings.Contains(prefix, "r"), formatted, 0)
	return token{kind, l.src[from:l.pos], from, l.pos}
}

// skipText moves behind a string. Within replacement fields of formatted ones there may be strings of any kind, with the
// same quotation marks too, as from Python 3.12 on.
func (l *lexer) skipText(from int, raw, formatted bool, depth int) {
	quote := l.src[l.pos : l.pos+1]
	if triple := strings.Repeat(quote, 3); strings.HasPrefix(l.src[l.pos:], triple) {
		quote = triple
	}
	l.pos += len(quote)
	for l.err == nil && !strings.HasPrefix(l.src[l.pos:], quote) {
		switch {
		case l.pos >= len(l.src), len(quote) == 1 && (l.src[l.pos] == '\n' || l.src[l.pos] == '\r'):
			l.fail(from, min(l.pos, len(l.src)), "python.string", "close it with "+quote, "a string is not closed")
			return
		case l.src[l.pos] == '\\':
			l.escaped()
		case formatted && strings.HasPrefix(l.src[l.pos:], "{{"):
			l.pos += 2
		case formatted && l.src[l.pos] == '{':
			l.field(from, depth+1)
		default:
			l.pos++
		}
	}
	if l.err == nil {
		l.pos += len(quote)
	}
}

// escaped moves behind a backslash and what it stands before: in raw strings too a quotation mark there closes nothing.
func (l *lexer) escaped() {
	l.pos++
	if strings.HasPrefix(l.src[l.pos:], "\r\n") {
		l.pos++
	}
	l.pos = min(l.pos+1, len(l.src))
}

// field moves behind a replacement field.
func (l *lexer) field(from, depth int) {
	if depth > maxDepth {
		l.fail(from, l.pos, "python.depth", "nest less deeply", "replacement fields are nested more than %d deep", maxDepth)
		return
	}
	l.pos++
	for open := 1; open > 0 && l.err == nil; {
		if l.pos >= len(l.src) {
			l.fail(from, l.pos, "python.string", "close it", "a replacement field is not closed")
			return
		}
		switch c := l.src[l.pos]; c {
		case '{', '[', '(':
			open++
			l.pos++
		case '}', ']', ')':
			open--
			l.pos++
		case '"', '\'':
			prefix := l.prefixBefore()
			l.skipText(l.pos, strings.Contains(prefix, "r"), strings.ContainsAny(prefix, "ft"), depth)
		case '#':
			l.comment()
		case ':':
			l.pos++
			if open == 1 {
				l.formatSpec(from, depth)
			}
		default:
			l.pos++
		}
	}
}

// formatSpec moves to the end of a format specifier, in which quotation marks are characters like others.
func (l *lexer) formatSpec(from, depth int) {
	for l.err == nil && l.pos < len(l.src) && l.src[l.pos] != '}' {
		if l.src[l.pos] == '{' {
			l.field(from, depth+1)
			continue
		}
		l.pos++
	}
}

// prefixBefore is the string prefix that ends here.
func (l *lexer) prefixBefore() string {
	start := l.pos
	for start > 0 && l.pos-start < 2 && strings.IndexByte("rRbBuUfFtT", l.src[start-1]) >= 0 {
		start--
	}
	if word := l.src[start:l.pos]; isPrefix(word) && (start == 0 || !isNameStart(rune(l.src[start-1])) && !isDigit(rune(l.src[start-1]))) {
		return strings.ToLower(word)
	}
	return ""
}

// Cleandoc is what inspect.cleandoc makes of a docstring: tabs expanded, the common indentation of all lines but the first
// and blank lines at both ends removed.
func Cleandoc(text string) string {
	lines := strings.Split(expandTabs(text), "\n")
	margin := -1
	for _, l := range lines[1:] {
		if content := strings.TrimLeft(l, " "); strings.TrimSpace(l) != "" {
			if n := len(l) - len(content); margin < 0 || n < margin {
				margin = n
			}
		}
	}
	lines[0] = strings.TrimLeft(lines[0], " ")
	for i := 1; i < len(lines) && margin > 0; i++ {
		lines[i] = lines[i][min(margin, len(lines[i])):]
	}
	for len(lines) > 0 && lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	for len(lines) > 0 && lines[0] == "" {
		lines = lines[1:]
	}
	return strings.Join(lines, "\n")
}

func expandTabs(text string) string {
	if !strings.Contains(text, "\t") {
		return text
	}
	var b strings.Builder
	column := 0
	for _, r := range text {
		switch r {
		case '\t':
			n := 8 - column%8
			b.WriteString(strings.Repeat(" ", n))
			column += n
			continue
		case '\n', '\r':
			column = -1
		}
		b.WriteRune(r)
		column++
	}
	return b.String()
}
