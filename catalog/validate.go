package catalog

import (
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/schema/linkml"
)

// validate checks a document against a class of a schema.
func validate(view *linkml.View, file, class string, n *doc.Node) diag.List {
	return view.Validate(class, n, linkml.ValidateOptions{File: file})
}
