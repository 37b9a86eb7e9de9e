package export

import (
	"crypto/sha256"
	"fmt"
	"strings"

	"github.com/contractc/contractc/internal/rdf"
	"github.com/contractc/contractc/schema/linkml"
)

// settings are what an export was made with, in a fixed order.
type settings [][2]string

func yes(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

// source is one file or library that an export was made from.
type source struct {
	Kind    string `json:"kind"` // schema, library or bundle
	Name    string `json:"name"`
	Version string `json:"version,omitempty"`
	Digest  string `json:"digest"`
}

// sources are the schema files, libraries and bundles of the export.
func (x *Export) sources() []source {
	var out []source
	for _, s := range x.vocabulary.Schemas() {
		if s.Digest != "" {
			out = append(out, source{"schema", schemaName(s.File), s.Version, s.Digest})
		}
	}
	seen := map[string]bool{}
	for _, lib := range x.libraries {
		out = append(out, source{"library", lib.ID, lib.Version, lib.Digest})
		if b := x.catalog.Bundle(lib.Library); !seen[b.Name] {
			seen[b.Name] = true
			out = append(out, source{"bundle", b.Name, b.Version, b.Digest})
		}
	}
	return out
}

// schemaName is the name of a schema file without the folder that it was found in, which is no part of what it says.
func schemaName(file string) string {
	parts := strings.Split(file, "/")
	if len(parts) > 2 {
		parts = parts[len(parts)-2:]
	}
	return strings.TrimPrefix(strings.Join(parts, "/"), "core:")
}

// identity is a digest of all that decides the content of an export.
func (x *Export) identity(form string, set settings) string {
	h := sha256.New()
	fmt.Fprintf(h, "%q\n", form)
	for _, s := range set {
		fmt.Fprintf(h, "%q %q\n", s[0], s[1])
	}
	for _, s := range x.sources() {
		fmt.Fprintf(h, "%q %q %q %q\n", s.Kind, s.Name, s.Version, s.Digest)
	}
	return fmt.Sprintf("%x", h.Sum(nil))
}

// header says of a graph what it is, what it was made from and with which settings, and what may not be read into it.
func (x *Export) header(g *rdf.Graph, form string, set settings, caveats []string) {
	name := x.iri + rdf.IRI(form)
	n := g.Node(name).Add(rdf.Type, rdf.OWL+"Ontology").Add(rdf.RDFS+"label", rdf.Text(x.title))
	n.Add(rdf.OWL+"versionIRI", name+rdf.IRI("/sha256-"+x.identity(form, set)))
	for _, c := range caveats {
		n.Add(rdf.RDFS+"comment", rdf.Text(c))
	}
	for _, s := range set {
		n.Add(term("setting"), rdf.Text(s[0]+": "+s[1]))
	}
	for _, s := range x.sources() {
		text := s.Kind + " " + s.Name
		if s.Version != "" {
			text += " " + s.Version
		}
		n.Add(term("source"), rdf.Text(text+" "+s.Digest))
	}
	annotate(g, [][2]string{
		{"setting", "A setting of the exporter: it is part of what the export says."},
		{"source", "What the export was made from: a schema file, a library or a bundle, with its digest."},
	})
}

// annotate declares annotation properties of the export namespace.
func annotate(g *rdf.Graph, terms [][2]string) {
	for _, t := range terms {
		g.Node(term(t[0])).Add(rdf.Type, rdf.OWL+"AnnotationProperty").Add(rdf.RDFS+"comment", rdf.Text(t[1]))
	}
}

func term(name string) rdf.IRI { return linkml.Export + rdf.IRI(name) }
