package export

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/internal/interop"
)

const repository = "../.."

func graphs(t *testing.T, ask string, question, answer any) {
	t.Helper()
	interop.Graphs(t, repository, ask, question, answer)
}

func conform(t *testing.T, shapes []byte, cases []interop.Case) map[string]interop.Result {
	t.Helper()
	return interop.Conform(t, repository, shapes, cases)
}

// everything is a catalog of the default bundle and all example bundles.
func everything(t *testing.T) *catalog.Catalog {
	t.Helper()
	folders, err := filepath.Glob("../../testdata/bundles/*")
	if err != nil || len(folders) == 0 {
		t.Fatal("there are no example bundles", err)
	}
	var sources []catalog.Source
	for _, f := range append([]string{"../../policies"}, folders...) {
		sources = append(sources, catalog.Source{FS: os.DirFS(f), Name: filepath.Base(f), Origin: catalog.OriginFolder})
	}
	c, problems := eval.Load(sources)
	if c == nil {
		t.Fatal(problems)
	}
	return c
}

func exportOf(t *testing.T, from *catalog.Catalog, libraries ...string) *Export {
	t.Helper()
	x, problems, err := OfCatalog(from, libraries)
	if err != nil || problems.HasErrors() {
		t.Fatal(err, problems)
	}
	return x
}
