package linkml

import (
	"fmt"
	"strings"

	"github.com/contractc/contractc/internal/rdf"
)

// Namespace is the IRI that names of a schema's elements are put behind: what its default prefix stands for, which may
// be written in full, or else its id.
func (s *Schema) Namespace() string {
	for _, p := range s.Prefixes {
		if p.Name == s.DefaultPrefix {
			return p.URI
		}
	}
	switch {
	case strings.Contains(s.DefaultPrefix, ":"):
		return s.DefaultPrefix
	case s.File == typesFile:
		return "https://w3id.org/linkml/"
	case strings.HasSuffix(s.ID, "/") || strings.HasSuffix(s.ID, "#"):
		return s.ID
	}
	return s.ID + "/"
}

// ClassIRI is the IRI of a class: its class_uri, or its name in camel case in the namespace of its schema.
func (v *View) ClassIRI(c *Class) rdf.IRI {
	return v.elementIRI(c.Schema, c.ClassURI, camel(c.Name))
}

// SlotIRI is the IRI of a slot: its slot_uri, or its name in the namespace of the schema that defines it. Attributes of
// the same name in one schema have the same IRI, as in the official tools.
func (v *View) SlotIRI(i *Induced) rdf.IRI {
	return v.elementIRI(i.Schema, i.SlotURI, property(i.Name))
}

// EnumIRI is the IRI of an enum: its enum_uri, or its name in camel case in the namespace of its schema.
func (v *View) EnumIRI(e *Enum) rdf.IRI { return v.elementIRI(e.Schema, e.URI, camel(e.Name)) }

// TypeIRI is the IRI of a type itself: its name in camel case in the namespace of its schema. The uri of a type is the
// datatype of its values, see datatype.
func (v *View) TypeIRI(t *Type) rdf.IRI { return v.elementIRI(t.Schema, "", camel(t.Name)) }

// ValueIRI is the IRI of a permissible value: its meaning, or that of the enum, #, and its text.
func (v *View) ValueIRI(e *Enum, p *PermissibleValue) rdf.IRI {
	if p.Meaning != "" {
		return rdf.IRI(v.expand(p.Schema, p.Meaning))
	}
	return v.EnumIRI(e) + "#" + rdf.IRI(rdf.Local(p.Name))
}

func (v *View) elementIRI(s *Schema, written, name string) rdf.IRI {
	if written != "" {
		return rdf.IRI(v.expand(s, written))
	}
	return rdf.IRI(s.Namespace() + rdf.Local(name))
}

// datatype is the datatype of a type's literals: the nearest uri along its chain that is one of XML Schema's, or that of
// the builtin type that it is made of; linkml:DateOrDatetime for that type.
func (v *View) datatype(t *Type) rdf.IRI {
	for _, up := range v.typeChain(t) {
		if expanded := rdf.IRI(v.expand(up.Schema, up.URI)); strings.HasPrefix(string(expanded), string(rdf.XSD)) {
			return expanded
		}
	}
	b, ok := v.builtinOf(t)
	if b.name == "date_or_datetime" {
		return "https://w3id.org/linkml/DateOrDatetime"
	}
	if local, xsd := strings.CutPrefix(b.uri, "xsd:"); ok && xsd {
		return rdf.XSD + rdf.IRI(local)
	}
	return rdf.XSD + "string"
}

// Datatype is the datatype of the literals that a slot holds; xsd:string where its values are texts of an enum, and
// rdf:JSON where they may be anything.
func (v *View) Datatype(s *Induced) rdf.IRI {
	switch {
	case v.rdfForm(s) == asJSON:
		return rdf.RDF + "JSON"
	case s.Type == nil:
		return rdf.XSD + "string"
	}
	return v.datatype(s.Type)
}

// checkIRIs returns an error for the first element of a schema whose IRI is none.
func (v *View) checkIRIs(s *Schema) error {
	if err := rdf.CheckIRI(rdf.IRI(s.Namespace())); err != nil {
		return fmt.Errorf("the namespace of the schema %q: %w", s.Name, err)
	}
	for _, c := range s.Classes {
		if err := rdf.CheckIRI(v.ClassIRI(c)); err != nil {
			return fmt.Errorf("%s:%s: the class %q: %w", s.File, c.At.Start, c.Name, err)
		}
		for _, i := range v.Induced(c) {
			if err := rdf.CheckIRI(v.SlotIRI(i)); err != nil {
				return fmt.Errorf("%s:%s: the slot %q of %q: %w", s.File, c.At.Start, i.Name, c.Name, err)
			}
		}
	}
	return nil
}
