package diag

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxMarks is how many combining marks in a row are shown as they are; the
// rest of a longer run would climb over the lines above and below.
const maxMarks = 3

// Neutralise returns s with every character that a terminal obeys, that is
// invisible, or that changes how its neighbours are shown written as \u{…}
// with its code point in upper-case hex digits, and bytes that are not UTF-8
// as \x{…}: controls (line breaks and tabs too), format and bidi characters,
// spaces other than U+0020, surrogates, private and unassigned characters,
// default-ignorables, variation selectors, tags, Hangul fillers, U+2800 and
// the tail of long runs of combining marks. So is the first character of what a
// pipeline obeys wherever it stands in a line, such as ##[error]. It is for text
// shown to people and cannot be reversed: the text \u{7} stays as it is.
func Neutralise(s string) string {
	if plainASCII(s) {
		return s
	}
	var b strings.Builder
	marks := 0
	for len(s) > 0 {
		g := nextGlyph(s, marks)
		b.WriteString(g.text)
		marks = g.marks
		s = s[g.size:]
	}
	return b.String()
}

func plainASCII(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < 0x20 || s[i] > 0x7e || s[i] == '#' && commandAt(s[i:]) {
			return false
		}
	}
	return true
}

// commandAt reports whether a text begins with what programs that run pipelines take
// for a command to them: two number signs, a word or none, and a bracket.
func commandAt[T string | []byte](s T) bool {
	if len(s) < 3 || s[0] != '#' || s[1] != '#' {
		return false
	}
	i := 2
	for i < len(s) && (s[i]|0x20 >= 'a' && s[i]|0x20 <= 'z') {
		i++
	}
	return i < len(s) && s[i] == '['
}

// glyph is how one code point (or one byte that is not UTF-8) is shown.
type glyph struct {
	text  string // what is printed
	size  int    // bytes of the source
	width int    // terminal cells of text
	marks int    // combining marks in a row up to here
}

// nextGlyph returns the first glyph of s, which is not empty, after a run of
// marks combining marks.
func nextGlyph(s string, marks int) glyph {
	r, size := utf8.DecodeRuneInString(s)
	if r == utf8.RuneError && size <= 1 {
		return brokenGlyph(s)
	}
	if unicode.In(r, unicode.Mn, unicode.Me) {
		marks++
	} else {
		marks = 0
	}
	if Hostile(r) || marks > maxMarks || r == '#' && commandAt(s) {
		text := fmt.Sprintf(`\u{%X}`, r)
		return glyph{text, size, len(text), marks}
	}
	return glyph{s[:size], size, cells(r), marks}
}

// brokenGlyph shows a surrogate in its three-byte form as one code point and
// any other byte that is not UTF-8 by its value.
func brokenGlyph(s string) glyph {
	if len(s) >= 3 && s[0] == 0xED && s[1] >= 0xA0 && s[1] <= 0xBF && s[2]&0xC0 == 0x80 {
		r := 0xD000 | int(s[1]&0x3F)<<6 | int(s[2]&0x3F)
		text := fmt.Sprintf(`\u{%X}`, r)
		return glyph{text: text, size: 3, width: len(text)}
	}
	text := fmt.Sprintf(`\x{%02X}`, s[0])
	return glyph{text: text, size: 1, width: len(text)}
}

// Hostile reports whether a character must not be printed as it is.
func Hostile(r rune) bool {
	if r < 0x7f {
		return r < 0x20
	}
	if !unicode.IsPrint(r) || unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector) {
		return true
	}
	switch r {
	case 0x2800, 0x1D159: // BRAILLE PATTERN BLANK, MUSICAL SYMBOL NULL NOTEHEAD: blank although symbols
		return true
	case 0x115F, 0x1160, 0x3164, 0xFFA0: // Hangul fillers, whatever the tables' version says
		return true
	}
	return r >= 0xE0000 && r <= 0xE0FFF
}

// cells returns how many terminal cells a printable character takes: none for
// a combining mark, two for the East Asian wide blocks, one otherwise.
func cells(r rune) int {
	switch {
	case r < 0x300:
		return 1
	case unicode.In(r, unicode.Mn, unicode.Me), r >= 0x1160 && r <= 0x11FF:
		return 0
	case wide(r):
		return 2
	}
	return 1
}

func wide(r rune) bool {
	switch {
	case r >= 0x1100 && r <= 0x115F,
		r >= 0x2E80 && r <= 0x303E,
		r >= 0x3041 && r <= 0x33FF,
		r >= 0x3400 && r <= 0x4DBF,
		r >= 0x4E00 && r <= 0xA4CF,
		r >= 0xA960 && r <= 0xA97F,
		r >= 0xAC00 && r <= 0xD7A3,
		r >= 0xF900 && r <= 0xFAFF,
		r >= 0xFE30 && r <= 0xFE6F,
		r >= 0xFF00 && r <= 0xFF60,
		r >= 0xFFE0 && r <= 0xFFE6,
		r >= 0x1F300 && r <= 0x1F64F,
		r >= 0x1F680 && r <= 0x1F6FF,
		r >= 0x1F900 && r <= 0x1F9FF,
		r >= 0x20000 && r <= 0x3FFFD:
		return true
	}
	return false
}
