package render

import (
	"unicode/utf8"

	"github.com/contractc/contractc/internal/unicodedata"
)

// maxAccents is how many marks may stand on one letter: more overflow into the
// lines around it (UTS #39, section 5.4).
const maxAccents = 4

// accented are the scripts whose letters take the marks of no script, such as
// the acute accent.
const accented = unicodedata.LatinScript | unicodedata.GreekScript | unicodedata.CyrillicScript

// word writes the word at pos: letters with their marks, and the ASCII digits
// between them. Its anchors tell which scripts it is in; letters of others are
// escaped, and of letters that look alike only those of one script are shown,
// ASCII included. So no two words that are shown differently look alike.
func (w *writer) word() {
	end, anchors, ascii := scanWord(w.src, w.pos)
	if ascii {
		w.dst = append(w.dst, w.src[w.pos:end]...)
		w.last, w.base = rune(w.src[end-1]), 0
		w.pos = end
		return
	}
	scripts := wordScripts(anchors)
	for w.pos < end {
		r, size := utf8.DecodeRuneInString(w.src[w.pos:])
		w.letter(r, unicodedata.AppearanceOf(r), scripts)
		w.pos += size
	}
}

// scanWord returns the end of the word at pos, the scripts of its anchors, and
// whether all of it is ASCII.
func scanWord(s string, pos int) (end int, anchors unicodedata.Scripts, ascii bool) {
	ascii = true
	for end = pos; end < len(s); {
		r, size := utf8.DecodeRuneInString(s[end:])
		a := unicodedata.AppearanceOf(r)
		if a.Kind == unicodedata.Hidden || a.Kind == unicodedata.Symbol {
			break
		}
		if a.Anchor() {
			anchors |= a.Script
		}
		ascii = ascii && r < utf8.RuneSelf
		end += size
	}
	return end, anchors, ascii
}

// wordScripts returns the scripts whose letters a word with these anchors shows:
// one, or the ones that East Asian writing combines, Latin among them (UTS #39,
// section 5.2, "highly restrictive"). Of any other mixture only Latin letters
// are shown, and a word without anchors counts as Latin.
func wordScripts(anchors unicodedata.Scripts) unicodedata.Scripts {
	const (
		latin    = unicodedata.LatinScript
		japanese = latin | unicodedata.HanScript | unicodedata.HiraganaScript | unicodedata.KatakanaScript
		chinese  = latin | unicodedata.HanScript | unicodedata.BopomofoScript
		korean   = latin | unicodedata.HanScript | unicodedata.HangulScript
	)
	switch {
	case anchors&^japanese == 0, anchors&^chinese == 0, anchors&^korean == 0:
		return anchors | latin
	case anchors == anchors.Lowest():
		return anchors
	}
	return anchors & latin
}

// letter writes one character of a word that is in these scripts.
func (w *writer) letter(r rune, a unicodedata.Appearance, scripts unicodedata.Scripts) {
	chosen := (a.Scripts & scripts).Lowest()
	switch {
	case a.Kind == unicodedata.Accent:
		w.accent(r, a)
	case w.last != noRune && r >= utf8.RuneSelf && unicodedata.Joins(w.last, r),
		chosen != a.Script && (a.Kind == unicodedata.Letter || chosen != 0):
		w.escape(r)
	case a.Kind == unicodedata.Digit:
		w.show(r, 0)
	default:
		w.show(r, a.Script)
	}
}

// accent writes a mark as it is if it stands on a letter of its script, in the
// order of NFC, where NFC keeps it, and not too many or the same twice.
func (w *writer) accent(r rune, a unicodedata.Appearance) {
	fits := w.base != 0 && (a.Script == w.base || a.Script == 0 && w.base&accented != 0)
	if !fits || w.accents == maxAccents || w.last == r || w.moves(r) {
		w.escape(r)
		return
	}
	w.dst = utf8.AppendRune(w.dst, r)
	w.last = r
	w.accents++
}

// moves reports whether NFC would put a mark elsewhere or make one character of
// it and the letter.
func (w *writer) moves(r rune) bool {
	class := unicodedata.CombiningClass(r)
	return unicodedata.Joins(w.last, r) || unicodedata.Joins(w.letterRune, r) ||
		class != 0 && (unicodedata.Composed(w.last) || unicodedata.CombiningClass(w.last) > class)
}
