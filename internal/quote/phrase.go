package quote

import (
	"unicode/utf8"

	"github.com/contractc/contractc/internal/pyvalue"
)

// hasPhrase reports whether a phrase stands in a text without a letter, digit
// or underscore on either side. Both are normalised; an empty phrase stands in
// no text.
func hasPhrase(text, phrase string) bool {
	whole := false
	search(text, phrase, func(i int) bool {
		before, _ := utf8.DecodeLastRuneInString(text[:i])
		after, _ := utf8.DecodeRuneInString(text[i+len(phrase):])
		whole = !wordRune(before) && !wordRune(after)
		return !whole
	})
	return whole
}

// hasWord reports whether a word of letters stands in a text as a whole word, in any case.
func hasWord(text, word string) bool { return hasPhrase(pyvalue.Lower(text), word) }

// wordRune is pyvalue.IsWord for a rune that may be the error of an empty or broken text.
func wordRune(r rune) bool { return r != utf8.RuneError && pyvalue.IsWord(r) }
