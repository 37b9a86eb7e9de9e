package domain_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/contractc/contractc/internal/celenv"
	"github.com/contractc/contractc/internal/celenv/domain"
	"github.com/contractc/contractc/internal/recorded"
)

func tables(t testing.TB) map[string]any {
	values := map[string]any{}
	for _, id := range []string{domain.FormulaTable, domain.UnitsTable, domain.NormalisationTable, domain.LimitsTable} {
		values[id] = recorded.Table(t, "claim/tables/"+strings.TrimPrefix(id, "claim.")+".yaml")
	}
	return values
}

func TestCheck(t *testing.T) {
	values := tables(t)
	for _, set := range []string{"claim@1", "claim@2"} {
		if err := domain.Check(domain.Values(values), set); err != nil {
			t.Errorf("%s: %v", set, err)
		}
	}
	if err := domain.Check(domain.Values(values), "claim@3"); err == nil {
		t.Error("a rule set that no table knows is accepted")
	}
	err := domain.Check(nil, "claim@2")
	for _, id := range []string{domain.FormulaTable, domain.UnitsTable, domain.LimitsTable} {
		if err == nil || !strings.Contains(err.Error(), id) {
			t.Errorf("%v does not name the table %s", err, id)
		}
	}
}

func TestMissingTablesAreOurErrors(t *testing.T) {
	fn := domain.Functions(nil, "claim@2")
	_, keys := fn.FormulaKeys("{a}")
	_, eval := fn.FormulaEval("1", nil)
	_, same := fn.Same(1, 1)
	_, formulaSame := fn.FormulaSame(1, 1)
	_, document := fn.NewDocument("x")
	_, problems := fn.QuoteProblems("x", "x")
	_, arguments := fn.Arguments(true)
	var author *celenv.FormulaError
	for name, err := range map[string]error{
		"keys": keys, "eval": eval, "same": same, "formulaSame": formulaSame, "document": document, "problems": problems, "arguments": arguments,
	} {
		if err == nil || errors.As(err, &author) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestFunctions(t *testing.T) {
	fn := domain.Functions(domain.Values(tables(t)), "claim@2")
	keys, err := fn.FormulaKeys("{b} + {a}")
	if diff := cmp.Diff([]string{"b", "a"}, keys); diff != "" || err != nil {
		t.Error(err, diff)
	}
	var author *celenv.FormulaError
	if _, err := fn.FormulaEval("1 / 0", nil); !errors.As(err, &author) {
		t.Errorf("the author's error is %v", err)
	}
	if same, err := fn.Same(json.Number("0.3"), 0.30000000000000004); !same || err != nil {
		t.Error(same, err)
	}
	d, err := fn.NewDocument("Total  revenue")
	if err != nil || !d.Find("TOTAL revenue") || d.Find("net") {
		t.Error(err)
	}
	problems, err := fn.QuoteProblems("a loss of 3.5", json.Number("3.5"))
	if diff := cmp.Diff([]string{"sign"}, problems); diff != "" || err != nil {
		t.Error(err, diff)
	}
}

func TestPathWithin(t *testing.T) {
	within := domain.Functions(nil, "").PathWithin
	for _, c := range []struct {
		path, directory, from string
		want, known           bool
	}{
		{"/a/b", "/a", "", true, true},
		{"/a", "/a", "", true, true},
		{"/ab", "/a", "", false, true},
		{"/a/../b", "/a", "", false, true},
		{"b", "/a", "/a", true, true},
		{"../b", "/a", "/a", false, true},
		{"b", "/a", "", false, false},
		{"~/b", "/a", "/a", false, false},
		{"/a/\x00", "/a", "", false, false},
	} {
		got, err := within(c.path, c.directory, c.from)
		if got != c.want || (err == nil) != c.known {
			t.Errorf("within(%q, %q, %q) = %v, %v", c.path, c.directory, c.from, got, err)
		}
	}
}

func TestConfusable(t *testing.T) {
	for s, want := range map[string]bool{
		"": false, "paypal.com": false, "héllo wörld": false, "日本語 ひらがな カタカナ": false, "привет, world": false, "ελλάδα": false,
		"pаypal": true, "a\u200bb": true, "a\u202eb": true, "\xff": true, "heⅼlo": true, "αβγabc": true, "рау": true, "он рад": false, "ΑΒΕ": true, "tab\t": true,
	} {
		if got := domain.Confusable(s); got != want {
			t.Errorf("Confusable(%q) = %v", s, got)
		}
	}
}
