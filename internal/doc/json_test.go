package doc

import (
	"bufio"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestJSONErrors(t *testing.T) { goldenErrors(t, "testdata/json_errors.txtar", ReadJSON) }

func TestReadJSON(t *testing.T) {
	type list = []any
	type dict = map[string]any
	for _, c := range []struct {
		src  string
		want any
	}{
		{"null", nil}, {" true\r\n", true}, {"\tfalse", false}, {`""`, ""}, {"[]", list{}}, {"{}", dict{}}, {" [ ] ", list{}}, {"{ }", dict{}},
		{"-0", json.Number("-0")}, {"1.50", json.Number("1.50")}, {"1E+2", json.Number("1E+2")}, {"9007199254740993", json.Number("9007199254740993")},
		{"1e9999", json.Number("1e9999")}, {"1e00000000001", json.Number("1e00000000001")},
		{`"\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00é😀"`, "\"\\/\b\f\n\r\té😀é😀"},
		{"\"\x7f\u0085\u2028\u202e\"", "\x7f\u0085\u2028\u202e"},
		{`"\u0000\uFFFF"`, "\x00\uffff"},
		{`{"a":{"b":[1,{"c":null}]},"":"x"}`, dict{"a": dict{"b": list{json.Number("1"), dict{"c": nil}}}, "": "x"}},
	} {
		n, found := ReadJSON("f", []byte(c.src), Limits{})
		if len(found) > 0 {
			t.Errorf("%s: %v", c.src, found)
			continue
		}
		if diff := cmp.Diff(c.want, n.Plain()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.src, diff)
		}
		checkTree(t, c.src, n)
	}
}

// TestJSONBytes has what a text file of cases could not show.
func TestJSONBytes(t *testing.T) {
	for _, c := range []struct{ name, src, want string }{
		{"bad UTF-8", "[\"é\xff\", \"\xC3(\"]", "f:1:4: byte 0xFF is not UTF-8 [json.bad-utf8]\nf:1:9: byte 0xC3 is not UTF-8 [json.bad-utf8]"},
		{"bad UTF-8 in a key", "{\"\xED\xA0\x80\":1}", "f:1:3: byte 0xED is not UTF-8 [json.bad-utf8]\nf:1:4: byte 0xA0 is not UTF-8 [json.bad-utf8]\nf:1:5: byte 0x80 is not UTF-8 [json.bad-utf8]"},
		{"overlong", "[\"\xC0\xAF\"]", "f:1:3: byte 0xC0 is not UTF-8 [json.bad-utf8]\nf:1:4: byte 0xAF is not UTF-8 [json.bad-utf8]"},
		{"bad UTF-8 outside strings", "[\xff]", "f:1:2: expecting value [json.syntax]"},
		{"byte order mark", "\uFEFF[]", "f:1:1: unexpected UTF-8 BOM (decode using utf-8-sig) [json.syntax]"},
		{"NUL", "[\x00]", "f:1:2: expecting value [json.syntax]"},
		{"NUL in a string", "\"a\x00\"", "f:1:3: invalid control character [json.syntax]"},
		{"no-break space", "[\u00A01]", "f:1:2: expecting value [json.syntax]"},
		{"form feed", "[\f1]", "f:1:2: expecting value [json.syntax]"},
	} {
		_, list := ReadJSON("f", []byte(c.src), Limits{})
		if got := list.Error(); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
}

func TestJSONLimits(t *testing.T) {
	deep := func(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }
	digits := strings.Repeat("7", MaxNumberDigits)
	for _, c := range []struct {
		name, src string
		lim       Limits
		want      string // code, or empty
	}{
		{"bytes", "[12]", Limits{Bytes: 4}, ""},
		{"a byte more", "[123]", Limits{Bytes: 4}, CodeLimitBytes},
		{"a long string", `"abcdefgh"`, Limits{Bytes: 4}, CodeLimitBytes},
		{"a long string with escapes", `"\n\n\n\n\n\n"`, Limits{Bytes: 4}, CodeLimitBytes},
		{"depth", deep(3), Limits{Depth: 3}, ""},
		{"one deeper", deep(4), Limits{Depth: 3}, CodeLimitDepth},
		{"maps", `{"a":{"a":1}}`, Limits{Depth: 1}, CodeLimitDepth},
		{"default depth", deep(128), Limits{}, ""},
		{"beyond the default depth", deep(129), Limits{}, CodeLimitDepth},
		{"far too deep", strings.Repeat("[", 1_000_000), Limits{}, CodeLimitDepth},
		{"nodes", "[1,2]", Limits{Nodes: 3}, ""},
		{"one node more", "[1,2,3]", Limits{Nodes: 3}, CodeLimitNodes},
		{"digits", digits, Limits{}, ""},
		{"a digit more", digits + "7", Limits{}, CodeLimitNumber},
		{"a digit more behind the point", digits + ".7", Limits{}, CodeLimitNumber},
		{"exponent", "1e-9999", Limits{}, ""},
		{"exponent beyond", "1e-10000", Limits{}, CodeLimitNumber},
	} {
		n, list := ReadJSON("f", []byte(c.src), c.lim)
		if got := firstCode(list); got != c.want || (n == nil) != (c.want != "" && c.name != "exponent beyond") {
			t.Errorf("%s: %q, want %q: %v", c.name, got, c.want, list)
		}
	}
}

func TestManyFindings(t *testing.T) {
	src := "[" + strings.Repeat("NaN,", 999) + "NaN]"
	if n, list := ReadJSON("f", []byte(src), Limits{}); len(list) != maxProblems+1 || n == nil || len(n.Items) != 1000 {
		t.Errorf("%d problems, want %d", len(list), maxProblems+1)
	}
}

// TestLargeMap checks duplicates where the reader has changed from searching
// to an index.
func TestLargeMap(t *testing.T) {
	var b strings.Builder
	for i := range 100 {
		b.WriteString(`"k` + strings.Repeat("x", i) + `":1,`)
	}
	src := "{" + b.String() + `"k":2,"kxx":3,"kx":4,"new":5}`
	n, list := ReadJSON("f", []byte(src), Limits{})
	if len(list) != 3 || firstCode(list) != CodeJSONDuplicateKey {
		t.Fatalf("want three duplicate keys, got %v", list)
	}
	if len(n.Fields) != 101 || n.Get("k").Text != "2" || n.Fields[0].Key != "k" || n.Get("kx").Text != "4" || n.Get("new").Text != "5" {
		t.Errorf("%d entries, k is %q", len(n.Fields), n.Get("k").Text)
	}
}

// TestJSONTestSuite runs the recorded verdicts of JSONTestSuite.
func TestJSONTestSuite(t *testing.T) {
	f, err := os.Open("../../../shared/cases/json_test_suite.jsonl")
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("the recorded cases are not here")
	}
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<24)
	count := 0
	for lines.Scan() {
		var c struct {
			Name, Expect string
			Base64       []byte
		}
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		count++
		_, list := ReadJSON(c.Name, c.Base64, Limits{})
		want := c.Expect
		if strings.HasPrefix(c.Name, "y_object_duplicated_key") {
			want = "reject" // RFC 8259 leaves it open, we do not
		}
		if accepted := len(list) == 0; accepted && want == "reject" || !accepted && want == "accept" {
			t.Errorf("%s: accepted %v, want %s: %v", c.Name, accepted, want, list)
		}
	}
	if err := lines.Err(); err != nil || count < 300 {
		t.Errorf("%d cases, error %v", count, err)
	}
}
