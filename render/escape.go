package render

import (
	"unicode/utf8"

	"github.com/contractc/contractc/internal/unicodedata"
)

// Quote returns a text as a literal in double quotes on one line, by DESIGN 6.5:
// two different texts never look alike. The empty text is "".
//
// A backslash begins an escape: \\ and \" for themselves, \n, \r, \t,
// \x{FF} for a byte that is not UTF-8, and \u{202E} for any other character
// that is not shown as it is, by its code point.
func Quote(s string) string {
	return string(AppendQuote(make([]byte, 0, len(s)+2), s))
}

// AppendQuote appends Quote(s) to dst.
func AppendQuote(dst []byte, s string) []byte {
	dst = append(dst, '"')
	dst = appendEscaped(dst, s, literal)
	return append(dst, '"')
}

// Code returns an expression as it is written, on one line. Backslashes and
// quotes stay as they are; every escape that it adds has braces, \u{…} or
// \x{…}, which is no escape in an expression. It is for expressions that have
// been read without an error; for any others, use Quote.
func Code(s string) string { return string(AppendCode(make([]byte, 0, len(s)), s)) }

// AppendCode appends Code(s) to dst.
func AppendCode(dst []byte, s string) []byte { return appendEscaped(dst, s, code) }

// Text returns a running text, such as a rule's message or a reviewer's
// sentence, on one line with everything visible that would otherwise be hidden,
// move, or look like something else. Quotes and backslashes stay as they are, so
// Text is for words whose author is trusted or named beside them, and is no
// literal: different texts may give the same line.
func Text(s string) string { return string(appendEscaped(make([]byte, 0, len(s)), s, running)) }

// A style says what is shown as it is beyond the rule for single characters.
type style uint8

const (
	literal style = iota // the inside of a quoted literal
	code                 // an expression as it is written
	running              // running text
	words                // a piece of a template: running text whose ends are no ends
)

// appendEscaped appends the text, escaped.
func appendEscaped(dst []byte, s string, st style) []byte {
	if n := plainPrefix(s, st); n == len(s) {
		return append(dst, s...)
	}
	w := writer{dst: dst, src: s, style: st, last: noRune}
	for w.pos < len(s) {
		w.next()
	}
	return w.dst
}

// plainPrefix returns the length of the text if all of it is ASCII that is shown
// as it is, and otherwise some smaller number.
func plainPrefix(s string, st style) int {
	for i := range len(s) {
		c := s[i]
		if c < ' ' || c > '~' || c == ' ' && !spaceStays(s, i, st) || st == literal && (c == '"' || c == '\\') {
			return i
		}
	}
	return len(s)
}

// spaceStays reports whether the space at i is seen for what it is: it stands
// alone between two other characters.
func spaceStays(s string, i int, st style) bool {
	before := i > 0 && s[i-1] != ' ' || i == 0 && st == words
	after := i+1 < len(s) && s[i+1] != ' ' || i+1 == len(s) && st == words
	return before && after
}

const noRune = -1

// A writer copies a text and decides for every character whether it is shown.
type writer struct {
	dst   []byte
	src   string
	style style
	pos   int

	last       rune                // character just before, if it was shown as it is
	letterRune rune                // letter that marks would stand on
	base       unicodedata.Scripts // its script; 0 for none
	accents    int                 // marks on it so far
}

// next writes the character at pos, or the word that begins there.
func (w *writer) next() {
	r, size := utf8.DecodeRuneInString(w.src[w.pos:])
	if r == utf8.RuneError && size == 1 {
		w.escapeByte(w.src[w.pos])
		w.pos++
		return
	}
	a := unicodedata.AppearanceOf(r)
	switch a.Kind {
	case unicodedata.Letter, unicodedata.Digit:
		w.word()
		return
	case unicodedata.Symbol:
		w.symbol(r)
	case unicodedata.Hidden:
		w.hidden(r)
	case unicodedata.Accent:
		w.escape(r) // it has no letter to stand on
	}
	w.pos += size
}

func (w *writer) symbol(r rune) {
	switch {
	case r == ' ' && !spaceStays(w.src, w.pos, w.style),
		w.style == literal && (r == '"' || r == '\\'),
		r > '~' && w.last != noRune && unicodedata.Joins(w.last, r):
		w.escape(r)
	default:
		w.show(r, 0)
	}
}

// hidden writes a character of the kind Hidden. Running text keeps the
// punctuation of typography; in a literal it would pass for ASCII.
func (w *writer) hidden(r rune) {
	if w.style >= running && typographic(r) {
		w.show(r, 0)
		return
	}
	w.escape(r)
}

func typographic(r rune) bool {
	switch r {
	case '‘', '’', '“', '”', '–', '—', '…':
		return true
	}
	return false
}

// show writes a character as it is; base is the script of a letter.
func (w *writer) show(r rune, base unicodedata.Scripts) {
	w.dst = utf8.AppendRune(w.dst, r)
	w.last, w.letterRune, w.base, w.accents = r, r, base, 0
}

// escape writes a character by its escape.
func (w *writer) escape(r rune) {
	w.dst = appendEscape(w.dst, r, w.style)
	w.last, w.base = noRune, 0
}

func (w *writer) escapeByte(b byte) {
	const hex = "0123456789ABCDEF"
	w.dst = append(w.dst, '\\', 'x', '{', hex[b>>4], hex[b&15], '}')
	w.last, w.base = noRune, 0
}

// appendEscape appends the escape of a character.
func appendEscape(dst []byte, r rune, st style) []byte {
	if st == code {
		return append(appendHex(append(dst, '\\', 'u', '{'), r), '}')
	}
	switch r {
	case '"', '\\':
		return append(dst, '\\', byte(r))
	case '\n':
		return append(dst, '\\', 'n')
	case '\r':
		return append(dst, '\\', 'r')
	case '\t':
		return append(dst, '\\', 't')
	}
	return append(appendHex(append(dst, '\\', 'u', '{'), r), '}')
}

func appendHex(dst []byte, r rune) []byte {
	const hex = "0123456789ABCDEF"
	shift := 20
	for shift > 0 && r>>shift == 0 {
		shift -= 4
	}
	for ; shift >= 0; shift -= 4 {
		dst = append(dst, hex[r>>shift&15])
	}
	return dst
}
