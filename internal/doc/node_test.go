package doc

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestGet(t *testing.T) {
	n, list := ReadYAML("f", []byte("a: {b: [1]}\n"), Limits{})
	if len(list) > 0 {
		t.Fatal(list)
	}
	if got := n.Get("a").Get("b").Items[0].Text; got != "1" {
		t.Errorf("a.b[0] = %q", got)
	}
	var none *Node
	if none.Get("a") != nil || n.Get("x").Get("y") != nil || n.Get("a").Get("b").Get("c") != nil || none.Plain() != nil {
		t.Error("a missing value is not nil")
	}
	if f := n.Field("a"); f.KeyRange.Start.String() != "1:1" || f.KeyRange.End.String() != "1:2" {
		t.Errorf("key at %v", f.KeyRange)
	}
}

func TestFromPlain(t *testing.T) {
	plain := map[string]any{
		"b": []any{nil, true, "x", json.Number("1.50"), map[string]any{}, []any{}},
		"a": json.Number("-0"),
	}
	n := FromPlain(plain)
	if diff := cmp.Diff(any(plain), n.Plain()); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if n.Fields[0].Key != "a" || n.Range.Known() {
		t.Errorf("first key %q, range %v", n.Fields[0].Key, n.Range)
	}
	other := FromPlain(map[string]any{"f": 0.5, "i": 7, "u": uint8(3), "l": []string{"x"}, "m": map[string]string{"k": "v"}, "n": n, "t": struct{ A int }{1}})
	want := map[string]any{"f": json.Number("0.5"), "i": json.Number("7"), "u": json.Number("3"), "l": []any{"x"}, "m": map[string]any{"k": "v"}, "n": plain, "t": "{1}"}
	if diff := cmp.Diff(any(want), other.Plain()); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

const call = `{"type": "call_tool", "tool": "write_file", "namespace": "fs", "args": {"path": "/srv/data/r\u00e9sum\u00e9.txt",` +
	` "content": "line one\nline two\nline three", "mode": 420, "ratio": 0.75, "tags": ["a", "b", "c"], "overwrite": false}}`

func BenchmarkReadJSON(b *testing.B) {
	src := []byte(call)
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		if _, list := ReadJSON("f", src, Limits{}); len(list) > 0 {
			b.Fatal(list)
		}
	}
}

func BenchmarkEncodingJSON(b *testing.B) {
	src := []byte(call)
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		var v any
		if err := json.Unmarshal(src, &v); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkReadYAML(b *testing.B) {
	src, err := os.ReadFile(filepath.FromSlash("../../schema/algebra.yaml"))
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		if _, list := ReadYAML("f", src, Limits{}); len(list) > 0 {
			b.Fatal(list)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(strings.Count(string(src), "\n")), "ns/line")
}

func TestMarshalJSON(t *testing.T) {
	n, list := ReadYAML("f", []byte("b: [1.50, ~, true]\na: {c: \"<é>\\n\", d: {}, e: []}\n"), Limits{})
	if len(list) > 0 {
		t.Fatal(list)
	}
	want := `{"x":{"b":[1.50,null,true],"a":{"c":"\u003cé\u003e\n","d":{},"e":[]}}}`
	if got, err := json.Marshal(map[string]any{"x": n}); err != nil || string(got) != want {
		t.Errorf("%s, %v, want %s", got, err, want)
	}
	if got, err := json.Marshal(&Node{Kind: Number, Text: "NaN"}); err == nil {
		t.Errorf("NaN is written as %s", got)
	}
}
