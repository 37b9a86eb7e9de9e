package repair

import (
	"fmt"
	"unicode/utf8"
)

// change puts a text in the place of a stretch of the source.
type change struct {
	at, end int
	text    string
}

// doubt is a place that can be read in two ways.
type doubt struct {
	at  int
	why string
}

// fault is a place at which the text cannot be read.
type fault struct {
	at    int
	why   string
	limit bool // a limit was hit, which another reading hits as well
}

// parser reads one text that is nearly JSON, and notes what must be changed for
// it to be JSON.
type parser struct {
	src  string // up to where the text may reach
	pos  int
	lim  Limits
	flip map[int]bool // doubtful places that are read the second way

	open    []byte // opening brackets of the containers around pos
	counts  [3]int // how many of each kind are open
	changes []change
	edits   []Edit
	doubts  []doubt
	fault   *fault
	unended map[endless]bool // strings like these have no end in the rest of the text
	wrapped bool             // all of the text is in the parentheses of a call
	tail    int              // where the closing brackets at the end of the text begin; 0 for not known yet
}

func newParser(src string, pos int, lim Limits, flip map[int]bool) *parser {
	return &parser{src: src, pos: pos, lim: lim, flip: flip}
}

// fail ends the reading with the first fault.
func (p *parser) fail(at int, format string, args ...any) bool {
	if p.fault == nil {
		p.fault = &fault{at: at, why: fmt.Sprintf(format, args...)}
	}
	return false
}

// exceed ends the reading at a limit.
func (p *parser) exceed(at int, format string, limit int) bool {
	p.fail(at, format, limit)
	p.fault.limit = true
	return false
}

// change replaces a stretch of the source.
func (p *parser) change(at, end int, text string) {
	p.changes = append(p.changes, change{at, end, text})
}

// edit notes a repair.
func (p *parser) edit(class Class, at, end int) {
	p.edits = append(p.edits, Edit{class, at, end, at})
	if len(p.edits) > p.lim.Edits {
		p.exceed(at, "the text needs more than the limit of %d repairs", p.lim.Edits)
	}
}

// repair replaces a stretch of the source as one repair.
func (p *parser) repair(class Class, at, end int, text string) {
	p.change(at, end, text)
	p.edit(class, at, end)
}

// closes notes a repair that closes what begins at a place.
func (p *parser) closes(class Class, begin, at, end int, text string) {
	p.change(at, end, text)
	p.edit(class, at, end)
	p.edits[len(p.edits)-1].Begin = begin
}

// doubtful notes a place that can be read in two ways, and reports whether it is
// to be read the second way.
func (p *parser) doubtful(at int, why string) bool {
	if n := len(p.doubts); n == 0 || n <= maxDoubts && p.doubts[n-1].at != at {
		p.doubts = append(p.doubts, doubt{at, why})
	}
	return p.flip[at]
}

// peek returns the next byte, and 0 at the end.
func (p *parser) peek() byte { return p.byteAt(p.pos) }

func (p *parser) byteAt(i int) byte {
	if i >= 0 && i < len(p.src) {
		return p.src[i]
	}
	return 0
}

func (p *parser) runeAt(i int) (rune, int) {
	return utf8.DecodeRuneInString(p.src[min(i, len(p.src)):])
}

func (p *parser) has(i int, text string) bool {
	return i+len(text) <= len(p.src) && p.src[i:i+len(text)] == text
}

// inList and inObject say what pos stands in; neither is true outside all brackets.
func (p *parser) inList() bool   { return p.innermost() == '[' }
func (p *parser) inObject() bool { return p.innermost() == '{' }

func (p *parser) innermost() byte {
	if len(p.open) == 0 {
		return 0
	}
	return p.open[len(p.open)-1]
}

// parent is the container around the innermost one.
func (p *parser) parent() byte {
	if len(p.open) < 2 {
		return 0
	}
	return p.open[len(p.open)-2]
}

func (p *parser) push(bracket byte) bool {
	if len(p.open) >= p.lim.Depth {
		return p.exceed(p.pos, "nested deeper than the limit of %d", p.lim.Depth)
	}
	p.open = append(p.open, bracket)
	p.counts[kindOf(bracket)]++
	return true
}

func (p *parser) pop() {
	p.counts[kindOf(p.innermost())]--
	p.open = p.open[:len(p.open)-1]
}

// kindOf numbers the kinds of brackets, opening or closing.
func kindOf(bracket byte) int {
	switch bracket {
	case '{', '}':
		return 0
	case '[', ']':
		return 1
	}
	return 2
}

func isCloser(c byte) bool { return c == '}' || c == ']' || c == ')' }

// closable reports whether a closing bracket closes something that is open.
func (p *parser) closable(c byte) bool { return isCloser(c) && p.counts[kindOf(c)] > 0 }
