package subset

import (
	"slices"

	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/subset/predicate"
	"github.com/contractc/contractc/internal/subset/tree"
)

// at fits what schemas demand of one value. At the root of a document some
// providers take objects only.
func (f *fitter) at(s *tree.Schema, root bool) result {
	p := f.gather(s)
	if p.ref != nil && root {
		return f.at(f.followed(s), root)
	}
	return f.place(p, root)
}

// schemas fits what several schemas demand of one value.
func (f *fitter) schemas(list ...*tree.Schema) result { return f.place(f.gather(list...), false) }

// nothing is the result where no value is allowed.
func nothing() result { return result{} }

func (f *fitter) place(p *place, root bool) result {
	f.grow()
	if p.ref != nil {
		return f.reference(p)
	}
	if p.never {
		return nothing()
	}
	f.narrowTypes(p, root)
	if p.types == 0 {
		return nothing()
	}
	var r result
	switch {
	case f.keepsUnion(p, root):
		r = f.union(p)
	case p.typed || f.profile.demands(Untyped):
		r = f.variants(p, root)
	default:
		r = f.variant(p, predicate.Any, root)
	}
	if r.node == nil {
		return r
	}
	f.annotate(p, &r)
	return r
}

// narrowTypes finds the types of the values, and narrows them to what the provider
// takes. Values that are listed and unions say types too.
func (f *fitter) narrowTypes(p *place, root bool) {
	for _, h := range append(slices.Clone(p.held), p.unions...) {
		types := f.typesBy(h.key, 0)
		p.types &= types
		if h.key.Means == "enum" || h.key.Means == "const" {
			p.typed = true
		}
		p.typed = p.typed || types != predicate.Any
	}
	if p.types&predicate.Number != 0 {
		p.types |= predicate.Integer // no schema tells other numbers from those
	}
	if p.types == 0 {
		return
	}
	if root && p.types != predicate.Object {
		f.loseOf(Narrowed, lostTypes, "type", p.of)
		p.types, p.typed = p.types&predicate.Object, true
		return
	}
	if hint := p.hint(); !p.typed && f.profile.demands(Untyped) && hint != 0 {
		f.loseOf(Narrowed, lostTypes, "type", p.of)
		p.types, p.typed, p.hinted = hint, true, true
	}
}

// hint is the type that the keywords of a schema without one are about.
func (p *place) hint() predicate.Types {
	switch {
	case len(p.objects) > 0 || len(p.required) > 0:
		return predicate.Object
	case len(p.lists) > 0:
		return predicate.Array
	}
	for _, h := range append(slices.Clone(p.held), p.whole...) {
		if types := appliesTo(h.key.Means); types != predicate.Any {
			return types
		}
	}
	return 0
}

// variants fits each kind of types for itself: scalars together, objects, lists.
func (f *fitter) variants(p *place, root bool) result {
	switch {
	case !p.typed:
		return f.anything(p)
	case p.hinted:
		if r := f.variant(p, p.types, root); r.node != nil {
			return r
		}
		p.types = scalars // no value of the type that was guessed is allowed
	}
	var list []result
	for _, types := range f.groups(p) {
		if r := f.variant(p, types, root); r.node != nil {
			list = append(list, r)
		}
	}
	return join(list)
}

// groups are the types that are fitted together: scalars, lists, objects. Scalars
// that cannot be listed stand apart from those that can.
func (f *fitter) groups(p *place) []predicate.Types {
	together := p.types & scalars
	var groups []predicate.Types
	for _, t := range []predicate.Types{predicate.Null, predicate.Boolean, predicate.Numeric, predicate.String} {
		if part := together & t; part != 0 && part != together && !f.lists(p, part) {
			groups = append(groups, part)
			together &^= part
		}
	}
	groups = append([]predicate.Types{together}, append(groups, p.types&predicate.Array, p.types&predicate.Object)...)
	return slices.DeleteFunc(groups, func(t predicate.Types) bool { return t == 0 })
}

// lists reports whether the values of some types that are listed may be.
func (f *fitter) lists(p *place, types predicate.Types) bool {
	return !slices.ContainsFunc(p.held, func(h held) bool {
		return (h.key.Means == "enum" || h.key.Means == "const") && !f.takesName("enum", listNode(among(choiceOf(h), types)...))
	})
}

// join makes one schema of fitted schemas with different types.
func join(list []result) result {
	switch len(list) {
	case 0:
		return nothing()
	case 1:
		return list[0]
	}
	out := alternatives(list)
	for _, r := range list {
		out.keep = append(out.keep, below(r.keep, typeStep(r.types))...)
	}
	return out
}

// anything fits a schema that allows any value, for a provider that wants types.
func (f *fitter) anything(p *place) result {
	f.loseOf(Narrowed, lostAny, "type", p.of)
	p.types = scalars
	return f.variant(p, scalars, false)
}

// scalars are the types of values without parts.
const scalars = predicate.Any &^ (predicate.Array | predicate.Object)

// variant fits the values of some types.
func (f *fitter) variant(p *place, types predicate.Types, root bool) result {
	r := result{types: types, node: &doc.Node{Kind: doc.Map}}
	if types&(predicate.Array|predicate.Object) != 0 {
		r.form = &predicate.Form{}
	}
	if p.typed || f.profile.demands(Untyped) {
		set(r.node, "type", typeNode(types))
	}
	ok := f.choices(p, &r)
	f.scalars(p, &r)
	for _, h := range append(slices.Clone(p.unions), p.whole...) {
		if appliesTo(h.key.Means)&types != 0 {
			r.keep = append(r.keep, h.residue())
		}
	}
	if types&predicate.Array != 0 {
		f.list(p, &r)
	}
	if types&predicate.Object != 0 && !f.object(p, &r) {
		r.types &^= predicate.Object
		set(r.node, "type", typeNode(r.types))
	}
	if !ok || r.types == 0 {
		return nothing()
	}
	return r
}

// typeNode writes types as the value of the keyword type.
func typeNode(types predicate.Types) *doc.Node {
	names := types.Names()
	if types == predicate.Number {
		names = []string{"number"}
	}
	if len(names) == 1 {
		return textNode(names[0])
	}
	return textsNode(names)
}

// scalars keeps the keywords that stand for themselves where the provider takes
// them, and demands the others.
func (f *fitter) scalars(p *place, r *result) {
	seen := map[string]bool{}
	for _, h := range p.held {
		means := h.key.Means
		if tree.Annotation(means) || means == "enum" || means == "const" || appliesTo(means)&r.types == 0 {
			continue
		}
		if !seen[means] && f.takes(h) && f.writesAlike(means) {
			seen[means] = true
			set(r.node, means, h.key.Value)
			continue
		}
		seen[means] = true
		r.keep = append(r.keep, h.residue())
	}
}

// takes reports whether the provider takes a keyword with its value. A keyword of
// an older draft goes by the name that it has today.
func (f *fitter) takes(h held) bool {
	if f.document.Unreadable[h.key.At] {
		return false
	}
	rule, given := f.profile.Keywords[h.key.Means]
	if !given {
		rule = f.profile.Otherwise
	}
	if rule.Else != "" && !rule.met(h.of, h.key) {
		return rule.Else == Taken
	}
	return rule.Use == Taken
}

// takesName is takes for a keyword that is written anew.
func (f *fitter) takesName(name string, value *doc.Node) bool {
	k := tree.Keyword{Name: name, Means: name, Value: value}
	return f.takes(held{&tree.Schema{}, &k})
}

// writesAlike reports whether a keyword counts members that are written as the
// schema has them.
func (f *fitter) writesAlike(means string) bool {
	return appliesTo(means) != predicate.Object || !f.profile.demands(Optional)
}
