package build

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/catalog/archive"
	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/schema"
)

// Manifest is what an archive's .manifest says.
type Manifest struct {
	Revision string
	Roots    []string
	schema.BundleManifest
}

// ReadManifest reads the .manifest of an archive. The error says that there is none, or that contractc build did not write it.
func ReadManifest(a *archive.Archive) (*Manifest, error) {
	data, ok := a.File(manifestFile)
	if !ok {
		return nil, fmt.Errorf("the archive has no %s", manifestFile)
	}
	n, problems := doc.ReadJSON(manifestFile, data, doc.Limits{})
	if problems.HasErrors() {
		return nil, problems
	}
	var m Manifest
	if problems := m.BundleManifest.Decode(manifestFile, n.Get("metadata").Get("contractc")); problems.HasErrors() {
		return nil, problems
	}
	revision, roots := n.Get("revision"), n.Get("roots")
	if revision == nil || revision.Kind != doc.String || roots == nil {
		return nil, fmt.Errorf("%s says no revision or no roots", manifestFile)
	}
	m.Revision = revision.Text
	for _, root := range roots.Items {
		m.Roots = append(m.Roots, root.Text)
	}
	return &m, nil
}

const manifestFile = ".manifest"

// OtherError says that another version of this program built an archive, so that what was generated in it was compared with nothing.
type OtherError struct{ Engine string }

func (e *OtherError) Error() string {
	return fmt.Sprintf("the archive was built by %q, so that the Rego in it was not compared with its sources", e.Engine)
}

// Generated reports whether an archive holds what contractc build generates.
func Generated(a *archive.Archive) bool {
	return slices.ContainsFunc(a.Files, func(f archive.File) bool {
		return f.Path == manifestFile || strings.HasPrefix(f.Path, catalog.Generated+"/")
	})
}

// Check reports whether what was generated in an archive is what its sources give. The error is an *OtherError where another version of this program
// built it: whoever only has the archive cannot know then.
func Check(from *catalog.Catalog, b *index.Bundle, a *archive.Archive, engine string) error {
	m, err := ReadManifest(a)
	if err != nil {
		return err
	}
	if m.Engine != engine || m.Vocabulary != schema.Digest() {
		return &OtherError{m.Engine}
	}
	made, err := Archive(from, b, engine)
	if err != nil {
		return err
	}
	for _, f := range made {
		if data, ok := a.File(f.Path); !ok || !bytes.Equal(data, f.Data) {
			return fmt.Errorf("the file %q of the archive is not what its sources give; build it again", f.Path)
		}
	}
	return nothingMore(made, a)
}

// nothingMore refuses a module beside those that the sources give.
func nothingMore(made []archive.File, a *archive.Archive) error {
	known := map[string]bool{}
	for _, f := range made {
		known[f.Path] = true
	}
	for _, f := range a.Files {
		if strings.HasPrefix(f.Path, catalog.Generated+"/") && !known[f.Path] {
			return fmt.Errorf("the file %q of the archive is none that its sources give; build it again", f.Path)
		}
	}
	return nil
}
