package repair

import "strings"

// document reads all of a text: fences, values and what stands around them.
func (p *parser) document() bool {
	begin := p.pos
	bracket := p.openFence()
	p.space(true)
	p.wrapped = p.openWrapper()
	count, last, container := 0, 0, false
	first := p.pos
	for p.fault == nil {
		p.space(true)
		if p.pos >= len(p.src) {
			break
		}
		if count > 0 && p.closing(bracket) {
			continue
		}
		c := p.peek()
		is := c == '{' || c == '[' || c == '('
		if count > 0 && (is != container || p.extraSince(last) || !is && !strings.Contains(p.src[last:p.pos], "\n")) {
			return p.fail(p.pos, "there is text behind the value")
		}
		if count > 0 {
			p.another(count, last)
		}
		if !p.topValue(count) {
			return false
		}
		container = is
		count, last = count+1, p.pos
	}
	if count == 0 && p.fault == nil {
		return p.fail(begin, "there is no value")
	}
	if count > 1 {
		p.change(first, first, "[")
		p.change(last, last, "]")
	}
	return p.fault == nil
}

// extraSince reports whether a closing bracket too many was left out behind a place.
func (p *parser) extraSince(at int) bool {
	n := len(p.edits)
	return n > 0 && p.edits[n-1].Class == ExtraBrackets && p.edits[n-1].Offset >= at
}

// topValue reads a value outside all brackets. A text without quotes is none.
func (p *parser) topValue(count int) bool {
	kind, _ := quoteAt(p.src, p.pos)
	if count > 0 && kind != noQuote && p.byteAt(p.pos) != '"' {
		return p.fail(p.pos, "there is text behind the value")
	}
	return p.value()
}

// another notes a further value, and puts a comma before it where there is none.
func (p *parser) another(count, last int) {
	if count == 1 {
		p.edit(SeveralValues, p.pos, p.pos)
	}
	if at := p.before(p.pos, last); at >= last && strings.IndexByte(p.src[last:p.pos], ',') >= 0 {
		return
	}
	p.change(last, last, ",")
}

// closing passes what may stand behind a value: brackets too many, the ends of
// fences and calls, and a comma.
func (p *parser) closing(bracket byte) bool {
	at, size, class := p.pos, 1, ExtraBrackets
	switch c := p.peek(); {
	case p.has(at, "```"):
		size, class = p.run('`'), CodeFence
	case c == ')' && p.wrapped || c == ';':
		class = Wrappers
	case c == bracket+2 && bracket != 0:
		class = CodeFence
	case isCloser(c):
	case c == ',':
		return p.separator()
	default:
		return false
	}
	p.change(at, at+size, "")
	if n := len(p.edits); n == 0 || p.edits[n-1].Class != class {
		p.edit(class, at, at+size)
	}
	p.pos += size
	return true
}

// separator passes a comma between values, and leaves out one behind the last.
func (p *parser) separator() bool {
	at := p.pos
	p.pos++
	p.space(true)
	if p.pos >= len(p.src) || p.has(p.pos, "```") {
		p.repair(ExtraCommas, at, at+1, "")
	}
	return true
}

// run returns the length of the run of a byte at pos.
func (p *parser) run(c byte) int {
	n := 0
	for p.byteAt(p.pos+n) == c {
		n++
	}
	return n
}

// openFence leaves out a fence at the beginning, also one inside a bracket that
// holds nothing else, which it returns.
func (p *parser) openFence() (bracket byte) {
	p.space(true)
	at := p.pos
	if c := p.peek(); (c == '{' || c == '[') && p.has(at+1, "```") {
		bracket = c
		p.pos++
	}
	if !p.has(p.pos, "```") {
		p.pos = at
		return 0
	}
	p.pos += p.run('`')
	for isKeyByte(p.peek()) {
		p.pos++
	}
	p.repair(CodeFence, at, p.pos, "")
	return bracket
}

// openWrapper leaves out the name of a function that the value is given to.
func (p *parser) openWrapper() bool {
	open, ok := p.wrapperAt(p.pos)
	if !ok {
		return false
	}
	p.repair(Wrappers, p.pos, open+1, "")
	p.pos = open + 1
	return true
}
