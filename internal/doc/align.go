package doc

import (
	"strings"
	"unicode/utf8"
)

// sourceOffset returns the byte in the file at which code point number off of
// a scalar's text is written.
func sourceOffset(n *Node, off int) (int, bool) {
	a := aligner{src: n.origin.text, pos: n.Offset, text: n.Text, stop: off}
	if !a.run(n.style) {
		return 0, false
	}
	return a.at, a.found
}

// scalarEnd returns the byte after a scalar that starts at start and whose
// decoded text is known, closing quote included. Of a block scalar it is the
// end of the last line that holds something. It is false if source and text
// do not agree.
func scalarEnd(src string, start int, st style, text string) (int, bool) {
	if end, ok := verbatimEnd(src, start, st, text); ok {
		return end, true
	}
	a := aligner{src: src, pos: start, text: text, stop: -1}
	if !a.run(st) || a.text != "" {
		return 0, false
	}
	switch st {
	case styleSingle:
		return a.pos + 1, strings.HasPrefix(src[a.pos:], "'")
	case styleDouble, styleJSON:
		return a.pos + 1, strings.HasPrefix(src[a.pos:], `"`)
	case styleLiteral, styleFolded:
		return a.contentEnd, true
	}
	return a.pos, true
}

// verbatimEnd is scalarEnd for a scalar of one line that is written as its
// text, as most are.
func verbatimEnd(src string, start int, st style, text string) (int, bool) {
	quote, special := "", "\n"
	switch st {
	case stylePlain:
	case styleSingle:
		quote, special = "'", "\n'"
	case styleDouble:
		quote, special = `"`, "\n\"\\"
	default:
		return 0, false
	}
	start += len(quote)
	end := start + len(text)
	if end > len(src) || src[start:end] != text || strings.ContainsAny(text, special) {
		return 0, false
	}
	return end + len(quote), strings.HasPrefix(src[end:], quote)
}

// aligner walks over a scalar's source and its decoded text in lockstep.
type aligner struct {
	src  string
	pos  int    // in src
	text string // what of the decoded text is not matched yet
	next int    // number of the next code point of the text

	stop  int // the code point that is looked for, or -1
	at    int // where it is
	found bool

	contentEnd int // of a block scalar: the end of the last line with content
}

// run walks up to the code point that is looked for, or over the whole
// scalar; it is false where source and text do not agree.
func (a *aligner) run(st style) bool {
	switch st {
	case stylePlain:
		return a.flow(a.plainChar)
	case styleSingle:
		a.pos++
		return a.flow(a.singleChar)
	case styleDouble:
		a.pos++
		return a.flow(a.doubleChar) && a.continuations()
	case styleJSON:
		a.pos++
		return a.json()
	case styleLiteral, styleFolded:
		return a.block(st == styleFolded)
	}
	return false
}

// take matches the decoded text want, one code point, with what stands at
// byte at of the source.
func (a *aligner) take(want string, at int) bool {
	if !strings.HasPrefix(a.text, want) || want == "" {
		return false
	}
	a.reach(at)
	a.next++
	a.text = a.text[len(want):]
	return true
}

// reach notes that the next code point is at byte at of the source.
func (a *aligner) reach(at int) {
	if a.next == a.stop && !a.found {
		a.at, a.found = at, true
	}
}

// done reports whether the walk is over.
func (a *aligner) done() bool { return a.found || a.text == "" }

// char matches one code point that is written as it is.
func (a *aligner) char() bool {
	if a.pos >= len(a.src) {
		return false
	}
	_, size := utf8.DecodeRuneInString(a.src[a.pos:])
	if !a.take(a.src[a.pos:a.pos+size], a.pos) {
		return false
	}
	a.pos += size
	return true
}

// lineBreak returns the length of the line break at i: 0, 1 or 2.
func lineBreak(s string, i int) int {
	switch {
	case i < len(s) && s[i] == '\n':
		return 1
	case i+1 < len(s) && s[i] == '\r' && s[i+1] == '\n':
		return 2
	}
	return 0
}

// blanks returns the offset after the spaces and tabs at i.
func blanks(s string, i int) int {
	for i < len(s) && (s[i] == ' ' || s[i] == '\t') {
		i++
	}
	return i
}
