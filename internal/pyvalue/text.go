package pyvalue

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// IsSpace reports whether Python's str.isspace holds for the character: white
// space by its bidirectional class or category, which includes U+001C to U+001F.
func IsSpace(r rune) bool {
	switch {
	case '\t' <= r && r <= '\r', 0x1C <= r && r <= ' ', r == 0x85, r == 0xA0:
		return true
	case r < 0x1680:
		return false
	}
	return r == 0x1680 || 0x2000 <= r && r <= 0x200A || r == 0x2028 || r == 0x2029 || r == 0x202F || r == 0x205F || r == 0x3000
}

// IsWord reports whether \w of Python's re matches the character: a letter, a
// number of any kind, or an underscore.
func IsWord(r rune) bool {
	if r < utf8.RuneSelf {
		return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || r == '_'
	}
	return unicode.IsLetter(r) || unicode.IsNumber(r)
}

// Strip removes white space around a text, as str.strip does.
func Strip(s string) string { return strings.TrimFunc(s, IsSpace) }

// Collapse replaces each run of white space by one space.
func Collapse(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	space := false
	for _, r := range s {
		if IsSpace(r) {
			space = true
			continue
		}
		if space {
			b.WriteByte(' ')
			space = false
		}
		b.WriteRune(r)
	}
	if space {
		b.WriteByte(' ')
	}
	return b.String()
}

// Lower returns the text in lower case as str.lower does: by the full mapping
// of the Unicode Standard, in which U+0130 becomes two characters and a capital
// sigma at the end of a word becomes a final sigma.
func Lower(s string) string {
	if isLowerASCII(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	for i, r := range s {
		switch {
		case r == 'Σ' && finalSigma(s, i):
			b.WriteRune('ς')
		case r == 'İ':
			b.WriteString("i̇")
		default:
			b.WriteRune(unicode.ToLower(r))
		}
	}
	return b.String()
}

func isLowerASCII(s string) bool {
	for i := range len(s) {
		if c := s[i]; c >= utf8.RuneSelf || 'A' <= c && c <= 'Z' {
			return false
		}
	}
	return true
}

// maxIgnorable bounds how far a cased letter is looked for around a sigma, so that the work stays linear in the text.
const maxIgnorable = 64

// finalSigma reports whether a cased letter stands before the sigma at offset i and none after it, case-ignorable
// characters left out (Unicode Standard, table 3-17).
func finalSigma(s string, i int) bool {
	return casedBefore(s[:i]) && !casedAfter(s[i+len("Σ"):])
}

func casedBefore(s string) bool {
	for range maxIgnorable {
		r, size := utf8.DecodeLastRuneInString(s)
		if size == 0 || !caseIgnorable(r) {
			return size > 0 && cased(r)
		}
		s = s[:len(s)-size]
	}
	return false
}

func casedAfter(s string) bool {
	for range maxIgnorable {
		r, size := utf8.DecodeRuneInString(s)
		if size == 0 || !caseIgnorable(r) {
			return size > 0 && cased(r)
		}
		s = s[size:]
	}
	return false
}

func cased(r rune) bool {
	return unicode.IsUpper(r) || unicode.IsLower(r) || unicode.IsTitle(r) || unicode.In(r, unicode.Other_Lowercase, unicode.Other_Uppercase)
}

// caseIgnorable follows the definition in section 3.13 of the Unicode Standard: five general categories and the word-break
// classes MidLetter, MidNumLet and Single_Quote.
func caseIgnorable(r rune) bool {
	switch r {
	case '\'', '.', ':', '·', 0x0387, 0x055F, 0x05F4, 0x2018, 0x2019, 0x2024, 0x2027, 0xFE13, 0xFE52, 0xFE55, 0xFF07, 0xFF0E, 0xFF1A:
		return true
	}
	return unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf, unicode.Lm, unicode.Sk)
}
