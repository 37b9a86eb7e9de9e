package lint

import (
	"slices"

	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/monitor"
	"github.com/contractc/contractc/internal/value"
	"github.com/contractc/contractc/schema"
)

// contradictoryContract finds contracts that no trace meets, and parts that nothing
// they are about can meet: a predicate that no event meets, a filter that lets no
// event through, sets of which the rest of the contract admits no event.
func contradictoryContract() Rule {
	return Rule{
		ID: "contradictory-contract", Severity: schema.DiagnosticSeverityError,
		Summary: "A contract, or a part of one, can be met by no trace, or by no event that it is about.",
		Check: func(p *Pass) {
			p.eachContract(func(lib *index.Library, c *index.Contract) {
				if !c.Unrestricted() {
					p.lookAtParts(lib, c, metBySomething)
				}
			})
		},
	}
}

// metBySomething are what must be possible for a part to be met, first by any trace
// and then by one with events.
func metBySomething(c part) []possibility {
	if _, says := c.constraint.(*schema.Unrestricted); says {
		return nil
	}
	list := []possibility{{
		must: c.constraint, node: c.node,
		message: "no trace meets this part of the contract", help: "mend it, or take it out",
	}}
	if c.isWhole() {
		list[0] = possibility{
			must:    c.constraint,
			message: "no trace meets the contract", help: "whatever an agent does would violate it: mend the constraint",
		}
	}
	return slices.Concat(list, c.filtersThatAdmit(), c.metByEvents())
}

// filtersThatAdmit are that the filter of each set lets some event through.
func (c part) filtersThatAdmit() []possibility {
	var list []possibility
	for _, s := range c.sets() {
		if s.set.Where != nil {
			list = append(list, possibility{
				must: someEvent(s.set), node: s.where,
				message: "no event meets the filter, so the set is always empty", help: "mend the filter: what is said of the set is said of nothing",
			})
		}
	}
	return list
}

// metByEvents are that a part which the empty trace meets is met by one with
// events of those that it is about, by itself and together with the rest of the
// contract. Where a part forbids its events by what it is, as Empty does, there is
// nothing to ask.
func (c part) metByEvents() []possibility {
	var of schema.EffectSet
	var with schema.Constraint
	at, none := c.node, "no event of the set can meet this part"
	switch leaf := c.constraint.(type) {
	case *schema.All:
		of, at, none = leaf.Set, c.at("predicate"), "no event of the set can meet the predicate"
	case *schema.UniqueBy:
		of, at = leaf.Set, c.at("key")
	case *schema.Sum:
		of, with, at = leaf.Set, c.oneSummand(leaf), c.at("bound")
	case *schema.StateAll:
		of, at, none = c.assigning(leaf.Cell), c.at("predicate"), "no event that sets the cell can meet the predicate"
	}
	if len(of.Effects) == 0 {
		return nil
	}
	if with == nil {
		with = together(c.constraint, someEvent(of))
	}
	list := []possibility{{
		must: with, node: at,
		message: none + ": each violates it", help: "mend it; where no such event is wanted, say empty",
	}}
	if c.demanded && !c.isWhole() {
		list = append(list, possibility{
			must: together(c.whole, someEvent(of)), node: c.node,
			message: "no event that this part is about can meet the contract", help: "other parts exclude all of them: mend those that contradict each other, or take this one out",
		})
	}
	return list
}

// oneSummand is that one event alone meets a sum, where further ones can only make
// it worse: what is below the bounds of its field counts in no sum. It is nil where
// further ones can help.
func (c part) oneSummand(sum *schema.Sum) schema.Constraint {
	op := schema.Comparison(sum.Op)
	var least *value.Number
	if op != schema.ComparisonLe && op != schema.ComparisonLt {
		return nil
	}
	for _, effect := range sum.Set.Effects {
		minimum := c.options.Facts(effect, sum.Field).Minimum
		if minimum == nil || minimum.Sign() < 0 {
			return nil
		}
		if least == nil || minimum.Cmp(*least) < 0 {
			least = minimum
		}
	}
	if least == nil {
		return nil
	}
	field := &schema.FieldTerm{Field: sum.Field}
	bounded := &schema.Compare{Left: field, Op: schema.ComparisonGe, Right: c.literal(sum, *least)}
	return &schema.Exists{Set: sum.Set, Predicate: &schema.PredicateAnd{Operands: []schema.Predicate{
		bounded, &schema.Compare{Left: field, Op: op, Right: sum.Bound},
	}}}
}

// literal is a number of the type of the field of a sum.
func (c part) literal(sum *schema.Sum, n value.Number) schema.Term {
	if c.options.Facts(sum.Set.Effects[0], sum.Field).Kind == value.Decimal {
		return &schema.LiteralTerm{Literal: &schema.DecimalValue{Decimal: n.String()}}
	}
	return &schema.LiteralTerm{Literal: &schema.IntegerValue{Integer: n.String()}}
}

// assigning is the set of effect types that set a state cell.
func (c part) assigning(cell string) schema.EffectSet {
	var set schema.EffectSet
	i := slices.IndexFunc(c.options.Cells, func(other monitor.Cell) bool { return other.Name == cell })
	if i < 0 {
		return set
	}
	for _, a := range c.options.Cells[i].Assignments {
		if !slices.Contains(set.Effects, a.Effect) {
			set.Effects = append(set.Effects, a.Effect)
		}
	}
	return set
}

// partSet is a set that a part is about, and where its filter stands.
type partSet struct {
	set   schema.EffectSet
	where *doc.Node
}

func (c part) sets() []partSet {
	one := func(set schema.EffectSet) []partSet { return []partSet{{set, c.at("set", "where")}} }
	switch of := c.constraint.(type) {
	case *schema.Empty:
		return one(of.Set)
	case *schema.All:
		return one(of.Set)
	case *schema.Exists:
		return one(of.Set)
	case *schema.UniqueBy:
		return one(of.Set)
	case *schema.Count:
		return one(of.Set)
	case *schema.Sum:
		return one(of.Set)
	case *schema.ExistsPair:
		return []partSet{{of.Left, c.at("left", "where")}, {of.Right, c.at("right", "where")}}
	}
	return nil
}

// someEvent says that there is a member of a set.
func someEvent(set schema.EffectSet) schema.Constraint {
	return &schema.Exists{Set: set, Predicate: &schema.Truth{Truth: true}}
}

func together(of ...schema.Constraint) schema.Constraint { return &schema.And{Operands: of} }
