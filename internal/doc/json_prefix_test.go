package doc

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestJSONWording compares messages and offsets with what CPython 3.11's
// json.loads says; the offset counts code points.
func TestJSONWording(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{``, "Expecting value: line 1 column 1 (char 0)"},
		{`  `, "Expecting value: line 1 column 3 (char 2)"},
		{`[`, "Expecting value: line 1 column 2 (char 1)"},
		{`[1,]`, "Expecting value: line 1 column 4 (char 3)"},
		{`[1 2]`, "Expecting ',' delimiter: line 1 column 4 (char 3)"},
		{`[01]`, "Expecting ',' delimiter: line 1 column 3 (char 2)"},
		{`[1`, "Expecting ',' delimiter: line 1 column 3 (char 2)"},
		{`[-]`, "Expecting value: line 1 column 2 (char 1)"},
		{`{`, "Expecting property name enclosed in double quotes: line 1 column 2 (char 1)"},
		{`{"a":1,}`, "Expecting property name enclosed in double quotes: line 1 column 8 (char 7)"},
		{`{'a':1}`, "Expecting property name enclosed in double quotes: line 1 column 2 (char 1)"},
		{`{"a"  1}`, "Expecting ':' delimiter: line 1 column 7 (char 6)"},
		{`{"a":}`, "Expecting value: line 1 column 6 (char 5)"},
		{`{"a":1 "b"`, "Expecting ',' delimiter: line 1 column 8 (char 7)"},
		{`"abc`, "Unterminated string starting at: line 1 column 1 (char 0)"},
		{`["é", "abc\"]`, "Unterminated string starting at: line 1 column 7 (char 6)"},
		{`"abc\`, "Unterminated string starting at: line 1 column 1 (char 0)"},
		{"[\"a\nb\"]", "Invalid control character at: line 1 column 4 (char 3)"},
		{`"\x"`, "Invalid \\escape: line 1 column 2 (char 1)"},
		{`"é\u12x4"`, "Invalid \\uXXXX escape: line 1 column 4 (char 3)"},
		{`"\u1234`, "Invalid \\uXXXX escape: line 1 column 3 (char 2)"},
		{"[1]\n\n 2", "Extra data: line 3 column 2 (char 6)"},
		{`1.`, "Extra data: line 1 column 2 (char 1)"},
		{`nul`, "Expecting value: line 1 column 1 (char 0)"},
		{"\uFEFF1", "Unexpected UTF-8 BOM (decode using utf-8-sig): line 1 column 1 (char 0)"},
	} {
		text := NewJSONText(c.src)
		_, end, err := text.Value(0, JSONOptions{Tolerant: true})
		if err == nil {
			err = text.End(end)
		}
		if got := fmt.Sprint(err); got != c.want {
			t.Errorf("%q: %s, want %s", c.src, got, c.want)
		}
	}
}

func TestReadJSONPrefix(t *testing.T) {
	src := "Sure é:\n  {\"a\": [1, NaN, \"\\ud800\"], \"b\": -Infinity,\n \"a\": \"\xff\"} and {\"c\": 2}"
	first, second := strings.Index(src, "{"), strings.LastIndex(src, "{")
	var found []string
	opt := JSONOptions{Tolerant: true, Report: func(f Finding) {
		found = append(found, fmt.Sprintf("%s %q", f.Code, src[f.Offset:f.End]))
	}}
	n, end, err := ReadJSONPrefix([]byte(src), first-2, opt)
	if err != nil || src[end:end+4] != " and" {
		t.Fatalf("end %d, error %v", end, err)
	}
	checkTree(t, src, n)
	if diff := cmp.Diff(any(map[string]any{"a": "\uFFFD", "b": n.Get("b").Plain()}), n.Plain()); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	want := []string{`json.not-a-number "NaN"`, `json.lone-surrogate "\\ud800"`, `json.not-a-number "-Infinity"`, `json.duplicate-key "\"a\""`, `json.bad-utf8 "\xff"`}
	if diff := cmp.Diff(want, found); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}
	n, end, err = ReadJSONPrefix([]byte(src), second, JSONOptions{})
	if err != nil || end != len(src) || n.Get("c").Range.Start.String() != "3:22" {
		t.Errorf("%v at %v, end %d, error %v", n.Plain(), n.Get("c").Range, end, err)
	}
}

// TestStrictPrefix checks that a reading that is not tolerant stops at the
// first finding.
func TestStrictPrefix(t *testing.T) {
	for src, want := range map[string]string{
		`[NaN`:        "json.not-a-number 1",
		`{"a":1,"a":`: "json.duplicate-key 7",
		`["\udc00`:    "json.syntax 3",
		`["\udc00"`:   "json.lone-surrogate 2",
		"[\"\xff":     "json.bad-utf8 2",
		`[1e12345`:    "limit.number 1",
	} {
		n, _, err := ReadJSONPrefix([]byte(src), 0, JSONOptions{})
		if err == nil || n != nil || fmt.Sprintf("%s %d", err.Code, err.Offset) != want {
			t.Errorf("%q: %v, want %s", src, err, want)
		}
	}
}

// TestPrefixLimit checks that the limit on bytes is for the value alone.
func TestPrefixLimit(t *testing.T) {
	src := []byte(`text   [12]  ["abc\u0064ef"] ["abcdef"] [1,2]`)
	opt := JSONOptions{Limits: Limits{Bytes: 4}}
	for offset, want := range map[int]string{4: "", 11: CodeLimitBytes, 28: CodeLimitBytes, 39: CodeLimitBytes} {
		_, end, err := ReadJSONPrefix(src, offset, opt)
		if got := fmt.Sprint(err); (err == nil) != (want == "") || err != nil && err.Code != want || err == nil && end != 11 {
			t.Errorf("offset %d: end %d, %s, want %q", offset, end, got, want)
		}
	}
}

// TestJSONTextAnyOrder checks that offsets may be asked for in any order.
func TestJSONTextAnyOrder(t *testing.T) {
	src := "é\n[1]\nö [\"日\",\n2] [x"
	text := NewJSONText(src)
	for _, offset := range []int{3, len("é\n[1]\nö "), 3, -5, len(src) - 2, len(src) + 5, 6} {
		n, end, err := text.Value(offset, JSONOptions{})
		fresh, freshEnd, freshErr := NewJSONText(src).Value(offset, JSONOptions{})
		if end != freshEnd || fmt.Sprint(err) != fmt.Sprint(freshErr) || (n == nil) != (fresh == nil) {
			t.Errorf("offset %d: %d %v, fresh %d %v", offset, end, err, freshEnd, freshErr)
		}
		if n != nil {
			checkTree(t, src, n)
		}
	}
}
