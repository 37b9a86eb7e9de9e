// Package diag holds what every reader and checker reports: a file, an exact
// range, a stable code, one line that says what is wrong, and what to do.
//
// [List] collects diagnostics, [Write] prints them for people with a snippet of
// the source, [WriteJSON] prints them for programs. Text that comes from
// outside never reaches a terminal as it is: see [Neutralise].
package diag

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Position is a place in a text file. Line and Column count from 1; Column is
// in code points, and a byte order mark at the start of the file is not
// counted. Lines end with LF (a CR before it belongs to the line's end). The
// zero Position means that the place is not known.
type Position struct {
	Line   int `json:"line"`
	Column int `json:"column"`
}

// Known reports whether the position says anything.
func (p Position) Known() bool { return p.Line > 0 }

// Before reports whether p stands before q in the same file.
func (p Position) Before(q Position) bool {
	if p.Line != q.Line {
		return p.Line < q.Line
	}
	return p.Column < q.Column
}

// String returns "line:column", or "-" when the position is not known.
func (p Position) String() string {
	if !p.Known() {
		return "-"
	}
	return fmt.Sprintf("%d:%d", p.Line, p.Column)
}

// Range is a stretch of a text file from Start up to, not including, End. An
// End that is zero or not after Start makes the range one place.
type Range struct {
	Start Position `json:"start"`
	End   Position `json:"end"`
}

// At returns the range that is the one place p.
func At(p Position) Range { return Range{Start: p, End: p} }

// Known reports whether the range says anything.
func (r Range) Known() bool { return r.Start.Known() }

// PositionAt returns the position of a byte offset in src. An offset outside
// src is moved to the nearest end.
func PositionAt(src string, offset int) Position {
	offset = max(0, min(offset, len(src)))
	const mark = "\uFEFF"
	start := strings.LastIndexByte(src[:offset], '\n') + 1
	before := src[start:offset]
	if start == 0 {
		before = strings.TrimPrefix(before, mark)
	}
	return Position{
		Line:   strings.Count(src[:offset], "\n") + 1,
		Column: utf8.RuneCountInString(before) + 1,
	}
}
