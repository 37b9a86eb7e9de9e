package quote_test

import (
	"encoding/json"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/contractc/contractc/internal/quote"
	"github.com/contractc/contractc/internal/recorded"
	"github.com/contractc/contractc/internal/tables"
)

func num(s string) any { return json.Number(s) }

func TestFind(t *testing.T) {
	n := options(t, "claim@2").Normalisation
	d := quote.NewDocument("ACME: Total revenue for Q2 was $4.3\u00a0billion,\n  up from “$4.1 billion” — a 4.9% rise. It’s good. ΟΔΟΣ", n)
	for text, want := range map[string]bool{
		"total REVENUE for q2": true, "evenue for Q": true, "billion, up": true, "billion,up": false, `"$4.1 billion" - a`: true,
		"it's good": true, "": false, " \n": false, "οδος": true, "Total revenue ... billion": false,
	} {
		if got := d.Find(text); got != want {
			t.Errorf("Find(%q) = %v", text, got)
		}
	}
}

// A long quote is searched by another algorithm than a short one.
func TestFindLongQuotes(t *testing.T) {
	n := options(t, "claim@2").Normalisation
	text := strings.Repeat("abab", 500) + "c" + strings.Repeat("ba", 300)
	d := quote.NewDocument(text, n)
	for _, from := range []int{0, 1, 700, 1900, 2000} {
		part := text[from : from+400]
		if !d.Find(part) {
			t.Errorf("the text from %d is not found", from)
		}
		if d.Find(part[:399] + "x") {
			t.Errorf("a text that differs at its end is found")
		}
	}
	if d.Find(strings.Repeat("ab", 1001)) {
		t.Error("too many repetitions are found")
	}
}

func TestLooseReading(t *testing.T) {
	opt := options(t, "claim@1")
	for _, c := range []struct {
		quote string
		value any
		want  bool
	}{
		{"$4.3 billion", num("4300000000"), true},
		{"$4.3 billion", num("4300"), true},
		{"$4.3 billion", num("0.0043"), false},
		{"4.3 billion", num("4350000000"), true},
		{"4.3 billion", num("4350000001000"), false},
		{"0 defects", num("123456"), true},
		{"a loss of 3.5", num("3.5"), true},
		{"Q3", num("3"), false},
		{"no.5", num("5"), false},
		{"1,2345", num("1234"), true},
		{"1,2345", num("5"), false},
		{"٣٫٥ ٤", num("4"), true},
		{"4.3\u2003bn", num("4300000000"), true},
		{"4.3  bn", num("4300000000000000000000"), false},
		{"is TRUE.", true, true},
		{"is true", false, false},
		{"untrue", true, false},
		{"1", true, false},
		{"US$5", "5", true},
		{"15", "5", false},
		{"in Austin, TX", "austin,  tx", true},
		{"4.3", "$4.30", true},
		{"anything", "", false},
		{"1e999", num("1e999"), false},
		{"5", num("NaN"), false},
	} {
		if got := opt.States(c.quote, c.value); got != c.want {
			t.Errorf("%q states %v: %v", c.quote, c.value, got)
		}
	}
	for _, v := range []any{nil, []any{}, map[string]any{}} {
		if j := opt.Judge("x", v); !j.Accepted() || j.Checked || j.Stated {
			t.Errorf("the first version judges %v: %+v", v, j)
		}
	}
}

func TestStrictReading(t *testing.T) {
	opt := options(t, "claim@2")
	for _, c := range []struct {
		quote string
		value any
		why   []quote.Reason // none where it is stated
	}{
		// scale
		{"revenue was $4.3 billion", num("4300000000"), nil},
		{"revenue was $4.3 billion", num("4.3e9"), nil},
		{"revenue was $4.3 billion", num("4.3"), []quote.Reason{quote.ScaleOff}},
		{"revenue was 4300", num("4300000000"), []quote.Reason{quote.ScaleOff}},
		{"2.5M users", num("2500000"), nil},
		{"$2.5m", num("2500000"), nil},
		{"2.5m long", num("2.5"), nil},
		{"2.5 mm of rain", num("2.5"), nil},
		{"2.5 mm of rain", num("2500000"), []quote.Reason{quote.ScaleOff}},
		{"2.5-million", num("2500000"), nil},
		{"2.5 millions", num("2500000"), nil},
		{"3 lakh", num("300000"), nil},
		{"5 hundred", num("500"), nil},
		// percent and basis points
		{"grew 9.76%", num("9.76"), nil},
		{"grew 9.76 per cent", num("0.0976"), nil},
		{"grew 9.76%", num("976"), []quote.Reason{quote.ScaleOff}},
		{"25 basis points", num("0.0025"), nil},
		{"25bps", num("25"), nil},
		{"25 bps", num("0.25"), []quote.Reason{quote.ScaleOff}},
		{"margin 12.5", num("0.125"), []quote.Reason{quote.ScaleOff}},
		// rounding
		{"5", num("5.4"), []quote.Reason{quote.Rounding}},
		{"10%", num("0.1"), nil},
		{"10%", num("9.5"), []quote.Reason{quote.Rounding}},
		{"9.8%", num("9.7561"), nil},
		{"12,345,678,901,234,567,890", num("12345678901234567890"), nil},
		{"12,345,678,901,234,567,890", num("12345678901234567891"), []quote.Reason{quote.Rounding}},
		{"0 defects", num("0"), nil},
		{"0 defects", num("123456"), []quote.Reason{quote.ScaleOff, quote.Rounding}},
		// sign
		{"-3.5", num("-3.5"), nil},
		{"−3.5", num("3.5"), []quote.Reason{quote.Sign}},
		{"margin –2.5%", num("-2.5"), nil},
		{"-$3.5 million", num("-3500000"), nil},
		{"$-3.5 million", num("-3500000"), nil},
		{"net ($3.5 million)", num("-3500000"), nil},
		{"net (3.5) million", num("-3500000"), nil},
		{"net (3.5)", num("3.5"), []quote.Reason{quote.Sign}},
		{"(in 2024, 3.5)", num("3.5"), nil},
		{"a loss of $3.5 million", num("-3500000"), nil},
		{"a loss of $3.5 million", num("3500000"), []quote.Reason{quote.Sign}},
		{"fell by about 3.5%", num("-3.5"), nil},
		{"a 3.5% decline", num("-3.5"), nil},
		{"down from 4.5 billion", num("4500000000"), nil},
		{"grew 3.5", num("-3.5"), []quote.Reason{quote.Sign}},
		{"-0.0", num("0"), nil},
		// alone
		{"10-K", num("10"), []quote.Reason{quote.Part}},
		{"a 5-year term", num("5"), nil},
		{"2026-03-25", num("3"), []quote.Reason{quote.Part}},
		{"3/4/2026", num("4"), []quote.Reason{quote.Part}},
		{"at 10:45", num("45"), []quote.Reason{quote.Part}},
		{"10–12", num("12"), []quote.Reason{quote.Part}},
		{"v1.2.3", num("1.2"), []quote.Reason{quote.Absent}},
		{"1 234", num("234"), []quote.Reason{quote.Part}},
		{"agent 007", num("7"), []quote.Reason{quote.Part}},
		{"15th place", num("15"), nil},
		{"Q3", num("3"), []quote.Reason{quote.Absent}},
		{"(5).", num("-5"), nil},
		{"costs 5.", num("5"), nil},
		{"4.3 billion or 4.5 billion", num("4500000000"), nil},
		{"4.3 billion or 4.5 billion", num("4400000000"), []quote.Reason{quote.Absent}},
		// separators
		{"R$ 4,5 milhões", num("4500000"), nil},
		{"1.234,50", num("1234.5"), nil},
		{"1,234,567.8", num("1234567.8"), nil},
		{"1.234.567", num("1234567"), nil},
		{"12,3456,7", num("7"), []quote.Reason{quote.Part}},
		// texts
		{"$4.3bn", "4.3 billion", nil},
		{"$4.3bn", "$4.3 billion", nil},
		{"€4.3bn", "$4.3 billion", []quote.Reason{quote.Wording}},
		{"4.3 billion", "$4.3 billion", []quote.Reason{quote.Wording}},
		{"4.3 billion", "4.3", []quote.Reason{quote.ScaleOff}},
		{"$4.3", "3", []quote.Reason{quote.Wording}},
		{"4.30", "4.3", nil},
		{"9.76%", "9.76%", nil},
		{"9.76", "9.76%", []quote.Reason{quote.Wording}},
		{"4,300 million", "4.3bn", nil},
		{"10-K", "10-k", nil},
		{"at 10:45", "10:45", nil},
		{"in Austin.", "Austin", nil},
		{"Austinville", "Austin", []quote.Reason{quote.Absent}},
		{"x", "", []quote.Reason{quote.Absent}},
		// kinds
		{"null", nil, []quote.Reason{quote.Kind}},
		{"1 2", []any{num("1"), num("2")}, []quote.Reason{quote.Kind}},
		{"x", map[string]any{}, []quote.Reason{quote.Kind}},
		{"true", true, nil},
		{"yes", true, []quote.Reason{quote.Absent}},
		{"5", num("NaN"), []quote.Reason{quote.Absent}},
		{"1e999999999", num("1"), []quote.Reason{quote.Absent}},
		{"5", num("1e999999999"), []quote.Reason{quote.Absent}},
	} {
		j := opt.Judge(c.quote, c.value)
		if !j.Checked || j.Stated != (c.why == nil) || !slices.Equal(j.Reasons, c.why) {
			t.Errorf("%q states %v: %+v, want %v", c.quote, c.value, j, c.why)
		}
	}
}

func TestStrictFigures(t *testing.T) {
	opt := options(t, "claim@2")
	for text, want := range map[string][]string{
		"Net loss was (3.5) million, or -$0.12 per share": {"(3.5) million", "-$0.12"},
		"US$5bn and EUR 7": {"US$5bn", "EUR 7"},
		"5 EUR, 6€":        {"5 EUR", "6€"},
		"3D, 5G, x5, _5":   nil,
		"1e9 and 2.5E-3":   {"1e9", "2.5E-3"},
		"٣ ٤٥":             {"٣", "٤٥"},
		"":                 nil,
	} {
		if diff := cmp.Diff(want, quote.StrictFigures(opt, text)); diff != "" {
			t.Errorf("%q: %s", text, diff)
		}
	}
}

// The tables decide: a reviewer's change of a number changes the answer.
func TestTablesDecide(t *testing.T) {
	units := recorded.Table(t, "claim/tables/units.yaml").(map[string]any)
	norm := recorded.Table(t, "claim/tables/normalisation.yaml")
	section := units["claim@2"].(map[string]any)
	section["bare"] = []any{num("1"), num("0.001")}
	section["tolerance"].(map[string]any)["whole"] = num("0.5")
	opt, err := quote.Decode(units, norm, "claim@2")
	if err != nil {
		t.Fatal(err)
	}
	for text, value := range map[string]any{"5 units": num("5000"), "6": num("6.4")} {
		if !opt.States(text, value) {
			t.Errorf("%q does not state %v with the changed table", text, value)
		}
	}
}

func TestDecodeRefuses(t *testing.T) {
	norm := recorded.Table(t, "claim/tables/normalisation.yaml")
	for name, change := range map[string]func(map[string]any){
		"reading":   func(s map[string]any) { s["figures"] = "lax" },
		"signs":     func(s map[string]any) { s["signs"] = "maybe" },
		"kinds":     func(s map[string]any) { s["unstatable"] = "" },
		"field":     func(s map[string]any) { s["tolerances"] = nil },
		"negative":  func(s map[string]any) { s["tolerance"].(map[string]any)["whole"] = num("-1") },
		"no scale":  func(s map[string]any) { s["bare"] = []any{} },
		"big scale": func(s map[string]any) { s["bare"] = []any{num("1e9999")} },
		"no near":   func(s map[string]any) { delete(s, "near") },
		"capital":   func(s map[string]any) { s["units"].([]any)[0].(map[string]any)["words"] = []any{"Percent"} },
		"twice":     func(s map[string]any) { s["units"].([]any)[0].(map[string]any)["words"] = []any{"bps"} },
		"zero":      func(s map[string]any) { s["units"].([]any)[0].(map[string]any)["scales"] = []any{num("0")} },
		"currency":  func(s map[string]any) { s["currencies"].([]any)[0].(map[string]any)["symbols"] = []any{"€"} },
	} {
		units := recorded.Table(t, "claim/tables/units.yaml").(map[string]any)
		change(units["claim@2"].(map[string]any))
		var e *tables.OptionError
		if _, err := quote.Decode(units, norm, "claim@2"); !errors.As(err, &e) {
			t.Errorf("%s: %v", name, err)
		}
	}
	twice := map[string]any{"s": map[string]any{"fold": []any{map[string]any{"from": "aa", "to": "b"}}}}
	if _, err := quote.DecodeNormalisation(twice, "s"); err == nil {
		t.Error("a character that is folded twice is accepted")
	}
}

func TestFloatsAreReadAsWritten(t *testing.T) {
	opt := options(t, "claim@2")
	for _, v := range []any{0.1, num("0.1")} {
		if !opt.States("10%", v) {
			t.Errorf("10%% does not state %v", v)
		}
	}
	if opt.States("10%", math.Nextafter(0.1, 1)) {
		t.Error("10% states the double after 0.1")
	}
	if opt.States("5", math.Inf(1)) || !opt.States("5", 5) {
		t.Error("ints and infinities")
	}
}
