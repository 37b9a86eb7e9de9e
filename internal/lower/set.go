package lower

import (
	"github.com/contractc/contractc/internal/monitor"
	"github.com/contractc/contractc/schema"
)

// member lowers membership of an event in a set.
func (b *builder) member(set schema.EffectSet, event variable, at place) (rails, scope, error) {
	in := eventScope(event, set.Effects)
	switch {
	case len(set.Effects) == 0:
		return constantly(false), in, nil
	case set.Where == nil:
		is := effectIs{event, set.Effects}
		return rails{yes: is, no: negated(is), fixed: true, truth: monitor.True}, in, nil
	}
	where, err := b.predicate(set.Where, in, at.slot("where"))
	if err != nil {
		return rails{}, in, err
	}
	is := effectIs{event, set.Effects}
	where.yes, where.no = allOf(is, where.yes), anyOf(negated(is), where.no)
	return where, in, nil
}

// search lowers what looks for one event. found are the rails of an event being
// what is looked for.
func (b *builder) search(found func(variable) (rails, error)) (form, error) {
	v := b.bind()
	defer b.release(1)
	r, err := found(v)
	if err != nil {
		return form{}, err
	}
	yes, no := someEvent(v, r.yes), everyEvent(v, r.no)
	return leaf(yes, no, finallyIf(true, r.impossible())), nil
}

func (b *builder) empty(c *schema.Empty, at place) (form, error) {
	f, err := b.search(func(v variable) (rails, error) {
		r, _, err := b.member(c.Set, v, at.slot("set"))
		return r, err
	})
	return f.not(), err
}

func (b *builder) all(c *schema.All, at place) (form, error) {
	f, err := b.search(func(v variable) (rails, error) {
		return b.memberWith(c.Set, c.Predicate, true, v, at)
	})
	return f.not(), err
}

func (b *builder) exists(c *schema.Exists, at place) (form, error) {
	return b.search(func(v variable) (rails, error) {
		return b.memberWith(c.Set, c.Predicate, false, v, at)
	})
}

// memberWith lowers "the event is a member of which the predicate holds", or
// does not hold.
func (b *builder) memberWith(set schema.EffectSet, p schema.Predicate, deny bool, v variable, at place) (rails, error) {
	member, in, err := b.member(set, v, at.slot("set"))
	if err != nil {
		return rails{}, err
	}
	test, err := b.predicate(p, in, at.slot("predicate"))
	if err != nil {
		return rails{}, err
	}
	if deny {
		test = test.not()
	}
	return conjunction(member, test), nil
}
