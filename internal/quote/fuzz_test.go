package quote_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/contractc/contractc/internal/quote"
)

func FuzzQuote(f *testing.F) {
	for _, seed := range [][3]string{
		{"Total revenue for Q2 was $4.3 billion, up from “4.1”.", "revenue for Q2 was $4.3 billion", "4300000000"},
		{"Net loss was (3.5) million – 12,34 and 1.234,50", "(3.5) million", "-3500000"},
		{"10-K 2026-03-25 10:45 1 234 567 5% ٣٫٥", "2026-03-25", "1e-3"},
		{"fell by about 25 basis points", "25 basis points", "0.0025"},
		{"", "Σ İ\u0085", "NaN"},
	} {
		f.Add(seed[0], seed[1], seed[2])
	}
	first, second := options(f, "claim@1"), options(f, "claim@2")
	f.Fuzz(func(t *testing.T, document, text, value string) {
		for _, opt := range []*quote.Options{first, second} {
			d := quote.NewDocument(document, opt.Normalisation)
			found := d.Find(text)
			if want := opt.Normalisation.Apply(text); found != (want != "" && strings.Contains(opt.Normalisation.Apply(document), want)) {
				t.Errorf("found %v", found)
			}
			for _, v := range []any{json.Number(value), value, true, nil} {
				j, again := opt.Judge(text, v), opt.Judge(text, v)
				if j.Stated && len(j.Reasons) > 0 || !j.Accepted() && len(j.Reasons) == 0 || !slices.Equal(j.Reasons, again.Reasons) {
					t.Errorf("%v: %+v", v, j)
				}
			}
			checkPart(t, d, document)
		}
	})
}

// checkPart looks for the middle third of a document in it.
func checkPart(t *testing.T, d *quote.Document, document string) {
	t.Helper()
	runes := []rune(document)
	part := string(runes[len(runes)/3 : len(runes)-len(runes)/3])
	if strings.ContainsAny(document, "Σ") || !utf8.ValidString(document) {
		return // the lower case of a sigma depends on what stands around it
	}
	if strings.TrimFunc(part, func(r rune) bool { return r <= ' ' || r >= 0x80 }) != "" && !d.Find(part) {
		t.Errorf("%q is not found in its own document", part)
	}
}
