package diag

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

const (
	lineCells    = 100 // cells of source text shown of one line
	contextCells = 40  // of these, at most so many before the range
	headLines    = 3   // lines shown of a long range before the cut
	tabCells     = 4   // cells for which a tab stands
)

// snippet prints the lines of a range with a caret line under each.
func snippet(src []byte, r Range) string {
	if !r.Start.Known() {
		return ""
	}
	if r.End.Before(r.Start) {
		r.End = r.Start
	}
	lines := linesFrom(src, r.Start.Line, r.End.Line)
	if len(lines) == 0 {
		return ""
	}
	last := r.Start.Line + len(lines) - 1
	if last > r.Start.Line && r.End.Line == last && r.End.Column <= 1 {
		lines, last = lines[:len(lines)-1], last-1 // the range ends with the line before
	}
	return drawLines(lines, r, last)
}

func drawLines(lines []string, r Range, last int) string {
	var b strings.Builder
	gutter := len(fmt.Sprint(last))
	cut := len(lines) - headLines - 1 // the last line is shown too
	if cut == 1 {
		cut = 0 // the note would take the line's place
	}
	for i, line := range lines {
		number := r.Start.Line + i
		if cut > 0 && i >= headLines && number != last {
			if i == headLines {
				fmt.Fprintf(&b, "  %*s | (%d more lines)\n", gutter, "", cut)
			}
			continue
		}
		text, carets := drawLine(line, columnsOn(line, r, number))
		fmt.Fprintf(&b, "  %*d | %s\n", gutter, number, text)
		if carets != "" {
			fmt.Fprintf(&b, "  %*s | %s\n", gutter, "", carets)
		}
	}
	return b.String()
}

// span is a stretch of code points of one line, from 0, end excluded.
type span struct{ from, to int }

// columnsOn returns which code points of a line the range covers: at least
// one place, which may be the place after the line's last character.
func columnsOn(line string, r Range, number int) span {
	length := countPoints(line)
	s := span{0, length}
	if number == r.Start.Line {
		s.from = min(max(r.Start.Column-1, 0), length)
	} else {
		s.from = len(line) - len(strings.TrimLeft(line, " \t"))
	}
	if number == r.End.Line {
		s.to = min(max(r.End.Column-1, 0), length)
	}
	if s.to <= s.from {
		s.to = s.from + 1
	}
	return s
}

// drawLine returns a line's visible text, cut around the span if it is long,
// and the carets under the span.
func drawLine(line string, s span) (text, carets string) {
	glyphs := glyphsAround(line, s)
	var shown, marks strings.Builder
	if glyphs.before > 0 {
		note := fmt.Sprintf("(%d characters cut) ", glyphs.before)
		shown.WriteString(note)
		marks.WriteString(strings.Repeat(" ", len(note)))
	}
	for i, g := range glyphs.list {
		shown.WriteString(g.text)
		marks.WriteString(strings.Repeat(caretFor(glyphs.before+i, s), g.width))
	}
	if at := glyphs.before + len(glyphs.list); glyphs.after == 0 && s.to > at {
		marks.WriteString("^") // the place after the last character
	}
	if glyphs.after > 0 {
		fmt.Fprintf(&shown, " (%d characters cut)", glyphs.after)
	}
	return strings.TrimRight(shown.String(), " "), strings.TrimRight(marks.String(), " ")
}

func caretFor(column int, s span) string {
	if column >= s.from && column < s.to {
		return "^"
	}
	return " "
}

// window is the part of a line that is shown, and how many code points stand
// before and after it.
type window struct {
	list          []glyph
	before, after int
}

func glyphsAround(line string, s span) window {
	first := windowStart(line, s.from)
	offset := skipPoints(line, first)
	list, used := takeGlyphs(line[offset:], lineCells)
	rest := countPoints(line[offset+used:])
	w := window{list, first, rest}
	if first > 0 && rest == 0 {
		return widenLeft(line, w)
	}
	return w
}

// windowStart returns the first code point that is shown if the range starts
// at code point from: what stands before takes at most contextCells.
func windowStart(line string, from int) int {
	offset, used := skipPoints(line, from), 0
	for from > 0 {
		_, size := utf8.DecodeLastRuneInString(line[:offset])
		used += sourceGlyph(line[offset-size:], 0).width
		if used > contextCells {
			break
		}
		offset -= size
		from--
	}
	return from
}

// widenLeft gives the cells that the end of the line left unused to the text
// before the window.
func widenLeft(line string, w window) window {
	for w.before > 0 {
		offset := skipPoints(line, w.before-1)
		list, used := takeGlyphs(line[offset:], lineCells)
		if offset+used < len(line) {
			return w
		}
		w.list, w.before = list, w.before-1
	}
	return w
}

// takeGlyphs returns the glyphs of s that fit into so many cells, at least
// one if there is one, and the bytes that they stand for.
func takeGlyphs(s string, limit int) (list []glyph, used int) {
	cells, marks := 0, 0
	for used < len(s) {
		g := sourceGlyph(s[used:], marks)
		if cells+g.width > limit && len(list) > 0 {
			break
		}
		cells += g.width
		marks = g.marks
		list = append(list, g)
		used += g.size
	}
	return list, used
}

// sourceGlyph is nextGlyph with a tab shown as spaces.
func sourceGlyph(s string, marks int) glyph {
	if s[0] == '\t' {
		return glyph{text: strings.Repeat(" ", tabCells), size: 1, width: tabCells}
	}
	g := nextGlyph(s, marks)
	if g.size == 3 && s[0] == 0xED && g.text[0] == '\\' && !utf8.ValidString(s[:3]) {
		return glyph{text: fmt.Sprintf(`\x{%02X}`, s[0]), size: 1, width: 6} // columns count its bytes
	}
	return g
}

func countPoints(s string) int { return utf8.RuneCountInString(s) }

func skipPoints(s string, n int) int {
	offset := 0
	for ; n > 0 && offset < len(s); n-- {
		_, size := utf8.DecodeRuneInString(s[offset:])
		offset += size
	}
	return offset
}

// linesFrom returns the lines first to last, counted from 1, without their
// ends and without a byte order mark at the start of the file. Lines that the
// file does not have are left out.
func linesFrom(src []byte, first, last int) []string {
	text := strings.TrimPrefix(string(src), "\uFEFF")
	var lines []string
	for number := 1; number <= last; number++ {
		line, rest, more := strings.Cut(text, "\n")
		if number >= first {
			lines = append(lines, strings.TrimSuffix(line, "\r"))
		}
		if !more {
			break
		}
		text = rest
	}
	return lines
}
