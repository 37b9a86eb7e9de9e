package render

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/contractc/contractc/internal/unicodedata"
	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"
)

func TestQuote(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"empty", "", `""`},
		{"plain", "/repo/a.go", `"/repo/a.go"`},
		{"quote and backslash", `a"b\c`, `"a\"b\\c"`},
		{"line breaks", "a\nb\rc\td", `"a\nb\rc\td"`},
		{"escape sequence", "\x1b[2K\x07\u009b", `"\u{1B}[2K\u{7}\u{9B}"`},
		{"NUL and DEL", "\x00\x7f", `"\u{0}\u{7F}"`},
		{"not UTF-8", "a\xff\xc3b", `"a\x{FF}\x{C3}b"`},
		{"surrogate bytes", "\xed\xa0\x80", `"\x{ED}\x{A0}\x{80}"`},
		{"replacement character", "\ufffd", `"\u{FFFD}"`},
		{"typed escape", `\u{202E}`, `"\\u{202E}"`},
		{"bidi", "a\u202eb\u2066", `"a\u{202E}b\u{2066}"`},
		{"zero width", "a\u200bb\u2060\ufeff", `"a\u{200B}b\u{2060}\u{FEFF}"`},
		{"separators", "\u2028\u2029\u0085", `"\u{2028}\u{2029}\u{85}"`},
		{"spaces", "\u00a0\u2003\u3000", `"\u{A0}\u{2003}\u{3000}"`},
		{"leading and trailing space", " a ", `"\u{20}a\u{20}"`},
		{"repeated space", "a  b c", `"a\u{20}\u{20}b c"`},
		{"one space", " ", `"\u{20}"`},
		{"fillers", "\u115f\u3164\uffa0\u2800", `"\u{115F}\u{3164}\u{FFA0}\u{2800}"`},
		{"tags and selectors", "\U000e0041\ufe0f\U000e0100", `"\u{E0041}\u{FE0F}\u{E0100}"`},
		{"private and unassigned", "\ue000\u0378\U0010ffff", `"\u{E000}\u{378}\u{10FFFF}"`},
		{"quotes that look like ours", "\u201ca\u201d \u2033 \uff02", `"\u{201C}a\u{201D} \u{2033} \u{FF02}"`},
		{"slash that looks like ours", "/repo\u2215a\u2044b\uff0fc", `"/repo\u{2215}a\u{2044}b\u{FF0F}c"`},
		{"Cyrillic word", "Привет, мир!", `"Привет, мир!"`},
		{"Cyrillic in a Latin word", "p\u0430ypal", `"p\u{430}ypal"`},
		{"Latin in a Cyrillic word", "Прив\u0065т", `"Прив\u{65}т"`},
		{"wholly look-alike word", "\u0430\u0440\u0440\u04cf\u0435", `"\u{430}\u{440}\u{440}\u{4CF}\u{435}"`},
		{"digit in a Cyrillic word", "0лег", `"\u{30}лег"`},
		{"composed accent", "naïve café", `"naïve café"`},
		{"decomposed accent", "cafe\u0301", `"cafe\u{301}"`},
		{"accent without a composite", "x\u0301y", "\"x\u0301y\""},
		{"accents out of order", "x\u0301\u0323", "\"x\u0301\\u{323}\""},
		{"accent twice", "x\u0301\u0301", "\"x\u0301\\u{301}\""},
		{"accents that overflow", "q\u0300\u0304\u030a\u030b\u030d", "\"q\u0300\u0304\u030a\u030b\\u{30D}\""},
		{"accent on nothing", "\u0301a", `"\u{301}a"`},
		{"accent on a slash", "/\u0338", `"/\u{338}"`},
		{"right to left", "\u05d0\u0661", `"\u{5D0}\u{661}"`},
		{"Chinese, Korean", "文件 안녕", `"文件 안녕"`},
		{"Japanese", "東京タワー", `"東京タワー"`},
		{"compatibility", "\uff21\u2460\ufb01", `"\u{FF21}\u{2460}\u{FB01}"`},
		{"emoji", "😀\u200d🇺", `"😀\u{200D}\u{1F1FA}"`},
		{"Kelvin", "\u212a\u2126", `"\u{212A}\u{2126}"`},
	}
	for _, tt := range tests {
		if got := Quote(tt.in); got != tt.want {
			t.Errorf("%s: Quote(%+q) = %s, want %s", tt.name, tt.in, got, tt.want)
		}
	}
}

func TestCode(t *testing.T) {
	tests := []struct{ in, want string }{
		{`rules.only("a\n\"b")`, `rules.only("a\n\"b")`},
		{"f(\n'\u202e')", `f(\u{A}'\u{202E}')`},
		{"f('\xff')", `f('\x{FF}')`},
		{"f('\u0430pple')", `f('\u{430}pple')`},
		{"f( 1)  ", `f( 1)\u{20}\u{20}`},
	}
	for _, tt := range tests {
		if got := Code(tt.in); got != tt.want {
			t.Errorf("Code(%+q) = %s, want %s", tt.in, got, tt.want)
		}
	}
}

func TestText(t *testing.T) {
	tests := []struct{ in, want string }{
		{`It's "fine" – a \ stays…`, `It's "fine" – a \ stays…`},
		{"two\nlines\x1b[2K", `two\nlines\u{1B}[2K`},
		{"p\u0430ypal\u202e", `p\u{430}ypal\u{202E}`},
	}
	for _, tt := range tests {
		if got := Text(tt.in); got != tt.want {
			t.Errorf("Text(%+q) = %s, want %s", tt.in, got, tt.want)
		}
	}
}

// texts draws texts full of what has fooled people.
func texts() *rapid.Generator[string] {
	runes := []rune("aeopclI1|0O.-/'\"\\ {}u3042rnmАаеорсуѕіјӏОЗжиёйνοαΑΒπéëăǎ\u0301\u0308\u0323\u0338\u0483\u094d\u200b\u202e\u2019\u2215\u00a0\n\x1b" +
		"ー一口ロ力カへヘタ夕士土東\u3099アが한글\u1112\u1161नकािी\u0902ค\u0e34ดำําকো\u09c7\u09be" + "ａ𝐚①ﬁ\ufffd\ue000\u0378\U0001f600\u05d0\u0661\u212a")
	return rapid.OneOf(
		rapid.StringOfN(rapid.SampledFrom(runes), 0, 6, -1),
		rapid.StringOfN(rapid.Rune(), 0, 4, -1),
		rapid.Map(rapid.SliceOfN(rapid.Byte(), 0, 4), func(b []byte) string { return string(b) }),
	)
}

// TestQuoteShowsOnlyVisible checks the characters of the output and that NFC
// leaves it alone.
func TestQuoteShowsOnlyVisible(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := texts().Draw(t, "text")
		for name, out := range map[string]string{"Quote": Quote(in), "Code": Code(in), "Text": Text(in)} {
			if !utf8.ValidString(out) || strings.ContainsAny(out, "\n\r\t") {
				t.Fatalf("%s(%+q) = %+q is not one line of UTF-8", name, in, out)
			}
			if !norm.NFC.IsNormalString(out) {
				t.Fatalf("%s(%+q) = %+q is changed by NFC", name, in, out)
			}
			for _, r := range out {
				if unicodedata.AppearanceOf(r).Kind == unicodedata.Hidden && !(name == "Text" && typographic(r)) {
					t.Fatalf("%s(%+q) = %+q shows %U", name, in, out, r)
				}
			}
		}
	})
}

// TestQuoteCanBeReadBack checks that a literal tells exactly which text it is
// of, so that different texts have different literals.
func TestQuoteCanBeReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := texts().Draw(t, "text")
		if back := unquote(t, Quote(in)); back != in {
			t.Fatalf("Quote(%+q) reads back as %+q", in, back)
		}
	})
}

// unquote is the reverse of Quote.
func unquote(t interface{ Fatalf(string, ...any) }, q string) string {
	s, out := q[1:len(q)-1], []byte{}
	for s != "" {
		r, size := utf8.DecodeRuneInString(s)
		if r != '\\' {
			out = append(out, s[:size]...)
			s = s[size:]
			continue
		}
		simple := map[byte]byte{'\\': '\\', '"': '"', 'n': '\n', 'r': '\r', 't': '\t'}
		if b, ok := simple[s[1]]; ok {
			out, s = append(out, b), s[2:]
			continue
		}
		end := strings.IndexByte(s, '}')
		var n rune
		for _, c := range s[3:end] {
			n = n<<4 | rune(strings.IndexRune("0123456789ABCDEF", c))
		}
		if s[1] == 'x' {
			out = append(out, byte(n))
		} else {
			out = utf8.AppendRune(out, n)
		}
		s = s[end+1:]
	}
	return string(out)
}

// TestNoTwoTextsLookAlike draws pairs of texts and compares what a reader would
// see of their literals.
func TestNoTwoTextsLookAlike(t *testing.T) {
	look := readLook(t)
	rapid.Check(t, func(t *rapid.T) {
		a := texts().Draw(t, "a")
		b := look.imitate(t, a)
		if a != b && look.alike(Quote(a), Quote(b)) {
			t.Fatalf("%s and %s look alike (%+q, %+q)", Quote(a), Quote(b), a, b)
		}
	})
}

// A looks model says what a reader sees: it is read from the list of look-alikes
// itself, not from the tables that are tested.
type looks struct {
	group   map[rune]string // name of the group of look-alikes
	members map[string][]rune
}

// readLook reads the list that the tables are made from, where it is installed,
// and takes the ASCII part of the tables otherwise.
func readLook(t *testing.T) *looks {
	l := &looks{group: map[rune]string{}, members: map[string][]rune{}}
	src, err := os.ReadFile("/usr/lib/python3/dist-packages/confusable_homoglyphs/confusables.json")
	if err != nil {
		t.Fatalf("%v; install the list with: apt-get install python3-confusable-homoglyphs", err)
	}
	var pairs map[string][]struct {
		C string `json:"c"`
	}
	if err := json.Unmarshal(src, &pairs); err != nil {
		t.Fatal(err)
	}
	parent := map[rune]rune{}
	var root func(r rune) rune
	root = func(r rune) rune {
		if p, ok := parent[r]; ok && p != r {
			return root(p)
		}
		return r
	}
	for left, list := range pairs {
		for _, right := range list {
			a, b := []rune(strings.Trim(left, "\u200e")), []rune(strings.Trim(right.C, "\u200e"))
			if len(a) == 1 && len(b) == 1 {
				x, y := root(a[0]), root(b[0])
				parent[max(x, y)] = min(x, y)
			}
		}
	}
	for r := range parent {
		for _, m := range []rune{r, root(r)} {
			name := string(root(m))
			if l.group[m] == "" {
				l.group[m] = name
				l.members[name] = append(l.members[name], m)
			}
		}
	}
	for _, m := range l.members {
		slices.Sort(m)
	}
	return l
}

// imitate changes some characters of a text into look-alikes, drops some that
// cannot be seen, and composes or decomposes it.
func (l *looks) imitate(t *rapid.T, s string) string {
	var out []rune
	for _, r := range s {
		switch members := l.members[l.group[r]]; {
		case rapid.IntRange(0, 5).Draw(t, "drop") == 0 && unicodedata.AppearanceOf(r).Kind == unicodedata.Hidden:
		case len(members) > 0 && rapid.Bool().Draw(t, "imitate"):
			out = append(out, rapid.SampledFrom(members).Draw(t, "as"))
		default:
			out = append(out, r)
		}
	}
	forms := []func(string) string{
		func(s string) string { return s }, norm.NFC.String, norm.NFD.String, norm.NFKC.String,
		func(s string) string { return s + " " }, func(s string) string { return strings.ReplaceAll(s, " ", "  ") },
	}
	return rapid.SampledFrom(forms).Draw(t, "form")(string(out))
}

// alike reports whether a reader cannot tell two shown texts apart: what cannot
// be seen is gone, both are NFD so that accents are compared one by one, and
// characters of one group are equal. Two ASCII characters count as different:
// l and I are what every literal has to live with.
func (l *looks) alike(a, b string) bool {
	x, y := []rune(seen(a)), []rune(seen(b))
	if len(x) != len(y) {
		return false
	}
	for i := range x {
		same := x[i] == y[i] || l.group[x[i]] != "" && l.group[x[i]] == l.group[y[i]] && (x[i] > 0x7f || y[i] > 0x7f)
		if !same {
			return false
		}
	}
	return true
}

// seen removes what a terminal would not show.
func seen(s string) string {
	s = strings.Map(func(r rune) rune {
		switch unicodedata.CategoryOf(r) {
		case unicodedata.Cc, unicodedata.Cf, unicodedata.Zl, unicodedata.Zp, unicodedata.Cn, unicodedata.Co:
			return -1
		case unicodedata.Zs:
			return ' '
		}
		if unicodedata.Ignorable(r) {
			return -1
		}
		return r
	}, s)
	return norm.NFD.String(strings.Join(strings.Fields(s), " "))
}

// TestLookalikesInWords takes every pair of characters that look alike, alone
// and within words of several scripts.
func TestLookalikesInWords(t *testing.T) {
	look := readLook(t)
	around := [][2]string{{"", ""}, {"ff", "f"}, {"ж", "ж"}, {"жf", ""}, {"ψ", "ω"}, {"東", "方"}, {"ア", "を"}, {"東ア", "를"}, {"हि", "न"}, {"1", "/"}}
	for _, group := range look.sorted() {
		for i, a := range look.members[group] {
			for _, b := range look.members[group][i+1:] {
				for _, w := range around {
					x, y := w[0]+string(a)+w[1], w[0]+string(b)+w[1]
					if look.alike(Quote(x), Quote(y)) {
						t.Errorf("%s and %s look alike (%+q, %+q)", Quote(x), Quote(y), x, y)
					}
				}
			}
		}
	}
}

func (l *looks) sorted() []string {
	names := make([]string, 0, len(l.members))
	for n := range l.members {
		names = append(names, n)
	}
	slices.Sort(names)
	return names
}
