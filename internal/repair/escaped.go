package repair

import (
	"strings"

	"github.com/contractc/contractc/internal/doc"
)

// escaped reads a text that is JSON written like the content of a JSON string:
// its first quotation mark has a backslash. It is nil for any other text.
func (r *run) escaped(from int) *block {
	p := newParser(r.text, from, Limits{}, nil)
	begin := p.blank(from, true)
	if c := p.byteAt(begin); c != '{' && c != '[' || !p.has(p.blank(begin+1, true), `\"`) {
		return nil
	}
	inner := unescaped{from: begin}
	inner.read(r.text)
	sub := &run{text: inner.text, whole: inner.text, opt: r.opt, req: r.req, limits: r.limits}
	b := sub.block(0, false)
	b.from, b.end = inner.place(b.from), inner.place(b.end)
	for _, n := range append([]*doc.Node{b.value}, b.readings...) {
		inner.rebase(n, r.position())
	}
	for i := range b.edits {
		e := &b.edits[i]
		e.Offset, e.End, e.Begin = inner.place(e.Offset), inner.place(e.End), inner.place(e.Begin)
	}
	if b.fault != nil {
		b.fault.at = inner.place(b.fault.at)
	}
	if b.doubt != nil {
		b.doubt.at = inner.place(b.doubt.at)
	}
	b.edits = append([]Edit{{EscapedText, begin, begin, begin}}, b.edits...)
	return b
}

// unescaped is a text with one level of escapes taken off.
type unescaped struct {
	from    int
	text    string
	offsets []int32 // of each byte, and of the end, in the source
}

// read takes one level of escapes off a text.
func (u *unescaped) read(src string) {
	var b strings.Builder
	u.offsets = make([]int32, 0, len(src)-u.from+1)
	for i := u.from; i < len(src); i++ {
		u.offsets = append(u.offsets, int32(i))
		c := src[i]
		if c == '\\' && i+1 < len(src) {
			if plain, ok := unescape(src[i+1]); ok {
				c = plain
				i++
			}
		}
		b.WriteByte(c)
	}
	u.offsets = append(u.offsets, int32(len(src)))
	u.text = b.String()
}

// unescape is the character that an escape of one letter stands for.
func unescape(c byte) (byte, bool) {
	switch c {
	case '"', '\\', '/':
		return c, true
	case 'n':
		return '\n', true
	case 't':
		return '\t', true
	case 'r':
		return '\r', true
	}
	return 0, false
}

func (u *unescaped) place(offset int) int { return int(u.offsets[min(offset, len(u.offsets)-1)]) }

// rebase moves a tree of the text without escapes to its places in the source.
func (u *unescaped) rebase(n *doc.Node, places *doc.Places) {
	if n == nil {
		return
	}
	n.Offset, n.EndOffset = u.place(n.Offset), u.place(n.EndOffset)
	n.Range = places.Span(n.Offset, n.EndOffset)
	for _, item := range n.Items {
		u.rebase(item, places)
	}
	for i := range n.Fields {
		u.rebase(n.Fields[i].Value, places)
		n.Fields[i].KeyRange = n.Fields[i].Value.Range
	}
}
