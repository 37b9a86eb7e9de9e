package belief

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/contractc/contractc/catalog"
)

func TestNewRules(t *testing.T) {
	from, err := catalog.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	for _, set := range []string{"claim@1", "claim@2"} {
		if _, err := NewRules(from, []string{"other@1", set}); err != nil {
			t.Errorf("%s: %v", set, err)
		}
	}
	for name, sets := range map[string][]string{"no set": nil, "another": {"other@1"}, "no section": {"claim@9"}} {
		var e *RulesError
		if _, err := NewRules(from, sets); !errors.As(err, &e) {
			t.Errorf("%s: %v", name, err)
		}
	}
	var e *RulesError
	if _, err := NewRules(&catalog.Catalog{}, []string{"claim@2"}); !errors.As(err, &e) || !strings.Contains(e.Message, Table) {
		t.Errorf("no table: %v", err)
	}
}

func TestTableCheck(t *testing.T) {
	from, err := catalog.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	for want, change := range map[string]func(*table){
		`"human" is not between 0 and 1`:              func(t *table) { t.Priors = map[string]float64{"a": 1, "human": 1.1, "z": math.NaN()} },
		`"low" is not between 0 and 1`:                func(t *table) { t.Trust = map[string]float64{"high": 1, "low": -1} },
		`"prior" is not between 0 and 1`:              func(t *table) { t.Prior = 2 },
		`"visible.confidence" is not between 0 and 1`: func(t *table) { t.Visible.Confidence = 2 },
		`default_trust is "some"`:                     func(t *table) { t.DefaultTrust = "some" },
		"weight is not above 0":                       func(t *table) { t.Weight = 0 },
		"visible.beliefs and attempts":                func(t *table) { t.Attempts = 0 },
		`no bundle has the rule "claim.x"`:            func(t *table) { t.Unless = []string{"claim.x"} },
	} {
		changed := testRules(t).table
		change(&changed)
		if err := changed.check(from); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

func TestTrust(t *testing.T) {
	rules := testRules(t)
	for word, want := range map[string]float64{"": 0.99, "high": 0.99, "medium": 0.9, "low": 0.7} {
		if got, ok := rules.Trust(word); !ok || got != want {
			t.Errorf("%q: %v", word, got)
		}
	}
	if _, ok := rules.Trust("blind"); ok {
		t.Error("an unknown word is trusted")
	}
}

func TestReferences(t *testing.T) {
	for text, want := range map[string]reference{"k@1": {"k", 1}, "a@2@30": {"a@2", 30}, "@@9": {"@", 9}, "k\n@1": {"k\n", 1}} {
		if got, ok := parseReference(text); !ok || got != want || got.String() != text {
			t.Errorf("%q: %v, %v", text, got, ok)
		}
	}
	for _, text := range []string{"", "k", "k@", "@1", "k@0", "k@01", "k@-1", "k@+1", "k@1 ", "k@99999999999999999999", "k@\u0661"} {
		if got, ok := parseReference(text); ok {
			t.Errorf("%q: %v", text, got)
		}
	}
}
