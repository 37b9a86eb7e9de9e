package signing

import (
	"fmt"

	"github.com/contractc/contractc/catalog/archive"
	"github.com/contractc/contractc/internal/canonical"
	"github.com/contractc/contractc/schema"
)

// File is the name of the file that holds the signatures, at the archive's root.
const File = ".signatures.json"

// Statement is what a signature of an archive says. Expires is a time by RFC 3339, empty for none.
func Statement(a *archive.Archive, name, version, digest, expires string) *schema.BundleStatement {
	s := &schema.BundleStatement{Format: schema.BundleStatementFormat, Name: name, Version: version, Digest: digest, Files: signedFiles(a)}
	if expires != "" {
		s.Expires = &expires
	}
	return s
}

// signedFiles are all members but the signatures, by path.
func signedFiles(a *archive.Archive) []schema.SignedFile {
	list := []schema.SignedFile{}
	for _, f := range a.Files {
		if f.Path != File {
			list = append(list, schema.SignedFile{Path: f.Path, Digest: canonical.DigestBytes(f.Data)})
		}
	}
	return list
}

// compareFiles says how an archive differs from the files that a statement lists.
func compareFiles(a *archive.Archive, listed []schema.SignedFile) error {
	want := make(map[string]string, len(listed))
	for _, f := range listed {
		if _, twice := want[f.Path]; twice {
			return fmt.Errorf("the signature lists the file %q twice", f.Path)
		}
		want[f.Path] = f.Digest
	}
	for _, f := range a.Files {
		if f.Path == File {
			continue
		}
		digest, known := want[f.Path]
		switch {
		case !known:
			return fmt.Errorf("the file %q is not among those that were signed", f.Path)
		case canonical.DigestBytes(f.Data) != digest:
			return fmt.Errorf("the file %q is not what was signed", f.Path)
		}
		delete(want, f.Path)
	}
	for _, f := range listed {
		if _, missing := want[f.Path]; missing {
			return fmt.Errorf("the file %q was signed and is not in the archive", f.Path)
		}
	}
	return nil
}
