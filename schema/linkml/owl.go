package linkml

import (
	"fmt"

	"github.com/contractc/contractc/internal/rdf"
)

// OWLOptions are the settings of an OWL export; they are part of what it says.
type OWLOptions struct {
	// Covering says of every abstract class and mixin that its objects are those of the classes known to be below it. Of
	// an open catalog that is wrong: the next library adds one.
	Covering bool
}

// OWL describes the vocabulary as an ontology: classes with what their objects must have, properties, datatypes and
// enums. Contract types are classes of records there, and nothing is said of executions. A property has no domain: slots
// of several classes may share its IRI. What OWL has no words for is named at the class, by export:notExpressed.
func (v *Vocabulary) OWL(opt OWLOptions) *rdf.Graph {
	o := &ontology{graph: rdf.NewGraph(v.prefixes()...), opt: opt, kinds: map[rdf.IRI]propertyKind{}, below: map[rdf.IRI]rdf.List{}}
	v.Classes(func(view *View, c *Class) {
		for _, p := range parents(c) {
			if parent := view.Class(p.Name); parent != nil {
				o.below[view.ClassIRI(parent)] = append(o.below[view.ClassIRI(parent)], view.ClassIRI(c))
			}
		}
		for _, s := range view.Induced(c) {
			o.learn(view, c, s)
		}
	})
	for _, p := range v.parts {
		for _, t := range p.schema.Types {
			o.typ(p, t)
		}
		for _, e := range p.schema.Enums {
			o.enum(p, e)
		}
	}
	v.Classes(o.class)
	o.declareTerms()
	return o.graph
}

type ontology struct {
	graph *rdf.Graph
	opt   OWLOptions
	kinds map[rdf.IRI]propertyKind
	below map[rdf.IRI]rdf.List // the classes directly below one, in any schema
}

// propertyKind is what all slots with one IRI have in common.
type propertyKind struct {
	data, object   bool
	literal, node  string // a class whose slot holds literals, and one whose slot holds nodes
	name, describe string
}

// learn notes what a slot's values are, and declares its property.
func (o *ontology) learn(v *View, c *Class, s *Induced) {
	form := v.rdfForm(s)
	if form == asType || form == asName {
		return
	}
	iri := v.SlotIRI(s)
	k, known := o.kinds[iri]
	if !known {
		k.name, k.describe = s.Name, s.Description
	}
	if form == asLiteral || form == asJSON || form == asEither {
		k.data, k.literal = true, c.Name
	}
	if form == asNode || form == asIRI || form == asEither {
		k.object, k.node = true, c.Name
	}
	if k.describe != s.Description {
		k.describe = "" // several slots share it
	}
	o.kinds[iri] = k
}

// property declares the property of a slot, once. One whose values are literals here and nodes there is none of OWL's:
// nothing is demanded of it.
func (o *ontology) property(iri rdf.IRI) propertyKind {
	k := o.kinds[iri]
	if o.graph.Has(iri) {
		return k
	}
	n := o.graph.Node(iri).Add(rdf.RDFS+"label", rdf.Text(k.name))
	switch {
	case k.data && k.object:
		n.Add(rdf.Type, rdf.RDF+"Property")
		n.Add(notExpressed, rdf.Text(fmt.Sprintf("OWL tells properties of literals from properties of nodes; this one has literals in %s and nodes in %s, so no axiom speaks of it", k.literal, k.node)))
	case k.data:
		n.Add(rdf.Type, rdf.OWL+"DatatypeProperty")
	default:
		n.Add(rdf.Type, rdf.OWL+"ObjectProperty")
	}
	if k.describe != "" {
		n.Add(rdf.RDFS+"comment", rdf.Text(k.describe))
	}
	return k
}

func describe(n *rdf.Node, e *Element) {
	label := e.Title
	if label == "" {
		label = e.Name
	}
	n.Add(rdf.RDFS+"label", rdf.Text(label))
	if e.Description != "" {
		n.Add(rdf.SKOS+"definition", rdf.Text(e.Description))
	}
}

// class writes a class, its parents, and what its own slots demand.
func (o *ontology) class(v *View, c *Class) {
	n := o.graph.Node(v.ClassIRI(c)).Add(rdf.Type, rdf.OWL+"Class")
	describe(n, &c.Element)
	n.Add(rdf.RDFS+"isDefinedBy", rdf.IRI(c.Schema.ID))
	for _, p := range parents(c) {
		if parent := v.Class(p.Name); parent != nil {
			n.Add(rdf.RDFS+"subClassOf", v.ClassIRI(parent))
		}
	}
	if c.Abstract || c.Mixin {
		n.Add(Export+"abstract", rdf.Boolean(true))
		o.covering(v, c, n)
	}
	for _, s := range v.Induced(c) {
		if mentions(c, s.Name) {
			o.restrict(v, n, s)
		}
	}
	for _, gap := range unsaid(c) {
		n.Add(notExpressed, rdf.Text(gap))
	}
}

// covering writes the axiom that nothing else is below the class, if it was asked for.
func (o *ontology) covering(v *View, c *Class, n *rdf.Node) {
	below := o.below[v.ClassIRI(c)]
	switch {
	case !o.opt.Covering || len(below) == 0:
	case len(below) == 1:
		n.Add(rdf.RDFS+"subClassOf", below[0])
	default:
		n.Add(rdf.RDFS+"subClassOf", rdf.Blank().Add(rdf.Type, rdf.OWL+"Class").Add(rdf.OWL+"unionOf", below))
	}
}

// mentions reports whether the class itself names a slot; what it inherits is said above it.
func mentions(c *Class, slot string) bool {
	for _, ref := range c.Slots {
		if ref.Name == slot {
			return true
		}
	}
	return find(c.Attributes, slot) != nil || find(c.SlotUsage, slot) != nil
}

// unsaid lists what the class demands that the ontology leaves out.
func unsaid(c *Class) []string {
	var out []string
	if len(c.Rules) > 0 {
		out = append(out, "rules of the class are not in the ontology; the SHACL and JSON Schema exports have them")
	}
	if e := &c.Expr; len(e.Conditions)+len(e.AnyOf)+len(e.AllOf)+len(e.ExactlyOneOf)+len(e.NoneOf) > 0 {
		out = append(out, "conditions of the class are not in the ontology; the SHACL and JSON Schema exports have them")
	}
	for _, k := range c.UniqueKeys {
		out = append(out, fmt.Sprintf("the unique key %q is not in the ontology: owl:hasKey would make two records one instead of refusing them", k.Name))
	}
	return out
}

// restrict writes what the class demands of a slot: values, and how many.
func (o *ontology) restrict(v *View, n *rdf.Node, s *Induced) {
	switch v.rdfForm(s) {
	case asType:
		n.Add(export("typedBy"), rdf.Text(s.Property))
		return
	case asName:
		n.Add(export("namedBy"), rdf.Text(s.Property))
		return
	}
	iri := v.SlotIRI(s)
	if k := o.property(iri); k.data && k.object {
		return
	}
	r := &ranger{ontology: o, view: v, slot: s}
	if values := r.slotRange(); values != nil {
		n.Add(rdf.RDFS+"subClassOf", restriction(iri).Add(rdf.OWL+"allValuesFrom", values))
	}
	for _, gap := range r.gaps {
		n.Add(notExpressed, rdf.Text(fmt.Sprintf("%s: %s", s.Property, gap)))
	}
	for _, c := range cardinalities(s) {
		n.Add(rdf.RDFS+"subClassOf", restriction(iri).Add(rdf.OWL+c.word, nonNegative(c.count)))
	}
}

func restriction(property rdf.IRI) *rdf.Node {
	return rdf.Blank().Add(rdf.Type, rdf.OWL+"Restriction").Add(rdf.OWL+"onProperty", property)
}

func nonNegative(n int) rdf.Literal {
	return rdf.Literal{Text: itoa(n), Datatype: rdf.XSD + "nonNegativeInteger"}
}

type cardinality struct {
	word  rdf.IRI
	count int
}

// cardinalities says how many values a slot has, in as few axioms as possible.
func cardinalities(s *Induced) []cardinality {
	least, most := counts(s)
	switch {
	case least == most:
		return []cardinality{{"cardinality", least}}
	case least > 0 && most >= 0:
		return []cardinality{{"minCardinality", least}, {"maxCardinality", most}}
	case least > 0:
		return []cardinality{{"minCardinality", least}}
	case most >= 0:
		return []cardinality{{"maxCardinality", most}}
	}
	return nil
}

// counts are the least and the greatest number of values of a slot as a property; -1 is no bound. The empty list is no
// value, so a required list may have none unless its least length says otherwise.
func counts(s *Induced) (least, most int) {
	e := &s.Expr
	most = -1
	if !s.Multivalued() {
		most = 1
		if s.Required() {
			least = 1
		}
		return least, most
	}
	if e.MinCardinality != nil && s.Required() {
		least = *e.MinCardinality
	}
	if e.MaxCardinality != nil {
		most = *e.MaxCardinality
	}
	if e.ExactCardinal != nil {
		most = *e.ExactCardinal
		if s.Required() {
			least = *e.ExactCardinal
		}
	}
	return least, most
}

const notExpressed = Export + "notExpressed"

func export(name string) rdf.IRI { return Export + rdf.IRI(name) }
