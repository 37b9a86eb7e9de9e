package linkml

import (
	"slices"
	"strings"

	"github.com/contractc/contractc/internal/rdf"
)

// value writes what every value of a slot must be.
func (g *shaclGen) value(v *View, s *Induced, p *rdf.Node) {
	form := v.rdfForm(s)
	e := &s.Expr
	switch {
	case form == asJSON:
		return
	case !s.Any:
		g.target(v, s.Target, p)
	}
	g.expression(v, e, s, false, p)
	if e.AllMembers != nil {
		member := rdf.Blank()
		g.expression(v, e.AllMembers, s, true, member)
		p.Add(rdf.SH+"node", member)
	}
	if e.SubpropertyOf != nil && s.Class == nil && s.Type != nil {
		p.Add(rdf.SH+"in", textList(v.subproperties(s)))
	}
}

// target writes what a range names.
func (g *shaclGen) target(v *View, t Target, p *rdf.Node) {
	switch {
	case t.Class != nil && t.Form == FormObject:
		p.Add(rdf.SH+"nodeKind", rdf.SH+"BlankNodeOrIRI")
		g.ofClass(v, t.Class, p)
	case t.Class != nil:
		p.Add(rdf.SH+"nodeKind", rdf.SH+"IRI")
	case t.Enum != nil && t.Enum.Open:
		p.Add(rdf.SH+"datatype", rdf.XSD+"string")
	case t.Enum != nil:
		p.Add(rdf.SH+"in", permissibleTerms(v, t.Enum))
	case t.Type != nil:
		g.typ(v, t.Type, p)
	}
}

// ofClass demands a node of a class, or of one of those that may stand for it.
func (g *shaclGen) ofClass(v *View, c *Class, p *rdf.Node) {
	concrete := v.Concrete(c)
	if len(concrete) == 1 || !v.polymorphic(c) && !c.Abstract {
		if len(concrete) == 1 && (c.Abstract || c.Mixin) {
			c = concrete[0]
		}
		p.Add(rdf.SH+"class", v.ClassIRI(c))
		return
	}
	list := rdf.List{}
	for _, d := range concrete {
		list = append(list, rdf.Blank().Add(rdf.SH+"class", v.ClassIRI(d)))
	}
	if len(list) == 0 {
		p.Add(rdf.SH+"not", rdf.Blank()) // no object can be one
		return
	}
	p.Add(rdf.SH+"or", list)
}

func permissibleTerms(v *View, e *Enum) rdf.List {
	meanings := v.hasMeanings(e)
	list := rdf.List{}
	for _, value := range v.permissible(e) {
		if meanings {
			list = append(list, v.ValueIRI(e, value))
		} else {
			list = append(list, rdf.Text(value.Name))
		}
	}
	return list
}

func textList(texts []string) rdf.List {
	list := rdf.List{}
	for _, t := range texts {
		list = append(list, rdf.Text(t))
	}
	return list
}

// typ demands literals of a type with the facets of all types above it.
func (g *shaclGen) typ(v *View, t *Type, p *rdf.Node) {
	b, known := v.builtinOf(t)
	switch {
	case v.namesNodes(t):
		p.Add(rdf.SH+"nodeKind", rdf.SH+"IRI")
		return
	case known:
		p.Add(rdf.SH+"datatype", v.datatype(t))
	default:
		p.Add(rdf.SH+"nodeKind", rdf.SH+"Literal")
	}
	if b.name == "ncname" {
		addFacet(p, "pattern", rdf.Text(`^[\p{L}_][\p{L}\p{Nd}\p{M}_.-]*$`))
	}
	base := v.datatype(t)
	for i, up := range v.typeChain(t) {
		facets := p
		if i > 0 {
			facets = rdf.Blank() // a facet may stand in one shape once
		}
		g.typeFacets(v, &up.Expr, base, facets)
		if facets != p && !facets.Empty() {
			p.Add(rdf.SH+"node", facets)
		}
	}
}

func (g *shaclGen) typeFacets(v *View, e *TypeExpr, base rdf.IRI, p *rdf.Node) {
	literalFacets(facets{e.Minimum, e.Maximum, e.Pattern, e.EqualsString, e.EqualsStringIn, e.EqualsNumber}, base, p)
	var union rdf.List
	for _, ref := range e.UnionOf {
		if member := v.types[ref.Name]; member != nil {
			shape := rdf.Blank()
			g.typ(v, member, shape)
			union = append(union, shape)
		}
	}
	if len(union) > 0 {
		p.Add(rdf.SH+"or", union)
	}
	alternate(p, typeAlternatives(e), func(b *TypeExpr, _ bool) rdf.Term {
		shape := rdf.Blank()
		g.typeFacets(v, b, base, shape)
		return shape
	})
}

// expression writes the facets and alternatives of a slot expression, with its own range if ranged.
func (g *shaclGen) expression(v *View, e *SlotExpr, s *Induced, ranged bool, p *rdf.Node) {
	if ranged && e.Range != nil {
		g.target(v, v.branchTarget(e, s), p)
	}
	var base rdf.IRI // of a value that may be anything
	if s.Type != nil {
		base = v.datatype(s.Type)
	}
	literalFacets(facets{e.Minimum, e.Maximum, e.Pattern, e.EqualsString, e.EqualsStringIn, e.EqualsNumber}, base, p)
	if e.RangeExpression != nil {
		c := &Class{}
		if t := v.target(e); t.Class != nil {
			c = t.Class
		}
		shape := rdf.Blank()
		g.conditions(v, c, e.RangeExpression, false, shape)
		g.classCondition(v, e.RangeExpression, shape)
		p.Add(rdf.SH+"node", shape)
	}
	alternate(p, alternatives(e), func(b *SlotExpr, _ bool) rdf.Term {
		shape := rdf.Blank()
		g.expression(v, b, s, true, shape)
		return shape
	})
}

// literalFacets writes facets of literals of a datatype. A second one of a kind stands in a shape of its own, since SHACL
// takes each once. Bounds say nothing of values that are no numbers, and patterns nothing of those that are no texts.
func literalFacets(f facets, base rdf.IRI, p *rdf.Node) {
	if f.min != nil && base != rdf.XSD+"string" {
		of(p, base, numeric(), func(n *rdf.Node) { addFacet(n, "minInclusive", numeral(f.min, base)) })
	}
	if f.max != nil && base != rdf.XSD+"string" {
		of(p, base, numeric(), func(n *rdf.Node) { addFacet(n, "maxInclusive", numeral(f.max, base)) })
	}
	if f.pattern != nil && !slices.Contains(append(numeric(), rdf.XSD+"boolean"), base) {
		of(p, base, []rdf.IRI{rdf.XSD + "string"}, func(n *rdf.Node) { addFacet(n, "pattern", rdf.Text(shaclPattern(f.pattern.Source))) })
	}
	if f.equalsString != nil {
		addFacet(p, "in", rdf.List{rdf.Text(*f.equalsString)})
	}
	if len(f.equalsStringIn) > 0 {
		addFacet(p, "in", textList(f.equalsStringIn))
	}
	if f.equalsNumber != nil {
		addFacet(p, "minInclusive", numeral(f.equalsNumber, base))
		addFacet(p, "maxInclusive", numeral(f.equalsNumber, base))
	}
}

func numeric() []rdf.IRI {
	return []rdf.IRI{rdf.XSD + "integer", rdf.XSD + "decimal", rdf.XSD + "float", rdf.XSD + "double"}
}

// of writes a facet for values of some datatypes: of a slot that has one, as it is, and else as an alternative to values of
// all others.
func of(p *rdf.Node, base rdf.IRI, datatypes []rdf.IRI, write func(*rdf.Node)) {
	if base != "" {
		write(p)
		return
	}
	list := rdf.List{}
	for _, d := range datatypes {
		list = append(list, rdf.Blank().Add(rdf.SH+"datatype", d))
	}
	facet := rdf.Blank()
	write(facet)
	other := rdf.Blank().Add(rdf.SH+"not", rdf.Blank().Add(rdf.SH+"or", list))
	p.Add(rdf.SH+"or", rdf.List{other, facet})
}

func addFacet(p *rdf.Node, word rdf.IRI, value rdf.Term) {
	if len(p.Objects(rdf.SH+word)) > 0 {
		p.Add(rdf.SH+"node", rdf.Blank().Add(rdf.SH+word, value))
		return
	}
	p.Add(rdf.SH+word, value)
}

// shaclPattern is a pattern as SPARQL's REGEX takes it: the translation to XML Schema's syntax between anchors, or the
// source itself where XML Schema has no word for a part of it.
func shaclPattern(source string) string {
	text, err := XSDPattern(source)
	if err != nil {
		return source
	}
	prefix, rest := "^", text
	if after, ok := strings.CutPrefix(text, anyText); ok && !strings.Contains(text, "|") {
		prefix, rest = "", after
	}
	suffix := "$"
	if before, ok := strings.CutSuffix(rest, anyText); ok && !strings.Contains(text, "|") {
		suffix, rest = "", before
	}
	if strings.Contains(rest, "|") {
		rest = "(" + rest + ")"
	}
	return prefix + rest + suffix
}
