package unicodedata

// A Kind says how a character takes part in a text that is shown.
type Kind uint8

// The kinds of character.
const (
	Hidden Kind = iota // never shown as it is: it cannot be seen, moves others, or looks like another
	Symbol             // stands for itself: a digit, a space, punctuation, a symbol
	Letter             // is judged with the word it stands in
	Digit              // an ASCII digit or bar that looks like a letter of some script; judged with its word
	Accent             // a combining mark; judged with its base
)

// An Appearance is what decides whether a character is shown as it is.
//
// Letters are judged by word. Scripts holds the scripts in which some letter
// looks like this one, its own included. A letter with one script is an anchor:
// it tells which script the word is in. Of several that look alike, one in each
// script may be shown; all others are Hidden. So two different words that look
// alike have the same anchors, and a choice by anchors shows one of them only.
type Appearance struct {
	Kind    Kind
	Script  Scripts // the script itself, of a letter; of an accent, the empty set if it is for Latin, Greek and Cyrillic
	Scripts Scripts
}

// Anchor reports a letter that nothing in another script looks like.
func (a Appearance) Anchor() bool { return a.Kind == Letter && a.Scripts == a.Script }

// AppearanceOf returns how a character takes part in a shown text.
func AppearanceOf(r rune) Appearance {
	p := lookup(r)
	if p.flags&flagEscape != 0 {
		return Appearance{}
	}
	a := Appearance{Kind: Symbol, Scripts: Scripts(p.scripts)}
	switch Category(p.category) {
	case Ll, Lm, Lo, Lt, Lu:
		a.Kind, a.Script = Letter, scriptBit(p.script)
	case Mn, Mc, Me:
		a.Kind, a.Script = Accent, scriptBit(p.script)
	default:
		if p.scripts != 0 {
			a.Kind, a.Script = Digit, LatinScript
		}
	}
	return a
}
