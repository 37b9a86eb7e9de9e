package doc

import (
	"strings"

	"github.com/contractc/contractc/internal/diag"
)

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
	c := p.Cursor()
	return c.At(offset)
}

// Span returns the positions of a stretch of bytes.
func (p *Places) Span(start, end int) diag.Range {
	c := p.Cursor()
	return diag.Range{Start: c.At(start), End: c.At(end)}
}

// A Cursor gives the positions of offsets that follow each other closely without
// going through a stretch again.
type Cursor struct {
	places *Places
	offset int
	at     mark
}

// Cursor returns a cursor at the start of the text.
func (p *Places) Cursor() Cursor { return Cursor{places: p} }

// At is [Places.At], from where the cursor is if that is near.
func (c *Cursor) At(offset int) diag.Position {
	text := c.places.text
	offset = max(0, min(offset, len(text)))
	if offset < c.offset || offset-c.offset > stretch {
		c.seek(offset)
	}
	for ; c.offset < offset; c.offset++ {
		c.at.pass(text[c.offset])
	}
	m := c.at
	if m.line == 0 && m.column > 0 && strings.HasPrefix(text, byteOrderMark) {
		m.column--
	}
	return diag.Position{Line: int(m.line) + 1, Column: int(m.column) + 1}
}

// seek moves to the beginning of the stretch of an offset.
func (c *Cursor) seek(offset int) {
	c.offset, c.at = 0, mark{}
	if marks := c.places.marks; len(marks) > 0 {
		i := min(offset/stretch, len(marks)-1)
		c.offset, c.at = i*stretch, marks[i]
	}
}
