package repair

import "strings"

// quoted reads the string whose opening mark is at pos, and those joined to it.
func (p *parser) quoted(key bool) bool {
	begin := p.pos
	kind, size := quoteAt(p.src, begin)
	if end, ok := p.tripleEnd(begin); ok {
		return p.triple(begin, end)
	}
	if run := p.run(p.src[begin]); run > 2 && (kind == doubleQuote || kind == singleQuote) {
		return p.fail(begin, "several quotation marks follow each other")
	}
	from := begin + size
	if p.doubledAt(from, kind) && p.doubtful(from, "a quotation mark stands here twice") {
		p.repair(InnerQuotes, from, from+size, "")
		from += size
	}
	end := p.stringEnd(from, kind, key)
	p.openWith(begin, begin+size, kind)
	for p.fault == nil {
		inner := p.content(from, end.at)
		p.pos = end.at + end.size
		next, ok := p.joined(end, key)
		if !ok {
			p.closeWith(begin, end, kind, inner)
			break
		}
		p.repair(Concatenation, end.at, next, "")
		kind, _ = quoteAt(p.src, next-1)
		from = next
		end = p.stringEnd(from, kind, key)
	}
	return p.fault == nil
}

// doubledAt reports whether a text begins with one more mark of the kind.
func (p *parser) doubledAt(from int, kind quoteKind) bool {
	other, size := quoteAt(p.src, from)
	return other == kind && (isLetter(p.byteAt(from+size)) || isDigit(p.byteAt(from+size)))
}

// openWith puts the mark of JSON in the place of the opening mark.
func (p *parser) openWith(begin, from int, kind quoteKind) {
	if kind != doubleQuote {
		p.repair(Quotes, begin, from, `"`)
	}
}

// closeWith puts the mark of JSON in the place of the closing mark, or where there is none.
func (p *parser) closeWith(begin int, end stringEnd, kind quoteKind, inner int) {
	switch {
	case end.size == 0:
		p.closes(MissingQuotes, begin, end.at, end.at, `"`)
	case p.src[end.at:end.at+end.size] != `"`:
		p.change(end.at, end.at+end.size, `"`)
		if kind == doubleQuote {
			p.edit(Quotes, end.at, end.at+end.size)
		}
	}
	if inner >= 0 && kind == doubleQuote {
		p.edit(InnerQuotes, inner, inner+1)
	}
}

// joined returns where the content of the next string begins that a plus sign
// joins to this one.
func (p *parser) joined(end stringEnd, key bool) (int, bool) {
	if end.size == 0 || key {
		return 0, false
	}
	plus := p.blank(end.at+end.size, true)
	if p.byteAt(plus) != '+' {
		return 0, false
	}
	next := p.blank(plus+1, true)
	kind, size := quoteAt(p.src, next)
	return next + size, kind != noQuote && size == 1
}

// tripleEnd returns where the content ends of a string of Python in three marks each.
func (p *parser) tripleEnd(begin int) (int, bool) {
	for _, marks := range []string{`"""`, `'''`} {
		if !p.has(begin, marks) {
			continue
		}
		if n := strings.Index(p.src[begin+3:], marks); n > 0 {
			return begin + 3 + n, true
		}
	}
	return 0, false
}

// triple reads a string in three marks each.
func (p *parser) triple(begin, end int) bool {
	p.repair(Quotes, begin, begin+3, `"`)
	p.content(begin+3, end)
	p.change(end, end+3, `"`)
	p.pos = end + 3
	return p.fault == nil
}

// content makes the content of a string that of a string of JSON. It returns
// where the first mark of JSON stands in it without a backslash, or −1.
func (p *parser) content(from, end int) (inner int) {
	inner = -1
	control := false
	for i := from; i < end && p.fault == nil; {
		switch c := p.src[i]; {
		case c == '\\':
			i = p.escape(i, end)
		case c == '"':
			p.change(i, i, `\`)
			if inner < 0 {
				inner = i
			}
			i++
		case c < ' ':
			p.change(i, i+1, escaped(c))
			if !control {
				p.edit(ControlCharacters, i, i+1)
				control = true
			}
			i++
		default:
			i++
		}
	}
	return inner
}

// escaped is a control character as JSON writes it in a string.
func escaped(c byte) string {
	switch c {
	case '\n':
		return `\n`
	case '\r':
		return `\r`
	case '\t':
		return `\t`
	case '\b':
		return `\b`
	case '\f':
		return `\f`
	}
	const hex = "0123456789abcdef"
	return `\u00` + string(hex[c>>4]) + string(hex[c&15])
}

// escape passes the escape at i and returns where it ends.
func (p *parser) escape(i, end int) int {
	if i+1 >= end {
		p.fail(i, "the text ends inside an escape")
		return end
	}
	c := p.src[i+1]
	if strings.IndexByte(`"\/bfnrt`, c) >= 0 {
		return i + 2
	}
	if c == 'u' {
		if i+6 > end || !isHex(p.src[i+2:i+6]) {
			p.fail(i, "an escape of a character that is not complete")
		}
		return min(i+6, end)
	}
	if kind, size := quoteAt(p.src, i+1); kind != noQuote {
		p.repair(Escapes, i, i+1, "")
		return i + 1 + size
	}
	if p.doubtful(i, "the backslash here may be a part of the text or not") {
		p.repair(Escapes, i, i+1, "")
	} else {
		p.repair(Escapes, i, i, `\`)
	}
	return i + 1
}

func isHex(s string) bool {
	for _, c := range []byte(s) {
		if !isDigit(c) && !(c|0x20 >= 'a' && c|0x20 <= 'f') {
			return false
		}
	}
	return true
}
