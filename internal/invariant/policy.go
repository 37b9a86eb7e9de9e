package invariant

import (
	"github.com/contractc/contractc/internal/celpolicy"
)

// policy lowers the result of a policy.
func (l *lowering) policy(t *celpolicy.Tree, shape celpolicy.Shape) *value {
	if t.Aggregate {
		return l.resultOr(l.collect(t))
	}
	v := l.match(t)
	if v != nil && shape == celpolicy.One && v.of != nil {
		v = v.of.under(all(v.ok, v.has))
	}
	return l.resultOr(v)
}

// resultOr is any result where a rule gives one that has no lowering.
func (l *lowering) resultOr(v *value) *value {
	if v == nil {
		l.reason("the result of the rule, whose outputs are not of one form")
		return l.fresh(opaqueSort)
	}
	return v
}

// match is an optional value: the output of the first item that matches. A
// conditional rule that was chosen and has no match ends the search; one without
// a condition falls through.
func (l *lowering) match(t *celpolicy.Tree) *value {
	rest := &value{sort: optionalSort, ok: yes, has: no}
	for i := len(t.Items) - 1; i >= 0; i-- {
		it := &t.Items[i]
		block := l.block(it)
		if block == nil {
			return nil
		}
		if it.Condition == nil {
			if rest = choose(block.has, block, rest).underOr(block.ok); rest == nil {
				return nil
			}
			continue
		}
		condition := l.asBool(l.checked(it.Condition))
		if condition == nil {
			return nil
		}
		chosen := choose(condition.term, block, rest)
		if chosen == nil {
			return nil
		}
		rest = l.named(chosen.under(condition.ok))
	}
	return rest
}

// underOr is under for a value that may be none at all.
func (v *value) underOr(ok string) *value {
	if v == nil {
		return nil
	}
	return v.under(ok)
}

// block is what an item gives, as an optional value.
func (l *lowering) block(it *celpolicy.TreeItem) *value {
	switch {
	case it.Nested == nil:
		return some(l.checked(it.Output).under(l.explained(it)))
	case !it.Nested.Aggregate:
		return l.match(it.Nested)
	}
	list := l.collect(it.Nested)
	if list == nil {
		return nil
	}
	return some(list)
}

// explained is the condition on which the explanation of an output, which is
// evaluated after it, has no error.
func (l *lowering) explained(it *celpolicy.TreeItem) string {
	if it.Explanation == nil {
		return yes
	}
	return l.checked(it.Explanation).ok
}

// some is an optional value that is there, with the error of its value.
func some(v *value) *value {
	return &value{sort: optionalSort, ok: v.ok, has: yes, of: withOK(v, yes)}
}

// collect is the list of what all items that match give.
func (l *lowering) collect(t *celpolicy.Tree) *value {
	list := &value{sort: listSort, ok: yes}
	for i := range t.Items {
		it := &t.Items[i]
		met := truth(yes)
		if it.Condition != nil {
			met = l.asBool(l.checked(it.Condition))
		}
		block := l.block(it)
		if block == nil || met == nil {
			return nil
		}
		list.ok = all(list.ok, met.ok, anyOf(not(met.term), block.ok))
		if block.of != nil {
			list.items = append(list.items, &item{all(met.term, block.has), block.of})
		}
	}
	return l.named(list)
}
