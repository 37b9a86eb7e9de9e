package pyexpr

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/runenames"
)

// maxNamed limits the \N escapes of one text: each searches the whole table of names.
const maxNamed = 8

// byName decodes \N{NAME}. Names are those of the Unicode version of golang.org/x/text; aliases and sequences are not among them.
func (s *textScan) byName(at int) *Error {
	end := strings.IndexByte(s.src[s.pos:], '}')
	if s.byteAt(1) != '{' || end < 0 {
		return fail("expression.escape", Span{at, s.cp + 1}, `write \N{NAME}`, `an escape sequence \N needs a name in braces`)
	}
	name := s.src[s.pos+2 : s.pos+end]
	for range utf8.RuneCountInString(s.src[s.pos : s.pos+end+1]) {
		s.advance()
	}
	if s.named++; s.named > maxNamed {
		return fail("limit.names", Span{at, s.cp}, `write \u and four hex digits`, "more than %d characters by name", maxNamed)
	}
	c, ok := namedRune(strings.ToUpper(name))
	if !ok {
		return fail("expression.escape", Span{at, s.cp}, `write \u and four hex digits`, "no character has the name %q", name)
	}
	return s.emit(at, int(c))
}

// namedRune finds a character by its Unicode name in upper case.
func namedRune(name string) (rune, bool) {
	if hex, ok := strings.CutPrefix(name, "CJK UNIFIED IDEOGRAPH-"); ok {
		n, err := strconv.ParseUint(hex, 16, 32)
		c := rune(n)
		return c, err == nil && len(hex) <= 5 && unicode.Is(unicode.Unified_Ideograph, c) && strings.HasPrefix(runenames.Name(c), "<CJK Ideograph")
	}
	if syllable, ok := strings.CutPrefix(name, "HANGUL SYLLABLE "); ok {
		return hangul(syllable)
	}
	if name == "" || name[0] == '<' {
		return 0, false
	}
	for _, block := range namedBlocks() {
		for c := block[0]; c <= block[1]; c++ {
			if runenames.Name(c) == name {
				return c, true
			}
		}
	}
	return 0, false
}

// namedBlocks is where characters have names of their own: the rest is ideographs, Hangul syllables, surrogates, private use or not assigned.
func namedBlocks() [][2]rune {
	return [][2]rune{{0, 0x33FF}, {0x4DC0, 0x4DFF}, {0xA000, 0xABFF}, {0xD7B0, 0xD7FF}, {0xF900, 0x1FFFF}, {0x2F800, 0x2FA1F}, {0xE0000, 0xE01FF}}
}

// The parts of the names of Hangul syllables, in the order of the Unicode standard, section 3.12.
const (
	hangulLeads  = "G,GG,N,D,DD,R,M,B,BB,S,SS,,J,JJ,C,K,T,P,H"
	hangulVowels = "A,AE,YA,YAE,EO,E,YEO,YE,O,WA,WAE,OE,YO,U,WEO,WE,WI,YU,EU,YI,I"
	hangulTails  = ",G,GG,GS,N,NJ,NH,D,L,LG,LM,LB,LS,LT,LP,LH,M,B,BS,S,SS,NG,J,C,K,T,P,H"
)

func hangul(syllable string) (rune, bool) {
	leads, vowels, tails := strings.Split(hangulLeads, ","), strings.Split(hangulVowels, ","), strings.Split(hangulTails, ",")
	for l, lead := range leads {
		for v, vowel := range vowels {
			rest, ok := strings.CutPrefix(syllable, lead+vowel)
			for t, tail := range tails {
				if ok && rest == tail {
					return rune(0xAC00 + (l*len(vowels)+v)*len(tails) + t), true
				}
			}
		}
	}
	return 0, false
}
