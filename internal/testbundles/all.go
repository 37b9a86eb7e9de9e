// Package testbundles loads bundles of this repository for tests.
package testbundles

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/internal/recorded"
)

// All loads the default bundle from its folder and all example bundles of
// testdata beside it.
func All(t testing.TB) *catalog.Catalog {
	t.Helper()
	folders, err := filepath.Glob(filepath.Join(recorded.Root(), "testdata/bundles/*"))
	if err != nil || len(folders) == 0 {
		t.Fatal("there are no example bundles", err)
	}
	var sources []catalog.Source
	for _, f := range append([]string{filepath.Join(recorded.Root(), "policies")}, folders...) {
		sources = append(sources, catalog.Source{FS: os.DirFS(f), Name: filepath.Base(f), Origin: catalog.OriginFolder})
	}
	c, problems := eval.Load(sources)
	if c == nil {
		t.Fatal(problems)
	}
	return c
}
