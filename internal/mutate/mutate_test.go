package mutate_test

import (
	"context"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/internal/mutate"
	"github.com/contractc/contractc/internal/recorded"
	"github.com/contractc/contractc/internal/report"
	"github.com/contractc/contractc/schema"
)

var update = flag.Bool("update", false, "write the golden files")

func folder(elem ...string) catalog.Source {
	name := filepath.Join(append([]string{recorded.Root()}, elem...)...)
	return catalog.Source{FS: os.DirFS(name), Name: elem[len(elem)-1], Origin: catalog.OriginFolder}
}

// judged runs the mutants of the default bundle, and of others beside it, that a
// pattern finds.
func judged(t *testing.T, pattern string, workers int, sources ...catalog.Source) *schema.MutationReport {
	t.Helper()
	sources = append([]catalog.Source{folder("policies")}, sources...)
	run, problems, err := mutate.New(context.Background(), sources, mutate.Options{Locale: "en", Workers: workers})
	if err != nil || run == nil {
		t.Fatal(problems, err)
	}
	all := run.Mutants()
	list := mutate.Matching(all, regexp.MustCompile(pattern))
	if err := run.Judge(context.Background(), list); err != nil {
		t.Fatal(err)
	}
	r, _ := run.Report(all, list)
	return r
}

func lines(r *schema.MutationReport) string {
	var b strings.Builder
	for i := range r.Mutants {
		m := &r.Mutants[i]
		killer := ""
		if m.KilledBy != nil {
			killer = " by " + m.KilledBy.Name
		}
		fmt.Fprintf(&b, "%s:%d:%d %s %s: %s: %s%s\n", m.File, m.Line, m.Column, m.Element, m.Id, report.MutantTitle(m), m.Outcome, killer)
	}
	return b.String()
}

// What becomes of the mutants of a bundle is what it was, however many are judged
// at a time.
func TestGolden(t *testing.T) {
	const file = "testdata/home_automation.golden"
	got := lines(judged(t, "^home_automation", 3, folder("testdata", "bundles", "home_automation")))
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("run the test with -update and review:\n%s", diff)
	}
	if one := lines(judged(t, "^home_automation", 1, folder("testdata", "bundles", "home_automation"))); one != got {
		t.Errorf("with one worker it is another:\n%s", cmp.Diff(one, got))
	}
}

// No mutant of the default bundle survives, in a sample that is spread over all
// of them; scripts/mutants judges every one, with solvers.
func TestDefaultBundle(t *testing.T) {
	run, problems, err := mutate.New(context.Background(), []catalog.Source{folder("policies")}, mutate.Options{Locale: "en", Workers: 2, Limit: time.Minute})
	if err != nil || run == nil {
		t.Fatal(problems, err)
	}
	all := run.Mutants()
	list := mutate.Sample(all, 75)
	if err := run.Judge(context.Background(), list); err != nil {
		t.Fatal(err)
	}
	r, stale := run.Report(all, list)
	for _, m := range r.Mutants {
		if m.Outcome == schema.MutantOutcomeSurvived || m.Outcome == schema.MutantOutcomeStopped {
			t.Errorf("%s:%d:%d: %s: %s", m.File, m.Line, m.Column, m.Outcome, report.MutantTitle(&m))
		}
	}
	if len(stale) > 0 {
		t.Error(stale)
	}
	if len(all) < 2000 || r.Killed < 40 {
		t.Errorf("of %d mutants, %d of %d are killed", len(all), r.Killed, len(list))
	}
}

// A reviewed reason holds for the mutants that it is about, and one that is about
// none, or about none that survives, is told.
func TestReviewedReasons(t *testing.T) {
	const head = "kind: Mutants\nequivalent:\n"
	entry := func(element, before string) string {
		return "  - {element: " + element + ", operator: constant, before: '" + before + "', after: '\"x\"', reason: r}\n"
	}
	bundle := fstest.MapFS{}
	source := folder("policies").FS
	err := fs.WalkDir(source, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(source, name)
		bundle[name] = &fstest.MapFile{Data: data}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	bundle["claim/tests/mutants.yaml"] = &fstest.MapFile{Data: []byte(head + entry("claim.key_invisible", `""`) + entry("claim.nope", `""`) + entry("formula", `""`))}
	run, problems, err := mutate.New(context.Background(), []catalog.Source{{FS: bundle, Origin: catalog.OriginFolder}}, mutate.Options{Locale: "en", Workers: 2, Limit: time.Minute})
	if err != nil || run == nil {
		t.Fatal(problems, err)
	}
	all := run.Mutants()
	list := mutate.Matching(all, regexp.MustCompile("^(claim.key_invisible|formula)$"))
	if err := run.Judge(context.Background(), list); err != nil {
		t.Fatal(err)
	}
	r, stale := run.Report(all, list)
	if r.Reviewed != 1 {
		t.Errorf("%d mutants have a reviewed reason", r.Reviewed)
	}
	var codes []string
	for _, d := range stale {
		codes = append(codes, d.Code)
	}
	if want := []string{"mutants.unknown", "mutants.stale"}; !slices.Equal(codes, want) {
		t.Errorf("got %q, want %q: %v", codes, want, stale)
	}
}
