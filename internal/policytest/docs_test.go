package policytest_test

import (
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

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/internal/recorded"
)

var update = flag.Bool("update", false, "write what the bundle says into the page on the claim contract")

// The page on the claim contract lists the rules of the second version and the
// leniencies as the bundle has them.
func TestPage(t *testing.T) {
	file := filepath.Join(recorded.Root(), "docs", "claim-contract.md")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	from := load(t, defaultBundle())
	page := between(t, string(text), "<!-- rules -->\n", ruleTable(from))
	page = between(t, page, "<!-- leniencies -->\n", leniencyTable(t, from))
	if *update {
		if err := os.WriteFile(file, []byte(page), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(string(text), page); diff != "" {
		t.Errorf("the page is not what the bundle says (run the test with -update):\n%s", diff)
	}
}

// between replaces what stands between a mark and the end mark after it.
func between(t *testing.T, page, mark, table string) string {
	t.Helper()
	const end = "<!-- end -->"
	head, rest, ok := strings.Cut(page, mark)
	_, tail, closed := strings.Cut(rest, end)
	if !ok || !closed {
		t.Fatalf("the page has no %q", mark)
	}
	return head + mark + table + end + tail
}

func ruleTable(from *catalog.Catalog) string {
	var b strings.Builder
	b.WriteString("| rule | what it demands | why |\n|---|---|---|\n")
	for _, r := range from.Rules {
		if sets := r.Metadata.Sets; !slices.Contains(sets, "claim@2") || slices.Contains(sets, "claim@1") {
			continue
		}
		demand := strings.Join(strings.Fields(r.Description), " ")
		if r.Title != r.ID {
			demand = r.Title + ". " + demand
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", r.ID, demand, *r.Metadata.Why)
	}
	return b.String()
}

// The page on repairs lists the classes as the bundle has them.
func TestRepairPage(t *testing.T) {
	file := filepath.Join(recorded.Root(), "docs", "repair.md")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	page := between(t, string(text), "<!-- repairs -->\n", repairTable(t, load(t, defaultBundle())))
	if *update {
		if err := os.WriteFile(file, []byte(page), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(string(text), page); diff != "" {
		t.Errorf("the page is not what the bundle says (run the test with -update):\n%s", diff)
	}
}

func repairTable(t *testing.T, from *catalog.Catalog) string {
	t.Helper()
	var sections map[string]struct {
		Classes    map[string]struct{ What, Why string }
		Text, Call []string
	}
	if err := json.Unmarshal([]byte(from.Table("claim.repairs").Values), &sections); err != nil {
		t.Fatal(err)
	}
	classes, second := sections["common"].Classes, sections["claim@2"]
	mark := func(list []string, name string) string {
		if slices.Contains(list, name) {
			return "yes"
		}
		return "no"
	}
	var b strings.Builder
	b.WriteString("| class | what it does | why | text | call |\n|---|---|---|---|---|\n")
	for _, name := range slices.Sorted(maps.Keys(classes)) {
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %s |\n", name, classes[name].What, classes[name].Why, mark(second.Text, name), mark(second.Call, name))
	}
	return b.String()
}

func leniencyTable(t *testing.T, from *catalog.Catalog) string {
	t.Helper()
	var sections map[string]struct {
		Leniencies map[string]struct{ What, Why string }
	}
	if err := json.Unmarshal([]byte(from.Table("claim.leniencies").Values), &sections); err != nil {
		t.Fatal(err)
	}
	all := sections["common"].Leniencies
	var names []string
	for name := range all {
		names = append(names, name)
	}
	slices.Sort(names)
	var b strings.Builder
	b.WriteString("| leniency | what it does | why |\n|---|---|---|\n")
	for _, name := range names {
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", name, all[name].What, all[name].Why)
	}
	return b.String()
}
