package doc

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/contractc/contractc/internal/diag"
)

func TestReadYAML(t *testing.T) {
	type list = []any
	type dict = map[string]any
	num := func(s string) json.Number { return json.Number(s) }
	for _, c := range []struct {
		name, src string
		want      any
	}{
		{"empty file", "", nil},
		{"only comments", "# a\n\n  # b\n", nil},
		{"marker only", "---\n", nil},
		{"byte order mark", "\uFEFFa: b\n", dict{"a": "b"}},
		{"one scalar", "abc\n", "abc"},
		{"marker and value on a line", "--- abc\n", "abc"},
		{"Windows line ends", "a: b\r\nc:\r\n- d\r\n", dict{"a": "b", "c": list{"d"}}},
		{"nested", "a:\n  b:\n    - c: 1\n      d: [x, {w: z}]\n    -\n      - e\n", dict{"a": dict{"b": list{dict{"c": num("1"), "d": list{"x", dict{"w": "z"}}}, list{"e"}}}}},
		{"list not indented", "a:\n- b\n- c\nd: e\n", dict{"a": list{"b", "c"}, "d": "e"}},
		{"absent values", "a:\nb: # c\nd: [~, null]\n", dict{"a": nil, "b": nil, "d": list{nil, nil}}},
		{"absent items", "-\n- a\n-\n", list{nil, "a", nil}},
		{"empty collections", "a: []\nb: {}\nc: ''\nd: \"\"\n", dict{"a": list{}, "b": dict{}, "c": "", "d": ""}},
		{"trailing comma", "a: [b,]\nc: {d: e,}\n", dict{"a": list{"b"}, "c": dict{"d": "e"}}},
		{"brackets over lines", "a: [\n  b, # c\n  d\n]\ne: {\n  f: g,\n}\n", dict{"a": list{"b", "d"}, "e": dict{"f": "g"}}},
		{"quoted keys", "\"a\": 1\n'b': 2\n", dict{"a": num("1"), "b": num("2")}},
		{"JSON", "{\"a\":[1,2.5,true,null,\"x\\ny\"]}\n", dict{"a": list{num("1"), num("2.5"), true, nil, "x\ny"}}},
		{"space before the colon", "a : b\n'c' : d\n", dict{"a": "b", "c": "d"}},
		{"numbers", "[0, -7, 9007199254740991, -9007199254740991, 1.50, -0.0]\n", list{num("0"), num("-7"), num("9007199254740991"), num("-9007199254740991"), num("1.50"), num("-0.0")}},
		{"versions", "[1.2.3, 0.0.01]\n", list{"1.2.3", "0.0.01"}},
		{"plain strings", "[a b, -x, --flag, ./p, ~/p, a:b, http://x/y#z, v1, nullable, yes please, a=b, '', _, \\n]\n",
			list{"a b", "-x", "--flag", "./p", "~/p", "a:b", "http://x/y#z", "v1", "nullable", "yes please", "a=b", "", "_", `\n`}},
		{"quoted look-alikes", "['yes', \"010\", '~', '<<']\n", list{"yes", "010", "~", "<<"}},
		{"folded plain", "a: b\n  c\n\n  d\n", dict{"a": "b c\nd"}},
		{"single quotes", "'it''s  a\n\n  b '\n", "it's  a\nb "},
		{"double quotes", "\"\\x41\\u00e9\\U0001F600\\t\\\\ \\\n  b \\  c\"\n", "Aé😀\t\\ b   c"},
		{"literal", "a: |\n  b\n    c\n\n  d\n\ne: |-\n  f\n\ng: |+\n  h\n\n", dict{"a": "b\n  c\n\nd\n", "e": "f", "g": "h\n\n"}},
		{"literal with indentation", "a: |2\n    b\n  c\n", dict{"a": "  b\nc\n"}},
		{"folded", "a: >\n  b\n  c\n\n  d\n    e\n  f\n", dict{"a": "b c\nd\n  e\nf\n"}},
		{"beyond ASCII", "é: 日本\n", dict{"é": "日本"}},
	} {
		n, list := ReadYAML("f", []byte(c.src), Limits{})
		if len(list) > 0 {
			t.Errorf("%s: %v", c.name, list)
			continue
		}
		if diff := cmp.Diff(c.want, n.Plain()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
		checkTree(t, c.src, n)
	}
}

// TestYAMLCharacters has what a text file of cases could not show.
func TestYAMLCharacters(t *testing.T) {
	for _, c := range []struct{ name, src, want string }{
		{"bad UTF-8", "a: \xff\nb: é\xC3\n", "f:1:4: byte 0xFF is not UTF-8 [yaml.bad-utf8]\nf:2:5: byte 0xC3 is not UTF-8 [yaml.bad-utf8]"},
		{"surrogate bytes", "a: \xED\xA0\x80\n", "f:1:4: byte 0xED is not UTF-8 [yaml.bad-utf8]\nf:1:5: byte 0xA0 is not UTF-8 [yaml.bad-utf8]\nf:1:6: byte 0x80 is not UTF-8 [yaml.bad-utf8]"},
		{"controls", "a: \x00\x1b\n# \x7f\u0080\n", "f:1:4: control character U+0000 [yaml.control-character]\nf:1:5: control character U+001B [yaml.control-character]\nf:2:3: control character U+007F [yaml.control-character]\nf:2:4: control character U+0080 [yaml.control-character]"},
		{"carriage return", "a: b\rc: d\n", "f:1:5: carriage return without a line feed [yaml.line-end]"},
		{"line ends of some readers", "a: é\u0085\u2028b\u2029\n", "f:1:5: U+0085 ends a line for some readers only [yaml.line-end]\nf:1:6: U+2028 ends a line for some readers only [yaml.line-end]\nf:1:8: U+2029 ends a line for some readers only [yaml.line-end]"},
		{"byte order mark inside", "\uFEFFa: \uFEFFb\n", "f:1:4: byte order mark inside the file [yaml.byte-order-mark]"},
		{"noncharacter", "a: \uFFFE\n", "f:1:4: control character U+FFFE [yaml.control-character]"},
		{"UTF-16", "\xff\xfea\x00", "f:1:1: the file is UTF-16 [yaml.encoding]"},
	} {
		n, list := ReadYAML("f", []byte(c.src), Limits{})
		if got := list.Error(); got != c.want || n != nil {
			t.Errorf("%s: node %v,\n%s\nwant\n%s", c.name, n, got, c.want)
		}
	}
	many := strings.Repeat("\x00", 1000)
	_, list := ReadYAML("f", []byte(many), Limits{})
	if len(list) != maxProblems+1 || list[maxProblems].Summary != "900 more problems in this file" {
		t.Errorf("%d problems, the last %v", len(list), list[len(list)-1])
	}
}

func TestYAMLLimits(t *testing.T) {
	deep := func(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }
	for _, c := range []struct {
		name, src string
		lim       Limits
		want      string // code, or empty
	}{
		{"bytes", "abcd", Limits{Bytes: 4}, ""},
		{"a byte more", "abcde", Limits{Bytes: 4}, CodeLimitBytes},
		{"depth", deep(3), Limits{Depth: 3}, ""},
		{"one deeper", deep(4), Limits{Depth: 3}, CodeLimitDepth},
		{"block depth", "- - - - a", Limits{Depth: 3}, CodeLimitDepth},
		{"default depth", deep(129), Limits{}, CodeLimitDepth},
		{"far too deep", deep(100_000), Limits{}, CodeLimitDepth},
		{"far too deep in blocks", strings.Repeat("- ", 100_000) + "a", Limits{}, CodeLimitDepth},
		{"nodes", "[a, b]", Limits{Nodes: 4}, ""},
		{"one node more", "[a, b, c]", Limits{Nodes: 3}, CodeLimitNodes},
	} {
		_, list := ReadYAML("f", []byte(c.src), c.lim)
		if got := firstCode(list); got != c.want {
			t.Errorf("%s: %q, want %q: %v", c.name, got, c.want, list)
		}
	}
}

func firstCode(list diag.List) string {
	if len(list) == 0 {
		return ""
	}
	return list[0].Code
}

// TestYAMLTreeDespiteErrors checks that a tree comes with errors that leave
// the structure intact.
func TestYAMLTreeDespiteErrors(t *testing.T) {
	n, list := ReadYAML("f", []byte("a: yes\nb: !t {c: &x 1}\na: 2\nd: e\n"), Limits{})
	if len(list) != 4 || !list.HasErrors() {
		t.Fatalf("want four errors, got %v", list)
	}
	want := map[string]any{"a": "yes", "b": map[string]any{"c": json.Number("1")}, "d": "e"}
	if diff := cmp.Diff(any(want), n.Plain()); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
