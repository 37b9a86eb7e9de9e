package catalog

import (
	"fmt"
	"io"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"

	"github.com/contractc/contractc/catalog/archive"
	"github.com/contractc/contractc/catalog/index"
)

// Open opens the bundle at a path of the file system: a folder, or an archive, which is read whole. The error is an *archive.Error where the file is
// no archive of a bundle, and otherwise says that there is nothing that can be read.
func Open(name string) (Source, error) {
	info, err := os.Stat(name)
	if err != nil {
		return Source{}, err
	}
	display := path.Clean(filepath.ToSlash(name))
	if info.IsDir() {
		return Source{FS: os.DirFS(name), Name: display, Origin: OriginFolder}, nil
	}
	if !info.Mode().IsRegular() {
		return Source{}, fmt.Errorf("%q is neither a folder nor a file", name)
	}
	f, err := os.Open(name)
	if err != nil {
		return Source{}, err
	}
	defer f.Close()
	return ReadArchive(f, display)
}

// ReadArchive reads an archive from a stream. The name is put before file names in diagnostics. Nothing of it is trusted yet.
func ReadArchive(from io.Reader, name string) (Source, error) {
	a, err := archive.Read(from)
	if err != nil {
		return Source{}, err
	}
	return Source{FS: a.FS(), Name: name, Origin: OriginArchive, Archive: a}, nil
}

// Sources are the files of a bundle that was loaded from them, tests included, by path.
func (c *Catalog) Sources(b *index.Bundle) []archive.File {
	i := slices.Index(c.Bundles, b)
	if i < 0 || i >= len(c.texts) {
		return nil
	}
	list := make([]archive.File, 0, len(c.texts[i]))
	for _, name := range slices.Sorted(maps.Keys(c.texts[i])) {
		list = append(list, archive.File{Path: name, Data: c.texts[i][name]})
	}
	return list
}
