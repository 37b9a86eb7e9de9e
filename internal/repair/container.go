package repair

// object reads the object that begins at pos.
func (p *parser) object() bool { return p.container('{', '}', p.entry) }

// list reads the list that begins at pos.
func (p *parser) list() bool { return p.container('[', ']', p.element) }

func (p *parser) container(bracket, closer byte, item func() bool) bool {
	if !p.push(bracket) {
		return false
	}
	p.pos++
	it := items{parser: p, begin: p.pos - 1, closer: closer, item: item, last: p.pos, comma: -1}
	if !it.read() {
		return false
	}
	p.pop()
	return p.fault == nil
}

// items reads the items of a container.
type items struct {
	*parser
	begin  int // where the bracket stands that opens it
	closer byte
	item   func() bool
	last   int  // the end of what was read last
	comma  int  // where a comma stands that nothing has followed yet, or −1
	begun  bool // an item was read
	gap    bool // an ellipsis was left out since the last item
}

// read reads up to behind the closing bracket.
func (it *items) read() bool {
	for it.fault == nil {
		it.space(it.closer == '}' || it.begun && it.comma < 0)
		switch {
		case it.peek() == ',':
			it.readComma()
		case it.has(it.pos, "...") || it.has(it.pos, "…"):
			it.readEllipsis()
		case isCloser(it.peek()) && it.extra(it.peek()):
		case it.ends():
			it.dropComma()
			return it.fault == nil
		case !it.next():
			return false
		}
	}
	return false
}

// next reads an item, and puts a comma before it where there is none.
func (it *items) next() bool {
	if it.begun && it.comma < 0 {
		it.repair(MissingCommas, it.last, it.last, ",")
	}
	if !it.item() {
		return false
	}
	it.last, it.comma, it.begun, it.gap = it.pos, -1, true, false
	return true
}

// readComma passes a comma; one that separates nothing is left out.
func (it *items) readComma() {
	at := it.pos
	it.pos++
	switch {
	case it.gap && it.comma >= 0:
		it.change(at, it.pos, "")
		it.gap = false
	case it.gap && !it.begun:
		it.change(at, it.pos, "")
	case it.begun && it.comma < 0:
		it.comma = at
	case it.closer == ']' && it.begun && it.doubtful(at, "two commas follow each other, and something may be missing between them"):
		it.change(at, at, "null")
		it.comma = at
	default:
		it.repair(ExtraCommas, at, it.pos, "")
	}
}

// readEllipsis leaves out three dots and the comma that belongs to them.
func (it *items) readEllipsis() {
	at := it.pos
	it.pos += 3
	it.repair(Ellipsis, at, it.pos, "")
	it.gap = true
}

// dropComma leaves out a comma that nothing followed.
func (it *items) dropComma() {
	switch {
	case it.comma < 0:
	case it.gap:
		it.change(it.comma, it.comma+1, "")
	default:
		it.repair(ExtraCommas, it.comma, it.comma+1, "")
	}
}

// ends reports whether the container ends here, and closes it.
func (it *items) ends() bool {
	c := it.peek()
	switch {
	case it.pos >= len(it.src):
		it.closes(MissingBrackets, it.begin, it.last, it.last, string(it.closer))
	case c == it.closer:
		it.pos++
	case isCloser(c):
		it.endsWrongly(c)
	case it.closer == '}' && (c == '{' || c == '[') && it.parent() == '[':
		it.closes(MissingBrackets, it.begin, it.last, it.last, string(it.closer))
	case it.has(it.pos, "```"):
		it.closes(MissingBrackets, it.begin, it.last, it.last, string(it.closer))
	default:
		return false
	}
	return true
}

// endsWrongly ends the container at another's closing bracket: one that closes
// nothing, or something after which the text would go on inside this one's
// surroundings, was written for this one's.
func (it *items) endsWrongly(c byte) {
	if it.closable(c) && !it.goesOn(c) {
		it.closes(MissingBrackets, it.begin, it.last, it.last, string(it.closer))
		return
	}
	it.closes(WrongBrackets, it.begin, it.pos, it.pos+1, string(it.closer))
	it.pos++
}

// extra passes a closing bracket that repeats the one of the item before it and
// closes nothing.
func (it *items) extra(c byte) bool {
	if it.closable(c) || it.comma >= 0 || it.byteAt(it.last-1) != c || it.byteAt(it.blank(it.pos+1, true)) != ',' {
		return false
	}
	it.repair(ExtraBrackets, it.pos, it.pos+1, "")
	it.pos++
	return true
}

// goesOn reports whether the entries of an object go on behind a bracket that
// would close that object, in a place where no entry could stand.
func (it *items) goesOn(c byte) bool {
	if c != '}' || it.closer != ']' || it.outer() == '{' {
		return false
	}
	i := it.blank(it.pos+1, true)
	if it.byteAt(i) != ',' {
		return false
	}
	return it.keyAt(it.blank(i+1, true))
}

// outer is the container around the innermost object, 0 where there is none.
func (it *items) outer() byte {
	for i := len(it.open) - 1; i > 0; i-- {
		if it.open[i] == '{' {
			return it.open[i-1]
		}
	}
	return 0
}

// element reads one item of a list.
func (p *parser) element() bool {
	begin := p.pos
	if !p.value() {
		return false
	}
	if i := p.blank(p.pos, true); p.byteAt(i) == ':' {
		return p.fail(begin, "a list has an entry with a key")
	}
	return true
}

// entry reads one entry of an object.
func (p *parser) entry() bool {
	begin := p.pos
	if !p.key() {
		return false
	}
	end := p.pos
	p.space(false)
	if !p.colon(begin, end) {
		return false
	}
	p.space(false)
	if c := p.peek(); p.pos >= len(p.src) || c == ',' || isCloser(c) {
		return p.noValue(begin)
	}
	return p.value()
}

// noValue stands for a value that is missing. Each way to read it makes one up,
// so it is always refused.
func (p *parser) noValue(key int) bool {
	text := "null"
	if p.doubtful(key, "the key here has no value") {
		text = `""`
	}
	p.change(p.pos, p.pos, text)
	return p.fault == nil
}

// colon passes the colon between a key and its value, or puts it there.
func (p *parser) colon(key, end int) bool {
	switch c := p.peek(); {
	case c == ':':
		p.pos++
		if next := p.blank(p.pos, true); p.byteAt(next) == ':' {
			p.repair(Colons, next, next+1, "")
			p.pos = next + 1
		}
	case c == '=' && (!isKeyByte(p.src[end-1]) || plainKey(p.src[key:end])):
		size := 1
		if p.has(p.pos, "=>") {
			size = 2
		}
		p.repair(Colons, p.pos, p.pos+size, ":")
		p.pos += size
	case p.startsValue():
		p.repair(Colons, end, end, ":")
	default:
		return p.fail(key, "an object has a key without a value")
	}
	return p.fault == nil
}

// startsValue reports whether a value that is no bare text begins at pos.
func (p *parser) startsValue() bool {
	kind, _ := quoteAt(p.src, p.pos)
	c := p.peek()
	return kind != noQuote || c == '{' || c == '[' || c == '-' || isDigit(c) || p.literalAt(p.pos) != ""
}
