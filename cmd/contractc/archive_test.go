package main

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

const releaseKey = "release=../../testdata/keys/release.pem"

// signedArchive builds and signs the bundle in a folder.
func signedArchive(t *testing.T, folder string, flags ...string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "bundle.tar.gz")
	for _, args := range [][]string{{"build", folder, "-o", name}, append([]string{"sign", name, "--key", releaseKey}, flags...)} {
		if out, problems := outputOf("", args...); out == "" {
			t.Fatalf("%v: %s", args, problems)
		}
	}
	return name
}

// partOf is a part of a JSON document.
func partOf(t *testing.T, text, name string) string {
	t.Helper()
	var parts map[string]json.RawMessage
	if err := json.Unmarshal([]byte(text), &parts); err != nil {
		t.Fatal(err)
	}
	return string(parts[name])
}

// copied copies a folder's files in an order, dated by their place in it.
func copied(t *testing.T, from string, backwards bool) string {
	t.Helper()
	to := filepath.Join(t.TempDir(), "a", "longer", "path")
	var names []string
	err := filepath.WalkDir(from, func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && filepath.Ext(name) != ".go" {
			names = append(names, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if backwards {
		slices.Reverse(names)
	}
	for i, name := range names {
		target := filepath.Join(to, strings.TrimPrefix(name, from))
		if err := os.MkdirAll(filepath.Dir(target), 0o700); err != nil {
			t.Fatal(err)
		}
		write(t, target, []byte(readText(t, name)))
		dated := time.Date(2000+i%20, 1, 1, 0, 0, i, 0, time.UTC)
		if err := errors.Join(os.Chtimes(target, dated, dated), os.Chmod(target, 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	return to
}

// TestBuildsAreIdentical builds a bundle on two paths, its files created in another order and dated otherwise.
func TestBuildsAreIdentical(t *testing.T) {
	for _, bundle := range []string{"../../policies", "../../testdata/bundles/bank"} {
		first, second := signedArchive(t, copied(t, bundle, false)), signedArchive(t, copied(t, bundle, true))
		if readText(t, first) != readText(t, second) {
			t.Errorf("two builds of %s differ", bundle)
		}
	}
}
