package quote_test

import (
	"encoding/json"
	"testing"

	"github.com/contractc/contractc/internal/quote"
	"github.com/contractc/contractc/internal/recorded"
)

// options returns the options of a rule set in the default bundle.
func options(t testing.TB, set string) *quote.Options {
	t.Helper()
	opt, err := quote.Decode(recorded.Table(t, "claim/tables/units.yaml"), recorded.Table(t, "claim/tables/normalisation.yaml"), set)
	if err != nil {
		t.Fatal(err)
	}
	return &opt
}

// The recorded answers are those of the claim contract's first version.
func TestRecordedQuotes(t *testing.T) {
	opt := options(t, "claim@1")
	for _, c := range recorded.Claim(t, "quote") {
		if c.Expected.Has("crash") {
			continue // the reference has no answer
		}
		text, value := c.Input.Text("quote"), c.Input["value"]
		if got := quote.NewDocument(c.Input.Text("document"), opt.Normalisation).Find(text); got != c.Expected["found"] {
			t.Errorf("%s: found %v, recorded %v", c.ID, got, c.Expected["found"])
		}
		if got := opt.Normalisation.Apply(text); got != c.Expected["normalized_quote"] {
			t.Errorf("%s: normalised %q, recorded %q", c.ID, got, c.Expected["normalized_quote"])
		}
		if got := opt.States(text, value); got != c.Expected["stated"] {
			t.Errorf("%s: %q states %v: %v, recorded %v", c.ID, text, value, got, c.Expected["stated"])
		}
		if got := opt.Checked(value); got != c.Expected["value_checked"] {
			t.Errorf("%s: checked %v, recorded %v", c.ID, got, c.Expected["value_checked"])
		}
		checkFigures(t, c, opt)
	}
}

func checkFigures(t *testing.T, c recorded.Case, opt *quote.Options) {
	t.Helper()
	want, _ := c.Expected["figures"].([]any)
	got := quote.LooseFigures(opt, c.Input.Text("quote"))
	if len(got) != len(want) {
		t.Errorf("%s: figures %v, recorded %v", c.ID, got, want)
		return
	}
	for i, f := range got {
		w := want[i].(map[string]any)
		value, _ := w["value"].(json.Number).Float64()
		decimals, _ := w["decimals"].(json.Number).Int64()
		scales := w["scales"].([]any)
		if f.Value != value || int64(f.Decimals) != decimals || len(f.Scales) != len(scales) {
			t.Errorf("%s: figure %v, recorded %v", c.ID, f, w)
		}
	}
}

func TestRecordedNormalisations(t *testing.T) {
	opt := options(t, "claim@1")
	for _, c := range recorded.Claim(t, "normalize") {
		if got := opt.Normalisation.Apply(c.Input.Text("text")); got != c.Expected["text"] {
			t.Errorf("%s: %q, recorded %q", c.ID, got, c.Expected["text"])
		}
	}
}

// Every case on which the versions differ has a reason by which a rule can be named.
func TestDifferencesHaveReasons(t *testing.T) {
	first, second := options(t, "claim@1"), options(t, "claim@2")
	differ, stricter := 0, 0
	for _, c := range recorded.Claim(t, "quote") {
		text, value := c.Input.Text("quote"), c.Input["value"]
		a, b := first.Judge(text, value), second.Judge(text, value)
		if a.Accepted() == b.Accepted() {
			continue
		}
		differ++
		if b.Accepted() {
			t.Logf("%s: %q states %v only in the second version", c.ID, text, value)
			continue
		}
		stricter++
		t.Logf("%s: %q states %v: %v", c.ID, text, value, b.Reasons)
		if len(b.Reasons) == 0 || b.Reasons[0] == quote.Absent {
			t.Errorf("%s: %q states %v in the first version, and the second gives %v", c.ID, text, value, b.Reasons)
		}
	}
	t.Logf("%d differ, %d of them stricter", differ, stricter)
}
