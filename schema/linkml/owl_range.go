package linkml

import (
	"fmt"

	"github.com/contractc/contractc/internal/rdf"
)

// ranger writes what the values of one slot are, and notes what it leaves out.
type ranger struct {
	*ontology
	view *View
	slot *Induced
	data bool
	gaps []string
}

func (r *ranger) gap(format string, args ...any) {
	r.gaps = append(r.gaps, fmt.Sprintf(format, args...))
}

// slotRange is the class or data range of the slot's values, nil for any.
func (r *ranger) slotRange() rdf.Term {
	form := r.view.rdfForm(r.slot)
	r.data = form == asLiteral || form == asJSON
	e := &r.slot.Expr
	if e.HasMember != nil || e.RangeExpression != nil || e.SubpropertyOf != nil {
		r.gap("some of its conditions are not in the ontology")
	}
	var parts rdf.List
	if form != asJSON && !r.slot.Any {
		parts = add(parts, r.target(r.slot.Target))
	}
	parts = append(parts, r.facets(e)...)
	if e.AllMembers != nil {
		parts = add(parts, r.expression(e.AllMembers))
	}
	return r.both(parts)
}

func add(list rdf.List, t rdf.Term) rdf.List {
	if t == nil {
		return list
	}
	return append(list, t)
}

// both is what lies in all of some ranges.
func (r *ranger) both(parts rdf.List) rdf.Term { return r.combine("intersectionOf", parts) }

func (r *ranger) combine(word rdf.IRI, parts rdf.List) rdf.Term {
	switch len(parts) {
	case 0:
		return nil
	case 1:
		return parts[0]
	}
	return r.anonymous().Add(rdf.OWL+word, parts)
}

// anonymous is a class or data range without a name.
func (r *ranger) anonymous() *rdf.Node { return anonymous(r.data) }

func anonymous(data bool) *rdf.Node {
	if data {
		return rdf.Blank().Add(rdf.Type, rdf.RDFS+"Datatype")
	}
	return rdf.Blank().Add(rdf.Type, rdf.OWL+"Class")
}

// target is what a range names; nil for anything.
func (r *ranger) target(t Target) rdf.Term {
	switch {
	case t.Class != nil:
		return r.view.ClassIRI(t.Class)
	case t.Enum != nil && t.Enum.Open:
		return rdf.XSD + "string"
	case t.Enum != nil:
		return r.view.EnumIRI(t.Enum)
	case t.Type != nil && r.view.namesNodes(t.Type):
		return nil
	case t.Type != nil:
		return r.view.typeRange(t.Type)
	}
	return nil
}

// typeRange is the IRI of a type of the vocabulary, or the datatype of a builtin one.
func (v *View) typeRange(t *Type) rdf.IRI {
	if t.Schema.File != typesFile {
		return v.TypeIRI(t)
	}
	return v.datatype(t)
}

// facets are the ranges that the facets and alternatives of an expression allow.
func (r *ranger) facets(e *SlotExpr) rdf.List {
	var parts rdf.List
	if !r.data && (e.Minimum != nil || e.Maximum != nil || e.Pattern != nil || e.EqualsString != nil || len(e.EqualsStringIn) > 0 || e.EqualsNumber != nil) {
		r.gap("a facet of a text or number says nothing of nodes")
	} else {
		base := rdf.XSD + "string"
		if r.slot.Type != nil {
			base = r.view.datatype(r.slot.Type)
		}
		parts = append(parts, r.dataFacets(base, facets{e.Minimum, e.Maximum, e.Pattern, e.EqualsString, e.EqualsStringIn, e.EqualsNumber})...)
	}
	return append(parts, r.alternatives(alternatives(e))...)
}

func (r *ranger) alternatives(set branchSet[*SlotExpr]) rdf.List {
	var parts rdf.List
	if len(set.any) > 0 {
		parts = add(parts, r.union(set.any))
	}
	for _, b := range set.all {
		parts = add(parts, r.expression(b))
	}
	if len(set.exactly) > 0 {
		parts = add(parts, r.union(set.exactly))
		r.gap("that exactly one alternative fits is not in the ontology, only that one does")
	}
	for _, b := range set.none {
		if x := r.expression(b); x != nil {
			parts = append(parts, r.not(x))
		}
	}
	return parts
}

// union is nil where an alternative allows anything.
func (r *ranger) union(branches []*SlotExpr) rdf.Term {
	var parts rdf.List
	for _, b := range branches {
		x := r.expression(b)
		if x == nil {
			return nil
		}
		parts = append(parts, x)
	}
	return r.combine("unionOf", parts)
}

func (r *ranger) not(x rdf.Term) rdf.Term {
	if r.data {
		return r.anonymous().Add(rdf.OWL+"datatypeComplementOf", x)
	}
	return r.anonymous().Add(rdf.OWL+"complementOf", x)
}

func (r *ranger) expression(e *SlotExpr) rdf.Term {
	var parts rdf.List
	if e.Range != nil {
		parts = add(parts, r.target(r.view.branchTarget(e, r.slot)))
	}
	return r.both(append(parts, r.facets(e)...))
}

// dataFacets are data ranges for facets of literals of a datatype.
func (o *ranger) dataFacets(base rdf.IRI, f facets) rdf.List {
	var parts, limits rdf.List
	limit := func(word rdf.IRI, l rdf.Literal) { limits = append(limits, rdf.Blank().Add(rdf.XSD+word, l)) }
	if f.pattern != nil {
		if text, err := XSDPattern(f.pattern.Source); err != nil {
			o.gap("the pattern %s is not in the ontology: %v", f.pattern.Source, err)
		} else {
			limit("pattern", rdf.Text(text))
		}
	}
	if f.min != nil {
		limit("minInclusive", numeral(f.min, base))
	}
	if f.max != nil {
		limit("maxInclusive", numeral(f.max, base))
	}
	if len(limits) > 0 {
		parts = append(parts, anonymous(true).Add(rdf.OWL+"onDatatype", base).Add(rdf.OWL+"withRestrictions", limits))
	}
	var values rdf.List
	for _, text := range f.equalsStringIn {
		values = append(values, rdf.Text(text))
	}
	if len(values) > 0 {
		parts = append(parts, anonymous(true).Add(rdf.OWL+"oneOf", values))
	}
	if f.equalsString != nil {
		parts = append(parts, anonymous(true).Add(rdf.OWL+"oneOf", rdf.List{rdf.Text(*f.equalsString)}))
	}
	if f.equalsNumber != nil {
		parts = append(parts, anonymous(true).Add(rdf.OWL+"oneOf", rdf.List{numeral(f.equalsNumber, base)}))
	}
	return parts
}

// numeral is a number as a literal of a numeric datatype; of another one, as a decimal.
func numeral(n *Number, base rdf.IRI) rdf.Literal {
	text := string(jsonNumber(n.Text))
	switch base {
	case rdf.XSD + "float", rdf.XSD + "double":
		return rdf.Literal{Text: text, Datatype: base}
	case rdf.XSD + "integer":
		if n.Value.IsInt() {
			return rdf.Integer(n.Value.Num().String())
		}
	}
	return rdf.Literal{Text: n.Value.FloatString(decimalPlaces(n)), Datatype: rdf.XSD + "decimal"}
}

// decimalPlaces is how many digits behind the point write a number exactly; a number as written has finitely many.
func decimalPlaces(n *Number) int {
	places, _ := n.Value.FloatPrec()
	return max(places, 1)
}

// typ declares a type of the vocabulary as a datatype, by its parent and its facets.
func (o *ontology) typ(p part, t *Type) {
	if t.Schema.File == typesFile || p.view.namesNodes(t) {
		return
	}
	n := o.graph.Node(p.view.TypeIRI(t)).Add(rdf.Type, rdf.RDFS+"Datatype")
	describe(n, &t.Element)
	r := &ranger{ontology: o, view: p.view, slot: &Induced{}, data: true}
	base := p.view.datatype(t)
	parent := base
	if up := p.view.types[refName(t.Typeof)]; up != nil {
		parent = p.view.typeRange(up)
	}
	parts := append(rdf.List{parent}, r.typeParts(base, &t.Expr)...)
	n.Add(rdf.OWL+"equivalentClass", r.both(parts))
	for _, gap := range r.gaps {
		n.Add(notExpressed, rdf.Text(gap))
	}
}

func refName(r *Ref) string {
	if r == nil {
		return ""
	}
	return r.Name
}

// typeParts are the data ranges of a type's own facets and alternatives.
func (r *ranger) typeParts(base rdf.IRI, e *TypeExpr) rdf.List {
	parts := r.dataFacets(base, facets{e.Minimum, e.Maximum, e.Pattern, e.EqualsString, e.EqualsStringIn, e.EqualsNumber})
	var union rdf.List
	for _, ref := range e.UnionOf {
		if t := r.view.types[ref.Name]; t != nil {
			union = append(union, r.view.typeRange(t))
		}
	}
	parts = add(parts, r.combine("unionOf", union))
	if len(e.AnyOf)+len(e.AllOf)+len(e.ExactlyOneOf)+len(e.NoneOf) > 0 {
		r.gap("alternatives of the type are not in the ontology")
	}
	return parts
}

// enum declares an enum: a datatype of texts, or a class of individuals where every value has a meaning.
func (o *ontology) enum(p part, e *Enum) {
	if e.Open {
		return
	}
	meanings := p.view.hasMeanings(e)
	n := o.graph.Node(p.view.EnumIRI(e))
	describe(n, &e.Element)
	var values rdf.List
	for _, value := range p.view.permissible(e) {
		if meanings {
			iri := p.view.ValueIRI(e, value)
			describe(o.graph.Node(iri).Add(rdf.Type, rdf.OWL+"NamedIndividual"), &value.Element)
			values = append(values, iri)
			continue
		}
		values = append(values, rdf.Text(value.Name))
	}
	n.Add(rdf.OWL+"equivalentClass", anonymous(!meanings).Add(rdf.OWL+"oneOf", values))
	if meanings {
		n.Add(rdf.Type, rdf.OWL+"Class")
		return
	}
	n.Add(rdf.Type, rdf.RDFS+"Datatype")
	for _, value := range p.view.permissible(e) {
		if value.Description != "" {
			n.Add(rdf.SKOS+"note", rdf.Text(value.Name+": "+value.Description))
		}
	}
}

// declareTerms declares the terms of the export namespace that schemas use.
func (o *ontology) declareTerms() {
	for _, t := range [][2]string{
		{"notExpressed", "What the schema demands and the ontology has no words for."},
		{"abstract", "The class has no objects but those of the classes below it, which need not all be known here."},
		{"typedBy", "The field of a record whose value is the class of the object: rdf:type says it here."},
		{"namedBy", "The field of a record that identifies the object: it is the IRI here."},
	} {
		o.graph.Node(export(t[0])).Add(rdf.Type, rdf.OWL+"AnnotationProperty").Add(rdf.RDFS+"comment", rdf.Text(t[1]))
	}
	o.graph.Node("https://w3id.org/linkml/DateOrDatetime").Add(rdf.Type, rdf.RDFS+"Datatype")
}
