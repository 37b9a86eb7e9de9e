package catalog

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/contractc/contractc/catalog/archive"
	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/catalog/index/wire"
	"github.com/contractc/contractc/internal/canonical"
	"github.com/contractc/contractc/internal/diag"
)

// Generated is the folder of an archive that holds what was generated from the sources, and IndexFile the index in it. No library has its name.
const (
	Generated = "contractc"
	IndexFile = Generated + "/index"
)

// ErrNoIndex says that a source has no index that this program can read: it is a folder, or it was built by another version.
var ErrNoIndex = errors.New("the bundle has no index of this version")

// EncodeIndex returns the index of a bundle as an archive carries it.
func EncodeIndex(b *index.Bundle) ([]byte, error) {
	carried := *b
	carried.Origin, carried.Verified, carried.Locked = OriginArchive, false, true
	return wire.Encode(&carried)
}

// Indexed returns the catalog of an archive by the index in it, without parsing a file. Whoever calls it must have verified that the archive comes
// from whom he trusts: an index says what the rules mean, and nothing compares it with the sources. Every source file is held against its digest in
// the index. The error is ErrNoIndex where the archive must be loaded as a folder is.
func Indexed(src Source) (*Catalog, error) {
	if src.Archive == nil || !src.Verified {
		return nil, ErrNoIndex
	}
	data, ok := src.Archive.File(IndexFile)
	if !ok {
		return nil, ErrNoIndex
	}
	bundle, err := wire.Decode(data)
	switch {
	case errors.Is(err, wire.ErrOther):
		return nil, ErrNoIndex
	case err != nil:
		return nil, err
	case bundle.MinimumContractc != "":
		return nil, ErrNoIndex // the loader checks it
	case len(bundle.Requires) > 0:
		return nil, ErrNoIndex // so are the bundles beside it
	}
	if err := verifyMembers(bundle, src.Archive); err != nil {
		return nil, err
	}
	bundle.Origin, bundle.Verified = OriginArchive, true
	return newCatalog([]*index.Bundle{bundle}, []Source{src}), nil
}

// verifyMembers holds every source file of an archive against its digest in the index, and the digests against the bundle's.
func verifyMembers(b *index.Bundle, a *archive.Archive) error {
	listed := make(map[string]string, len(b.Files))
	for _, f := range b.Files {
		listed[f.Path] = f.Digest
	}
	for _, f := range a.Files {
		digest, source := listed[f.Path]
		if delete(listed, f.Path); source && canonical.DigestBytes(f.Data) != digest {
			return fmt.Errorf("the file %q is not the one that the index was made of", f.Path)
		}
		kind, _ := classify(f.Path)
		if !source && archived(f.Path, kind) != testFile && !beside(f.Path) {
			return fmt.Errorf("the file %q is not in the index", f.Path)
		}
	}
	for _, f := range b.Files {
		if _, missing := listed[f.Path]; missing {
			return fmt.Errorf("the archive lacks the file %q of its index", f.Path)
		}
	}
	if filesDigest(b.Files) != b.Digest {
		return errors.New("the digest of the bundle is not that of its files")
	}
	return nil
}

// beside reports whether a member of an archive stands beside the sources: manifest, signatures and what is generated.
func beside(name string) bool {
	rest, generated := strings.CutPrefix(name, Generated+"/")
	return name == manifestFile || name == signaturesFile || name == IndexFile || generated && strings.HasSuffix(rest, ".rego")
}

// checkIndex refuses an archive whose index is not that of its sources, without reading it. One that another version of this program made says
// nothing here.
func (l *loader) checkIndex(b *bundleLoad) {
	if b.src.Archive == nil || l.opt.CheckRego == nil || l.diags.HasErrors() {
		return
	}
	carried, ok := b.src.Archive.File(IndexFile)
	if !ok || !wire.Known(carried) {
		return
	}
	made, err := EncodeIndex(b.bundle)
	if err != nil || !bytes.Equal(carried, made) {
		l.report(b, IndexFile, diag.Range{}, "bundle.index", "build the archive again from sources that you trust", "the index is not that of the sources beside it")
	}
}
