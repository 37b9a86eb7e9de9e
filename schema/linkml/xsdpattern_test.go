package linkml

import (
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestXSDPattern compares translated patterns, matched whole, with RE2's search. The translation uses only what RE2
// reads as XML Schema does.
func TestXSDPattern(t *testing.T) {
	for _, source := range []string{
		`a`, `^a`, `a$`, `^a$`, ``, `^$`, `^sha256:[0-9a-f]{4}$`, `a|b`, `^a|b$`, `^(a|b)$`, `(^a)`, `a*?b+?c??`, `^a{2}$`, `^a{2,}$`, `^a{1,3}b$`,
		`[^a]`, `^[^a-c]+$`, `.`, `(?s)^.$`, `^.$`, `^\d+\.\d+$`, `^\$[$]\^$`, `(?i)aé`, `(?i)^k$`, `^[a\-z\]^]+$`, `\n|\r|\t`, `^-?(0|[1-9][0-9]*)$`,
		`(?s)^(.*[/\\])?\.\.([/\\].*)?$`, `^(?:ab|a(?:b|c))*$`, `^[\x00-\x1f]$`, `^\PL$`, `\A[a-c]\z`,
	} {
		want := regexp.MustCompile(source)
		text, err := XSDPattern(source)
		if err != nil {
			t.Errorf("%q: %v", source, err)
			continue
		}
		got, err := regexp.Compile("^(?:" + text + ")$")
		if err != nil {
			t.Errorf("%q becomes %q: %v", source, text, err)
			continue
		}
		shacl := regexp.MustCompile(shaclPattern(source))
		rapid.Check(t, func(t *rapid.T) {
			s := rapid.StringOfN(rapid.RuneFrom([]rune("aabbck0156789. \n\r\t$^-]\\/:sh2éÉKK")), 0, 8, -1).Draw(t, "text")
			if want.MatchString(s) != got.MatchString(s) || want.MatchString(s) != shacl.MatchString(s) {
				t.Fatalf("%q and its translation %q differ on %q", source, text, s)
			}
		})
	}
}

func TestNoXSDPattern(t *testing.T) {
	for source, want := range map[string]string{
		`\ba`: "no word for", `a^b`: "no word for", `(?m)^a$`: "no word for", `a\x00`: "no character U+0000", `^[\x00-\x08]$`: "no character that XML has", `(`: "missing",
	} {
		text, err := XSDPattern(source)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q becomes %q, %v; want an error that says %q", source, text, err, want)
		}
	}
}
