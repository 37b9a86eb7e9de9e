package lower

import (
	"slices"

	"github.com/contractc/contractc/schema"
)

// pair is two events and what is lowered of them.
type pair struct {
	v, w        variable
	left, right rails // membership of each
	same        rails // of their keys
}

// pair lowers membership of one event in a set and of another in another, and
// whether the key, which names fields of the effects of both, is the same.
func (b *builder) pair(left, right schema.EffectSet, key schema.Term, slots [2]string, at place) (pair, error) {
	p := pair{v: b.bind(), w: b.bind()}
	defer b.release(2)
	var first, second scope
	var err error
	if p.left, first, err = b.member(left, p.v, at.slot(slots[0])); err != nil {
		return p, err
	}
	if p.right, second, err = b.member(right, p.w, at.slot(slots[1])); err != nil {
		return p, err
	}
	first.effects = slices.Concat(left.Effects, right.Effects)
	second.effects = first.effects
	if p.same = neither(); len(first.effects) == 0 {
		return p, nil
	}
	x, err := b.term(key, first, at.slot("key"))
	if err != nil {
		return p, err
	}
	y, err := b.term(key, second, at.slot("key"))
	if err != nil {
		return p, err
	}
	p.same, err = compareOperands(schema.ComparisonEq, x, y, at.slot("key"))
	return p, err
}

// uniqueBy lowers UniqueBy: of any two events, one is no member or their keys
// are known to differ.
func (b *builder) uniqueBy(c *schema.UniqueBy, at place) (form, error) {
	p, err := b.pair(c.Set, c.Set, c.Key, [2]string{"set", "set"}, at)
	if err != nil {
		return form{}, err
	}
	yes := everyEvent(p.v, everyEvent(p.w, anyOf(negated(earlier{p.v, p.w}), p.left.no, p.right.no, p.same.no)))
	no := someEvent(p.v, someEvent(p.w, allOf(earlier{p.v, p.w}, p.left.yes, p.right.yes, p.same.yes)))
	return leaf(yes, no, finallyIf(p.left.impossible(), true)), nil
}

// existsPair lowers ExistsPair: a member of each set, perhaps the same event,
// with keys that are known to be the same.
func (b *builder) existsPair(c *schema.ExistsPair, at place) (form, error) {
	p, err := b.pair(c.Left, c.Right, c.Key, [2]string{"left", "right"}, at)
	if err != nil {
		return form{}, err
	}
	yes := someEvent(p.v, someEvent(p.w, allOf(p.left.yes, p.right.yes, p.same.yes)))
	no := everyEvent(p.v, everyEvent(p.w, anyOf(p.left.no, p.right.no, p.same.no)))
	never := p.left.impossible() || p.right.impossible()
	return leaf(yes, no, finallyIf(true, never)), nil
}
