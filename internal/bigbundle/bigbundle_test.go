package bigbundle_test

import (
	"context"
	"fmt"
	"os"
	"slices"
	"testing"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/internal/bigbundle"
	"github.com/contractc/contractc/internal/lint"
	"github.com/contractc/contractc/internal/policytest"
	"github.com/contractc/contractc/schema"
)

// small has all shapes of contracts and a second library.
func small(changed bool) bigbundle.Options {
	return bigbundle.Options{Contracts: 60, Rego: 4, CEL: 4, Changed: changed}
}

func load(t *testing.T, opt bigbundle.Options) *catalog.Catalog {
	t.Helper()
	dir := t.TempDir()
	if err := bigbundle.Write(dir, opt); err != nil {
		t.Fatal(err)
	}
	from, problems := eval.Load([]catalog.Source{{FS: os.DirFS(dir), Origin: catalog.OriginFolder}})
	if problems.HasErrors() {
		t.Fatal(problems)
	}
	return from
}

// TestBundles requires that nothing is found in either form, and that all tests
// pass.
func TestBundles(t *testing.T) {
	for _, changed := range []bool{false, true} {
		from := load(t, small(changed))
		r := lint.Run(context.Background(), &lint.Subject{Catalog: from, Libraries: from.Libraries, NoProver: "none is needed"}, lint.Rules())
		if len(r.Findings)+len(r.NotChecked) > 0 {
			t.Errorf("changed %v: %+v %+v", changed, r.Findings, r.NotChecked)
		}
		suite, problems := policytest.NewSuite(from, "en")
		if suite == nil {
			t.Fatal(problems)
		}
		report := suite.Run(context.Background(), nil)
		if report.Failed+report.Errors+report.Skipped > 0 || report.Passed == 0 {
			t.Errorf("changed %v: %s", changed, wrong(report))
		}
	}
}

// wrong says what is wrong with the first test that does not pass.
func wrong(report *schema.TestReport) string {
	for _, r := range report.Tests {
		if r.Outcome != schema.TestOutcomePassed {
			return fmt.Sprintf("%s:%d: %s: %q", r.File, r.Line, r.Name, r.Messages)
		}
	}
	return "nothing was tested"
}

// TestChanges requires that ten elements differ between the two forms.
func TestChanges(t *testing.T) {
	digests := func(changed bool) map[string]string {
		of := map[string]string{}
		for _, e := range catalog.Lock(load(t, small(changed)).Bundles[0]).Entries {
			if e.Kind != "template" && e.Kind != "class" && e.Kind != "effect" {
				of[e.Kind+" "+e.Id] = e.Digest
			}
		}
		return of
	}
	before, after := digests(false), digests(true)
	var changed []string
	for name, digest := range before {
		if after[name] != digest {
			changed = append(changed, name)
		}
	}
	for name := range after {
		if _, ok := before[name]; !ok {
			changed = append(changed, name)
		}
	}
	slices.Sort(changed)
	if len(changed) != len(bigbundle.Changes()) {
		t.Errorf("%q differ, but %q changed", changed, bigbundle.Changes())
	}
}
