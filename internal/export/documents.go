package export

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/schema/linkml"
)

// provenance is what an export in JSON says of itself, under a key that its readers pass over.
const provenance = "x-contractc"

func (x *Export) provenance(form string, set settings) map[string]any {
	made := map[string]string{}
	for _, s := range set {
		made[s[0]] = s[1]
	}
	return map[string]any{"settings": made, "sources": x.sources(), "digest": "sha256:" + x.identity(form, set)}
}

// JSONSchemaOptions are the settings of a JSON Schema export.
type JSONSchemaOptions struct {
	Class string // whose documents are described; empty for definitions alone
	Open  bool
}

// JSONSchema writes a JSON Schema with the definitions of all classes.
func (x *Export) JSONSchema(opt JSONSchemaOptions) ([]byte, error) {
	root, err := x.vocabulary.JSONSchema(opt.Class, linkml.JSONSchemaOptions{ID: string(x.iri) + "schema.json", Open: opt.Open})
	if err != nil {
		return nil, err
	}
	if opt.Class == "" {
		root["$comment"] = "By itself this schema accepts nothing: refer to one of its definitions, or export it for a class."
	}
	root[provenance] = x.provenance("json-schema", settings{{"class", opt.Class}, {"closed", yes(!opt.Open)}})
	return indented(root)
}

// JSONLD writes a JSON-LD context, with a class for its records and what they hold, else for all. The list says what the
// context leaves out.
func (x *Export) JSONLD(class string) ([]byte, []string, error) {
	c, err := x.vocabulary.JSONLD(class)
	if err != nil {
		return nil, nil, err
	}
	text, err := indented(map[string]any{"@context": c.Terms, provenance: x.provenance("jsonld-context", settings{{"class", class}})})
	var left []string
	if n := len(c.Scoped); n > 0 {
		left = append(left, fmt.Sprintf("%d fields mean different things in different classes: they are defined for objects with @type only", n))
	}
	if n := len(c.Untyped); n > 0 {
		left = append(left, fmt.Sprintf("objects of %d classes need @type beside the field that names their class, since other classes use that field otherwise; a context for one class has fewer of them", n))
	}
	return text, left, err
}

func indented(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	err := enc.Encode(v)
	return diag.EscapeJSON(b.Bytes()), err
}

// LinkML writes one schema without imports of files. Problems name elements of two files that have one name.
func (x *Export) LinkML() ([]byte, diag.List, error) {
	var notes []linkml.Annotation
	if all := x.vocabulary.Schemas(); x.catalog == nil {
		notes = append(notes, all[len(all)-1].Annotations...)
	}
	for _, s := range x.sources() {
		notes = append(notes, linkml.Annotation{Tag: "export_source_" + s.Kind + "_" + tag(s.Name), Value: s.Version + " " + s.Digest})
	}
	merged, problems := x.vocabulary.Merged(linkml.MergedOptions{
		ID: x.linkmlID(), Name: x.name, Title: x.title, DefaultPrefix: x.prefix, Annotations: notes,
		ClassNotes: func(_ *linkml.View, c *linkml.Class) []linkml.Annotation { return x.annotations(c) },
	})
	if problems.HasErrors() {
		return nil, problems, nil
	}
	return merged.YAML(), nil, x.readable(merged)
}

// linkmlID is the id of the merged schema: a schema alone keeps its own.
func (x *Export) linkmlID() string {
	if x.catalog == nil {
		return string(x.iri[:len(x.iri)-1])
	}
	return string(x.iri) + "linkml"
}

// readable checks that what was written is a schema: a failure is our own.
func (x *Export) readable(n *doc.Node) error {
	_, problems := linkml.Load(linkml.Source{File: "export.yaml", Text: n.YAML()}, linkml.Options{Limits: doc.Limits{Bytes: 64 << 20}})
	if err := problems.Err(); err != nil {
		return fmt.Errorf("the merged schema cannot be read back: %w", err)
	}
	return nil
}

// annotations are the notes of a class; those of one tag are numbered.
func (x *Export) annotations(c *linkml.Class) []linkml.Annotation {
	var out []linkml.Annotation
	count := map[string]int{}
	notes := x.notes(c)
	for _, n := range notes {
		count[n.tag]++
	}
	seen := map[string]int{}
	for _, n := range notes {
		name := "export_" + snake(n.tag)
		if count[n.tag] > 1 {
			seen[n.tag]++
			name = fmt.Sprintf("%s_%d", name, seen[n.tag])
		}
		out = append(out, linkml.Annotation{Tag: name, Value: n.text})
	}
	return out
}

// tag makes a name that may be the tag of an annotation.
func tag(name string) string {
	b := []byte(name)
	for i, c := range b {
		if (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') {
			b[i] = '_'
		}
	}
	return string(b)
}
