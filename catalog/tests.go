package catalog

import (
	"slices"
	"strings"

	"github.com/contractc/contractc/catalog/index"
)

// TestFiles returns the YAML files of test cases of a library, sorted. No digest covers them, and only a catalog from Load has them.
func (c *Catalog) TestFiles(lib *index.Library) []string {
	if c.texts == nil {
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
