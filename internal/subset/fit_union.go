package subset

import (
	"encoding/json"
	"slices"

	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/subset/predicate"
	"github.com/contractc/contractc/internal/subset/tree"
)

// keepsUnion reports whether alternatives can stay alternatives: the place has
// nothing beside them, but for types that all of them have.
func (f *fitter) keepsUnion(p *place, root bool) bool {
	if root || len(p.unions) != 1 || len(p.whole)+len(p.objects)+len(p.lists)+len(p.required) > 0 || !f.takesName("anyOf", &doc.Node{Kind: doc.List}) {
		return false
	}
	if slices.ContainsFunc(p.held, func(h held) bool { return !tree.Annotation(h.key.Means) || h.key.Means == "format" }) {
		return false
	}
	return p.types&f.typesBy(p.unions[0].key, 0) == f.typesBy(p.unions[0].key, 0)
}

// union fits alternatives.
func (f *fitter) union(p *place) result {
	h := p.unions[0]
	list, of := f.each(h.key.List)
	out := alternatives(list)
	if out.node == nil {
		return out
	}
	switch {
	case h.key.Means == "oneOf" && !f.disjoint(h.key.List):
		out.keep = []residue{h.residue()}
	case apartByType(list) && f.apartByType(h.key.List):
		for _, r := range list {
			out.keep = append(out.keep, below(r.keep, typeStep(r.types))...)
		}
	default:
		out.keep = f.byMember(h.key.List, list)
		if out.keep == nil {
			out.keep = []residue{f.alternative(h, list, out.form)}
		}
	}
	f.mayBeBoth(out.form, of)
	return out
}

// alternative demands a whole union where one of its alternatives lost something,
// or where null means one thing in one of them and another in another.
func (f *fitter) alternative(h held, list []result, form *predicate.Form) residue {
	r := h.residue()
	if h.key.Means == "oneOf" {
		loose := *h.key // no value is of two of them
		loose.Means = "anyOf"
		r.leaf.write = keyword(h.of, &loose).leaf.write
	}
	for _, branch := range list {
		r.needs = append(r.needs, branch.keep...)
	}
	r.needs = append(r.needs, residue{leaf: &leaf{key: h.key, counts: form.Both}})
	return r
}

// each fits schemas, and returns those that allow a value, with the first of the
// schemas.
func (f *fitter) each(schemas []*tree.Schema) ([]result, *tree.Schema) {
	var list []result
	for _, s := range schemas {
		if r := f.schemas(s); r.node != nil {
			list = append(list, r)
		}
	}
	return list, schemas[0]
}

// unionOf fits a value that is of one of the schemas. What they lose is not kept.
func (f *fitter) unionOf(schemas []*tree.Schema) result {
	list, of := f.each(schemas)
	out := alternatives(list)
	f.mayBeBoth(out.form, of)
	return out
}

// mayBeBoth records that null can have two meanings, once all is fitted.
func (f *fitter) mayBeBoth(form *predicate.Form, of *tree.Schema) {
	f.later = append(f.later, func() {
		if form.Both() {
			f.loseOf(Narrowed, lostBoth, "anyOf", of)
		}
	})
}

// alternatives makes one schema of several; equal ones are one.
func alternatives(list []result) result {
	var out result
	branches := &doc.Node{Kind: doc.List}
	seen := map[string]bool{}
	var forms []*predicate.Form
	for _, r := range list {
		out.types |= r.types
		forms = append(forms, r.form)
		text, err := json.Marshal(r.node)
		if err == nil && !seen[string(text)] {
			seen[string(text)] = true
			branches.Items = append(branches.Items, r.node)
		}
	}
	out.form = predicate.Either(forms...)
	switch len(branches.Items) {
	case 0:
		return nothing()
	case 1:
		out.node = branches.Items[0]
		return out
	}
	out.node = &doc.Node{Kind: doc.Map}
	set(out.node, "anyOf", branches)
	return out
}

func apartByType(list []result) bool {
	var seen predicate.Types
	for _, r := range list {
		if seen&r.types != 0 {
			return false
		}
		seen |= r.types
	}
	return true
}
