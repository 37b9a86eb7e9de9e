package catalog_test

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/catalog/archive"
	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/policies"
)

const (
	defaultBundle = "../policies"
	smallBundle   = "../testdata/bundles/bank"
)

// packed is the bundle of a folder as the members of an archive, with its index.
func packed(t testing.TB, dir string) []archive.File {
	t.Helper()
	folder := os.DirFS(dir)
	c, problems := eval.Load([]catalog.Source{{FS: folder, Origin: catalog.OriginFolder}})
	if c == nil {
		t.Fatal(problems)
	}
	carried, err := catalog.EncodeIndex(c.Bundles[0])
	if err != nil {
		t.Fatal(err)
	}
	list := []archive.File{{Path: catalog.IndexFile, Data: carried}, {Path: ".manifest", Data: []byte("{}")}}
	err = fs.WalkDir(folder, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(name) == ".go" || strings.HasSuffix(name, "_test.rego") {
			return err
		}
		data, err := fs.ReadFile(folder, name)
		list = append(list, archive.File{Path: name, Data: data})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// asSource reads members as an archive.
func asSource(t testing.TB, files []archive.File, verified bool) catalog.Source {
	t.Helper()
	data, err := archive.Write(files)
	if err != nil {
		t.Fatal(err)
	}
	src, err := catalog.ReadArchive(bytes.NewReader(data), "bundle.tar.gz")
	if err != nil {
		t.Fatal(err)
	}
	src.Verified = verified
	return src
}

// An archive is the bundle that its folder is: by its sources, and where it is verified by its index alone.
func TestArchiveIsTheFolder(t *testing.T) {
	embedded, err := catalog.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	files := packed(t, defaultBundle)
	loaded, problems := eval.Load([]catalog.Source{asSource(t, files, false)})
	if loaded == nil || len(problems) > 0 {
		t.Fatal(details(problems))
	}
	indexed, err := catalog.Indexed(asSource(t, files, true))
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]*catalog.Catalog{"loaded": loaded, "indexed": indexed} {
		b := c.Bundles[0]
		if b.Digest != embedded.Bundles[0].Digest || b.Origin != catalog.OriginArchive || !b.Locked || b.Verified != (name == "indexed") {
			t.Errorf("%s: %s %s locked=%v verified=%v", name, b.Digest, b.Origin, b.Locked, b.Verified)
		}
		if diff := cmp.Diff(embedded.Contracts, c.Contracts); diff != "" {
			t.Errorf("%s, contracts (-embedded):\n%s", name, diff)
		}
		if diff := cmp.Diff(embedded.Rules, c.Rules); diff != "" {
			t.Errorf("%s, rules (-embedded):\n%s", name, diff)
		}
		if diff := cmp.Diff(embedded.Rego, c.Rego); diff != "" {
			t.Errorf("%s, modules (-embedded):\n%s", name, diff)
		}
		for _, lib := range c.Libraries {
			if _, err := c.Text(lib, lib.File); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	if _, err := catalog.Indexed(asSource(t, files, false)); !errors.Is(err, catalog.ErrNoIndex) {
		t.Errorf("the index of an archive that nobody verified is used: %v", err)
	}
}

// changed replaces, adds or, without data, removes a member.
func changed(files []archive.File, path string, data []byte) []archive.File {
	var out []archive.File
	for _, f := range files {
		if f.Path != path {
			out = append(out, f)
		}
	}
	if data != nil {
		out = append(out, archive.File{Path: path, Data: data})
	}
	return out
}

// Whatever differs from what was built is refused, on both ways.
func TestArchiveChanged(t *testing.T) {
	files := packed(t, smallBundle)
	other, err := catalog.EncodeIndex(policies.Index())
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name, path    string
		data          []byte
		loads, quotes string // what the sources, and the index, are refused for
	}{
		{"a file", "bank/library.yaml", []byte("kind: Library\nname: bank\nversion: 1.0.0\n"), "the index is not that of the sources", "bank/library.yaml"},
		{"the index of another bundle", catalog.IndexFile, other, "the index is not that of the sources", "is not in the index"},
		{"a file more", "bank/more.rego", []byte("package bank.more\n"), "the index is not that of the sources", "bank/more.rego"},
		{"a file less", "bank/effects.yaml", nil, "effects.yaml", "bank/effects.yaml"},
		{"a test in Rego", "bank/x_test.rego", []byte("package bank.x_test\n"), "x_test.rego", "x_test.rego"},
		{"a Go file", "x.go", []byte("package x\n"), "x.go", "x.go"},
		{"a signature file in a folder", "bank/.signatures.json", []byte("{}"), ".signatures.json", ".signatures.json"},
		{"data for OPA", "bank/data.json", []byte("{}"), "data.json", "data.json"},
		{"a file of unknown kind beside the index", catalog.Generated + "/x.json", []byte("{}"), "x.json", "x.json"},
	} {
		list := changed(files, test.path, test.data)
		if c, problems := eval.Load([]catalog.Source{asSource(t, list, false)}); c != nil || !strings.Contains(strings.Join(details(problems), "\n"), test.loads) {
			t.Errorf("%s: loaded as a folder: %v", test.name, details(problems))
		}
		_, err := catalog.Indexed(asSource(t, list, true))
		if err == nil || !strings.Contains(err.Error(), test.quotes) {
			t.Errorf("%s: by its index: %v", test.name, err)
		}
	}
}

func BenchmarkIndexed(b *testing.B) {
	data, err := archive.Write(packed(b, defaultBundle))
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		src, err := catalog.ReadArchive(bytes.NewReader(data), "")
		if err != nil {
			b.Fatal(err)
		}
		src.Verified = true
		if _, err := catalog.Indexed(src); err != nil {
			b.Fatal(err)
		}
	}
}
