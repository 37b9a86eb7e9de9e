package catalog

import (
	"fmt"
	"io/fs"

	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/canonical"
	"github.com/contractc/contractc/policies"
)

// Embedded returns the default bundle as it was checked when this program was built. It parses nothing: the index is Go data. The error says that
// an embedded file is not the one that the index was made of, which is a fault of the build.
func Embedded() (*Catalog, error) {
	bundle := policies.Index()
	if bundle == nil {
		return nil, fmt.Errorf("this program was built without the default bundle's index")
	}
	if err := verifyFiles(bundle, policies.FS); err != nil {
		return nil, err
	}
	return newCatalog([]*index.Bundle{bundle}, []Source{{FS: policies.FS, Origin: OriginEmbedded}}), nil
}

// verifyFiles holds every file against its digest in the index, and the digests against the bundle's.
func verifyFiles(b *index.Bundle, folder fs.FS) error {
	for _, f := range b.Files {
		text, err := fs.ReadFile(folder, f.Path)
		if err != nil {
			return fmt.Errorf("the embedded bundle lacks a file of its index: %w", err)
		}
		if canonical.DigestBytes(text) != f.Digest {
			return fmt.Errorf("the embedded file %q is not the one that the index was made of; run go generate ./policies", f.Path)
		}
	}
	if filesDigest(b.Files) != b.Digest {
		return fmt.Errorf("the digest of the embedded bundle is not that of its files; run go generate ./policies")
	}
	return nil
}

// EmbeddedIndex returns the index of a catalog's first bundle, as it is embedded.
func EmbeddedIndex(c *Catalog) *index.Bundle {
	b := *c.Bundles[0]
	b.Origin, b.Verified = OriginEmbedded, true
	return &b
}
