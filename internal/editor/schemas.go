package editor

import (
	"encoding/json"
	"sync"

	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/format"
	"github.com/contractc/contractc/schema"
	"github.com/contractc/contractc/schema/linkml"
)

// Folder is where the schemas lie in a bundle.
const Folder = ".contractc/schema"

// linkmlName is the schema of LinkML's own files.
const linkmlName = "linkml" + linkml.DocumentSuffix

// Schema is one JSON Schema.
type Schema struct {
	Class   string // of the documents that it describes
	Name    string // of its file, such as effects.schema.json
	Content []byte
}

// Schemas returns a JSON Schema for every kind of file that a person writes: the
// files of a bundle, contexts, plans and what else commands read.
func Schemas() ([]Schema, error) { return schemas() }

var schemas = sync.OnceValues(func() ([]Schema, error) {
	view, err := linkml.LoadFS(schema.FS, "documents.yaml")
	if err != nil {
		return nil, err
	}
	all, err := view.DocumentSchemas()
	if err != nil {
		return nil, err
	}
	var list []Schema
	for _, d := range all {
		if form, _ := view.Class(d.Class).Annotation("document"); form == "read" {
			list = append(list, Schema{d.Class, d.Name, d.Content})
		}
	}
	own, err := linkmlSchema()
	return append(list, own), err
})

func linkmlSchema() (Schema, error) {
	view, err := linkml.LoadFS(schema.FS, "linkml_file.yaml")
	if err != nil {
		return Schema{}, err
	}
	root, err := view.JSONSchema("LinkmlSchema", linkml.JSONSchemaOptions{ID: "https://contractc.dev/schema/json/" + linkmlName})
	if err != nil {
		return Schema{}, err
	}
	text, err := json.MarshalIndent(root, "", "  ")
	return Schema{"LinkmlSchema", linkmlName, append(text, '\n')}, err
}

// For returns the schema of a document, found by its kind; false for a document
// of none.
func For(root *doc.Node) (Schema, bool) {
	list, err := Schemas()
	if err != nil {
		return Schema{}, false
	}
	class := format.ClassOf(root)
	if class == "" && root.Get("classes") != nil && root.Get("id") != nil {
		class = "LinkmlSchema"
	}
	for _, s := range list {
		if s.Class == class {
			return s, true
		}
	}
	return Schema{}, false
}
