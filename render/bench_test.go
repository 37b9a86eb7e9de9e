package render

import (
	"testing"
)

func benchmarkCompose(b *testing.B, in *CardInput) {
	r := english(b)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := r.Compose(in); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkComposeSimple(b *testing.B) {
	benchmarkCompose(b, simpleCall(map[string]any{"path": "test.md"}))
}

func BenchmarkComposeFull(b *testing.B) { benchmarkCompose(b, fullCall()) }

func BenchmarkMarkdown(b *testing.B) {
	d := compose(b, simpleCall(map[string]any{"path": "test.md"}))
	b.ReportAllocs()
	for b.Loop() {
		d.Markdown()
	}
}

func BenchmarkHTML(b *testing.B) {
	d := compose(b, simpleCall(map[string]any{"path": "test.md"}))
	b.ReportAllocs()
	for b.Loop() {
		d.HTML()
	}
}

func BenchmarkQuoteASCII(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		Quote("/repo/src/main.go")
	}
}

func BenchmarkQuoteMixed(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		Quote("https://p\u0430yp\u0430l.com/ \u202e Привет, мир")
	}
}

func BenchmarkSentence(b *testing.B) {
	c := fullCall().Guarantees[0].Constraint
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Sentence(c, SentenceOptions{Library: "filesystem"}); err != nil {
			b.Fatal(err)
		}
	}
}
