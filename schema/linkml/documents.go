package linkml

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode"
)

// DocumentSuffix ends the file names of JSON Schemas of documents.
const DocumentSuffix = ".schema.json"

// DocumentSchema is the JSON Schema of one document.
type DocumentSchema struct {
	Class   string
	Name    string // of the file, such as catalog_listing.schema.json
	Content []byte // indented, keys sorted, with a line break at the end
}

// DocumentSchemas returns a JSON Schema for every class with the annotation document, in the order of the classes. Its
// value is written where only the form that our types write is described, and read where every form that Validate
// accepts is. The $id is the folder json beside the class's schema and the name of the file. The error names a class
// with another value, or what JSONSchema refuses.
func (v *View) DocumentSchemas() ([]DocumentSchema, error) {
	var list []DocumentSchema
	for _, c := range v.Classes {
		form, ok := c.Annotation("document")
		if !ok {
			continue
		}
		if form != "written" && form != "read" {
			return nil, fmt.Errorf("the annotation document of %q is %v and neither written nor read", c.Name, form)
		}
		name := snake(c.Name) + DocumentSuffix
		base, _, _ := strings.Cut(c.Schema.ID, "#")
		root, err := v.JSONSchema(c.Name, JSONSchemaOptions{ID: base[:strings.LastIndexByte(base, '/')+1] + "json/" + name, Written: form == "written"})
		if err != nil {
			return nil, err
		}
		text, err := json.MarshalIndent(root, "", "  ")
		if err != nil {
			return nil, err
		}
		list = append(list, DocumentSchema{c.Name, name, append(text, '\n')})
	}
	return list, nil
}

// snake writes a name such as ContractFile as contract_file.
func snake(name string) string {
	var b strings.Builder
	for i, r := range name {
		if unicode.IsUpper(r) && i > 0 {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}
