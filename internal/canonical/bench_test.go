package canonical

import (
	"encoding/json"
	"testing"

	"github.com/contractc/contractc/internal/doc"
)

const call = `{"type":"call_tool","tool":"write_file","namespace":"fs","args":{"path":"/srv/data/r\u00e9sum\u00e9.txt",` +
	`"content":"line one\nline two\nline three","mode":420,"ratio":0.75,"tags":["a","b","c"],"overwrite":false}}`

func node(b *testing.B) *doc.Node {
	b.Helper()
	n, list := doc.ReadJSON("f", []byte(call), doc.Limits{})
	if len(list) > 0 {
		b.Fatal(list)
	}
	return n
}

func benchmark(b *testing.B, v any) {
	b.Helper()
	b.ReportAllocs()
	dst := make([]byte, 0, 1024)
	for b.Loop() {
		if _, err := AppendExact(dst, v); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkNode(b *testing.B)  { benchmark(b, node(b)) }
func BenchmarkPlain(b *testing.B) { benchmark(b, node(b).Plain()) }

func BenchmarkStruct(b *testing.B) {
	benchmark(b, outer{Z: 1, A: []inner{{"name", "3"}, {"other", "4"}}, Labels: map[string]string{"b": "x", "a": "y"}})
}

func BenchmarkDigestNode(b *testing.B) {
	n := node(b)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := DigestExact(n); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkTransform(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Transform([]byte(call)); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkEncodingJSON is for comparison.
func BenchmarkEncodingJSON(b *testing.B) {
	v := node(b).Plain()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := json.Marshal(v); err != nil {
			b.Fatal(err)
		}
	}
}
