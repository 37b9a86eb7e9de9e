package catalog

import (
	"slices"
	"strings"

	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/regorules"
)

// TestFiles returns the YAML files of test cases of a library, sorted. No digest covers them, and only a catalog from Load has them.
func (c *Catalog) TestFiles(lib *index.Library) []string {
	if c.texts == nil || lib.Folder != nil {
		return nil
	}
	var files []string
	for name := range c.texts[c.owners[lib]] {
		if kind, folder := classify(name); kind == testFile && folder == lib.ID && strings.HasSuffix(name, ".yaml") {
			files = append(files, name)
		}
	}
	slices.Sort(files)
	return files
}

// Files returns the names of all files of a library, tests included, sorted. Only a catalog from Load has them.
func (c *Catalog) Files(lib *index.Library) []string {
	var files []string
	if c.texts == nil {
		return nil
	}
	for name := range c.texts[c.owners[lib]] {
		if folder, _, ok := strings.Cut(name, "/"); ok && folder == lib.ID {
			files = append(files, name)
		}
	}
	slices.Sort(files)
	return files
}

// RegoSources returns the Rego modules of all libraries that are no rule folders, tests included, each by its display name, sorted. Only a catalog from Load has them.
func (c *Catalog) RegoSources() []regorules.Source {
	var sources []regorules.Source
	for i, files := range c.texts {
		for name, text := range files {
			if strings.HasSuffix(name, ".rego") {
				library, _, _ := strings.Cut(name, "/")
				lib := c.libraries[library]
				if lib == nil || lib.Folder != nil {
					continue
				}
				shown := Source{Name: c.names[i]}.display(name)
				sources = append(sources, regorules.Source{Path: shown, Library: library, Text: string(text), V0: lib.RegoV0})
			}
		}
	}
	slices.SortFunc(sources, func(a, b regorules.Source) int { return strings.Compare(a.Path, b.Path) })
	return sources
}
