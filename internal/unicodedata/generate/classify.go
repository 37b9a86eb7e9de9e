package main

import "slices"

// recommended are the scripts whose letters may be shown as they are: those that
// UAX #31, table 5, recommends, without the right-to-left ones. Letters of any
// other script are shown by code point. The order is that of their bits: where a
// word combines scripts, look-alikes of the earlier one are shown, so kana come
// before Han, which Chinese writes without them.
var recommended = []string{
	"Latin", "Greek", "Cyrillic", "Armenian", "Georgian",
	"Hiragana", "Katakana", "Bopomofo", "Han", "Hangul",
	"Devanagari", "Bengali", "Gurmukhi", "Gujarati", "Oriya", "Tamil",
	"Telugu", "Kannada", "Malayalam", "Sinhala",
	"Thai", "Lao", "Tibetan", "Myanmar", "Khmer", "Ethiopic",
}

// preferred are characters that stay as they are although a look-alike of the
// same script has a smaller code point: the frequent one of each pair.
var preferred = []rune{
	0x011A, 0x011B, // E with caron (Czech), not with breve
	0x0218, 0x0219, 0x021A, 0x021B, // S and T with comma (Romanian), not with cedilla
	0x015E, 0x015F, // S with cedilla (Turkish)
	0x0419, // Cyrillic short I (Russian), not I with grave
	0x0110, // D with stroke (Croatian, Vietnamese), not Eth
	0x0BB0, // Tamil ra, not ii
	0x0E17, // Thai tho thahan, not tho nangmontho
}

// scriptOf overrides the script of letters that the database counts as common
// although a single script uses them.
var scriptOf = map[rune]string{0x30FC: "Katakana", 0x3006: "Han"}

// A property is what the tables say of one code point.
type property struct {
	category  string
	script    string
	combining uint8
	ignorable bool
	variation bool
	rtl       bool
	composed  bool   // has a canonical decomposition
	escape    bool   // never shown as it is
	scripts   uint32 // for a letter or an ASCII digit: scripts in which something looks like it
}

// tables is everything that is emitted.
type tables struct {
	unicode, homoglyphs string
	properties          [maxRune + 1]property
	ascii               map[rune]byte    // look-alikes of ASCII characters
	joins               map[[2]rune]bool // pairs whose second character is not shown as it is after the first
}

func classify(db *database, like *lookalikes) *tables {
	t := &tables{unicode: db.version, homoglyphs: like.version, ascii: map[rune]byte{}, joins: map[[2]rune]bool{}}
	for i := range t.properties {
		r, c := rune(i), &db.characters[i]
		t.properties[i] = property{
			category: c.category, script: scriptName(r, c), combining: c.combining,
			ignorable: c.ignorable, variation: c.variation, rtl: c.rightToLeft, composed: len(c.decomposed) > 0 && !c.compatible,
			escape: hidden(r, c, db), scripts: ownScript(r, c),
		}
	}
	groups := like.groups()
	for _, g := range groups {
		t.settle(g)
	}
	for _, g := range groups {
		t.settleSequences(g)
	}
	t.inherit(db)
	for pair := range db.composites {
		t.joins[pair] = true
	}
	t.joins[[2]rune{0x0E4D, 0x0E32}] = true // looks like Thai sara am
	t.joins[[2]rune{0x0ECD, 0x0EB2}] = true // looks like Lao sara am
	return t
}

func scriptName(r rune, c *character) string {
	if s, ok := scriptOf[r]; ok {
		return s
	}
	return c.script
}

// ownScript returns the bit of the script of a letter.
func ownScript(r rune, c *character) uint32 {
	if c.category[0] != 'L' {
		return 0
	}
	return bit(scriptName(r, c))
}

func bit(script string) uint32 {
	if i := slices.Index(recommended, script); i >= 0 {
		return 1 << i
	}
	return 0
}

// hidden reports whether a character is never shown as it is, whatever looks
// like it.
func hidden(r rune, c *character, db *database) bool {
	switch c.category {
	case "Cc", "Cf", "Zl", "Zp", "Cs", "Co", "Cn", "Me":
		return true
	case "Zs":
		return r != ' '
	}
	return c.ignorable || c.variation || c.regional || c.modifier || c.rightToLeft || c.unstable ||
		r == 0x2800 || r == 0x1D159 || r == 0xFFFC || r == 0xFFFD || // blank braille pattern, null notehead, object, replacement
		c.compatible && !startsWithMark(c, db) ||
		foreignLetter(r, c) || loneMark(r, c) || conjoining(r, c)
}

// startsWithMark is true of Thai and Lao sara am, whose compatibility
// decomposition no writer of these languages uses.
func startsWithMark(c *character, db *database) bool {
	return db.characters[c.decomposed[0]].category[0] == 'M'
}

// foreignLetter reports a letter or mark of a script that is not recommended.
func foreignLetter(r rune, c *character) bool {
	switch c.category[0] {
	case 'L':
		return bit(scriptName(r, c)) == 0
	case 'M':
		return c.script != "Inherited" && bit(c.script) == 0
	}
	return c.script != "Common" && bit(c.script) == 0
}

// loneMark reports marks that write over their base (combining class 1), and
// those of no script outside the main block.
func loneMark(r rune, c *character) bool {
	return c.category[0] == 'M' && (c.combining == 1 || c.script == "Inherited" && r > 0x036F)
}

// conjoining reports Hangul that is not a whole syllable.
func conjoining(r rune, c *character) bool {
	return c.script == "Hangul" && (r < 0xAC00 || r > 0xD7A3)
}

// settle decides which members of a group may be shown as they are: of letters
// one in each script, of marks one in each script, of other characters one, and
// of these none that looks like a letter or like ASCII.
func (t *tables) settle(g group) {
	target, hasASCII := asciiTarget(g.single)
	if hasASCII {
		for _, r := range g.single {
			if r > 0x7F {
				t.ascii[r] = target
			}
		}
	}
	letters, marks, others := t.candidates(g.single)
	letters = t.settleLetters(letters, g.single)
	t.settleMarks(marks, hasASCII)
	t.settleOthers(others, len(letters) > 0, hasASCII)
	t.markDigits(g.single, letters)
}

// asciiTarget returns the ASCII member that a note names: a small letter before
// a capital before anything else.
func asciiTarget(single []rune) (byte, bool) {
	best, found := byte(0), false
	rank := func(b byte) int {
		switch {
		case b >= 'a' && b <= 'z':
			return 0
		case b >= 'A' && b <= 'Z':
			return 1
		}
		return 2
	}
	for _, r := range single {
		if r <= 0x7F && (!found || rank(byte(r)) < rank(best)) {
			best, found = byte(r), true
		}
	}
	return best, found
}

func (t *tables) candidates(single []rune) (letters, marks, others []rune) {
	for _, r := range single {
		p := &t.properties[r]
		switch {
		case p.escape:
		case p.category[0] == 'L':
			letters = append(letters, r)
		case p.category[0] == 'M':
			marks = append(marks, r)
		default:
			others = append(others, r)
		}
	}
	return letters, marks, others
}

// settleLetters returns the letters of a group that remain.
func (t *tables) settleLetters(letters, single []rune) []rune {
	if slices.ContainsFunc(single, func(r rune) bool { return r <= 0x7F && !word(r) }) {
		t.hide(letters) // looks like punctuation
		return nil
	}
	var scripts uint32
	if slices.ContainsFunc(single, func(r rune) bool { return r <= 0x7F }) {
		letters = slices.DeleteFunc(letters, t.hideLatin)
		scripts = bit("Latin")
	}
	if len(letters) > 1 {
		letters = slices.DeleteFunc(letters, t.hideExotic)
	}
	letters = t.onePerScript(letters)
	for _, r := range letters {
		scripts |= t.properties[r].scripts
	}
	for _, r := range letters {
		t.properties[r].scripts = scripts
	}
	return letters
}

// word reports the ASCII characters that count as parts of words: letters,
// digits and the bar, which looks like a letter.
func word(r rune) bool {
	return r == '|' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
}

// hideLatin hides a Latin letter outside ASCII and reports whether it did: what
// it looks like stands in the same words.
func (t *tables) hideLatin(r rune) bool {
	p := &t.properties[r]
	latin := r > 0x7F && p.script == "Latin"
	p.escape = p.escape || latin
	return latin
}

// hideExotic hides a Latin letter of a phonetic or historic block, or a Han
// character of an extension, and reports whether it did.
func (t *tables) hideExotic(r rune) bool {
	p := &t.properties[r]
	latin := p.script == "Latin" && r >= 0x0250 && (r < 0x1E00 || r > 0x1EFF)
	han := p.script == "Han" && (r < 0x3000 || r >= 0x3400 && r < 0x4E00 || r > 0x9FFF)
	p.escape = p.escape || latin || han
	return latin || han
}

// onePerScript hides all but one character of each script, keeps all ASCII
// ones, and returns what it kept.
func (t *tables) onePerScript(runes []rune) []rune {
	order := slices.Clone(runes)
	slices.SortStableFunc(order, func(a, b rune) int { return rank(a) - rank(b) })
	seen, kept := map[string]bool{}, []rune{}
	for _, r := range order {
		script := t.properties[r].script
		if r > 0x7F && seen[script] {
			t.properties[r].escape = true
			continue
		}
		seen[script] = true
		kept = append(kept, r)
	}
	return kept
}

// rank orders look-alikes of one script: ASCII, then the preferred ones, then
// the main Han block, then the rest.
func rank(r rune) int {
	switch {
	case r <= 0x7F:
		return 0
	case slices.Contains(preferred, r):
		return 1
	case r < 0x3400 || r >= 0x4E00 && r <= 0x9FFF:
		return 2
	}
	return 3
}

// settleMarks keeps one mark of a group in each script, none of a script that
// takes the marks of no script too where there is one of those, and none that
// looks like ASCII.
func (t *tables) settleMarks(marks []rune, likeASCII bool) {
	if likeASCII {
		t.hide(marks)
		return
	}
	kept := t.onePerScript(marks)
	inherited := slices.ContainsFunc(kept, func(r rune) bool { return t.properties[r].script == "Inherited" })
	for _, r := range kept {
		switch t.properties[r].script {
		case "Latin", "Greek", "Cyrillic":
			t.properties[r].escape = inherited
		}
	}
}

func (t *tables) settleOthers(others []rune, likeLetter, likeASCII bool) {
	for i, r := range others {
		if r > 0x7F && (likeLetter || likeASCII || i > 0) {
			t.properties[r].escape = true
		}
	}
}

// markDigits gives ASCII digits and the bar the scripts whose letters look like
// them, so that they are judged with the word they stand in.
func (t *tables) markDigits(single, letters []rune) {
	var scripts uint32
	for _, r := range letters {
		scripts |= t.properties[r].scripts
	}
	for _, r := range single {
		if r <= 0x7F && t.properties[r].category[0] != 'L' && word(r) && scripts&^1 != 0 {
			t.properties[r].scripts = scripts | 1
		}
	}
}

func (t *tables) hide(runes []rune) {
	for _, r := range runes {
		if r > 0x7F {
			t.properties[r].escape = true
		}
	}
}

// settleSequences treats single characters that look like several: one that
// looks like ASCII text counts as a look-alike of it; any other sequence is not
// shown whole.
func (t *tables) settleSequences(g group) {
	for _, s := range g.sequences {
		runes := []rune(s)
		switch t.foldsTo(runes) {
		case asciiWord:
			t.likeASCIIWord(g.single)
		case asciiText:
			t.hide(g.single)
		default:
			t.breakSequence(g, runes)
		}
	}
}

type folding int

const (
	notASCII  folding = iota
	asciiWord         // looks like ASCII letters and digits only
	asciiText         // looks like ASCII text
)

func (t *tables) foldsTo(runes []rune) folding {
	result := asciiWord
	for _, r := range runes {
		b, ok := t.ascii[r]
		switch {
		case r <= 0x7F:
			b = byte(r)
		case !ok:
			return notASCII
		}
		if !word(rune(b)) {
			result = asciiText
		}
	}
	return result
}

func (t *tables) likeASCIIWord(single []rune) {
	for _, r := range single {
		p := &t.properties[r]
		switch {
		case r <= 0x7F:
		case p.category[0] != 'L' || p.script == "Latin":
			p.escape = true
		default:
			p.scripts |= 1
		}
	}
}

// breakSequence keeps a sequence from being shown whole where a single
// character or an earlier sequence of the group may be shown.
func (t *tables) breakSequence(g group, runes []rune) {
	if !t.showable(runes) {
		return
	}
	other := slices.ContainsFunc(g.single, func(r rune) bool { return !t.properties[r].escape })
	for _, s := range g.sequences {
		if s < string(runes) && t.showable([]rune(s)) {
			other = true
		}
	}
	if last := runes[len(runes)-1]; other && last > 0x7F {
		t.joins[[2]rune{runes[len(runes)-2], last}] = true
	}
}

func (t *tables) showable(runes []rune) bool {
	return !slices.ContainsFunc(runes, func(r rune) bool { return t.properties[r].escape })
}

// inherit gives a letter with a diacritic the scripts of its base letter: where
// the base has a twin in another script, so has the letter.
func (t *tables) inherit(db *database) {
	for i := range t.properties {
		p := &t.properties[i]
		if p.escape || p.category[0] != 'L' || i <= 0x7F {
			continue
		}
		if base := db.decompose(rune(i))[0]; base != rune(i) && t.properties[base].category[0] == 'L' {
			p.scripts |= t.properties[base].scripts
		}
	}
}
