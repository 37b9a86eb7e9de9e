package mutate_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

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
