package markdown

import "strings"

// openFence is a code fence whose end was not seen yet.
type openFence struct {
	Fence
	mark   string // the opening marks
	item   int    // column at which the content of its list item begins; 0 outside lists
	quoted bool
}

// fenceMark reads the opening marks of a fence: three backticks or tildes or
// more, and a language.
func fenceMark(rest string) (mark, language string, ok bool) {
	if !strings.HasPrefix(rest, "```") && !strings.HasPrefix(rest, "~~~") {
		return "", "", false
	}
	info := strings.TrimLeft(rest, rest[:1])
	mark = rest[:len(rest)-len(info)]
	if rest[0] == '`' && strings.IndexByte(info, '`') >= 0 {
		return "", "", false
	}
	info = strings.TrimLeft(info, " \t")
	if i := strings.IndexAny(info, " \t"); i >= 0 {
		info = info[:i]
	}
	return mark, info, true
}

// open begins a fence.
func (r *reader) open(l line, mark, language string, k container) {
	r.paragraph = false
	r.fence = &openFence{
		Fence: Fence{Language: language, Line: l.number, Start: l.start, Inside: l.next, Nested: k.nested},
		mark:  mark, item: r.item(), quoted: k.quoted,
	}
}

// inFence reads a line while a fence is open. It is false for a line that ends
// the list item or quote that the fence stands in, and with it the fence.
func (r *reader) inFence(l line, c cursor) bool {
	f := r.fence
	if f.quoted {
		if !c.quoteMarker() {
			r.endFence(l.start, l.start, false)
			return false
		}
		for c.quoteMarker() {
		}
	}
	blank, indent := c.blank(), c.indent()
	switch {
	case !blank && !f.quoted && indent < f.item:
		r.endFence(l.start, l.start, false)
		return false
	case !blank && indent-max(f.item, c.entered) <= maxIndent && closes(f.mark, c.rest()):
		r.endFence(l.start, l.next, true)
	}
	return true
}

// closes reports whether a line is the closing marks: as many as the opening
// ones or more, and nothing else.
func closes(mark, rest string) bool {
	return len(rest) >= len(mark) && strings.Trim(rest, mark[:1]) == ""
}

// endFence ends the fence that is open, if there is one.
func (r *reader) endFence(outside, end int, closed bool) {
	if r.fence == nil {
		return
	}
	f := r.fence.Fence
	f.Outside, f.End, f.Closed = max(outside, f.Inside), max(end, f.Inside), closed
	r.document.Fences = append(r.document.Fences, f)
	r.fence = nil
}
