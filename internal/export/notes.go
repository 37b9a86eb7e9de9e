package export

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/owlform"
	"github.com/contractc/contractc/internal/rdf"
	"github.com/contractc/contractc/schema/linkml"
)

// note is one thing that a bundle says of a class: its name as an annotation, and the text.
type note struct{ tag, text string }

// notes are what the bundle says of a contract type or an effect type; none of other classes.
func (x *Export) notes(class *linkml.Class) []note {
	for _, lib := range x.libraries {
		if lib.view == nil || class.Schema.File != lib.view.Root.File {
			continue
		}
		for _, c := range lib.Contracts {
			if c.TypeName == class.Name {
				return x.contractNotes(lib, c)
			}
		}
		for _, e := range lib.Effects {
			if e.Name == class.Name {
				return effectNotes(lib, e)
			}
		}
	}
	return nil
}

func (x *Export) contractNotes(lib *library, c *index.Contract) []note {
	form := owlform.Of(c.Constraint, x.field)
	out := []note{
		{"contract", c.ID}, {"version", c.Version}, {"digest", c.Digest}, {"sourceDigest", lib.Digest},
		{"text", c.Text}, {"owlForm", string(form.Label)},
	}
	for _, why := range form.Why {
		out = append(out, note{"owlFormWhy", why})
	}
	if c.Derived != "" {
		out = append(out, note{"derived", c.Derived})
	}
	for i, s := range c.Scope {
		out = append(out, note{"scope", fmt.Sprintf("%d. %s", i+1, s)})
	}
	for _, m := range lib.Modules {
		out = append(out, note{"symbol", m + "." + c.Symbol})
	}
	if text, err := json.Marshal(c.Constraint); err == nil {
		out = append(out, note{"constraint", string(text)})
	}
	return out
}

func effectNotes(lib *library, e *index.Effect) []note {
	return []note{
		{"effect", e.ID}, {"version", e.Version}, {"digest", e.Digest}, {"sourceDigest", lib.Digest},
		{"function", e.Function}, {"sentence", e.Sentence},
	}
}

// noteTerms describe the annotations.
func noteTerms() [][2]string {
	return [][2]string{
		{"contract", "Id of the contract that the class is the type of. Objects of the class are invocations, records of its parameters; they are not executions that meet it."},
		{"effect", "Qualified name of the effect type. Contracts list effect types by this name; being a subclass does not make an effect type a member of a list."},
		{"version", "Version of the contract or effect type."},
		{"digest", "Digest of the contract or effect type."},
		{"sourceDigest", "Digest of the library that defines it."},
		{"text", "The reviewed template, parameters as named slots."},
		{"derived", "The sentence derived from the constraint that the text was reviewed against."},
		{"scope", "What the contract does not cover."},
		{"symbol", "The qualified name under which expressions call the contract."},
		{"constraint", "What the contract means, as a typed expression in JSON. To OWL and SHACL this is a text and no more."},
		{"owlForm", "Whether OWL can say what the contract means: faithful, explanation only, or not expressible."},
		{"owlFormWhy", "Why the OWL form is no better one."},
		{"function", "Name of the effect type in traces."},
		{"sentence", "The reviewed template of an effect, fields as named slots."},
	}
}

// addNotes says of the classes of a graph what the bundle says of them.
func (x *Export) addNotes(g *rdf.Graph) {
	if len(x.libraries) == 0 {
		return
	}
	x.vocabulary.Classes(func(v *linkml.View, c *linkml.Class) {
		for _, n := range x.notes(c) {
			g.Node(v.ClassIRI(c)).Add(term(n.tag), rdf.Text(n.text))
		}
	})
	annotate(g, noteTerms())
}

// field finds how a field of an effect type stands in a graph.
func (x *Export) field(effect, name string) (owlform.Field, bool) {
	e := x.catalog.Effect(effect)
	if e == nil {
		return owlform.Field{}, false
	}
	lib := x.library(e.Library)
	if lib == nil || lib.view == nil {
		return owlform.Field{}, false
	}
	class := lib.view.Class(e.Name)
	if class == nil {
		return owlform.Field{}, false
	}
	for _, s := range lib.view.Induced(class) {
		if s.Property == name {
			return owlform.Field{Property: lib.view.SlotIRI(s), Datatype: lib.view.Datatype(s), Type: fieldType(e, name)}, true
		}
	}
	return owlform.Field{}, false
}

// library finds a library with its schema, also one that the export leaves out and a constraint names.
func (x *Export) library(id string) *library {
	for _, lib := range x.libraries {
		if lib.ID == id {
			return lib
		}
	}
	lib := x.catalog.Library(id)
	if lib == nil {
		return nil
	}
	view, err := x.catalog.Schema(lib)
	if err != nil {
		return nil
	}
	return &library{lib, view}
}

// snake writes a tag such as sourceDigest as source_digest.
func snake(tag string) string {
	var b strings.Builder
	for _, r := range tag {
		if 'A' <= r && r <= 'Z' {
			b.WriteByte('_')
			r += 'a' - 'A'
		}
		b.WriteRune(r)
	}
	return b.String()
}
