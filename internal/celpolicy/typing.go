package celpolicy

import (
	"cel.dev/cel-go/cel"

	"github.com/contractc/contractc/internal/diag"
)

// Shape says how many outputs an evaluation can have.
type Shape uint8

// The shapes of results.
const (
	// One is exactly one output.
	One Shape = iota
	// Optional is one output or none.
	Optional
	// Many is a list of outputs.
	Many
)

// resultType is what a rule gives: outputs of one type, and how many.
type resultType struct {
	element *cel.Type
	shape   Shape
}

// Type is the type of one output of the policy, and dyn for a prepared one.
func (p *Policy) Type() *cel.Type {
	if p.result.element == nil {
		return cel.DynType
	}
	return p.result.element
}

// Shape says how many outputs the policy can have. It is known of compiled
// policies only.
func (p *Policy) Shape() Shape { return p.result.shape }

// whole is the type of a rule's result as the block of an outer item.
func (t resultType) whole() *cel.Type {
	if t.element != nil && t.shape == Many {
		return cel.ListType(t.element)
	}
	return t.element
}

// check finds a rule's type, and reports outputs of different types, branches
// that can never be reached and aggregates inside aggregates.
func (c *compiler) check(src *Rule, r *rule, collected bool) resultType {
	if src.Aggregate {
		if collected {
			c.list.Add(diag.Errorf(c.file, src.Range, "policy.nested-aggregate", "nested aggregate rules are not allowed").
				WithDetail("Collect in one of the two rules and use match in the other."))
		}
		collected = true
	}
	result := resultType{shape: Many}
	var flow flow
	for i, it := range src.Items {
		c.checkCondition(it)
		block, always := c.checkBlock(it, r.items[i], collected)
		result.element = c.agree(result.element, block, it)
		if !src.Aggregate {
			c.reach(&flow, it, always)
		}
	}
	if !src.Aggregate {
		result.shape = flow.shape()
	}
	return result
}

func (c *compiler) checkCondition(it Item) {
	if it.Condition != nil && constant(*it.Condition) == "false" {
		c.list.Add(diag.Errorf(c.file, it.Condition.Range(), "policy.condition-false", "condition is always false").
			WithDetail("Mend the condition, or remove the item."))
	}
}

// checkBlock returns the type of what an item gives, nil where it is not
// known, and whether the item gives something whenever it is reached.
func (c *compiler) checkBlock(it Item, compiled item, collected bool) (*cel.Type, bool) {
	if compiled.nested == nil {
		if compiled.output.compile().HasErrors() {
			return nil, true
		}
		return compiled.output.typ(), true
	}
	nested := c.check(it.Rule, compiled.nested, collected)
	return nested.whole(), nested.shape != Optional
}

// agree compares the type of a block with that of the blocks before it and
// returns the one that the next is compared with.
func (c *compiler) agree(previous, block *cel.Type, it Item) *cel.Type {
	if previous == nil || block == nil {
		return orElse(block, previous)
	}
	merged, ok := unify(previous, block)
	if ok {
		return merged
	}
	at := it.Range
	if it.Output != nil {
		at = it.Output.Range()
	}
	c.list.Errorf(c.file, at, "policy.output-type", "incompatible output types: block has output type %s, but previous outputs have type %s",
		cel.FormatCELType(block), cel.FormatCELType(previous))
	return block
}

func orElse(a, b *cel.Type) *cel.Type {
	if a != nil {
		return a
	}
	return b
}

// unify returns the more definite of two types that may stand for each other.
// dyn, and the types of empty lists and maps, stand for any.
func unify(a, b *cel.Type) (*cel.Type, bool) {
	switch {
	case open(a):
		return b, true
	case open(b):
		return a, true
	case a.Kind() != b.Kind() || a.TypeName() != b.TypeName() || len(a.Parameters()) != len(b.Parameters()):
		return nil, false
	}
	best := a
	for i, p := range a.Parameters() {
		if _, ok := unify(p, b.Parameters()[i]); !ok {
			return nil, false
		}
		if open(p) {
			best = b
		}
	}
	return best, true
}

func open(t *cel.Type) bool {
	return t.Kind() == cel.DynKind || t.Kind() == cel.TypeParamKind
}

// flow is how control goes through the items of a match.
type flow struct {
	// ends says that an item before always gives something.
	ends bool
	// byRule says that this item is a nested rule.
	byRule bool
	// reported says that the unreachable rest was reported.
	reported bool
	// escapes says that a conditional rule can be chosen and give nothing.
	escapes bool
}

func (f flow) shape() Shape {
	if f.ends && !f.escapes {
		return One
	}
	return Optional
}

func (c *compiler) reach(f *flow, it Item, always bool) {
	if f.ends {
		c.unreachable(f, it)
		return
	}
	unconditional := it.Condition == nil || constant(*it.Condition) == "true"
	switch {
	case unconditional && always:
		f.ends, f.byRule = true, it.Rule != nil
	case !unconditional && !always:
		f.escapes = true
	}
}

func (c *compiler) unreachable(f *flow, it Item) {
	if f.reported {
		return
	}
	f.reported = true
	what := "match"
	if f.byRule {
		what = "rule"
	}
	c.list.Add(diag.Errorf(c.file, it.Range, "policy.unreachable", "%s creates unreachable outputs", what).
		WithDetail("The item before this one always matches, so that this one is never tried. Give that one a condition, or remove this one."))
}
