package main

import (
	"path/filepath"
	"testing"
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
