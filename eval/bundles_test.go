package eval_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/policies"
	"github.com/contractc/contractc/render"
)

// allBundles is the default bundle with the example bundles beside it.
func allBundles(t testing.TB) *catalog.Catalog {
	t.Helper()
	sources := []catalog.Source{{FS: policies.FS, Name: "policies", Origin: catalog.OriginEmbedded}}
	folders, err := filepath.Glob("../testdata/bundles/*")
	if err != nil || len(folders) != 8 {
		t.Fatalf("there are %d example bundles, %v", len(folders), err)
	}
	for _, folder := range folders {
		sources = append(sources, catalog.Source{FS: os.DirFS(folder), Name: folder, Origin: catalog.OriginFolder})
	}
	from, problems := eval.Load(sources)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	return from
}

// TestCatalog holds the number of effects and contracts of each library against
// those that are asked of it, contracts of containment and of hosts beside them.
func TestCatalog(t *testing.T) {
	want := map[string][2]int{
		"filesystem": {5, 9 + 4}, "editor": {2, 10 + 2}, "env": {1, 6}, "grep": {1, 5 + 2}, "web_fetch": {1, 8 + 3}, "web_search": {1, 5},
		"shell": {9, 15}, "http_request": {1, 10}, "mcp_tool": {1, 7},
		"bank": {2, 2}, "email": {1, 8}, "email_from_db": {2, 9}, "home_automation": {4, 11}, "http": {2, 3}, "lims": {3, 10}, "text": {2, 11}, "loop_email": {6, 7},
	}
	for _, lib := range allBundles(t).Libraries {
		got := [2]int{len(lib.Effects), len(lib.Contracts)}
		if got != want[lib.ID] {
			t.Errorf("%s has %d effects and %d contracts, want %v", lib.ID, got[0], got[1], want[lib.ID])
		}
		delete(want, lib.ID)
	}
	if len(want) > 0 {
		t.Errorf("these libraries are missing: %v", want)
	}
}

// TestExamples judges every example and counter-example of every bundle.
func TestExamples(t *testing.T) {
	from := allBundles(t)
	tracer, count := eval.NewTracer(from), 0
	for _, contract := range from.Contracts {
		examples := from.Examples(contract.ID)
		trivial := contract.Unrestricted() || contract.ID == "loop_email.all_trivial"
		if examples == nil || len(examples.Good) == 0 || len(examples.Bad) == 0 && !trivial {
			t.Errorf("%s has no example or no counter-example", contract.ID)
			continue
		}
		for _, e := range append(examples.Good, examples.Bad...) {
			count++
			verdict, reason, err := tracer.Example(&e)
			if err != nil || verdict != e.Verdict {
				t.Errorf("%s:%d: an example of %s is %s, want %s: %s %v", e.File, e.Line, contract.ID, verdict, e.Verdict, reason, err)
			}
		}
	}
	if count < 350 {
		t.Errorf("only %d examples were judged", count)
	}
}

// TestReviewedSentences compares the derived sentence that a contract's text was
// reviewed against with the one that its constraint has now, in every bundle.
func TestReviewedSentences(t *testing.T) {
	for _, c := range allBundles(t).Contracts {
		now, err := render.Sentence(c.Constraint, render.SentenceOptions{Library: c.Library, Unbound: true})
		if err != nil || c.Derived != now {
			t.Errorf("%s: reviewed against %q, and the constraint now reads %q, %v", c.ID, c.Derived, now, err)
		}
	}
}

// TestBundlesAreLocked checks that every lock is that of the content.
func TestBundlesAreLocked(t *testing.T) {
	from := allBundles(t)
	for _, b := range from.Bundles {
		if problems := from.CheckLock(b); len(problems) > 0 || !b.Locked {
			t.Errorf("%s: run contractc lock on its folder: %v", b.Name, problems)
		}
	}
	if b := from.Bundles[0]; !b.Verified || b.Origin != catalog.OriginEmbedded {
		t.Errorf("the embedded bundle is %s and verified is %t", b.Origin, b.Verified)
	}
}
