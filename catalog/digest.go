package catalog

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"

	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/canonical"
	"github.com/contractc/contractc/internal/diag"
)

// filesDigest is over the sorted list of path and SHA-256, a line each in the form of sha256sum, so that it can be checked by hand:
// the digest of "<64 hex digits>  <path>\n" for every file.
func filesDigest(files []index.File) string {
	sorted := slices.SortedFunc(slices.Values(files), func(a, b index.File) int { return strings.Compare(a.Path, b.Path) })
	h := sha256.New()
	for _, f := range sorted {
		h.Write([]byte(strings.TrimPrefix(f.Digest, canonical.Prefix) + "  " + f.Path + "\n"))
	}
	return canonical.Prefix + hex.EncodeToString(h.Sum(nil))
}

// digestFiles lists the digests of the files that are covered.
func digestFiles(files []*sourceFile) []index.File {
	var list []index.File
	for _, f := range files {
		if f.kind.digested() {
			list = append(list, index.File{Path: f.path, Digest: canonical.DigestBytes(f.text)})
		}
	}
	return list
}

// libraryFiles are the covered files of one library.
func libraryFiles(files []index.File, library string) []index.File {
	var list []index.File
	for _, f := range files {
		if strings.HasPrefix(f.Path, library+"/") {
			list = append(list, f)
		}
	}
	return list
}

// contentDigest is over the exact canonical form of what an element says, with its kind.
func contentDigest(kind string, content any) (string, error) {
	return canonical.DigestExact(map[string]any{"kind": kind, "content": content})
}

// Digest is the digest of a bundle's source files, which are read and not checked for more than their names and sizes.
func Digest(src Source) (string, diag.List) {
	files, problems := readFiles(src)
	if problems.HasErrors() {
		return "", problems
	}
	return filesDigest(digestFiles(files)), problems
}

// Identity reads the name, version and digest of a bundle, of which no more is checked than its files and contractc.yaml.
func Identity(src Source) (*index.Bundle, diag.List) {
	l := &loader{core: sharedCore()}
	b := l.readBundle(src)
	if l.diags.HasErrors() {
		return nil, l.diags
	}
	return b.bundle, l.diags
}
