package lower

import (
	"slices"

	"github.com/contractc/contractc/internal/monitor"
	"github.com/contractc/contractc/internal/value"
	"github.com/contractc/contractc/schema"
)

// cellAll is a StateAll that is being lowered. Every key that was assigned has
// the value of the last assignment that is known to be at it, or that of a later
// one of which it is not known where it is. All keys that were not assigned have
// the initial value, or that of any assignment of which it is not known where it
// is; of such a key itself nothing is known.
type cellAll struct {
	*cells
	predicate schema.Predicate
	place     place
}

func (b *builder) stateAll(c *schema.StateAll, at place) (form, error) {
	cell, err := b.cellNamed(c.Cell, at)
	if err != nil {
		return form{}, err
	}
	all := &cellAll{cell, c.Predicate, at.slot("predicate")}
	yes, err := all.holds()
	if err != nil {
		return form{}, err
	}
	no, err := all.fails()
	if err != nil {
		return form{}, err
	}
	initial, err := all.initial()
	lost := allOf(truth(all.endless()), initial.no)
	stays, fails := !all.canMake(monitor.False), !all.canMake(monitor.True)
	return leaf(yes, no, func(yes, no formula) formula { return anyOf(lost, finallyIf(stays, fails)(yes, no)) }), err
}

// endless reports whether there are always keys that no event has assigned.
func (c *cellAll) endless() bool {
	return c.cell.KeyKind == value.String || c.cell.KeyKind == value.Integer
}

// canMake reports whether a later assignment can make the truth at some key t,
// or leave it open.
func (c *cellAll) canMake(t monitor.Truth) bool {
	return slices.ContainsFunc(c.cell.Assignments, func(a monitor.Assignment) bool {
		if !fixedTerm(a.Value) {
			return true
		}
		return c.truthOf(c.predicate, map[string]schema.Value{"value": c.valueOf(a.Value)}) != t.Not()
	})
}

// valueOf is the value of a fixed term; nil where that is computed, so that the
// predicate is left open.
func (c *cellAll) valueOf(t schema.Term) schema.Value {
	switch t := t.(type) {
	case *schema.LiteralTerm:
		return t.Literal
	case *schema.ParameterTerm:
		return c.opt.Parameters[t.Parameter]
	}
	return nil
}

// judge is the predicate for an entry.
func (c *cellAll) judge(key, value operand) (rails, error) {
	return c.builder.predicate(c.predicate, scope{entry: &entry{key, value}}, c.place)
}

// anywhere is the predicate for an entry of which the key is not known.
func (c *cellAll) anywhere(value operand) (rails, error) {
	return c.judge(never(c.cell.KeyKind), value)
}

// initial is the predicate for a key that no event has assigned.
func (c *cellAll) initial() (rails, error) {
	initial, err := c.literal(c.cell.Initial, c.at)
	if err != nil {
		return rails{}, err
	}
	return c.anywhere(initial)
}

// judged is an assignment with what the predicate says of it: at its key, and at
// a key that is not known.
type judged struct {
	write
	there, somewhere rails
}

func (c *cellAll) judged(event variable) ([]judged, []write, error) {
	writes, err := c.writes(event)
	if err != nil {
		return nil, nil, err
	}
	out := make([]judged, len(writes))
	for i, w := range writes {
		out[i].write = w
		if out[i].there, err = c.judge(w.key, w.value); err != nil {
			return nil, nil, err
		}
		if out[i].somewhere, err = c.anywhere(w.value); err != nil {
			return nil, nil, err
		}
	}
	return out, writes, nil
}

// replaced says that a later assignment is known to be at the key of w.
func (c *cellAll) replaced(w write, same []write) (formula, error) {
	return c.later(w, same, func(other write) formula { return sameKey(w, other).yes })
}

func sameKey(a, b write) rails {
	r, err := compareOperands(schema.ComparisonEq, a.key, b.key, place{})
	if err != nil {
		return neither()
	}
	return r
}

// bothKeys says that both keys of a cell that is keyed by booleans are known to
// have been assigned; it is false for other cells.
func (c *cellAll) bothKeys() (formula, error) {
	if c.cell.KeyKind != value.Boolean {
		return truth(false), nil
	}
	v := c.bind()
	defer c.release(1)
	writes, err := c.writes(v)
	if err != nil {
		return nil, err
	}
	at := func(key bool) formula {
		want := operand{kind: value.Boolean, term: constant{value: &schema.BooleanValue{Boolean: key}}, known: truth(true)}
		return someEvent(v, someWrite(writes, func(w write) formula {
			r, _ := compareOperands(schema.ComparisonEq, w.key, want, c.at)
			return r.yes
		}))
	}
	return allOf(at(true), at(false)), nil
}

// holds says that the predicate holds at every key.
func (c *cellAll) holds() (formula, error) {
	v := c.bind()
	defer c.release(1)
	judged, writes, err := c.judged(v)
	if err != nil {
		return nil, err
	}
	known, unknown, shadowed := make([]formula, len(writes)), make([]formula, len(writes)), make([]formula, len(writes))
	for i, w := range judged {
		replaced, err := c.replaced(w.write, writes)
		if err != nil {
			return nil, err
		}
		mattered, err := c.overSomeKey(w.write, writes)
		if err != nil {
			return nil, err
		}
		known[i] = anyOf(negated(w.is), negated(w.key.known), w.there.yes, replaced)
		unknown[i] = anyOf(negated(w.is), w.key.known, w.somewhere.yes)
		shadowed[i] = anyOf(unknown[i], negated(mattered))
	}
	initial, err := c.initial()
	if err != nil {
		return nil, err
	}
	both, err := c.bothKeys()
	if err != nil {
		return nil, err
	}
	rest := allOf(initial.yes, everyEvent(v, allOf(unknown...)))
	if t, ok := both.(truth); !ok || bool(t) {
		rest = anyOf(allOf(negated(both), rest), allOf(both, everyEvent(v, allOf(shadowed...))))
	}
	return allOf(everyEvent(v, allOf(known...)), rest), nil
}

// overSomeKey says that an assignment before w is known to be the last one at
// its key, so that one at an unknown key may have replaced it.
func (c *cellAll) overSomeKey(w write, same []write) (formula, error) {
	v := c.bind()
	defer c.release(1)
	others, err := c.writes(v)
	if err != nil {
		return nil, err
	}
	last := func(other write, among []write) (formula, error) {
		replaced, err := c.replaced(other, among)
		return allOf(other.is, other.key.known, negated(replaced)), err
	}
	var here, before []formula
	for _, other := range same {
		if other.n < w.n && c.cell.Assignments[other.n].Effect == c.cell.Assignments[w.n].Effect {
			f, err := last(other, same)
			if err != nil {
				return nil, err
			}
			here = append(here, f)
		}
	}
	for _, other := range others {
		f, err := last(other, others)
		if err != nil {
			return nil, err
		}
		before = append(before, f)
	}
	return anyOf(anyOf(here...), someEvent(v, allOf(earlier{v, w.event}, anyOf(before...)))), nil
}

// fails says that the predicate fails at some key.
func (c *cellAll) fails() (formula, error) {
	v := c.bind()
	defer c.release(1)
	judged, writes, err := c.judged(v)
	if err != nil {
		return nil, err
	}
	wrong, unknown := make([]formula, len(writes)), make([]formula, len(writes))
	for i, w := range judged {
		replaced, err := c.replaced(w.write, writes)
		if err != nil {
			return nil, err
		}
		mended, err := c.neverMended(w.write, writes)
		if err != nil {
			return nil, err
		}
		wrong[i] = allOf(w.is, w.key.known, w.there.no, negated(replaced), mended)
		unknown[i] = anyOf(negated(w.is), w.key.known, w.somewhere.no)
	}
	initial, err := c.initial()
	if err != nil {
		return nil, err
	}
	both, err := c.bothKeys()
	if err != nil {
		return nil, err
	}
	untouched := allOf(negated(both), initial.no)
	if !c.endless() {
		untouched = allOf(untouched, everyEvent(v, allOf(unknown...)))
	}
	return anyOf(someEvent(v, anyOf(wrong...)), untouched), nil
}

// neverMended says that no assignment after w at an unknown key could have made
// the predicate hold at the key of w.
func (c *cellAll) neverMended(w write, same []write) (formula, error) {
	var failed error
	f, err := c.allLater(w, same, func(other write) formula {
		r, err := c.anywhere(other.value)
		if err != nil {
			failed = err
			return nil
		}
		return anyOf(other.key.known, r.no)
	})
	if failed != nil {
		return nil, failed
	}
	return f, err
}
