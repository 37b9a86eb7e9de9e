package export

import (
	"fmt"
	"regexp"
	"slices"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/rdf"
	"github.com/contractc/contractc/schema/linkml"
)

// Export is what one export describes: the core vocabulary with libraries, or one schema with what it imports.
type Export struct {
	vocabulary *linkml.Vocabulary
	name       string // of the whole
	title      string
	iri        rdf.IRI // that IRIs of the documents begin with
	prefix     string  // default prefix of a merged schema
	catalog    *catalog.Catalog
	libraries  []*library // none of a schema alone
}

// library is a library with its schema; view is nil where it has none.
type library struct {
	*index.Library
	view *linkml.View
}

// OfCatalog exports the core vocabulary with all libraries of a catalog, or with those named. Problems name a library
// whose namespace has no version, and elements that cannot be told apart; the error says that a library is unknown or
// that its schema cannot be read.
func OfCatalog(from *catalog.Catalog, names []string) (*Export, diag.List, error) {
	core, err := catalog.CoreSchema()
	if err != nil {
		return nil, nil, err
	}
	x := &Export{name: "contractc_catalog", title: "Contracts and effects", iri: linkml.Export, prefix: "contractc", catalog: from}
	for _, name := range names {
		if from.Library(name) == nil {
			return nil, nil, fmt.Errorf("no library has the name %q", name)
		}
	}
	var problems diag.List
	for _, s := range core.Schemas {
		problems.Add(versioned(s)...)
	}
	views := []linkml.Named{{View: core}}
	for _, lib := range from.Libraries {
		if len(names) > 0 && !slices.Contains(names, lib.ID) {
			continue
		}
		view, err := from.Schema(lib)
		if err != nil {
			return nil, nil, err
		}
		x.libraries = append(x.libraries, &library{lib, view})
		if view != nil {
			problems.Add(versioned(view.Root)...)
			views = append(views, linkml.Named{View: view, Prefix: lib.ID})
		}
	}
	if problems.HasErrors() {
		return nil, problems, nil
	}
	x.vocabulary, err = linkml.NewVocabulary(views...)
	return x, nil, err
}

// versioned refuses a namespace without a version: IRIs that are published must not change their meaning.
func versioned(s *linkml.Schema) diag.List {
	if s.DefaultPrefix == "linkml" || regexp.MustCompile(`[/#]v[0-9]+(\.[0-9]+)*[/#]$`).MatchString(s.Namespace()) {
		return nil
	}
	return diag.List{diag.Errorf(s.File, s.PrefixAt, "export.namespace", "the namespace %q has no version", s.Namespace()).
		WithDetail("Let the URI of the default prefix end in a version, such as https://example.com/bank/v1/. Another version is for meanings that changed.")}
}

// OfSchema exports one schema with what it imports. Its IRIs are as it says.
func OfSchema(view *linkml.View) (*Export, error) {
	vocabulary, err := linkml.NewVocabulary(linkml.Named{View: view})
	root := view.Root
	title := root.Title
	if title == "" {
		title = root.Name
	}
	return &Export{vocabulary: vocabulary, name: root.Name, title: title, iri: rdf.IRI(root.ID + "."), prefix: root.DefaultPrefix}, err
}
