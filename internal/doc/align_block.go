package doc

import (
	"strings"
)

// block walks over a literal or folded scalar. The indentation of its lines
// follows from source and text: it is what the source's first line with a
// character has more than the text's.
func (a *aligner) block(folded bool) bool {
	a.contentEnd = headerEnd(a.src, a.pos)
	start := lineEnd(a.src, a.pos)
	start += lineBreak(a.src, start)
	if a.text == "" {
		a.reach(start)
		return true
	}
	if indent, ok := blockIndent(a.src[start:], a.text); ok {
		return a.tryBlock(start, indent, folded)
	}
	for indent := maxIndent(a.src[start:]); indent >= 0; indent-- {
		whole := *a
		whole.stop = -1
		if whole.tryBlock(start, indent, folded) {
			return a.tryBlock(start, indent, folded)
		}
	}
	return false
}

func (a *aligner) tryBlock(start, indent int, folded bool) bool {
	a.pos = start
	for !a.done() {
		if !a.blockLine(indent, folded) {
			return false
		}
	}
	a.reach(a.pos)
	return true
}

// headerEnd returns the end of a block scalar's header, comment excluded.
func headerEnd(src string, i int) int {
	for i < len(src) && strings.IndexByte("|>+-0123456789", src[i]) >= 0 {
		i++
	}
	return i
}

// lineEnd returns the offset of the line break, or of the end of the text,
// that ends the line at i.
func lineEnd(src string, i int) int {
	end := strings.IndexByte(src[i:], '\n')
	switch {
	case end < 0:
		return len(src)
	case end > 0 && src[i+end-1] == '\r':
		return i + end - 1
	}
	return i + end
}

// blockIndent compares the first line with a character other than a space in
// source and text.
func blockIndent(body, text string) (int, bool) {
	inText := strings.IndexFunc(text, func(r rune) bool { return r != ' ' && r != '\n' })
	inBody := strings.IndexFunc(body, func(r rune) bool { return r != ' ' && r != '\n' && r != '\r' })
	if inText < 0 || inBody < 0 {
		return 0, false
	}
	indent := spacesBefore(body, inBody) - spacesBefore(text, inText)
	return indent, indent >= 0
}

// spacesBefore counts the spaces directly before offset i.
func spacesBefore(s string, i int) int {
	return i - len(strings.TrimRight(s[:i], " "))
}

// maxIndent returns how many spaces the widest line of a body of spaces has,
// at most 80.
func maxIndent(body string) int {
	widest := 0
	for line := range strings.Lines(body) {
		spaces := len(line) - len(strings.TrimLeft(line, " "))
		widest = max(widest, spaces)
		if spaces < len(strings.TrimRight(line, "\r\n")) {
			break
		}
	}
	return min(widest, 80)
}

// blank returns the offset of the line break of a line with nothing after at
// most indent spaces; it is false for other lines.
func (a *aligner) blank(i, indent int) (int, bool) {
	for n := 0; n < indent && i < len(a.src) && a.src[i] == ' '; n++ {
		i++
	}
	return i, lineBreak(a.src, i) > 0
}

// blockLine matches one line of the source, with the breaks after it.
func (a *aligner) blockLine(indent int, folded bool) bool {
	if at, ok := a.blank(a.pos, indent); ok {
		a.pos = at + lineBreak(a.src, at)
		return a.take("\n", at)
	}
	if !strings.HasPrefix(a.src[a.pos:], strings.Repeat(" ", indent)) {
		return false
	}
	a.pos += indent
	end := lineEnd(a.src, a.pos)
	for a.pos < end {
		if a.done() || !a.char() {
			return a.found
		}
	}
	a.contentEnd = end
	if a.done() {
		return true
	}
	if folded {
		return a.foldedBreaks(end, indent)
	}
	a.pos = end + lineBreak(a.src, end)
	return a.take("\n", end)
}

// foldedBreaks matches the breaks after a line of a folded scalar: the first
// at byte end, the others those of blank lines. A single one is a space; of
// several the first is dropped, except beside indented lines and at the end.
func (a *aligner) foldedBreaks(end, indent int) bool {
	places := []int{end}
	a.pos = end + lineBreak(a.src, end)
	for at, ok := a.blank(a.pos, indent); ok; at, ok = a.blank(a.pos, indent) {
		places = append(places, at)
		a.pos = at + lineBreak(a.src, at)
	}
	if len(places) == 1 && strings.HasPrefix(a.text, " ") {
		return a.take(" ", end)
	}
	count := len(a.text) - len(strings.TrimLeft(a.text, "\n"))
	if count == len(places)-1 && count < len(a.text) {
		places = places[1:]
	}
	if count == 0 || count > len(places) {
		return false
	}
	for _, at := range places[:count] {
		a.take("\n", at)
	}
	return true
}
