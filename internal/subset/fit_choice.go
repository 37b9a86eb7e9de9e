package subset

import (
	"slices"

	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/subset/predicate"
)

// choices fits the values that are listed. It reports false where none of them is
// of the types.
func (f *fitter) choices(p *place, r *result) bool {
	kept := false
	for _, h := range p.held {
		if h.key.Means != "enum" && h.key.Means != "const" {
			continue
		}
		values := among(choiceOf(h), r.types)
		if len(values) == 0 {
			return false
		}
		if !kept && f.listable(h, values) {
			kept = true
			f.choice(h, values, r)
			continue
		}
		r.keep = append(r.keep, h.residue())
	}
	return true
}

func choiceOf(h held) []*doc.Node {
	if h.key.Means == "const" {
		return []*doc.Node{h.key.Value}
	}
	return h.key.Value.Items
}

// among are the values of some types.
func among(values []*doc.Node, types predicate.Types) []*doc.Node {
	return slices.DeleteFunc(slices.Clone(values), func(v *doc.Node) bool { return predicate.TypeOf(v)&types == 0 })
}

// listable reports whether the provider lets the values be listed.
func (f *fitter) listable(h held, values []*doc.Node) bool {
	if f.takes(h) && h.key.Means == "const" {
		return true
	}
	if !f.takesName("enum", listNode(values...)) {
		return false
	}
	l := f.profile.Limits
	if l.EnumValues > 0 && f.enums+len(values) > l.EnumValues || l.LongEnum > 0 && len(values) > l.LongEnum && characters(values) > l.LongEnumText {
		return false
	}
	return true
}

// choice lists values in the fitted schema.
func (f *fitter) choice(h held, values []*doc.Node, r *result) {
	if h.key.Means == "const" && f.takes(h) {
		set(r.node, "const", h.key.Value)
		return
	}
	f.enums += len(values)
	set(r.node, "enum", listNode(values...))
}
