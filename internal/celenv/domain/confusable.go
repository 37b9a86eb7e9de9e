package domain

import (
	"unicode/utf8"

	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/unicodedata"
)

// Confusable reports whether a text can be taken for another one: it holds a
// character that is invisible or that a display obeys, a Latin letter or a
// sign outside ASCII that looks like a character of ASCII, a word with letters
// of several scripts, or a word of another script in which every letter looks
// like one of ASCII. The scripts that are written together in East Asia count
// as one.
func Confusable(s string) bool {
	if !utf8.ValidString(s) || diag.Neutralise(s) != s {
		return true
	}
	w := newWord()
	for _, r := range s {
		script := scriptOf(r)
		switch {
		case script == unicodedata.Common:
			if lookalike(r) || w.confusable() {
				return true
			}
			w = newWord()
		case script != unicodedata.Inherited && !w.add(r, script):
			return true
		}
	}
	return w.confusable()
}

// word is a run of letters of one script.
type word struct {
	script unicodedata.Script
	// alike says that every letter looks like one of ASCII.
	alike bool
}

func newWord() word { return word{script: unicodedata.Common, alike: true} }

// add reports whether the letter may follow.
func (w *word) add(r rune, script unicodedata.Script) bool {
	if w.script != unicodedata.Common && w.script != script || script == unicodedata.Latin && lookalike(r) {
		return false
	}
	w.script = script
	w.alike = w.alike && lookalike(r)
	return true
}

func (w word) confusable() bool {
	return w.alike && w.script != unicodedata.Common && w.script != unicodedata.Latin
}

// lookalike reports whether a character outside ASCII looks like one of it.
func lookalike(r rune) bool {
	_, ok := unicodedata.ASCIILookalike(r)
	return ok && r >= utf8.RuneSelf
}

func scriptOf(r rune) unicodedata.Script {
	switch s := unicodedata.ScriptOf(r); s {
	case unicodedata.Hiragana, unicodedata.Katakana, unicodedata.Bopomofo, unicodedata.Hangul:
		return unicodedata.Han
	default:
		return s
	}
}
