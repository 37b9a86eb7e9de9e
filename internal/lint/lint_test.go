package lint_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/internal/lint"
	"github.com/contractc/contractc/internal/lower"
	"github.com/contractc/contractc/internal/prove"
	"github.com/contractc/contractc/internal/solver"
	"github.com/contractc/contractc/policies"
)

// folder is a bundle in a folder.
func folder(dir string) catalog.Source {
	return catalog.Source{FS: os.DirFS(dir), Name: filepath.ToSlash(dir), Origin: catalog.OriginFolder}
}

// subject is one bundle, with solvers.
func subject(t *testing.T, source catalog.Source) *lint.Subject {
	t.Helper()
	from, problems := eval.Load([]catalog.Source{source})
	if problems.HasErrors() {
		t.Fatal(problems)
	}
	solvers, err := solver.Find()
	if err != nil {
		t.Fatal(err)
	}
	of := eval.MonitorOptions(from)
	return &lint.Subject{
		Catalog: from, Libraries: from.Libraries,
		Prover: &prove.Prover{Solvers: solvers, Options: lower.Options{Facts: of.Facts, Cells: of.Cells}, Timeout: time.Minute},
	}
}

// TestExamples lets all rules look at the examples of each: in its bad one a rule
// finds something, and in a good one no rule does.
func TestExamples(t *testing.T) {
	for _, r := range lint.Rules() {
		bad := lint.Run(context.Background(), subject(t, folder(filepath.Join("testdata", r.ID, "bad"))), lint.Rules())
		found := slices.ContainsFunc(bad.Findings, func(f lint.Finding) bool { return f.Rule.ID == r.ID })
		if !found {
			t.Errorf("%s finds nothing in its bad example: %+v", r.ID, bad)
		}
		for _, f := range bad.Findings {
			if !f.Place.Range.Known() || f.Message == "" || strings.Contains(f.Message, "\n") || f.Help == "" {
				t.Errorf("%s: a finding without a place, a message or help: %+v", r.ID, f)
			}
		}
		good := lint.Run(context.Background(), subject(t, folder(filepath.Join("testdata", r.ID, "good"))), lint.Rules())
		if len(good.Findings) > 0 || len(good.NotChecked) > 0 {
			t.Errorf("something is found in the good example of %s: %+v %+v", r.ID, good.Findings, good.NotChecked)
		}
	}
}

// TestDefaultBundleIsClean lets all rules look at the default bundle.
func TestDefaultBundleIsClean(t *testing.T) {
	r := lint.Run(context.Background(), subject(t, catalog.Source{FS: policies.FS, Name: "policies", Origin: catalog.OriginEmbedded}), lint.Rules())
	if len(r.Findings) > 0 || len(r.NotChecked) > 0 {
		t.Errorf("%+v %+v", r.Findings, r.NotChecked)
	}
}

// TestRulesAreComplete holds ids, files, examples and pages against each other.
func TestRulesAreComplete(t *testing.T) {
	var ids []string
	for _, r := range lint.Rules() {
		ids = append(ids, r.ID)
		if r.Summary == "" || r.Severity == "" || r.Check == nil || r.ID != strings.ToLower(r.ID) {
			t.Errorf("%s lacks a part", r.ID)
		}
		if _, err := os.Stat(strings.ReplaceAll(r.ID, "-", "_") + ".go"); err != nil {
			t.Errorf("the rule %s has no file of its name: %v", r.ID, err)
		}
		checkPage(t, &r)
		row := "| [" + r.ID + "](lint/" + r.ID + ".md) | " + r.Summary + " |"
		if text, err := os.ReadFile("../../docs/lint.md"); err != nil || !strings.Contains(string(text), row) {
			t.Errorf("docs/lint.md lacks %q, %v", row, err)
		}
	}
	if sorted := slices.Compact(slices.Sorted(slices.Values(ids))); len(sorted) != len(ids) {
		t.Errorf("an id is given twice: %v", ids)
	}
	for _, dir := range []string{"testdata", "../../docs/lint"} {
		entries, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, entry := range entries {
			if id := strings.TrimSuffix(entry.Name(), ".md"); !slices.Contains(ids, id) {
				t.Errorf("%s has %q, and no rule has that id", dir, entry.Name())
			}
		}
	}
}

// checkPage requires the parts of a page.
func checkPage(t *testing.T, r *lint.Rule) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("../..", r.Page()))
	if err != nil {
		t.Error(err)
		return
	}
	for _, part := range []string{"# " + r.ID + "\n\n" + r.Summary + "\n", "\n## What it looks at\n", "\n## Avoid\n", "\n## Prefer\n", "\n## Why\n"} {
		if !strings.Contains(string(text), part) {
			t.Errorf("%s lacks %q", r.Page(), part)
		}
	}
}

// TestWithoutSolver requires that what is not checked is listed, with its place.
func TestWithoutSolver(t *testing.T) {
	s := subject(t, folder("testdata/prefix-without-slash/bad"))
	s.Prover, s.NoProver = nil, "no solver is installed"
	r := lint.Run(context.Background(), s, lint.Rules())
	if len(r.Findings) != 0 || len(r.NotChecked) != 1 || r.NotChecked[0].Reason != s.NoProver || r.NotChecked[0].Place.Range.Start.Line != 13 {
		t.Errorf("%+v", r)
	}
	if report := r.Report(nil); len(report.NotChecked) != 1 || *report.NotChecked[0].Line != 13 {
		t.Errorf("%+v", report)
	}
}

// TestPrefixWitness holds the witness of a prefix against the monitor: the
// contract admits it, and it does not lie in the directory.
func TestPrefixWitness(t *testing.T) {
	s := subject(t, catalog.Source{FS: policies.FS, Name: "policies", Origin: catalog.OriginEmbedded})
	for _, test := range []struct {
		expression string
		at         int // column; 0 for no finding
		admits     string
	}{
		{`filesystem.only_read_under("/srv/data")`, 28, `it admits "/srv/data`},
		{`filesystem.only_read_under(root="test.md")`, 33, `it admits "test.md`},
		{`filesystem.never_read_under("/srv/data")`, 29, `it forbids "/srv/data`},
		{`editor.only_edit_under("a+b.(c)")`, 24, `it admits "a+b.(c)`},
		{`web_fetch.only_fetch_under("https://api.example.com")`, 28, `it admits "https://api.example.com`},
		{`filesystem.only_read_under("/srv/data/")`, 0, ""},
		{`filesystem.only_read_under("")`, 0, ""},
		{`filesystem.only_read_within("/srv/data")`, 0, ""},
		{`env.never_var_prefix("AWS")`, 0, ""},
		{`web_fetch.no_url_contains("https://api")`, 0, ""},
	} {
		g, problems := s.Catalog.Bind(test.expression, nil)
		if problems.HasErrors() {
			t.Fatal(problems)
		}
		s.Libraries, s.Guarantees = nil, []lint.Guarantee{{Guarantee: g, File: "guarantee " + test.expression}}
		r := lint.Run(context.Background(), s, lint.Rules())
		if test.at == 0 {
			if len(r.Findings)+len(r.NotChecked) > 0 {
				t.Errorf("%s: %+v %+v", test.expression, r.Findings, r.NotChecked)
			}
			continue
		}
		if len(r.Findings) != 1 || r.Findings[0].Place.Range.Start.Column != test.at || !strings.Contains(r.Findings[0].Message, test.admits) {
			t.Errorf("%s: %+v %+v, want column %d and %s", test.expression, r.Findings, r.NotChecked, test.at, test.admits)
			continue
		}
		prefix := strings.Trim(strings.TrimPrefix(test.admits[strings.IndexByte(test.admits, '"'):], `"`), `"`)
		if w := r.Findings[0].Witness; !strings.HasPrefix(w, prefix) || w == prefix || strings.HasPrefix(w, prefix+"/") {
			t.Errorf("%s: the witness is %q", test.expression, w)
		}
	}
}
