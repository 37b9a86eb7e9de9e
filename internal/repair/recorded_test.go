package repair_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/contractc/contractc/internal/recorded"
	"github.com/contractc/contractc/internal/repair"
	"github.com/contractc/contractc/schema"
)

// repairCase is a recorded text with what two other repairers make of it.
type repairCase struct {
	Input string
	Valid bool    `json:"input_is_valid_json"`
	JS    *string `json:"repaired_by_jsonrepair"`
	Py    *string `json:"repaired_by_json_repair_py"`
	Agree *bool   `json:"js_py_agree"`
}

func repairCases(t *testing.T) (cases []repairCase) {
	t.Helper()
	for _, line := range recorded.Lines(t, "json_repair.jsonl") {
		var c repairCase
		if err := json.Unmarshal(line, &c); err != nil {
			t.Fatal(err)
		}
		cases = append(cases, c)
	}
	return cases
}

func options(t testing.TB, set string) *repair.Options {
	t.Helper()
	opt, err := repair.Decode(recorded.Table(t, "claim/tables/repairs.yaml"), set)
	if err != nil {
		t.Fatal(err)
	}
	return &opt
}

// read reads a text that is known to be whole.
func read(t testing.TB, text string) *repair.Result {
	t.Helper()
	return repair.Read(text, options(t, "claim@2"), repair.Request{Completeness: schema.CompletenessComplete})
}

// Where both other repairers agree, so do we; JSON comes back as it is.
func TestAgreedRepairs(t *testing.T) {
	count := 0
	for n, c := range repairCases(t) {
		want := c.JS
		switch {
		case c.Valid:
			want = &c.Input
		case c.Agree == nil || !*c.Agree:
			continue
		}
		count++
		got := read(t, c.Input)
		if got.Refusal != nil {
			t.Errorf("%d: %q: refused: %s", n, c.Input, got.Refusal.Reason)
			continue
		}
		if diff := cmp.Diff(plain(t, *want), got.Value.Plain(), numbers()); diff != "" {
			t.Errorf("%d: %q: %s", n, c.Input, diff)
		}
		if c.Valid && slices.ContainsFunc(got.Edits, func(e repair.Edit) bool { return e.Class != repair.EqualDuplicates }) {
			t.Errorf("%d: %q is JSON and was changed: %v", n, c.Input, got.Edits)
		}
	}
	if count < 300 {
		t.Errorf("only %d cases", count)
	}
}

func plain(t testing.TB, text string) any {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	return v
}

// numbers compares numbers by their value.
func numbers() cmp.Option {
	return cmp.Comparer(func(a, b json.Number) bool {
		x, xerr := a.Float64()
		y, yerr := b.Float64()
		return xerr == nil && yerr == nil && x == y || a == b
	})
}

var _ = fmt.Sprint

func TestShow(t *testing.T) {
	for n, c := range repairCases(t) {
		if c.Valid || c.Agree != nil && *c.Agree {
			continue
		}
		got := read(t, c.Input)
		show := func(s *string) string {
			if s == nil {
				return "-"
			}
			return fmt.Sprintf("%.100q", *s)
		}
		out := ""
		if got.Refusal != nil {
			out = "REFUSED " + got.Refusal.Reason
			for _, r := range got.Refusal.Readings {
				b, _ := json.Marshal(r)
				out += fmt.Sprintf("\n         | %.100s", b)
			}
		} else {
			b, _ := json.Marshal(got.Value)
			out = fmt.Sprintf("%.100s %v", b, got.Edits)
		}
		fmt.Printf("%d %.100q\n  js %s\n  py %s\n  =  %s\n", n, c.Input, show(c.JS), show(c.Py), out)
	}
}
