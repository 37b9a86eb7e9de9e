package subset_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/contractc/contractc/internal/recorded"
	"github.com/contractc/contractc/internal/subset"
	"github.com/contractc/contractc/internal/subset/sample"
)

// TestRecordedFits fits real schemas of tools for every provider, and holds values
// that come near to them against schema, fitted schema and rules. What is lost is
// counted in a list.
func TestRecordedFits(t *testing.T) {
	lines := recorded.Lines(t, "schema_subsets.jsonl")
	var b strings.Builder
	fmt.Fprintf(&b, "# What is left of %d recorded schemas when they are fitted.\n", len(lines))
	b.WriteString("# Made by go test ./internal/subset -run TestRecordedFits -update\n")
	for _, name := range providers {
		counts := map[string]int{}
		k := newKit(t, name)
		for _, line := range lines {
			var r row
			recorded.Decode(t, line, &r)
			f := makeFit(t, k, r.Schema)
			countFit(f, counts)
			if f.Schema != nil {
				f.sampled(t, r.Schema, counts)
			}
		}
		fmt.Fprintf(&b, "\n%s\n", name)
		for _, what := range slices.Sorted(maps.Keys(counts)) {
			fmt.Fprintf(&b, "  %s: %d\n", what, counts[what])
		}
	}
	compareGolden(t, "fits.txt", b.String())
}

func countFit(f *fitted, counts map[string]int) {
	switch {
	case f.Schema == nil:
		counts["schemas without a fit"]++
	case len(f.Refusals) > 0:
		counts["schemas refused even so: "+f.Refusals[0].Structure]++
	case f.Keeps():
		counts["schemas of which every demand is kept"]++
	default:
		counts["schemas of which a demand is lost"]++
	}
	counts["rules"] += len(f.Rules)
	for _, l := range f.Lost {
		counts[fmt.Sprintf("lost, %s: %s", l.Kind, l.Reason)]++
	}
}

// sampled holds some values against the schemas. The values are the same in every
// run.
func (f *fitted) sampled(t *testing.T, schema map[string]any, counts map[string]int) {
	for i := range 10 {
		for _, near := range []map[string]any{f.schema, schema} {
			y := rapid.Custom(func(t *rapid.T) any { return (&sample.Generator{T: t}).Near(near, near, 6) }).Example(i)
			if len(f.checker.Check(y)) > 0 {
				continue
			}
			want := len(f.document.Checker.Check(f.Form.Restore(y))) == 0
			got := f.holds(t, y)
			if want && !got || got && !want && !f.lost(subset.Unchecked) {
				t.Errorf("schema %s\nvalue %s: rules say %v, want %v", text(schema), text(y), got, want)
			}
			counts[fmt.Sprintf("values allowed by the fitted schema, and by the rules: %v", got)]++
		}
	}
}
