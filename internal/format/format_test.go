package format_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/format"
	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
)

var update = flag.Bool("update", false, "write what was formatted into the golden files")

// TestYAML formats the first file of each archive and compares it with the
// second.
func TestYAML(t *testing.T) {
	for name, a := range archives(t) {
		if a.Files[0].Name != "in.yaml" {
			continue
		}
		got, problems := format.YAML(name, a.Files[0].Data, doc.Limits{}, format.ExpressionsOf)
		if problems.HasErrors() {
			t.Errorf("%s: %v", name, problems)
			continue
		}
		compare(t, name, a, string(got))
	}
}

// TestCEL formats a line at a time.
func TestCEL(t *testing.T) {
	a := archives(t)["cel.txtar"]
	var got strings.Builder
	for line := range strings.Lines(string(a.Files[0].Data)) {
		line = strings.TrimSuffix(line, "\n")
		out, ok := format.CEL(line)
		if !ok || !format.SameCEL(line, out) {
			t.Errorf("%s is not the same as %s", line, out)
		}
		got.WriteString(out + "\n")
	}
	compare(t, "cel.txtar", a, got.String())
}

func archives(t testing.TB) map[string]*txtar.Archive {
	t.Helper()
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no archives: %v", err)
	}
	all := map[string]*txtar.Archive{}
	for _, f := range files {
		a, err := txtar.ParseFile(f)
		if err != nil || len(a.Files) != 2 {
			t.Fatalf("%s: %v, %d files", f, err, len(a.Files))
		}
		all[filepath.Base(f)] = a
	}
	return all
}

func compare(t *testing.T, name string, a *txtar.Archive, got string) {
	t.Helper()
	if *update {
		a.Files[1].Data = []byte(got)
		if err := os.WriteFile("testdata/"+name, txtar.Format(a), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if d := cmp.Diff(string(a.Files[1].Data), got); d != "" {
		t.Errorf("%s (-want +got):\n%s", name, d)
	}
}
