package lint

import (
	"slices"

	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/schema"
)

// vacuousContract finds contracts that no trace violates, and parts that restrict
// nothing: a part that holds of every trace, a filter or a predicate that every
// event meets.
func vacuousContract() Rule {
	return Rule{
		ID: "vacuous-contract", Severity: schema.DiagnosticSeverityError,
		Summary: "A contract, or a part of one, holds of every trace or every event, so it restricts nothing.",
		Check: func(p *Pass) {
			p.eachContract(func(lib *index.Library, c *index.Contract) {
				if !c.Unrestricted() {
					p.lookAtParts(lib, c, brokenBySomething)
				}
			})
		},
	}
}

// brokenBySomething are what must be possible for a part to restrict something.
func brokenBySomething(c part) []possibility {
	if _, says := c.constraint.(*schema.Unrestricted); says {
		return nil
	}
	list := []possibility{{
		must: not(c.constraint), node: c.node,
		message: "no trace violates this part of the contract", help: "it restricts nothing: mend it, or take it out",
	}}
	if c.isWhole() {
		list[0] = possibility{
			must:    not(c.constraint),
			message: "no trace violates the contract", help: "a contract that restricts nothing gives false comfort: mend the constraint, or say unrestricted",
		}
	}
	return slices.Concat(list, c.filtersThatExclude(), c.predicateThatExcludes())
}

// filtersThatExclude are that the filter of each set leaves some event out.
func (c part) filtersThatExclude() []possibility {
	var list []possibility
	for _, s := range c.sets() {
		if s.set.Where != nil {
			all := s.set
			all.Where = nil
			list = append(list, possibility{
				must: not(&schema.All{Set: all, Predicate: s.set.Where}), node: s.where,
				message: "every event meets the filter, so it leaves none out", help: "mend the filter, or take it out",
			})
		}
	}
	return list
}

// predicateThatExcludes is that an event does not meet the predicate that one must
// meet. That there is one at all is said by the predicate true.
func (c part) predicateThatExcludes() []possibility {
	exists, ok := c.constraint.(*schema.Exists)
	if !ok {
		return nil
	}
	if t, any := exists.Predicate.(*schema.Truth); any && t.Truth {
		return nil
	}
	return []possibility{{
		must: not(&schema.All{Set: exists.Set, Predicate: exists.Predicate}), node: c.at("predicate"),
		message: "every event of the set meets the predicate", help: `mend it; where any event of the set is enough, write "true"`,
	}}
}

func not(c schema.Constraint) schema.Constraint { return &schema.Not{Operand: c} }
