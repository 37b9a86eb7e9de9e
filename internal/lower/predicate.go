package lower

import (
	"slices"

	"github.com/contractc/contractc/internal/monitor"
	"github.com/contractc/contractc/internal/value"
	"github.com/contractc/contractc/schema"
)

// rails is a three-valued predicate as two formulas: surely true and surely
// false. fixed says that the truth is the same for every event, as far as the
// monitor sees it; what is final depends on that.
type rails struct {
	yes, no formula
	fixed   bool
	truth   monitor.Truth // where it is fixed
}

// constantly is the predicate that has one truth for every event.
func constantly(t bool) rails {
	if t {
		return rails{truth(true), truth(false), true, monitor.True}
	}
	return rails{truth(false), truth(true), true, monitor.False}
}

// not is the negation.
func (r rails) not() rails {
	return rails{r.no, r.yes, r.fixed, r.truth.Not()}
}

// impossible reports whether no event can meet the predicate.
func (r rails) impossible() bool { return r.fixed && r.truth == monitor.False }

// conjunction is the conjunction of predicates.
func conjunction(operands ...rails) rails {
	out := rails{fixed: true, truth: monitor.True}
	var yes, no []formula
	settled := false
	for _, r := range operands {
		yes, no = append(yes, r.yes), append(no, r.no)
		if !r.fixed {
			out.fixed = false
			continue
		}
		out.truth = out.truth.And(r.truth)
		settled = settled || r.truth == monitor.False
	}
	out.yes, out.no = allOf(yes...), anyOf(no...)
	if settled {
		out.fixed, out.truth = true, monitor.False
	}
	return out
}

// atom makes the rails of a test that has a meaning where known holds.
func atom(known, test formula) rails {
	return rails{yes: allOf(known, test), no: allOf(known, negated(test))}
}

// neither is the predicate that is never known.
func neither() rails { return rails{yes: truth(false), no: truth(false)} }

// settle notes the truth of a predicate over these operands where no event can
// change it.
func (b *builder) settle(r rails, p schema.Predicate, over ...operand) rails {
	b.settled = b.settled || b.opt.AnyInput && onlyOpen(over...)
	for _, o := range over {
		if !o.fixed {
			return r
		}
	}
	r.fixed, r.truth = true, b.truthOf(p, nil)
	return r
}

func (b *builder) predicate(p schema.Predicate, in scope, at place) (rails, error) {
	if err := b.enter(p.PredicateClass(), at); err != nil {
		return rails{}, err
	}
	switch p := p.(type) {
	case *schema.Truth:
		return constantly(p.Truth), nil
	case *schema.Compare:
		return b.compare(p, in, at)
	case *schema.In:
		return b.in(p, in, at)
	case *schema.Contains:
		return b.text(p, contains, p.Of, p.Needle, "needle", in, at)
	case *schema.StartsWith:
		return b.text(p, startsWith, p.Of, p.Prefix, "prefix", in, at)
	case *schema.EndsWith:
		return b.text(p, endsWith, p.Of, p.Suffix, "suffix", in, at)
	case *schema.Within:
		return b.within(p, in, at)
	case *schema.Matches:
		return b.matches(p, in, at)
	case *schema.ComesFrom:
		return b.comesFrom(p, in, at)
	case *schema.PredicateAnd:
		operands, err := b.predicates(p.Operands, in, at)
		return conjunction(operands...), err
	case *schema.PredicateOr:
		operands, err := b.predicates(p.Operands, in, at)
		for i := range operands {
			operands[i] = operands[i].not()
		}
		return conjunction(operands...).not(), err
	case *schema.PredicateNot:
		r, err := b.predicate(p.Operand, in, at.slot("operand"))
		return r.not(), err
	}
	return rails{}, at.refuse(p.PredicateClass(), ReasonKind, "this kind of predicate is not known")
}

func (b *builder) predicates(operands []schema.Predicate, in scope, at place) ([]rails, error) {
	lowered := make([]rails, len(operands))
	for i, p := range operands {
		var err error
		if lowered[i], err = b.predicate(p, in, at.operand(i)); err != nil {
			return nil, err
		}
	}
	return lowered, nil
}

func (b *builder) compare(p *schema.Compare, in scope, at place) (rails, error) {
	left, right, err := b.twoTerms(p.Left, p.Right, "left", "right", in, at)
	if err != nil {
		return rails{}, err
	}
	r, err := compareOperands(p.Op, left, right, at)
	return b.settle(r, p, left, right), err
}

// compareOperands compares two operands; where their kinds differ, one of them
// is never known. Values of different enumerations are never equal, and have no
// order that a predicate may ask for.
func compareOperands(op schema.Comparison, left, right operand, at place) (rails, error) {
	if left.term == nil || right.term == nil || left.kind != right.kind {
		return neither(), nil
	}
	if left.kind == value.Tuple || left.kind == value.Set {
		return rails{}, at.refuse("Compare", ReasonTuple, "values of type %s are compared, which JSON does not have", left.kind)
	}
	known := allOf(left.known, right.known)
	if enumOf(left.term) != enumOf(right.term) {
		return atom(known, truth(op == schema.ComparisonNe)), nil
	}
	return rails{
		yes: allOf(known, relation{op, left.term, right.term}),
		no:  allOf(known, relation{opposite(op), left.term, right.term}),
	}, nil
}

// opposite is the comparison that holds where op does not.
func opposite(op schema.Comparison) schema.Comparison {
	switch op {
	case schema.ComparisonEq:
		return schema.ComparisonNe
	case schema.ComparisonNe:
		return schema.ComparisonEq
	case schema.ComparisonLt:
		return schema.ComparisonGe
	case schema.ComparisonLe:
		return schema.ComparisonGt
	case schema.ComparisonGt:
		return schema.ComparisonLe
	}
	return schema.ComparisonLt
}

func (b *builder) in(p *schema.In, in scope, at place) (rails, error) {
	element, list, err := b.twoTerms(p.Element, p.List, "element", "list", in, at)
	if err != nil {
		return rails{}, err
	}
	if f, ok := list.term.(field); ok && element.term != nil {
		return inField(element, f, list.known, at), nil
	}
	if f, ok := list.term.(parameter); ok {
		b.settled = b.settled || b.opt.AnyInput && onlyOpen(element, list)
		return inParameter(element, f, at)
	}
	c, ok := list.term.(constant)
	if !ok {
		return b.settle(neither(), p, element, list), nil
	}
	r, err := inConstant(element, value.Members(c.value), at)
	return b.settle(r, p, element), err
}

// inField is membership in a list that an event brings. A member of another
// kind than the element may or may not be it.
func inField(element operand, list field, known formula, at place) rails {
	known = allOf(known, element.known)
	has := holds{list, element.term, at}
	return rails{yes: allOf(known, has), no: allOf(known, allOfKind{list, element.kind, at}, negated(has))}
}

func inConstant(element operand, members []schema.Value, at place) (rails, error) {
	switch {
	case element.term == nil:
		return neither(), nil
	case len(members) == 0:
		return rails{yes: truth(false), no: element.known}, nil
	case value.KindOf(members[0]) != element.kind:
		return neither(), nil
	case element.kind == value.Enum:
		return inEnumeration(element, members), nil
	case !element.kind.Composite():
		return atom(element.known, among{element.term, members}), nil
	}
	var same []rails
	for i, m := range members {
		member := operand{kind: element.kind, term: constant{m, at.operand(i)}, known: truth(true)}
		r, err := compareOperands(schema.ComparisonNe, element, member, at)
		if err != nil {
			return rails{}, err
		}
		same = append(same, r)
	}
	return conjunction(same...).not(), nil
}

// inEnumeration is membership of a value of an enumeration. No value of another
// one is it.
func inEnumeration(element operand, members []schema.Value) rails {
	own := slices.DeleteFunc(slices.Clone(members), func(m schema.Value) bool { return enumName(m) != enumOf(element.term) })
	if len(own) == 0 {
		return atom(element.known, truth(false))
	}
	return atom(element.known, among{element.term, own})
}

func (b *builder) text(p schema.Predicate, test textOp, of, part schema.Term, slot string, in scope, at place) (rails, error) {
	x, y, err := b.twoTerms(of, part, "of", slot, in, at)
	if err != nil {
		return rails{}, err
	}
	r := neither()
	if x.term != nil && y.term != nil {
		r = atom(allOf(x.known, y.known), textTest{test, x.term, y.term})
	}
	return b.settle(r, p, x, y), nil
}

func (b *builder) matches(p *schema.Matches, in scope, at place) (rails, error) {
	of, err := b.term(p.Of, in, at.slot("of"))
	if err != nil {
		return rails{}, err
	}
	r := neither()
	if of.term != nil {
		r = atom(of.known, match{of.term, p.Pattern, at})
	}
	return b.settle(r, p, of), nil
}

// within lowers containment, which is not known where it is not known where one
// of the paths leads.
func (b *builder) within(p *schema.Within, in scope, at place) (rails, error) {
	of, directory, err := b.twoTerms(p.Of, p.Directory, "of", "directory", in, at)
	if err != nil || of.term == nil || directory.term == nil {
		return neither(), err
	}
	known := allOf(of.known, directory.known, located{of.term}, located{directory.term})
	return atom(known, inside{of.term, directory.term}), nil
}

// comesFrom lowers a test of provenance.
func (b *builder) comesFrom(p *schema.ComesFrom, in scope, at place) (rails, error) {
	class, column, err := b.twoTerms(p.ClassTerm, p.Column, "class_term", "column", in, at)
	if err != nil || class.term == nil || column.term == nil {
		return neither(), err
	}
	f, err := b.field(p.Field, in, at.slot("field"))
	if err != nil {
		return rails{}, err
	}
	known := allOf(f.known, class.known, column.known)
	is := recorded{in.event, p.Field}
	r := atom(allOf(known, is), taken{in.event, p.Field, class.term, column.term})
	switch {
	case b.opt.AnyEnv && b.target != TargetSMT:
		return rails{}, at.refuse("ComesFrom", ReasonKind, "it depends on whether provenance is complete")
	case b.opt.AnyEnv:
		r.no = anyOf(r.no, allOf(known, complete{}, negated(is)))
	case b.opt.Env.ProvenanceComplete:
		r.no = anyOf(r.no, allOf(known, negated(is)))
	}
	return r, nil
}
