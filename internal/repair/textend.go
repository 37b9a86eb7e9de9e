package repair

import "strings"

// stringEnd is where a string ends: the place of its closing mark, and the size
// of that, which is 0 for a string that lost it.
type stringEnd struct{ at, size int }

// endless is a kind of string in a kind of place.
type endless struct {
	kind quoteKind
	in   byte
	key  bool
}

// ending looks for the end of one string.
type ending struct {
	*parser
	from int
	kind quoteKind
	key  bool
	// split is the first place at which the string could have ended, were it
	// not for its missing mark: a comma that a key follows in an object, a comma
	// or a line break in a list, a colon after a key; −1 for none.
	split int
	// closer is the first closing bracket behind which the text could go on.
	closer int
	// inner is the first mark that was taken for content.
	inner int
}

// stringEnd returns the end of the string whose content begins at from.
func (p *parser) stringEnd(from int, kind quoteKind, key bool) stringEnd {
	e := ending{parser: p, from: from, kind: kind, key: key, split: -1, closer: -1, inner: -1}
	place := endless{kind, p.innermost(), key}
	end, ok := stringEnd{}, false
	if !p.unended[place] {
		end, ok = e.search()
		if !ok {
			p.noEnd(place)
		}
	}
	if !ok {
		end = e.lost()
	}
	if end.size == 0 && e.inner >= 0 && e.inner < end.at {
		p.fail(e.inner, "the quotation mark here may end its string or not")
	}
	return end
}

// noEnd notes that strings like one have no end from here on.
func (p *parser) noEnd(place endless) {
	if p.unended == nil {
		p.unended = map[endless]bool{}
	}
	p.unended[place] = true
}

// search looks for the mark that ends the string, or for one that shows that it
// ended before.
func (e *ending) search() (stringEnd, bool) {
	for i := e.from; i < len(e.src); {
		c := e.src[i]
		if isLetter(c) || isDigit(c) || c == ' ' {
			i++
			continue
		}
		switch {
		case c == '\\':
			i += 2
			continue
		case e.split < 0 && (c == ',' || c == '\n' || c == ':'):
			e.noteSplit(i)
		case e.closer < 0 && (c == '}' || c == ']'):
			e.noteCloser(i)
		}
		kind, size := quoteAt(e.src, i)
		if kind == noQuote || !e.kind.endsWith(kind) {
			i++
			continue
		}
		if end, ok := e.markAt(i, size); ok {
			return end, true
		}
		if e.inner < 0 {
			e.inner = i
		}
		i += size
	}
	return stringEnd{}, false
}

// noteSplit keeps the first place at which the string could have ended.
func (e *ending) noteSplit(i int) {
	c := e.src[i]
	switch {
	case e.key:
		if c == ':' {
			e.split = i
		}
	case e.inObject():
		if c == ',' && e.keyAt(e.blank(i+1, true)) {
			e.split = i
		}
	case c == ',' || c == '\n':
		e.split = i
	}
}

// noteCloser keeps the first closing bracket that could close something.
func (e *ending) noteCloser(i int) {
	if kindOf(e.src[i]) != kindOf(e.innermost()) || len(e.open) == 0 {
		return
	}
	next := e.byteAt(e.blank(i+1, true))
	if next == ',' || next == 0 || isCloser(next) {
		e.closer = i
	}
}

// markAt judges the mark at i: whether it ends the string, belongs to its
// content, or begins the next string, so that this one lost its own.
func (e *ending) markAt(i, size int) (stringEnd, bool) {
	if i == e.from {
		return stringEnd{i, size}, !e.doubledAt(i, e.kind)
	}
	before := e.before(i, e.from)
	if e.closesAt(i+size, e.key) && !e.closedByNext(i, size) && !e.colonInside(before, i+size) {
		return stringEnd{i, size}, true
	}
	switch c := e.byteAt(before); {
	case before < e.from:
		return stringEnd{}, false
	case e.key && e.split >= 0 && plainKey(e.src[e.from:e.split]):
		return e.endBefore(e.split), true
	case c == ',' && !e.key:
		return e.beforeComma(before, i, size)
	case c == ':' && e.key:
		return e.splitAt(before, i, "the text here may be a key and a value or one key")
	case c == ':' || c == '{' || c == '[':
		return e.beforeOpening(i)
	}
	return stringEnd{}, false
}

// colonInside reports whether a mark stands behind the colon of a key, and not
// before one, so that it begins the value.
func (e *ending) colonInside(before, after int) bool {
	return e.key && e.split >= 0 && e.byteAt(before) == ':' && e.byteAt(e.blank(after, true)) != ':'
}

// closedByNext reports whether a mark of the same kind follows at once and ends
// the string, so that this one is content.
func (e *ending) closedByNext(i, size int) bool {
	next, width := quoteAt(e.src, i+size)
	if next != e.kind {
		return false
	}
	after := e.blank(i+size+width, false)
	c := e.byteAt(after)
	return after >= len(e.src) || c == ',' || c == ':' || c == '\n' || isCloser(c)
}

// beforeComma is for a mark behind a comma that does not end the string: it
// begins the next one, and the string lost its mark before the comma. In an
// object that must be a key.
func (e *ending) beforeComma(comma, i, size int) (stringEnd, bool) {
	if e.inObject() && !e.quotedKeyAt(i+size, e.kind) {
		return stringEnd{}, false
	}
	switch {
	case e.closer < 0 || e.closer >= comma:
	case e.severalBefore(e.closer):
		return e.oneOrSeveral(), true
	default:
		return e.splitAt(e.closer, i, "the text here may end at its bracket or behind it")
	}
	if e.inObject() {
		return e.endBefore(comma), true
	}
	return e.splitAt(comma, i, severalItems)
}

// beforeOpening is for a mark that seems to begin a string behind a colon or an
// opening bracket: this string lost its mark at the first place where it could end.
func (e *ending) beforeOpening(i int) (stringEnd, bool) {
	switch {
	case e.severalBefore(e.closer):
		return e.oneOrSeveral(), true
	case e.closer >= 0 && (e.split < 0 || e.closer < e.split):
		return e.endBefore(e.closer), true
	case e.split >= 0:
		return e.endBefore(e.split), true
	}
	return stringEnd{}, false
}

// severalBefore reports whether what stands before a closing bracket of a list
// may be several items.
func (e *ending) severalBefore(closer int) bool {
	return e.inList() && e.split >= 0 && e.split < closer
}

// oneOrSeveral ends the string at the bracket behind it, or at the first comma.
func (e *ending) oneOrSeveral() stringEnd {
	if e.doubtful(e.from, severalItems) {
		return e.endBefore(e.split)
	}
	return e.endBefore(e.closer)
}

// severalItems is the doubt about a string with commas that lost its mark.
const severalItems = "the text here may be one item or several"

// endBefore ends the string before a place. A mark of another kind that stands
// there is taken for its own.
func (e *ending) endBefore(at int) stringEnd {
	end := e.trimmed(e.from, at)
	for size := 1; size <= 3 && end-size > e.from; size++ {
		if kind, n := quoteAt(e.src, end-size); n == size && kind != e.kind {
			return stringEnd{end - size, size}
		}
	}
	return stringEnd{at: end}
}

// plainKey reports whether a text is a name like most keys; a mark of another
// kind may stand at its end.
func plainKey(s string) bool {
	s = strings.TrimRight(s, "'\" ")
	for i := range len(s) {
		if !isKeyByte(s[i]) && s[i] != ' ' {
			return false
		}
	}
	return len(s) > 0
}

// splitAt ends the string before a place, or takes the mark at i for content.
func (e *ending) splitAt(at, i int, why string) (stringEnd, bool) {
	if e.doubtful(e.from, why) {
		return stringEnd{}, false
	}
	return e.endBefore(at), true
}

// lost is the end of a string without any mark up to the end of the text: before
// the closing brackets there, at a place where another key begins, or at the end.
func (e *ending) lost() stringEnd {
	tail := max(e.from, e.textTail())
	if tail == e.trimmed(e.from, len(e.src)) { // the text ends inside the string
		return stringEnd{at: tail}
	}
	e.findSplit(tail)
	end := e.endBefore(tail)
	switch {
	case e.split < 0 || e.split >= tail:
	case e.inObject() || !e.doubtful(e.from, severalItems):
		end = e.endBefore(e.split)
	}
	if content := e.src[e.from:end.at]; e.kind != doubleQuote && strings.Contains(content, `"`) || len(e.open) == 0 && strings.ContainsAny(content, "{[\n\"") {
		e.fail(e.from, "a string that has no end")
	}
	return end
}

// findSplit looks for the first place at which the string could have ended.
func (e *ending) findSplit(to int) {
	for i := e.from; i < to && e.split < 0; i++ {
		switch e.src[i] {
		case '\\':
			i++
		case ',', '\n', ':':
			e.noteSplit(i)
		}
	}
}

// textTail returns where the closing brackets at the end of the text begin, with
// the white space between them.
func (p *parser) textTail() int {
	if p.tail > 0 {
		return p.tail
	}
	i := p.before(len(p.src), 0)
	for i >= 0 && strings.IndexByte("]},`", p.src[i]) >= 0 {
		i = p.before(i, 0)
	}
	p.tail = i + 1
	return p.tail
}

// closesAt reports whether a mark that ends at i closes its string, by what follows.
func (p *parser) closesAt(i int, key bool) bool {
	i = p.blank(i, false)
	if i >= len(p.src) {
		return true
	}
	switch c := p.src[i]; {
	case c == '\n' || c == '\r':
		return key || !p.inObject() || p.goesOnAt(i)
	case c == ':' || c == '{' || c == '[':
		return true
	case c == ',':
		return key || !p.inObject() || p.goesOnAt(i+1)
	case c == '}' || c == ']':
		return len(p.open) > 0
	case c == ')':
		return p.counts[2] > 0 || p.wrapped
	case c == '=':
		return key
	case c == ';':
		return len(p.open) == 0 || p.counts[2] == len(p.open)
	case c == '+':
		kind, _ := quoteAt(p.src, p.blank(i+1, true))
		return kind != noQuote
	case c == '/' || c == '`' || c == '.':
		return p.has(i, "//") || p.has(i, "```") || p.has(i, "...")
	case isDigit(c) || c == '-':
		return key || p.inList()
	}
	if kind, _ := quoteAt(p.src, i); kind != noQuote {
		return true
	}
	return key && p.literalAt(i) != ""
}

// goesOnAt reports whether an object can go on at i, behind a comma or on
// another line.
func (p *parser) goesOnAt(i int) bool {
	next := p.blank(i, true)
	if next >= len(p.src) || p.has(next, "//") || p.has(next, "...") || p.has(next, "```") || p.has(next, "#") {
		return true
	}
	switch p.src[next] {
	case '}', ']', ')', ',', '{', '[', '\\':
		return true
	}
	if kind, _ := quoteAt(p.src, next); kind != noQuote && p.src[i] != '\n' && p.src[i] != '\r' {
		return true
	}
	return p.keyAt(next)
}
