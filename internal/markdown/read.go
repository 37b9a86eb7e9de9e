package markdown

import "strings"

// Document is what was found in a text.
type Document struct {
	// Headings are those that stand in no list and no quote, in order.
	Headings []Heading
	// Fences are all code fences, in order.
	Fences []Fence
}

// Heading is a heading that is marked with #.
type Heading struct {
	Level int    // 1 to 6
	Text  string // without the marks and the white space around it
	Line  int    // 1-based
	Start int    // byte offset of the line
	End   int    // behind the line, its line break included
}

// Fence is a code fence.
type Fence struct {
	Language string // the first word behind the opening marks; may be empty
	Line     int    // 1-based, of the opening marks
	Start    int    // byte offset of the opening line
	End      int    // behind the closing line, its line break included
	Inside   int    // byte offset of the first line inside
	Outside  int    // behind the last line inside, its line break included
	Closed   bool   // there are closing marks
	Nested   bool   // it stands in a list or a quote
}

// Read finds the headings and fences of a text.
func Read(text string) *Document {
	r := &reader{text: text, document: &Document{}}
	for at := 0; at < len(text); {
		end, next := lineEnd(text, at)
		r.number++
		r.line(line{start: at, end: end, next: next, number: r.number})
		at = next
	}
	r.endFence(len(text), len(text), false)
	return r.document
}

// lineEnd returns where the line that begins at a place ends, and where the next
// one begins. A line ends with a line feed, a carriage return, or both.
func lineEnd(text string, at int) (end, next int) {
	i := strings.IndexAny(text[at:], "\r\n")
	if i < 0 {
		return len(text), len(text)
	}
	end = at + i
	if strings.HasPrefix(text[end:], "\r\n") {
		return end, end + 2
	}
	return end, end + 1
}

// line is one line of the text.
type line struct {
	start, end int // without the line break
	next       int // behind it
	number     int // 1-based
}

// reader goes through a text.
type reader struct {
	text      string
	document  *Document
	number    int   // of the present line
	items     []int // columns where the content of the open list items begins
	fence     *openFence
	html      htmlEnd // what ends the block of HTML that is open
	htmlItem  int     // as openFence.item
	paragraph bool    // the line before belongs to a paragraph
	empty     bool    // the line before is the marker of a list item alone
}

// line reads one line.
func (r *reader) line(l line) {
	text := r.text[l.start:l.end]
	if l.start == 0 {
		text = strings.TrimPrefix(text, "\uFEFF")
	}
	c := cursor{text: text}
	switch {
	case r.fence != nil && r.inFence(l, c):
	case r.html != noHTML && r.inHTML(c):
	case c.blank():
		r.blank()
	default:
		r.block(l, c)
	}
}

// blank reads a blank line. A list item that begins with one has ended.
func (r *reader) blank() {
	if r.empty && len(r.items) > 0 {
		r.items = r.items[:len(r.items)-1]
	}
	r.paragraph, r.empty = false, false
}

// maxIndent is how far the marks of a block may stand to the right.
const maxIndent = 3

// block reads a line that stands in no fence and no block of HTML.
func (r *reader) block(l line, c cursor) {
	before := len(r.items)
	for n := before; n > 0 && r.items[n-1] > c.indent(); n-- {
		r.items = r.items[:n-1]
	}
	k := container{lazy: len(r.items) < before && r.paragraph, open: before}
	if n := len(r.items); n > 0 {
		c.entered, k.nested = r.items[n-1], true
	}
	for r.mark(&c, &k) {
	}
	r.empty = c.blank()
	if c.column-c.entered <= maxIndent {
		r.content(l, c, k)
		return
	}
	r.plain(k, r.paragraph) // indented code, or a paragraph that goes on
}

// container is what a line stands in.
type container struct {
	nested, quoted bool
	lazy           bool // it may belong to a paragraph of a list item that it stands outside of
	open           int  // how many list items were open before it
}

// mark passes the mark of a list item or of a quote.
func (r *reader) mark(c *cursor, k *container) bool {
	c.space()
	switch {
	case c.column-c.entered > maxIndent || isBreak(c.rest()):
		return false
	case c.listMarker(r.paragraph && !k.lazy):
		r.items = append(r.items, c.column)
		k.lazy, r.paragraph = false, false
	case c.quoteMarker():
		k.quoted, k.lazy = true, false
	default:
		return false
	}
	k.nested = true
	return true
}

// content reads what stands behind the marks of lists and quotes.
func (r *reader) content(l line, c cursor, k container) {
	rest := c.rest()
	if mark, language, ok := fenceMark(rest); ok {
		r.open(l, mark, language, k)
		return
	}
	if level, text, ok := headingOf(rest); ok {
		r.paragraph = false
		if !k.nested {
			r.document.Headings = append(r.document.Headings, Heading{Level: level, Text: text, Line: l.number, Start: l.start, End: l.next})
		}
		return
	}
	if end := htmlStart(rest, r.paragraph); end != noHTML && !k.quoted {
		r.html, r.htmlItem, r.paragraph = end, r.item(), false
		r.inHTML(cursor{text: rest, column: r.htmlItem})
		return
	}
	r.plain(k, rest != "" && !isBreak(rest))
}

// plain notes a line of text. One that goes on with the paragraph of a list item
// leaves the item open, however little it is indented.
func (r *reader) plain(k container, paragraph bool) {
	if k.lazy && paragraph {
		r.items = r.items[:k.open]
	}
	r.paragraph = paragraph
}

// item is the column at which the content of the innermost list item begins.
func (r *reader) item() int {
	if n := len(r.items); n > 0 {
		return r.items[n-1]
	}
	return 0
}

// isBreak reports a line across the page: three or more of - _ * with nothing
// but white space between them.
func isBreak(rest string) bool {
	if len(rest) < 3 || strings.IndexByte("-_*", rest[0]) < 0 {
		return false
	}
	marks := strings.Count(rest, rest[:1])
	return marks >= 3 && strings.Trim(rest, rest[:1]+" \t") == ""
}

// headingOf reads a heading: one to six # and white space, and # again at the
// end where the writer likes that.
func headingOf(rest string) (level int, text string, ok bool) {
	for level < len(rest) && rest[level] == '#' {
		level++
	}
	if level == 0 || level > 6 || level < len(rest) && rest[level] != ' ' && rest[level] != '\t' {
		return 0, "", false
	}
	text = strings.Trim(rest[level:], " \t")
	if inner := strings.TrimRight(text, "#"); inner != text && (inner == "" || strings.HasSuffix(inner, " ") || strings.HasSuffix(inner, "\t")) {
		text = strings.TrimRight(inner, " \t")
	}
	return level, text, true
}
