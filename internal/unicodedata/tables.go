// Package unicodedata answers what a renderer must know of characters before it
// shows them to a person: their general category, script and combining class,
// whether they can be seen, in which order a terminal would draw them, what they
// look like, and which sequences of them look like another.
//
// The tables are the project's own and carry a version, so that the same text
// is shown the same way whatever the Go release that built the program. They
// are generated from Debian's packages unicode-data and
// python3-confusable-homoglyphs; see the command generate below this folder.
// Nothing is computed when the program starts.
package unicodedata

import "sort"

//go:generate go run ./generate -o tables_gen.go

// Version names the tables. It changes when the sources change and when the
// rules of the generator do, and it is part of the digest of every card.
const Version = UnicodeVersion + "+homoglyphs." + HomoglyphsVersion + "+rules.1"

// A Category is a general category of the Unicode Standard, such as Lu or Cf.
type Category uint8

// String returns the two-letter name.
func (c Category) String() string { return categoryNames[c] }

// A Script is a script of UAX #24.
type Script uint8

// String returns the long name, such as Latin or Canadian_Aboriginal.
func (s Script) String() string { return scriptNames[s] }

// Scripts is a set of the scripts whose letters may be shown as they are.
type Scripts uint32

// The scripts that need naming, each as the set of itself alone.
const (
	LatinScript    Scripts = 1 << 0
	GreekScript    Scripts = 1 << 1
	CyrillicScript Scripts = 1 << 2
	HiraganaScript Scripts = 1 << 5
	KatakanaScript Scripts = 1 << 6
	BopomofoScript Scripts = 1 << 7
	HanScript      Scripts = 1 << 8
	HangulScript   Scripts = 1 << 9
)

// Names returns the names of the scripts of the set, in a fixed order.
func (s Scripts) Names() []string {
	var out []string
	for i, name := range recommendedScripts {
		if s&(1<<i) != 0 {
			out = append(out, name)
		}
	}
	return out
}

// Lowest returns the first script of the set alone, or the empty set.
func (s Scripts) Lowest() Scripts { return s & -s }

// scriptBit returns the set of one script, or the empty set.
func scriptBit(s uint8) Scripts {
	if n := scriptOrder[s]; n > 0 {
		return 1 << (n - 1)
	}
	return 0
}

type property struct {
	scripts   uint32
	category  uint8
	script    uint8
	combining uint8
	flags     uint8
}

const (
	flagIgnorable = 1 << iota
	flagVariation
	flagRightToLeft
	flagEscape
	flagComposed
)

const (
	indexBits = 11
	maxRune   = 0x10FFFF
)

// lookup returns the property of a code point; for a number that is none, that
// of an unassigned one.
func lookup(r rune) *property {
	if r < 0 || r > maxRune {
		r = maxRune
	}
	key := uint32(r)<<indexBits | (1<<indexBits - 1)
	low, high := 0, len(rangeTable)
	for low+1 < high {
		if mid := int(uint(low+high) >> 1); rangeTable[mid] <= key {
			low = mid
		} else {
			high = mid
		}
	}
	return &properties[rangeTable[low]&(1<<indexBits-1)]
}

// CategoryOf returns the general category of a code point.
func CategoryOf(r rune) Category { return Category(lookup(r).category) }

// ScriptOf returns the script of a code point: Common, Inherited and Unknown
// are scripts too. The prolonged sound mark of kana counts as Katakana.
func ScriptOf(r rune) Script { return Script(lookup(r).script) }

// CombiningClass returns the canonical combining class of a code point, by which
// NFC orders marks; 0 is that of everything NFC does not move.
func CombiningClass(r rune) uint8 { return lookup(r).combining }

// Ignorable reports the code points that a display may leave out without a
// trace (Default_Ignorable_Code_Point): zero-width characters, tags, variation
// selectors, Hangul fillers and kin.
func Ignorable(r rune) bool { return lookup(r).flags&flagIgnorable != 0 }

// VariationSelector reports the code points that choose another look for the
// character before them.
func VariationSelector(r rune) bool { return lookup(r).flags&flagVariation != 0 }

// Tag reports the invisible copies of ASCII in the block Tags.
func Tag(r rune) bool { return r >= 0xE0000 && r <= 0xE007F }

// HangulFiller reports the four invisible letters of Hangul.
func HangulFiller(r rune) bool {
	return r == 0x115F || r == 0x1160 || r == 0x3164 || r == 0xFFA0
}

// RightToLeft reports characters that a display draws from right to left, and
// that thereby change the place of what stands beside them (Bidi_Class R, AL
// and AN).
func RightToLeft(r rune) bool { return lookup(r).flags&flagRightToLeft != 0 }

// Mark reports combining marks (Mn, Mc, Me).
func Mark(r rune) bool {
	c := Category(lookup(r).category)
	return c == Mn || c == Mc || c == Me
}

// Composed reports characters with a canonical decomposition, such as é: a mark
// that follows one may make NFC take it apart. Hangul syllables are not counted.
func Composed(r rune) bool { return lookup(r).flags&flagComposed != 0 }

// ASCIILookalike returns the ASCII character that a character outside ASCII
// looks like, by the tables of UTS #39.
func ASCIILookalike(r rune) (byte, bool) {
	i := sort.Search(len(lookalikeTable), func(i int) bool { return lookalikeTable[i]>>7 >= uint32(r) })
	if i == len(lookalikeTable) || lookalikeTable[i]>>7 != uint32(r) {
		return 0, false
	}
	return byte(lookalikeTable[i] & 0x7F), true
}

// Joins reports whether b must not follow a as it is: NFC would make one
// character of the two, or the two together look like another character.
// Hangul is not covered; its parts are never shown as they are.
func Joins(a, b rune) bool {
	key := uint64(b)<<32 | uint64(a)
	i := sort.Search(len(joinTable), func(i int) bool { return joinTable[i] >= key })
	return i < len(joinTable) && joinTable[i] == key
}
