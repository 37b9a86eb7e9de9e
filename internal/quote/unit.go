package quote

import (
	"strings"
	"unicode/utf8"

	"github.com/contractc/contractc/internal/pyvalue"
)

// looseUnit returns the unit at the start of what follows a number: an optional closing parenthesis or bracket, an optional white space
// character, and a symbol, or a word that ends there.
func (o *Options) looseUnit(rest string) *Unit {
	if rest != "" && (rest[0] == ')' || rest[0] == ']') {
		rest = rest[1:]
	}
	if r, size := utf8.DecodeRuneInString(rest); size > 0 && pyvalue.IsSpace(r) {
		rest = rest[size:]
	}
	unit, _ := o.unitAt(rest)
	return unit
}

// unitAt returns the unit at the start of a text, the longest that fits, and its size in bytes.
func (o *Options) unitAt(text string) (*Unit, int) {
	r, size := utf8.DecodeRuneInString(text)
	if size == 0 {
		return nil, 0
	}
	if !pyvalue.IsWord(r) {
		return o.words[string(r)], size
	}
	if pyvalue.DigitValue(r) >= 0 {
		return nil, 0
	}
	var unit *Unit
	length, end := 0, 0
	phrase := ""
	for range max(o.longest, 1) {
		word := wordAt(text[end:])
		if word == "" {
			break
		}
		phrase += pyvalue.Lower(word)
		end += len(word)
		if u := o.words[phrase]; u != nil {
			unit, length = u, end
		}
		joint, size := utf8.DecodeRuneInString(text[end:])
		switch {
		case size > 0 && pyvalue.IsSpace(joint):
			phrase += " "
		case joint == '-':
			phrase += "-"
		default:
			return unit, length
		}
		end += size
	}
	return unit, length
}

// maxWord bounds the length of a word that may be a unit, in bytes.
const maxWord = 64

// wordAt returns the word characters at the start of a text, or "" if they are more than a unit can have.
func wordAt(text string) string {
	end := strings.IndexFunc(text[:min(len(text), maxWord)], func(r rune) bool { return !wordRune(r) })
	if end < 0 {
		if len(text) > maxWord {
			return ""
		}
		end = len(text)
	}
	return text[:end]
}
