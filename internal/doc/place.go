package doc

import (
	"strings"
	"unicode/utf8"

	"github.com/contractc/contractc/internal/diag"
)

// place is a byte of a text together with its line and column.
type place struct {
	pos       int
	line      int // from 1
	lineStart int // the byte at which the line starts
	lineExtra int // bytes of the line before pos that do not count as columns
	extra     int // bytes before pos that do not start a code point
}

// startOf returns the first place of a text. A byte order mark there is not
// counted as a column, but is a code point.
func startOf(src string) place {
	p := place{line: 1}
	if strings.HasPrefix(src, byteOrderMark) {
		p.lineExtra = 1
	}
	return p
}

func (p *place) position() diag.Position {
	return diag.Position{Line: p.line, Column: max(1, p.pos-p.lineStart-p.lineExtra+1)}
}

// newline moves over a line feed.
func (p *place) newline() {
	p.pos++
	p.line, p.lineStart, p.lineExtra = p.line+1, p.pos, 0
}

// within moves to a later byte of the same line; extra of the bytes between
// do not start a code point.
func (p *place) within(to, extra int) {
	p.pos = to
	p.lineExtra += extra
	p.extra += extra
}

// forward returns the place of a byte that is not before p.
func (p place) forward(src string, to int) place {
	for {
		next := strings.IndexByte(src[p.pos:to], '\n')
		if next < 0 {
			break
		}
		p.within(p.pos+next, extraBytes(src[p.pos:p.pos+next]))
		p.newline()
	}
	p.within(to, extraBytes(src[p.pos:to]))
	return p
}

func extraBytes(s string) int { return len(s) - utf8.RuneCountInString(s) }
