package tree

import (
	"strings"

	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
)

// Schema is one schema of a document: true, false or an object of keywords.
type Schema struct {
	// At is a JSON pointer; empty for the whole document.
	At    string
	Range diag.Range
	// Bool is the schema that is a boolean; nil for an object.
	Bool *bool
	// Keys are the keywords in the order of the file.
	Keys []Keyword
}

// Keyword is one keyword of a schema.
type Keyword struct {
	// Name is the keyword as it is written.
	Name string
	// Means is the keyword of draft 2020-12 with the same meaning, such as
	// prefixItems for a list of items; empty where it says nothing of values, as
	// then without if.
	Means string
	At    string
	Range diag.Range // of the name
	Value *doc.Node
	// Sub, List and Named are the schemas in the value, by the keyword's form.
	Sub   *Schema
	List  []*Schema
	Named []Named
}

// Named is a schema under a name, such as that of a property.
type Named struct {
	Name   string
	Schema *Schema
}

// Get returns the keyword with a meaning; nil where there is none.
func (s *Schema) Get(means string) *Keyword {
	for i := range s.Keys {
		if s.Keys[i].Means == means {
			return &s.Keys[i]
		}
	}
	return nil
}

// Has reports whether the schema has a keyword with one of the meanings.
func (s *Schema) Has(means ...string) bool {
	for _, m := range means {
		if s.Get(m) != nil {
			return true
		}
	}
	return false
}

// Always reports whether the schema is true or says nothing of values.
func (s *Schema) Always() bool {
	if s.Bool != nil {
		return *s.Bool
	}
	for i := range s.Keys {
		if k := &s.Keys[i]; k.Means != "" && !Annotation(k.Means) && k.Means != "$defs" {
			return false
		}
	}
	return true
}

// Never reports whether the schema is false.
func (s *Schema) Never() bool { return s.Bool != nil && !*s.Bool }

// Child returns the schema of a name.
func (k *Keyword) Child(name string) *Schema {
	if k == nil {
		return nil
	}
	for _, n := range k.Named {
		if n.Name == name {
			return n.Schema
		}
	}
	return nil
}

// Each calls f with every schema directly below the keyword.
func (k *Keyword) Each(f func(*Schema)) {
	if k.Sub != nil {
		f(k.Sub)
	}
	for _, s := range k.List {
		f(s)
	}
	for _, n := range k.Named {
		f(n.Schema)
	}
}

// Names returns the texts of a list of texts, such as the value of required.
func (k *Keyword) Names() []string {
	if k == nil {
		return nil
	}
	return Texts(k.Value)
}

// Texts returns the texts of a list.
func Texts(n *doc.Node) []string {
	if n == nil {
		return nil
	}
	var names []string
	for _, item := range n.Items {
		names = append(names, item.Text)
	}
	return names
}

// Escape writes a name as a step of a JSON pointer.
func Escape(name string) string {
	return strings.ReplaceAll(strings.ReplaceAll(name, "~", "~0"), "/", "~1")
}

func unescape(step string) string {
	return strings.ReplaceAll(strings.ReplaceAll(step, "~1", "/"), "~0", "~")
}

// Place returns the schema at a pointer; nil where none was read there.
func (d *Document) Place(at string) *Schema { return d.known[at] }
