package repair

import "strings"

// space passes white space and comments. A # begins a comment where no value can
// stand, and anywhere before a space.
func (p *parser) space(hash bool) {
	for p.pos < len(p.src) && p.fault == nil {
		if size, odd := spaceAt(p.src, p.pos); size > 0 {
			if odd {
				p.repair(WhiteSpace, p.pos, p.pos+size, " ")
			}
			p.pos += size
			continue
		}
		end, ok := commentEnd(p.src, p.pos, hash)
		if !ok {
			return
		}
		p.repair(Comments, p.pos, end, " ")
		p.pos = end
	}
}

// spaceAt returns the size of the white space character at i, 0 for another,
// and whether it is one that JSON has not.
func spaceAt(s string, i int) (size int, odd bool) {
	switch c := s[i]; {
	case c == ' ' || c == '\t' || c == '\n' || c == '\r':
		return 1, false
	case c == '\v' || c == '\f':
		return 1, true
	case c < 0x80:
		return 0, false
	}
	for _, space := range oddSpaces() {
		if strings.HasPrefix(s[i:], space) {
			return len(space), true
		}
	}
	return 0, false
}

// oddSpaces are the characters that stand for a space and that JSON has not: the
// class Zs of Unicode, separators of lines, and what is not seen at all.
func oddSpaces() []string {
	return []string{
		"\u00a0", "\u2002", "\u2003", "\u2009", "\u200a", "\u202f", "\u205f", "\u3000", "\u2000", "\u2001", "\u2004",
		"\u2005", "\u2006", "\u2007", "\u2008", "\u1680", "\u180e", "\u200b", "\u2028", "\u2029", "\ufeff", "\u0085",
	}
}

// commentEnd returns where the comment at i ends, which is the end of the text
// for one that is not closed.
func commentEnd(s string, i int, hash bool) (int, bool) {
	rest := s[i:]
	switch {
	case strings.HasPrefix(rest, "/*"):
		if n := strings.Index(rest[2:], "*/"); n >= 0 {
			return i + 2 + n + 2, true
		}
		return len(s), true
	case strings.HasPrefix(rest, "//") || rest[0] == '#' && (hash || strings.HasPrefix(rest, "# ")):
		if n := strings.IndexByte(rest, '\n'); n >= 0 {
			return i + n, true
		}
		return len(s), true
	}
	return 0, false
}

// blank returns the first place from i on that is neither a space nor in a block
// comment; a line break is a place where lines is false.
func (p *parser) blank(i int, lines bool) int {
	for i < len(p.src) {
		if c := p.src[i]; !lines && (c == '\n' || c == '\r') {
			return i
		}
		if size, _ := spaceAt(p.src, i); size > 0 {
			i += size
			continue
		}
		if !p.has(i, "/*") {
			return i
		}
		i, _ = commentEnd(p.src, i, false)
	}
	return len(p.src)
}

// before returns the last place before i, and not before from, that is no white
// space, or from−1.
func (p *parser) before(i, from int) int {
	for i--; i >= from; i-- {
		if c := p.src[i]; c != ' ' && c != '\t' && c != '\n' && c != '\r' {
			return i
		}
	}
	return from - 1
}

// trimmed returns the end of a stretch without the white space at its end.
func (p *parser) trimmed(from, end int) int { return p.before(end, from) + 1 }
