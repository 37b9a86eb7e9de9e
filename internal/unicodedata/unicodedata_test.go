package unicodedata

import (
	"testing"
	"unicode"

	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"
)

func TestCategories(t *testing.T) {
	tests := map[rune]Category{
		0x00: Cc, 'a': Ll, 'A': Lu, '0': Nd, ' ': Zs, '"': Po, 0x85: Cc, 0xAD: Cf, 0x2028: Zl, 0x2029: Zp,
		0xD800: Cs, 0xDFFF: Cs, 0xE000: Co, 0x10FFFD: Co, 0x378: Cn, 0xFFFF: Cn, 0x10FFFF: Cn,
		0x0301: Mn, 0x0903: Mc, 0x20DD: Me, 0x3000: Zs, 0x4E00: Lo, 0x9FFF: Lo, 0xAC01: Lo, 0x1F600: So,
		-1: Cn, 0x110000: Cn,
	}
	for r, want := range tests {
		if got := CategoryOf(r); got != want {
			t.Errorf("CategoryOf(%U) = %v, want %v", r, got, want)
		}
	}
}

// TestAgreesWithGo compares categories and scripts with the tables of the Go
// release for what both know; Go's may be newer.
func TestAgreesWithGo(t *testing.T) {
	for r := rune(0); r <= unicode.MaxRune; r++ {
		c := CategoryOf(r)
		if c == Cn {
			continue
		}
		if table := unicode.Categories[c.String()]; !unicode.Is(table, r) {
			t.Errorf("%U is not %v in Go", r, c)
		}
		if s := ScriptOf(r); s != Unknown && r != 0x30FC && r != 0x3006 && !unicode.Is(unicode.Scripts[s.String()], r) {
			t.Errorf("%U is not %v in Go", r, s)
		}
	}
}

func TestPredicates(t *testing.T) {
	tests := []struct {
		name string
		is   func(rune) bool
		yes  []rune
		no   []rune
	}{
		{"Ignorable", Ignorable, []rune{0xAD, 0x34F, 0x115F, 0x180E, 0x200B, 0x2060, 0x3164, 0xFE0F, 0xFEFF, 0xFFA0, 0xE0041, 0xE01EF}, []rune{'a', 0x2800, 0x301}},
		{"VariationSelector", VariationSelector, []rune{0x180B, 0xFE00, 0xFE0F, 0xE0100, 0xE01EF}, []rune{'a', 0xFDFF, 0xFE10}},
		{"Tag", Tag, []rune{0xE0001, 0xE0041, 0xE007F}, []rune{'A', 0xE0100}},
		{"HangulFiller", HangulFiller, []rune{0x115F, 0x1160, 0x3164, 0xFFA0}, []rune{0x1161, 0xAC00}},
		{"RightToLeft", RightToLeft, []rune{0x5D0, 0x627, 0x661, 0x780, 0x200F, 0x1EE00}, []rune{'a', 0x430, 0x4E00, 0x300}},
		{"Mark", Mark, []rune{0x301, 0x903, 0x20DD}, []rune{'a', 0xB4}},
		{"Composed", Composed, []rune{0xE9, 0x439, 0x304C, 0x212B}, []rune{'e', 0x301, 0xFF21}},
	}
	for _, tt := range tests {
		for _, r := range tt.yes {
			if !tt.is(r) {
				t.Errorf("%s(%U) = false, want true", tt.name, r)
			}
		}
		for _, r := range tt.no {
			if tt.is(r) {
				t.Errorf("%s(%U) = true, want false", tt.name, r)
			}
		}
	}
}

func TestCombiningClass(t *testing.T) {
	for r, want := range map[rune]uint8{'a': 0, 0x301: 230, 0x323: 220, 0x338: 1, 0x345: 240, 0x94D: 9, 0x5B0: 10} {
		if got := CombiningClass(r); got != want {
			t.Errorf("CombiningClass(%U) = %d, want %d", r, got, want)
		}
	}
}

func TestASCIILookalike(t *testing.T) {
	for r, want := range map[rune]byte{0x430: 'a', 0x435: 'e', 0x2215: '/', 0x2044: '/', 0x2019: '\'', 0x2013: '-', 0x4CF: 'i', 0x1D41A: 'a', 0x37E: ';', 0x131: 'i'} {
		if got, ok := ASCIILookalike(r); !ok || got != want {
			t.Errorf("ASCIILookalike(%U) = %q, %v, want %q", r, got, ok, want)
		}
	}
	for _, r := range []rune{'a', 0x436, 0x4E2D, 0x10FFFF, -1} {
		if got, ok := ASCIILookalike(r); ok {
			t.Errorf("ASCIILookalike(%U) = %q, want none", r, got)
		}
	}
}

func TestScriptNames(t *testing.T) {
	for i, name := range recommendedScripts {
		if n := scriptOrder[scriptIndex(t, name)]; int(n) != i+1 {
			t.Errorf("%s has the place %d, want %d", name, n, i+1)
		}
	}
	for set, name := range map[Scripts]string{
		LatinScript: "Latin", GreekScript: "Greek", CyrillicScript: "Cyrillic", HanScript: "Han",
		HiraganaScript: "Hiragana", KatakanaScript: "Katakana", BopomofoScript: "Bopomofo", HangulScript: "Hangul",
	} {
		if got := set.Names(); len(got) != 1 || got[0] != name {
			t.Errorf("names of %#x are %q, want %q", uint32(set), got, name)
		}
	}
}

func scriptIndex(t *testing.T, name string) int {
	for i, n := range scriptNames {
		if n == name {
			return i
		}
	}
	t.Fatalf("no script %q", name)
	return 0
}

func TestAppearance(t *testing.T) {
	tests := []struct {
		r    rune
		want Appearance
	}{
		{' ', Appearance{Kind: Symbol}},
		{'"', Appearance{Kind: Symbol}},
		{'#', Appearance{Kind: Symbol}},
		{0x202E, Appearance{}},
		{0x2019, Appearance{}},
		{0x2215, Appearance{}},
		{0xFFFD, Appearance{}},
		{0x2800, Appearance{}},
		{0x1D159, Appearance{}},
		{0x5D0, Appearance{}},
		{0xFF21, Appearance{}},
		{0x131, Appearance{}},
		{0x20DD, Appearance{}},
		{0x338, Appearance{}},
		{0x1F1E6, Appearance{}},
		{0x13A0, Appearance{}},
		{0x301, Appearance{Kind: Accent}},
		{0x436, Appearance{Kind: Letter, Script: CyrillicScript, Scripts: CyrillicScript}},
		{0x1F600, Appearance{Kind: Symbol}},
	}
	for _, tt := range tests {
		if got := AppearanceOf(tt.r); got != tt.want {
			t.Errorf("AppearanceOf(%U) = %+v, want %+v", tt.r, got, tt.want)
		}
	}
	for _, r := range []rune{'a', 0x430, 0xE9, 0x451} {
		a := AppearanceOf(r)
		if a.Kind != Letter || a.Anchor() || a.Scripts&(LatinScript|CyrillicScript) != LatinScript|CyrillicScript {
			t.Errorf("AppearanceOf(%U) = %+v, want a letter with a twin in Latin and Cyrillic", r, a)
		}
	}
	if zero := AppearanceOf('0'); zero.Kind != Digit || zero.Scripts&CyrillicScript == 0 {
		t.Errorf("AppearanceOf('0') = %+v, want a digit that looks like Cyrillic", zero)
	}
}

// TestHiddenClasses walks all code points: what DESIGN 6.5 lists is hidden.
func TestHiddenClasses(t *testing.T) {
	for r := rune(0); r <= maxRune; r++ {
		must := r != ' ' && CategoryOf(r) == Zs || Ignorable(r) || VariationSelector(r) || Tag(r) ||
			HangulFiller(r) || RightToLeft(r) || r == 0x2800
		switch CategoryOf(r) {
		case Cc, Cf, Zl, Zp, Cs, Co, Cn:
			must = true
		}
		if must && AppearanceOf(r).Kind != Hidden {
			t.Errorf("%U (%v) is not hidden", r, CategoryOf(r))
		}
		if r > 0x7F && AppearanceOf(r).Kind != Hidden && !norm.NFC.IsNormalString(string(r)) && CombiningClass(r) == 0 && !Mark(r) {
			t.Errorf("%U is changed by NFC and not hidden", r)
		}
	}
}

// TestJoinsCoversComposition compares with another implementation of NFC.
func TestJoinsCoversComposition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := rapid.Rune().Draw(t, "a")
		b := rapid.RuneFrom(nil, unicode.M).Draw(t, "b")
		if CategoryOf(a) == Cn || CategoryOf(b) == Cn || Composed(a) || Composed(b) || CombiningClass(a) != 0 {
			t.Skip("not assigned, or taken apart by NFC first")
		}
		s := string(a) + string(b)
		if one := norm.NFC.String(s); len([]rune(one)) == 1 && !Joins(a, b) {
			t.Errorf("NFC makes %U of %U and %U", []rune(one), a, b)
		}
	})
	for r := rune(0xC0); r < 0x1F00; r++ {
		if d := []rune(norm.NFD.String(string(r))); len(d) == 2 && norm.NFC.String(string(d)) == string(r) && !Joins(d[0], d[1]) {
			t.Errorf("NFC makes %U of %U", r, d)
		}
	}
}

func BenchmarkAppearanceOf(b *testing.B) {
	for b.Loop() {
		AppearanceOf('ж')
	}
}
