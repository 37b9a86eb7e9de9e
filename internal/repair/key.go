package repair

import "strings"

// maxKey is how far a key may reach that is only looked for.
const maxKey = 256

// key reads the key of an entry.
func (p *parser) key() bool {
	if kind, _ := quoteAt(p.src, p.pos); kind != noQuote {
		return p.quoted(true)
	}
	begin := p.pos
	end := p.trimmed(begin, p.bareKeyEnd(begin))
	if end <= begin {
		return p.fail(begin, "a key is expected")
	}
	if kind, size := quoteAt(p.src, end); kind != noQuote {
		if isPrefix(p.src[begin:end]) && !p.closesAt(end+size, true) {
			return p.prefixed(begin, end, true)
		}
		p.repair(MissingQuotes, end, end+size, "")
		p.pos = end + size
	} else {
		p.edit(UnquotedKeys, begin, end)
		p.pos = end
	}
	return p.bareText(begin, end)
}

// bareKeyEnd returns where a key without quotes ends.
func (p *parser) bareKeyEnd(i int) int {
	for begin := i; i < len(p.src) && strings.IndexByte(":=,{}[]\n\r", p.src[i]) < 0; {
		if p.breaksBare(begin, i) {
			break
		}
		_, size := p.runeAt(i)
		i += size
	}
	return i
}

// prefixed reads a string of Python with a letter before it. Only that of a text
// says nothing.
func (p *parser) prefixed(begin, end int, key bool) bool {
	if p.src[begin:end] != "u" && p.src[begin:end] != "U" {
		return p.fail(begin, "a string of Python with a prefix, which JSON has not")
	}
	p.repair(Literals, begin, end, "")
	p.pos = end
	return p.quoted(key)
}

// isPrefix reports whether a text can stand before a string of Python.
func isPrefix(s string) bool {
	switch strings.ToLower(s) {
	case "u", "b", "r", "f", "br", "rb", "fr", "rf":
		return true
	}
	return false
}

// keyAt reports whether a key with its colon begins at i.
func (p *parser) keyAt(i int) bool {
	if kind, size := quoteAt(p.src, i); kind != noQuote {
		return p.quotedKeyAt(i+size, kind)
	}
	end := i
	for end < len(p.src) && end < i+maxKey && isKeyByte(p.src[end]) {
		end++
	}
	if end == i {
		return false
	}
	_, size := quoteAt(p.src, end)
	colon := p.blank(end+size, false)
	return p.byteAt(colon) == ':' && !p.has(colon, "://")
}

// quotedKeyAt reports whether the content of a key begins at i, and its colon follows.
func (p *parser) quotedKeyAt(i int, kind quoteKind) bool {
	for end := i; end < len(p.src) && end < i+maxKey && p.src[end] != '\n'; {
		if other, size := quoteAt(p.src, end); other != noQuote && kind.endsWith(other) {
			return p.byteAt(p.blank(end+size, true)) == ':'
		}
		_, size := p.runeAt(end)
		if p.src[end] == '\\' {
			size = 2
		}
		end += size
	}
	return false
}

// isKeyByte reports whether a byte may stand in a key without quotes.
func isKeyByte(c byte) bool {
	return isLetter(c) || isDigit(c) || c == '_' || c == '-' || c == '$' || c == '.' || c >= 0x80
}

func isDigit(c byte) bool  { return c >= '0' && c <= '9' }
func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }
