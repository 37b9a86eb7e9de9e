package doc

import "github.com/contractc/contractc/internal/diag"

// Places turns byte offsets of a text into positions, each in constant time.
type Places struct {
	text  string
	marks []mark
}

// mark is the place of the first byte of a stretch.
type mark struct {
	line, column int32 // from 0
}

const stretch = 256

// NewPlaces reads through a text once.
func NewPlaces(text string) *Places {
	p := &Places{text: text, marks: make([]mark, 0, len(text)/stretch+1)}
	var m mark
	for i := range len(text) {
		if i%stretch == 0 {
			p.marks = append(p.marks, m)
		}
		m.pass(text[i])
	}
	return p
}

// pass moves over one byte; only the first of a character counts.
func (m *mark) pass(c byte) {
	switch {
	case c == '\n':
		m.line, m.column = m.line+1, 0
	case c&0xC0 != 0x80:
		m.column++
	}
}

// At returns the position of an offset; one outside the text is taken for the
// nearest in it. A byte order mark at the start of the text is not counted.
func (p *Places) At(offset int) diag.Position {
	offset = max(0, min(offset, len(p.text)))
	var m mark
	from := 0
	if len(p.marks) > 0 {
		from = min(offset/stretch, len(p.marks)-1)
		m = p.marks[from]
	}
	for i := from * stretch; i < offset; i++ {
		m.pass(p.text[i])
	}
	if m.line == 0 && m.column > 0 && len(p.text) >= 3 && p.text[:3] == "\uFEFF" {
		m.column--
	}
	return diag.Position{Line: int(m.line) + 1, Column: int(m.column) + 1}
}

// Span returns the positions of a stretch of bytes.
func (p *Places) Span(start, end int) diag.Range {
	return diag.Range{Start: p.At(start), End: p.At(end)}
}
