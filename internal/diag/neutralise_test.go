package diag

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestNeutralise(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"empty", "", ""},
		{"ASCII", "a b~!", "a b~!"},
		{"letters", "Grüße 日本 Ωμέγα", "Grüße 日本 Ωμέγα"},
		{"composed emoji parts", "😀", "😀"},
		{"controls", "a\x00\x07\x1b[31m\r\n\tb", `a\u{0}\u{7}\u{1B}[31m\u{D}\u{A}\u{9}b`},
		{"DEL", "a\x7fb", `a\u{7F}b`},
		{"C1", "a\u0085\u009bb", `a\u{85}\u{9B}b`},
		{"bidi controls", "a\u202Eb\u2066c\u200F", `a\u{202E}b\u{2066}c\u{200F}`},
		{"zero width", "a\u200Bb\u200Dc\u2060\uFEFF", `a\u{200B}b\u{200D}c\u{2060}\u{FEFF}`},
		{"soft hyphen", "a\u00ADb", `a\u{AD}b`},
		{"spaces", "a\u00A0b\u3000c\u2009", `a\u{A0}b\u{3000}c\u{2009}`},
		{"separators", "a\u2028b\u2029", `a\u{2028}b\u{2029}`},
		{"tags", "a\U000E0041\U000E007F", `a\u{E0041}\u{E007F}`},
		{"variation selectors", "a\uFE0F\U000E0100\u180B", `a\u{FE0F}\u{E0100}\u{180B}`},
		{"Hangul fillers", "\u115F\u1160\u3164\uFFA0", `\u{115F}\u{1160}\u{3164}\u{FFA0}`},
		{"Braille blank", "\u2800\u2801", "\\u{2800}\u2801"},
		{"null notehead", "\U0001D159", `\u{1D159}`},
		{"combining grapheme joiner", "a\u034F", `a\u{34F}`},
		{"Khmer inherent vowels", "\u17B4\u17B5", `\u{17B4}\u{17B5}`},
		{"private use", "\uE000\U0010FFFD", `\u{E000}\u{10FFFD}`},
		{"unassigned", "\u0378\U000E0FFF", `\u{378}\u{E0FFF}`},
		{"noncharacters", "\uFFFE\uFDD0", `\u{FFFE}\u{FDD0}`},
		{"surrogate bytes", "a\xED\xA0\x80b\xED\xBF\xBF", `a\u{D800}b\u{DFFF}`},
		{"broken bytes", "a\xffb\xC3", `a\x{FF}b\x{C3}`},
		{"replacement character itself", "\uFFFD", "\uFFFD"},
		{"a few marks", "e\u0301\u0302\u0303", "e\u0301\u0302\u0303"},
		{"many marks", "e\u0301\u0302\u0303\u0304\u0305x\u0306", "e\u0301\u0302\u0303\\u{304}\\u{305}x\u0306"},
		{"commands to pipelines", "a ##[error]b\n##vso[task.x]c ###[d ##TeamCity[e", `a \u{23}#[error]b\u{A}\u{23}#vso[task.x]c #\u{23}#[d \u{23}#TeamCity[e`},
		{"no commands", "# # [a] ## Title [b] ##", "# # [a] ## Title [b] ##"},
		{"cannot be reversed", `\u{7}`, `\u{7}`},
	} {
		if got := Neutralise(c.in); got != c.want {
			t.Errorf("%s: Neutralise(%q) = %q, want %q", c.name, c.in, got, c.want)
		}
	}
}

// checkTame fails for text that holds a character of the hostile classes,
// written out here apart from the code under test.
func checkTame(t *testing.T, text string) {
	t.Helper()
	if !utf8.ValidString(text) {
		t.Fatalf("%q is not UTF-8", text)
	}
	for _, r := range text {
		switch {
		case r < 0x20 && r != '\n', r >= 0x7f && r <= 0xA0, r == 0xAD, r >= 0x200B && r <= 0x200F,
			r >= 0x2028 && r <= 0x202F, r >= 0x2060 && r <= 0x206F, r == 0x2800, r == 0x3164, r == 0xFEFF,
			r >= 0xFE00 && r <= 0xFE0F, r >= 0xE000 && r <= 0xF8FF, r >= 0xE0000:
			t.Fatalf("%U in %q", r, text)
		}
	}
}

func FuzzWrite(f *testing.F) {
	f.Add("a: b\n", 1, 1, 1, 3, "summary", "detail\nmore")
	f.Add("\uFEFFa\u202Eb\tc\x1b\r\nd\xff\xED\xA0\x80", 1, 2, 2, 1, "\x1b[2J", "\u2028")
	f.Add(strings.Repeat("日\u0301", 500), 1, 400, 1, 480, "", "")
	f.Add(strings.Repeat("x\n", 50), 3, 1, 49, 2, "s", "")
	f.Fuzz(func(t *testing.T, src string, line, column, endLine, endColumn int, summary, detail string) {
		if len(src) > 1<<16 {
			return
		}
		d := Errorf(src, Range{Position{line, column}, Position{endLine, endColumn}}, "code", "%s", summary).WithDetail("%s", detail)
		var b, j strings.Builder
		if err := Write(&b, List{d}, func(string) ([]byte, bool) { return []byte(src), true }, 0); err != nil {
			t.Fatal(err)
		}
		checkTame(t, b.String())
		if err := WriteJSON(&j, List{d}); err != nil {
			t.Fatal(err)
		}
		checkTame(t, j.String())
	})
}
