package linkml

import (
	"fmt"

	"github.com/contractc/contractc/internal/rdf"
)

// Vocabulary is what one export describes: the schemas of one or several views, each once. Views that import the same
// file share it.
type Vocabulary struct {
	parts []part
}

// part is one schema with a view that it was read in.
type part struct {
	view   *View
	schema *Schema
	prefix string // put before the names of its definitions in JSON Schema; may be empty
}

// Named is a view whose root schema's elements have a prefix where names must be unique, such as a library's.
type Named struct {
	View   *View
	Prefix string
}

// NewVocabulary puts views together. The error names an element whose IRI is none, or two classes that have the same.
func NewVocabulary(views ...Named) (*Vocabulary, error) {
	v := &Vocabulary{}
	prefixes, seen := map[string]string{}, map[string]bool{}
	for _, n := range views {
		if n.Prefix != "" {
			prefixes[n.View.Root.File] = n.Prefix + "."
		}
	}
	for _, n := range views {
		for _, s := range n.View.Schemas {
			if seen[s.File] {
				continue
			}
			seen[s.File] = true
			v.parts = append(v.parts, part{n.View, s, prefixes[s.File]})
		}
	}
	return v, v.check()
}

// check refuses IRIs that are none, and classes that RDF could not tell apart.
func (v *Vocabulary) check() error {
	owners := map[rdf.IRI]*Class{}
	for _, p := range v.parts {
		if err := p.view.checkIRIs(p.schema); err != nil {
			return err
		}
		for _, c := range p.classes() {
			iri := p.view.ClassIRI(c)
			if other := owners[iri]; other != nil {
				return fmt.Errorf("%s:%s: the class %q has the IRI of %q in %s:%s", c.Schema.File, c.At.Start, c.Name, other.Name, other.Schema.File, other.At.Start)
			}
			owners[iri] = c
		}
	}
	return nil
}

// classes are the classes of the part, as its view resolved them, linkml:Any left out.
func (p part) classes() []*Class {
	var out []*Class
	for _, c := range p.schema.Classes {
		if p.view.Class(c.Name) == c && !p.view.isAny(c) {
			out = append(out, c)
		}
	}
	return out
}

// Schemas returns the schemas in order, what is imported before what imports it.
func (v *Vocabulary) Schemas() []*Schema {
	out := make([]*Schema, len(v.parts))
	for i, p := range v.parts {
		out[i] = p.schema
	}
	return out
}

// Classes calls f for every class with its view, in order.
func (v *Vocabulary) Classes(f func(*View, *Class)) {
	for _, p := range v.parts {
		for _, c := range p.classes() {
			f(p.view, c)
		}
	}
}

// prefixes are the prefixes of all schemas for a graph: those of the vocabularies first.
func (v *Vocabulary) prefixes() []rdf.Prefix {
	out := append(rdf.Vocabularies(), rdf.Prefix{Name: "export", IRI: Export})
	for _, p := range v.parts {
		for _, known := range p.schema.Prefixes {
			out = append(out, rdf.Prefix{Name: known.Name, IRI: rdf.IRI(known.URI)})
		}
	}
	return out
}

// Export is the namespace of the terms that exports add: what they leave out, their settings and sources, and the
// execution vocabulary.
const Export rdf.IRI = "https://contractc.dev/export/v1/"
