package repair

import (
	"slices"
	"strings"
)

// piece is a stretch of a mended text: one that was kept, or one that a change
// put there.
type piece struct {
	at      int // where it begins in the mended text
	from    int // where it begins in the source
	end     int // of a change, the end of what it replaced; 0 for a stretch that was kept
	changed bool
}

// mended is a text with its changes.
type mended struct {
	text   string
	pieces []piece
	last   int // the piece that was looked up last
}

// apply makes the changes in a stretch of the source.
func apply(src string, from, to int, changes []change) mended {
	slices.SortStableFunc(changes, func(a, b change) int { return a.at - b.at })
	var b strings.Builder
	b.Grow(to - from + 2*len(changes))
	m := mended{pieces: make([]piece, 0, 2*len(changes)+1)}
	at := from
	for _, c := range changes {
		if c.at > at {
			m.pieces = append(m.pieces, piece{at: b.Len(), from: at})
			b.WriteString(src[at:c.at])
		}
		if c.text != "" {
			m.pieces = append(m.pieces, piece{at: b.Len(), from: c.at, end: c.end, changed: true})
			b.WriteString(c.text)
		}
		at = max(at, c.end)
	}
	m.pieces = append(m.pieces, piece{at: b.Len(), from: at})
	b.WriteString(src[at:to])
	m.text = b.String()
	return m
}

// start returns the place in the source of a byte of the mended text.
func (m *mended) start(offset int) int {
	p := m.piece(offset)
	if p.changed {
		return p.from
	}
	return p.from + offset - p.at
}

// finish returns the place in the source of the end of a stretch of the mended text.
func (m *mended) finish(end int) int {
	if end == 0 {
		return m.start(0)
	}
	p := m.piece(end - 1)
	if p.changed {
		return p.end
	}
	return p.from + end - p.at
}

func (m *mended) piece(offset int) piece {
	for i := m.last; i < min(m.last+4, len(m.pieces)); i++ {
		if m.pieces[i].at <= offset && (i+1 == len(m.pieces) || offset < m.pieces[i+1].at) {
			m.last = i
			return m.pieces[i]
		}
	}
	i, exact := slices.BinarySearchFunc(m.pieces, offset, func(p piece, at int) int { return p.at - at })
	if !exact {
		i--
	}
	m.last = max(0, i)
	return m.pieces[m.last]
}
