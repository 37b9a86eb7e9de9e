package subset

import (
	"slices"
	"strconv"

	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/subset/predicate"
	"github.com/contractc/contractc/internal/subset/tree"
)

// list fits the items.
func (f *fitter) list(p *place, r *result) {
	if len(p.lists) == 0 {
		if f.profile.demands(Unlisted) {
			set(r.node, "items", f.schemas(&tree.Schema{At: p.of.At, Range: p.of.Range}).node)
		}
		return
	}
	first := p.lists[0]
	if f.itemsOnly(p.lists) {
		f.items(p.lists, r)
		return
	}
	for _, other := range p.lists[1:] {
		f.keepAll(other, r)
	}
	if k := first.Get("unevaluatedItems"); k != nil {
		r.keep = append(r.keep, keyword(first, k))
	}
	if prefix := first.Get("prefixItems"); prefix != nil {
		f.tuple(first, prefix, r)
	} else {
		f.items([]*tree.Schema{first}, r)
	}
}

// itemsOnly reports whether schemas speak of items by one schema for all.
func (f *fitter) itemsOnly(list []*tree.Schema) bool {
	return !slices.ContainsFunc(list, func(s *tree.Schema) bool { return s.Has("prefixItems", "unevaluatedItems") })
}

func (f *fitter) keepAll(s *tree.Schema, r *result) {
	for _, means := range []string{"prefixItems", "items", "unevaluatedItems"} {
		if k := s.Get(means); k != nil {
			r.keep = append(r.keep, keyword(s, k))
		}
	}
}

// items fits one schema for all items; several hold together.
func (f *fitter) items(of []*tree.Schema, r *result) {
	var list []*tree.Schema
	var by held
	for _, s := range of {
		if k := s.Get("items"); k != nil {
			list, by = append(list, k.Sub), held{s, k}
		}
	}
	if len(list) == 0 {
		if f.profile.demands(Unlisted) {
			set(r.node, "items", f.schemas(&tree.Schema{At: of[0].At, Range: of[0].Range}).node)
		}
		return
	}
	if !f.takesName("items", &doc.Node{Kind: doc.Map}) {
		for _, s := range of {
			f.keepAll(s, r)
		}
		return
	}
	child := f.schemas(list...)
	if child.node == nil {
		f.empty(by, r)
		return
	}
	set(r.node, "items", child.node)
	r.form.Items = child.form
	r.keep = append(r.keep, below(child.keep, itemStep(0, child.types))...)
}

// empty fits a list that cannot have items.
func (f *fitter) empty(by held, r *result) {
	if r.node.Get("items") == nil {
		set(r.node, "items", nullSchema())
	}
	r.keep = append(r.keep, demand(by.key, func(at predicate.Place) predicate.Cond {
		return predicate.Or(at.Elsewhere(predicate.Array), at.Shorter(0))
	}))
}

func nullSchema() *doc.Node {
	n := &doc.Node{Kind: doc.Map}
	set(n, "type", textNode("null"))
	return n
}

// tuple fits items that have a schema each. A provider that does not take that
// gets one schema for all, which is any of them.
func (f *fitter) tuple(s *tree.Schema, prefix *tree.Keyword, r *result) {
	rest := s.Get("items")
	if !f.takes(held{s, prefix}) {
		f.flatTuple(s, prefix, rest, r)
		return
	}
	list := &doc.Node{Kind: doc.List}
	for i, part := range prefix.List {
		child := f.schemas(part)
		if child.node == nil {
			r.keep = append(r.keep, keyword(s, prefix)) // the list ends before this item
			child = result{node: nullSchema()}
		}
		list.Items = append(list.Items, child.node)
		r.form.Prefix = append(r.form.Prefix, child.form)
		r.keep = append(r.keep, below(child.keep, prefixStep(i, strconv.Itoa(i), child.types))...)
	}
	set(r.node, "prefixItems", list)
	f.afterTuple(s, rest, len(prefix.List), r)
}

// afterTuple fits the items behind those that have a schema each.
func (f *fitter) afterTuple(s *tree.Schema, rest *tree.Keyword, from int, r *result) {
	if rest == nil {
		return
	}
	child := f.schemas(rest.Sub)
	if child.node == nil {
		most := &doc.Node{Kind: doc.Number, Text: strconv.Itoa(from)}
		if f.takesName("maxItems", most) && r.node.Get("maxItems") == nil {
			set(r.node, "maxItems", most)
			return
		}
		r.keep = append(r.keep, keyword(s, rest))
		return
	}
	set(r.node, "items", child.node)
	r.form.Items = child.form
	r.keep = append(r.keep, below(child.keep, itemStep(from, child.types))...)
}

// flatTuple fits one schema for items of several.
func (f *fitter) flatTuple(s *tree.Schema, prefix, rest *tree.Keyword, r *result) {
	list := slices.Clone(prefix.List)
	if rest == nil {
		list = append(list, &tree.Schema{At: prefix.At, Range: prefix.Range})
	} else {
		list = append(list, rest.Sub)
	}
	r.keep = append(r.keep, keyword(s, prefix))
	if rest != nil {
		r.keep = append(r.keep, keyword(s, rest))
	}
	child := f.unionOf(list)
	if child.node == nil {
		set(r.node, "items", nullSchema())
		return
	}
	set(r.node, "items", child.node)
	r.form.Items = child.form
}
