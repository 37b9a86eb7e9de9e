package catalog

import (
	"io/fs"

	"github.com/contractc/contractc/catalog/archive"
	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/regorules"
	"github.com/contractc/contractc/schema/linkml"
)

// Source is where a bundle's files come from.
type Source struct {
	FS     fs.FS  // its root is the bundle's root
	Name   string // put before file names in diagnostics, such as the folder's path; may be empty
	Origin string // OriginEmbedded, OriginFolder or OriginArchive

	// Archive is what FS reads, where the bundle is an archive.
	Archive *archive.Archive
	// Verified says that whoever made the source has verified a signature of all its files.
	Verified bool
}

// The origins of a bundle.
const (
	OriginEmbedded = "embedded"
	OriginFolder   = "folder"
	OriginArchive  = "archive"
)

// Options says what a bundle is checked against. The hooks check what other packages compile; each returns its findings with the file names
// that it was given.
type Options struct {
	// Contractc is the version of this program, for minimum_contractc. Where it is empty that is not checked.
	Contractc string
	// CheckRule checks a CEL rule file, which file names, and may fill in Checked. Where it is nil, only the form of the file is checked.
	CheckRule func(rule *index.Rule, file string, document *doc.Node) diag.List
	// CheckFact checks the expression of a fact, and may fill in Checked.
	CheckFact func(fact *index.Fact, file string, expression *doc.Node) diag.List
	// CheckTable checks the values of a table.
	CheckTable func(table *index.Table, file string, values *doc.Node) diag.List
	// CheckOutput checks the file of an output contract with its examples, which file names. Classes finds a LinkML class by the name that the
	// contract gives it. Where it is nil, only the form of the file is checked.
	CheckOutput func(output *index.Output, file string, document *doc.Node, classes func(name string) (*linkml.View, string, error)) diag.List
	// CheckRego checks all Rego modules together, tests included, and describes those that are no tests. Facts are their names with the types
	// of action that each is for. Where it is nil, they are checked against the class Input of the core vocabulary.
	CheckRego func(modules []regorules.Source, facts map[string][]string) ([]regorules.Description, diag.List)
}
