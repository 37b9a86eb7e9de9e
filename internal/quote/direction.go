package quote

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/contractc/contractc/internal/pyvalue"
)

// maxLinks is how many linking words may stand between a word of direction and its figure.
const maxLinks = 2

// directed reports whether a word next to an unsigned figure says that it is negative: before it, with at most two links such as "of"
// between them, or right behind it.
func (o *Options) directed(text string, f figure) bool {
	if slices.Contains(o.Direction.After, nextWord(text[f.to:])) {
		return true
	}
	before := text[:f.from]
	for range maxLinks + 1 {
		var word string
		word, before = lastWord(before)
		switch {
		case slices.Contains(o.Direction.Before, word):
			return true
		case !slices.Contains(o.Direction.Links, word):
			return false
		}
	}
	return false
}

// nextWord returns the word behind one space, in lower case, or "".
func nextWord(text string) string {
	r, size := utf8.DecodeRuneInString(text)
	if size == 0 || !pyvalue.IsSpace(r) {
		return ""
	}
	return pyvalue.Lower(wordAt(text[size:]))
}

// lastWord returns the word at the end of a text, in lower case, and the text before it. White space may stand behind the word, and an
// opening parenthesis.
func lastWord(text string) (string, string) {
	text = strings.TrimRightFunc(text[max(0, len(text)-2*maxWord):], pyvalue.IsSpace)
	start := strings.LastIndexFunc(text, func(r rune) bool { return !wordRune(r) })
	_, size := utf8.DecodeRuneInString(text[max(start, 0):])
	if start < 0 {
		size = 0
		start = 0
	}
	return pyvalue.Lower(text[start+size:]), text[:start+size]
}
