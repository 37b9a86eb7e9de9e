package quote_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/contractc/contractc/internal/quote"
)

const size = 64 << 10

// hostile are texts of 64 KiB that make a careless matcher slow.
func hostile() map[string]string {
	fill := func(s string) string { return strings.Repeat(s, size/len(s)+1)[:size] }
	return map[string]string{
		"prose":   fill("Total revenue for Q2 was $4.3 billion, up from 4.1 billion a year ago. "),
		"figures": fill("7 "),
		"digits":  fill("1"),
		"groups":  fill("1,234"),
		"signs":   fill("-"),
		"spaces":  fill(" "),
		"points":  fill("1."),
		"halves":  fill("7.5, "),
		"sigmas":  fill("Σ."),
		"words":   fill("loss of "),
		"dollars": fill("$"),
		"a":       fill("a"),
	}
}

func BenchmarkFind(b *testing.B) {
	n := options(b, "claim@2").Normalisation
	text := strings.Repeat("Total revenue for Q2 was $4.3 billion, up from 4.1 billion a year ago. ", 1400) + "The needle is here."
	d := quote.NewDocument(text, n)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if !d.Find("the needle is here") {
			b.Fatal("not found")
		}
	}
}

func BenchmarkNewDocument(b *testing.B) {
	n := options(b, "claim@2").Normalisation
	text := strings.Repeat("Total revenue for Q2 was $4.3 billion, up from “4.1 billion” a year ago. ", 1400)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		quote.NewDocument(text, n)
	}
}

func BenchmarkHostile(b *testing.B) {
	for name, text := range hostile() {
		for _, set := range []string{"claim@1", "claim@2"} {
			opt := options(b, set)
			b.Run(name+"/"+set, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					quote.NewDocument(text, opt.Normalisation).Find(text[:size/2])
					opt.Judge(text, json.Number("123456.789"))
					opt.States(text, text[:size/2])
				}
			})
		}
	}
}

func BenchmarkJudge(b *testing.B) {
	opt := options(b, "claim@2")
	b.ReportAllocs()
	for b.Loop() {
		if !opt.Judge("Total revenue for Q2 was $4.3 billion", json.Number("4300000000")).Stated {
			b.Fatal("not stated")
		}
	}
}
