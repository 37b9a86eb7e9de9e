package catalog

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/schema/linkml"
)

// CoreSchema returns the core vocabulary, which every library's schema imports. The error is a fault of the program.
func CoreSchema() (*linkml.View, error) {
	core := sharedCore()
	return core.view, core.err
}

// Schema reads the LinkML schema of a library with what it imports; nil without an error where the library has none. The
// catalog was checked when it was loaded, so an error says that a file changed since or cannot be read any more.
func (c *Catalog) Schema(lib *index.Library) (*linkml.View, error) {
	file := lib.ID + "/schema.yaml"
	text, err := c.Text(lib, file)
	if err != nil {
		if !slices.ContainsFunc(c.Bundle(lib).Files, func(f index.File) bool { return f.Path == file }) || errors.Is(err, fs.ErrNotExist) {
			return nil, nil
		}
		return nil, err
	}
	view, problems := linkml.Load(linkml.Source{File: c.Display(lib, file), Text: text}, linkml.Options{Resolve: sharedCore().resolver(c.neighbour), Limits: doc.Limits{Bytes: maxFileBytes}})
	if err := problems.Err(); err != nil {
		return nil, err
	}
	return view, nil
}

// neighbour finds the schema of another library, imported as ../NAME/schema.
func (c *Catalog) neighbour(_, name string) (linkml.Source, error) {
	parts := strings.Split(path.Clean(name), "/")
	if len(parts) != 3 || parts[0] != ".." || parts[2] != "schema" {
		return linkml.Source{}, fmt.Errorf("it is no schema of a library")
	}
	lib := c.Library(parts[1])
	if lib == nil {
		return linkml.Source{}, fmt.Errorf("no library %q has a schema", parts[1])
	}
	file := lib.ID + "/schema.yaml"
	text, err := c.Text(lib, file)
	return linkml.Source{File: c.Display(lib, file), Text: text}, err
}
