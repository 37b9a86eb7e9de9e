package linkml

import (
	"slices"

	"github.com/contractc/contractc/internal/rdf"
)

// SHACLOptions are the settings of a SHACL export; they are part of what it says.
type SHACLOptions struct {
	// Open lets nodes have properties that their class does not know. Shapes are closed by default.
	Open bool
	// Ignore are further properties that the closed shape of a class lets pass; it may be nil.
	Ignore func(*View, *Class) []rdf.IRI
}

// SHACL describes the vocabulary as shapes, one for each class, of the class's IRI and for its objects. Shapes of
// abstract classes and mixins are open and demand what all classes below them share. A value that may be of several
// classes must be of one that is known.
//
// A shape accepts the graph of a record where Validate accepts the record, but for what a graph does not keep: the order
// of lists and members that occur twice.
func (v *Vocabulary) SHACL(opt SHACLOptions) *rdf.Graph {
	g := &shaclGen{graph: rdf.NewGraph(v.prefixes()...), opt: opt}
	v.Classes(g.class)
	return g.graph
}

type shaclGen struct {
	graph *rdf.Graph
	opt   SHACLOptions
}

// class writes the shape of a class.
func (g *shaclGen) class(v *View, c *Class) {
	iri := v.ClassIRI(c)
	n := g.graph.Node(iri).Add(rdf.Type, rdf.SH+"NodeShape").Add(rdf.SH+"targetClass", iri)
	label := c.Title
	if label == "" {
		label = c.Name
	}
	n.Add(rdf.RDFS+"label", rdf.Text(label))
	if c.Description != "" {
		n.Add(rdf.RDFS+"comment", rdf.Text(c.Description))
	}
	n.Add(rdf.SH+"closed", rdf.Boolean(!g.open(v, c)))
	n.Add(rdf.SH+"ignoredProperties", g.ignored(v, c))
	for i, s := range v.Induced(c) {
		if p := g.property(v, s, i); p != nil {
			n.Add(rdf.SH+"property", p)
			g.members(v, s, n)
		}
	}
	if v.Identifier(c) != "" && !c.Abstract && !c.Mixin {
		n.Add(rdf.SH+"nodeKind", rdf.SH+"IRI")
	}
	g.exactly(v, c, n)
	g.demands(v, c, n)
}

func (g *shaclGen) open(v *View, c *Class) bool {
	k := checker{view: v, opt: ValidateOptions{Open: g.opt.Open}}
	return c.Abstract || c.Mixin || k.open(c)
}

// ignored are the properties that a closed shape lets pass: rdf:type, and those of the classes below, whose objects are
// objects of this class too.
func (g *shaclGen) ignored(v *View, c *Class) rdf.List {
	var below []rdf.IRI
	for _, d := range v.Descendants(c) {
		for _, s := range v.Induced(d) {
			if v.slotOf(c, s.Name) == nil && isProperty(v.rdfForm(s)) {
				below = append(below, v.SlotIRI(s))
			}
		}
	}
	if g.opt.Ignore != nil {
		below = append(below, g.opt.Ignore(v, c)...)
	}
	slices.Sort(below)
	list := rdf.List{rdf.Type}
	for _, iri := range slices.Compact(below) {
		list = append(list, iri)
	}
	return list
}

func isProperty(f rdfForm) bool { return f != asType && f != asName }

// property is the shape of a slot, nil where no property says it.
func (g *shaclGen) property(v *View, s *Induced, order int) *rdf.Node {
	if !isProperty(v.rdfForm(s)) {
		return nil
	}
	p := rdf.Blank().Add(rdf.SH+"path", v.SlotIRI(s)).Add(rdf.SH+"order", rdf.Integer(itoa(order)))
	if s.Title != "" {
		p.Add(rdf.SH+"name", rdf.Text(s.Title))
	}
	if s.Description != "" {
		p.Add(rdf.SH+"description", rdf.Text(s.Description))
	}
	least, most := counts(s)
	if least > 0 {
		p.Add(rdf.SH+"minCount", rdf.Integer(itoa(least)))
	}
	if most >= 0 {
		p.Add(rdf.SH+"maxCount", rdf.Integer(itoa(most)))
	}
	g.value(v, s, p)
	return p
}

// members demands of a slot that has values how many there are at least, and one of some kind. A slot that is not
// required may have none: a graph does not tell an empty list from no list.
func (g *shaclGen) members(v *View, s *Induced, n *rdf.Node) {
	path := v.SlotIRI(s)
	unless := func(demand *rdf.Node) {
		none := rdf.Blank().Add(rdf.SH+"property", rdf.Blank().Add(rdf.SH+"path", path).Add(rdf.SH+"maxCount", rdf.Integer("0")))
		n.Add(rdf.SH+"or", rdf.List{none, rdf.Blank().Add(rdf.SH+"property", demand.Add(rdf.SH+"path", path))})
	}
	if s.Expr.HasMember != nil {
		member := rdf.Blank()
		g.expression(v, s.Expr.HasMember, s, true, member)
		unless(rdf.Blank().Add(rdf.SH+"qualifiedValueShape", member).Add(rdf.SH+"qualifiedMinCount", rdf.Integer("1")))
	}
	for _, least := range []*int{s.Expr.MinCardinality, s.Expr.ExactCardinal} {
		if least != nil && *least > 1 && s.Multivalued() && !s.Required() {
			unless(rdf.Blank().Add(rdf.SH+"minCount", rdf.Integer(itoa(*least))))
		}
	}
}

// exactly demands of an object of the class itself, and of none below it, that it has no property of the classes below.
func (g *shaclGen) exactly(v *View, c *Class, n *rdf.Node) {
	if c.Abstract || c.Mixin || len(v.Descendants(c)) == 1 || g.open(v, c) {
		return
	}
	alone := rdf.Blank().Add(rdf.SH+"closed", rdf.Boolean(true)).Add(rdf.SH+"ignoredProperties", append(rdf.List{rdf.Type}, g.passed(v, c)...))
	for _, s := range v.Induced(c) {
		if isProperty(v.rdfForm(s)) {
			alone.Add(rdf.SH+"property", rdf.Blank().Add(rdf.SH+"path", v.SlotIRI(s)))
		}
	}
	list := rdf.List{}
	for _, d := range v.Descendants(c) {
		if d != c {
			list = append(list, rdf.Blank().Add(rdf.SH+"class", v.ClassIRI(d)))
		}
	}
	n.Add(rdf.SH+"or", append(list, alone))
}

// passed are the properties that the closed shape of a class lets pass whatever it is.
func (g *shaclGen) passed(v *View, c *Class) rdf.List {
	var list rdf.List
	if g.opt.Ignore != nil {
		for _, iri := range g.opt.Ignore(v, c) {
			list = append(list, iri)
		}
	}
	return list
}

// demands are the conditions and rules of a class and of its ancestors.
func (g *shaclGen) demands(v *View, c *Class, n *rdf.Node) {
	for _, a := range v.Ancestors(c) {
		g.conditions(v, c, &a.Expr, false, n)
		for _, r := range a.Rules {
			if !r.Deactivated {
				g.rule(v, c, r, n)
			}
		}
	}
}

// rule writes a rule as alternatives: its precondition fails, or its postcondition holds.
func (g *shaclGen) rule(v *View, c *Class, r *Rule, n *rdf.Node) {
	part := func(e *ClassExpr, force bool) *rdf.Node {
		shape := rdf.Blank()
		if e != nil {
			g.conditions(v, c, e, force, shape)
			g.classCondition(v, e, shape)
		}
		return shape
	}
	unless := func(condition, consequence *rdf.Node) {
		n.Add(rdf.SH+"or", rdf.List{rdf.Blank().Add(rdf.SH+"not", condition), consequence})
	}
	if r.Post != nil {
		unless(part(r.Pre, true), part(r.Post, !r.OpenWorld))
	}
	if r.Else != nil {
		n.Add(rdf.SH+"or", rdf.List{part(r.Pre, true), part(r.Else, !r.OpenWorld)})
	}
	if r.Bidirectional && r.Pre != nil && r.Post != nil {
		unless(part(r.Post, true), part(r.Pre, !r.OpenWorld))
	}
}

// conditions writes the slot conditions and alternatives of a class expression about objects of class c.
func (g *shaclGen) conditions(v *View, c *Class, e *ClassExpr, force bool, n *rdf.Node) {
	for _, cond := range e.Conditions {
		n.Add(rdf.SH+"property", g.condition(v, c, cond, force))
	}
	set := branchesOf(e)
	branch := func(b *ClassExpr, none bool) rdf.Term {
		shape := rdf.Blank()
		g.conditions(v, c, b, force || none, shape)
		g.classCondition(v, b, shape)
		return shape
	}
	alternate(n, set, branch)
}

// classCondition demands that a node is of a class, or a literal of a type.
func (g *shaclGen) classCondition(v *View, e *ClassExpr, n *rdf.Node) {
	if e.IsA == nil {
		return
	}
	switch c := v.Class(e.IsA.Name); {
	case c == nil:
		g.target(v, v.target(&SlotExpr{Range: e.IsA}), n)
	case !v.isAny(c):
		g.ofClass(v, c, n)
	}
}

// alternate writes boolean combinations.
func alternate[T any](n *rdf.Node, set branchSet[T], write func(b T, none bool) rdf.Term) {
	for _, c := range []struct {
		word     rdf.IRI
		branches []T
	}{{"or", set.any}, {"and", set.all}, {"xone", set.exactly}} {
		if len(c.branches) > 0 {
			n.Add(rdf.SH+c.word, alternativesList(c.branches, false, write))
		}
	}
	for _, b := range set.none {
		n.Add(rdf.SH+"not", write(b, true))
	}
}

func alternativesList[T any](branches []T, none bool, write func(T, bool) rdf.Term) rdf.List {
	list := make(rdf.List, len(branches))
	for i, b := range branches {
		list[i] = write(b, none)
	}
	return list
}

// condition is the property shape of one slot condition.
func (g *shaclGen) condition(v *View, c *Class, cond *Slot, force bool) *rdf.Node {
	p := rdf.Blank()
	s := v.slotOf(c, cond.Name)
	if s == nil {
		s = &Induced{Slot: *cond, Property: property(cond.Name)}
	}
	p.Add(rdf.SH+"path", v.SlotIRI(s))
	presence := ""
	if cond.Expr.ValuePresence != nil {
		presence = *cond.Expr.ValuePresence
	}
	if presence == "ABSENT" {
		return p.Add(rdf.SH+"maxCount", rdf.Integer("0"))
	}
	if presence == "PRESENT" || demanded(cond, force) {
		p.Add(rdf.SH+"minCount", rdf.Integer("1"))
	}
	g.expression(v, &cond.Expr, s, true, p)
	return p
}
