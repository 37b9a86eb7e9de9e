package subset

import (
	"github.com/contractc/contractc/internal/subset/predicate"
	"github.com/contractc/contractc/internal/subset/tree"
)

// residue is a demand that a fitted schema no longer makes, of the value at a
// place or of a part of it.
type residue struct {
	steps []step // from the place to the part
	leaf  *leaf
	// target holds the demands of the schema that a reference leads to, in place
	// of a leaf; by is the reference.
	target *target
	by     *tree.Keyword
	// needs are why there is a leaf: it counts only where one of them does. Nil for
	// a leaf that counts by itself.
	needs []residue
}

// leaf is a demand on a value.
type leaf struct {
	key *tree.Keyword
	// counts says whether it is a demand at all; nil for one that is.
	counts func() bool
	write  func(w *predicate.Writer, p predicate.Place) (predicate.Cond, error)
}

// step leads from a value to a part of it.
type step struct {
	// name of the part in a path: a member's, or * for each item or member.
	name string
	// types are those that the value must have, where the step does not lead away
	// from it.
	types predicate.Types
	write func(p predicate.Place, inner func(predicate.Place) (predicate.Cond, error)) (predicate.Cond, error)
}

// keyword is the demand of a keyword.
func keyword(of *tree.Schema, k *tree.Keyword) residue {
	return residue{leaf: &leaf{key: k, write: func(w *predicate.Writer, p predicate.Place) (predicate.Cond, error) {
		return w.Keyword(of, k, p)
	}}}
}

// demand is a demand that is made because of a keyword.
func demand(k *tree.Keyword, write func(p predicate.Place) predicate.Cond) residue {
	return residue{leaf: &leaf{key: k, write: func(_ *predicate.Writer, p predicate.Place) (predicate.Cond, error) {
		return write(p), nil
	}}}
}

// below puts a step before demands.
func below(list []residue, s step) []residue {
	out := make([]residue, len(list))
	for i, r := range list {
		r.steps = append([]step{s}, r.steps...)
		out[i] = r
	}
	return out
}

// memberStep leads to a member, where it is there.
func memberStep(name string, known predicate.Types, always bool) step {
	return step{name: name, write: func(p predicate.Place, inner func(predicate.Place) (predicate.Cond, error)) (predicate.Cond, error) {
		none := p.Elsewhere(predicate.Object)
		member := p.Member(name)
		member.Known = known
		c, err := inner(member)
		if err != nil || c.Always() {
			return c, err
		}
		missing := predicate.Not(p.Present(name))
		switch {
		case always && p.Form.Leaves(name):
			missing = p.IsNull(name)
		case always:
			missing = predicate.Or()
		}
		return predicate.Or(none, missing, c), nil
	}}
}

// itemStep leads to each item from an index on.
func itemStep(from int, known predicate.Types) step {
	return step{name: "*", write: func(p predicate.Place, inner func(predicate.Place) (predicate.Cond, error)) (predicate.Cond, error) {
		none := p.Elsewhere(predicate.Array)
		item := p.Item(from)
		item.Known = known
		c, err := inner(item)
		if err != nil {
			return c, err
		}
		return predicate.Or(none, predicate.Rest(p, from, item, c)), nil
	}}
}

// prefixStep leads to the item with an index, where it is there.
func prefixStep(i int, name string, known predicate.Types) step {
	return step{name: name, write: func(p predicate.Place, inner func(predicate.Place) (predicate.Cond, error)) (predicate.Cond, error) {
		item := p.At(i)
		item.Known = known
		c, err := inner(item)
		if err != nil {
			return c, err
		}
		return predicate.Or(p.Elsewhere(predicate.Array), predicate.OrShorter(p, i, c)), nil
	}}
}

// otherStep leads to each member that is not listed.
func otherStep(listed []string, form *predicate.Form, known predicate.Types) step {
	return step{name: "*", write: func(p predicate.Place, inner func(predicate.Place) (predicate.Cond, error)) (predicate.Cond, error) {
		member := p.Named(form)
		member.Known = known
		c, err := inner(member)
		if err != nil {
			return c, err
		}
		return predicate.Or(p.Elsewhere(predicate.Object), predicate.EachOther(p, listed, c)), nil
	}}
}

// typeStep leaves the value where it is, if it has one of the types.
func typeStep(types predicate.Types) step {
	return step{types: types, write: func(p predicate.Place, inner func(predicate.Place) (predicate.Cond, error)) (predicate.Cond, error) {
		of := p
		of.Known = p.Known & types
		c, err := inner(of)
		if err != nil || c.Always() {
			return c, err
		}
		return predicate.Or(p.Outside(types), c), nil
	}}
}

// condition writes a demand on the value at a place.
func (r residue) condition(w *predicate.Writer, p predicate.Place) (predicate.Cond, error) {
	return r.from(0, w, p)
}

func (r residue) from(i int, w *predicate.Writer, p predicate.Place) (predicate.Cond, error) {
	if i == len(r.steps) {
		return r.leaf.write(w, p)
	}
	if r.passes(i) {
		return r.from(i+1, w, p)
	}
	return r.steps[i].write(p, func(next predicate.Place) (predicate.Cond, error) { return r.from(i+1, w, next) })
}

// passes reports whether a step says no more than the demand itself does, which is
// on values of one type that is among the step's.
func (r residue) passes(i int) bool {
	applies := appliesTo(r.leaf.key.Means)
	return r.steps[i].types != 0 && i == len(r.steps)-1 && applies != predicate.Any && applies&^r.steps[i].types&^predicate.Number == 0
}

// path is where the demand is made, as steps into the value.
func (r residue) path() []string {
	var path []string
	for _, s := range r.steps {
		if s.name != "" {
			path = append(path, s.name)
		}
	}
	return path
}
