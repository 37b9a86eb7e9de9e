package repair_test

import (
	"crypto/sha256"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
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

// outcome says what was made of a text on which the other repairers do not
// agree, or which one of them does not read.
func outcome(t *testing.T, c repairCase) (class, detail string) {
	got := read(t, c.Input)
	switch {
	case got.Refusal != nil && len(got.Refusal.Readings) > 1:
		return "refused, several readings", got.Refusal.Reason
	case got.Refusal != nil:
		return "refused, no reading", got.Refusal.Reason
	}
	var by []string
	for name, text := range map[string]*string{"jsonrepair": c.JS, "json_repair": c.Py} {
		if text != nil && sameValue(*text, got.Value.Plain()) {
			by = append(by, name)
		}
	}
	slices.Sort(by)
	if len(by) == 0 {
		return "read, as neither", classes(got.Edits)
	}
	return "read, as " + strings.Join(by, " and "), classes(got.Edits)
}

func sameValue(text string, value any) bool {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	var v any
	return d.Decode(&v) == nil && cmp.Equal(v, value, numbers())
}

func classes(edits []repair.Edit) string {
	var list []string
	for _, e := range edits {
		if !slices.Contains(list, string(e.Class)) {
			list = append(list, string(e.Class))
		}
	}
	return strings.Join(list, ", ")
}

// What is made of the other texts is on a list, by class.
func TestOtherRepairs(t *testing.T) {
	byClass := map[string][]string{}
	h := sha256.New()
	for n, c := range repairCases(t) {
		h.Write([]byte(c.Input + "\n"))
		if c.Valid || c.Agree != nil && *c.Agree {
			continue
		}
		class, detail := outcome(t, c)
		byClass[class] = append(byClass[class], fmt.Sprintf("  %d: %s\n", n, detail))
	}
	var b strings.Builder
	fmt.Fprintf(&b, "Recorded texts on which the two other repairers do not agree, or which one does not read, by line from 0.\ncases sha256:%x\n", h.Sum(nil))
	for _, class := range slices.Sorted(maps.Keys(byClass)) {
		fmt.Fprintf(&b, "\n%s: %d\n%s", class, len(byClass[class]), strings.Join(byClass[class], ""))
	}
	golden(t, "recorded.txt", b.String())
}

var update = flag.Bool("update", false, "write the golden files")

// golden compares a list with the one in testdata, which is of the same cases.
func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	head := func(s string) string { return strings.Join(strings.SplitN(s, "\n", 3)[:2], "\n") }
	if head(string(want)) != head(got) {
		t.Skip("the list was made of other cases")
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Error(diff)
	}
}
