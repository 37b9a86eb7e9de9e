package policytest

import (
	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/schema"
)

// File is a YAML file below tests/ of a library, read once for all that is in it:
// cases, cases of output contracts, or reasons why mutants mean the same as what
// they change, which package mutate reads.
type File struct {
	Library string    // its name
	Name    string    // as diagnostics have it
	Node    *doc.Node // nil where the file cannot be read

	problems diag.List
}

// Files reads the files of tests of a catalog that was loaded from files, in the
// order of libraries and files. What is wrong with one is told by [Cases].
func Files(from *catalog.Catalog) []*File {
	var list []*File
	for _, lib := range from.Libraries {
		for _, name := range from.TestFiles(lib) {
			f := &File{Library: lib.ID, Name: from.Display(lib, name)}
			text, err := from.Text(lib, name)
			if err != nil {
				f.problems.Errorf(f.Name, diag.Range{}, "tests.read", "%v", err)
			} else if f.Node, f.problems = doc.ReadYAML(f.Name, text, doc.DefaultLimits()); f.problems.HasErrors() {
				f.Node = nil
			}
			list = append(list, f)
		}
	}
	return list
}

// IsMutants reports whether a file holds reasons why mutants mean the same.
func (f *File) IsMutants() bool { return f.is(schema.MutantsKind) }

func (f *File) is(want string) bool {
	if f.Node == nil {
		return false
	}
	kind := f.Node.Get("kind")
	return kind != nil && kind.Text == want
}
