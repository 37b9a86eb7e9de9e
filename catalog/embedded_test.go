package catalog_test

import (
	"bytes"
	"io/fs"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/catalog/index/gosource"
	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/policies"
)

// The embedded index is that of the files in policies/.
func TestIndexIsFresh(t *testing.T) {
	c := checked(t, "../policies")
	want, err := gosource.Write("policies", catalog.EmbeddedIndex(c))
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("../policies/index_gen.go")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("policies/index_gen.go is not the index of policies/; run go generate ./policies")
	}
}

// checked reads a bundle of a folder, with what the engine compiles of it.
func checked(t *testing.T, folder string) *catalog.Catalog {
	t.Helper()
	c, problems := eval.Load([]catalog.Source{{FS: os.DirFS(folder), Origin: catalog.OriginFolder}})
	if len(problems) > 0 {
		t.Fatalf("%s: %v", folder, details(problems))
	}
	return c
}

func TestDefaultBundleIsLocked(t *testing.T) {
	c := load(t, "../policies")
	if problems := c.CheckLock(c.Bundles[0]); len(problems) > 0 || !c.Bundles[0].Locked {
		t.Errorf("policies/contractc.lock is not that of the content: %v", details(problems))
	}
}

// What is embedded and what stands in the folder are one bundle.
func TestEmbeddedIsTheFolder(t *testing.T) {
	folder := checked(t, "../policies")
	embedded, err := catalog.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	if folder.Bundles[0].Digest != embedded.Bundles[0].Digest {
		t.Error("the digests of folder and embedded bundle differ")
	}
	whole, problems := catalog.Load([]catalog.Source{{FS: policies.FS, Origin: catalog.OriginEmbedded}}, catalog.Options{})
	if whole == nil || whole.Bundles[0].Digest != embedded.Bundles[0].Digest {
		t.Errorf("the embedded files have another digest: %v", details(problems))
	}
	if diff := cmp.Diff(folder.Contracts, embedded.Contracts); diff != "" {
		t.Errorf("contracts (-folder +embedded):\n%s", diff)
	}
	if diff := cmp.Diff(folder.Rules, embedded.Rules); diff != "" {
		t.Errorf("rules (-folder +embedded):\n%s", diff)
	}
	for _, r := range embedded.Rules {
		if r.Language == index.CEL {
			sameDocument(t, folder, embedded, r)
			if r.Checked == "" {
				t.Errorf("the expressions of %s are not in the index", r.ID)
			}
		}
	}
	if diff := cmp.Diff(folder.Facts, embedded.Facts); diff != "" {
		t.Errorf("facts (-folder +embedded):\n%s", diff)
	}
}

// sameDocument checks that a rule's document from the index says what its file says.
func sameDocument(t *testing.T, folder, embedded *catalog.Catalog, r *index.Rule) {
	t.Helper()
	a, problems := folder.RuleDocument(folder.Rule(r.ID))
	b, more := embedded.RuleDocument(r)
	if len(problems)+len(more) > 0 {
		t.Errorf("%s: %v %v", r.ID, problems, more)
	}
	if diff := cmp.Diff(a.Plain(), b.Plain()); diff != "" {
		t.Errorf("%s (-file +index):\n%s", r.ID, diff)
	}
}

func BenchmarkEmbedded(b *testing.B) {
	for b.Loop() {
		if _, err := catalog.Embedded(); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkLoad(b *testing.B) {
	folder, err := fs.Sub(os.DirFS(".."), "policies")
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if c, problems := catalog.Load([]catalog.Source{{FS: folder}}, catalog.Options{}); c == nil {
			b.Fatal(problems)
		}
	}
}
