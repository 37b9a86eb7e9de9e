package linkml

import (
	"slices"
	"strings"

	"github.com/contractc/contractc/internal/doc"
)

// facets are what slots and types can demand of a single value. A facet for another kind of value says nothing.
type facets struct {
	min, max       *Number
	pattern        *Pattern
	equalsString   *string
	equalsStringIn []string
	equalsNumber   *Number
}

func (k *checker) facets(x value, f facets) {
	if x.n.Kind == doc.Number && (f.min != nil || f.max != nil) {
		k.bounds(x, f)
	}
	if f.pattern != nil && x.n.Kind == doc.String && !k.view.patterns[f.pattern.Source].MatchString(x.n.Text) {
		k.report(x, CodeValue, "Write a text that matches it.", "%q does not match the pattern %q", clip(x.n.Text), f.pattern.Source)
	}
	if f.equalsString != nil && (x.n.Kind != doc.String || x.n.Text != *f.equalsString) {
		k.report(x, CodeValue, "Write it.", "the value must be %q", *f.equalsString)
	}
	if len(f.equalsStringIn) > 0 && (x.n.Kind != doc.String || !slices.Contains(f.equalsStringIn, x.n.Text)) {
		k.report(x, CodeValue, "Write one of "+quoteAll(f.equalsStringIn)+".", "the value is none of those permitted")
	}
	if f.equalsNumber != nil && !equalsNumber(x.n, f.equalsNumber) {
		k.report(x, CodeValue, "Write it.", "the value must be %s", f.equalsNumber.Text)
	}
}

func equalsNumber(n *doc.Node, want *Number) bool {
	if n.Kind != doc.Number {
		return false
	}
	r, ok := parseRat(n.Text)
	return ok && r.Cmp(want.Value) == 0
}

func (k *checker) bounds(x value, f facets) {
	r, ok := parseRat(x.n.Text)
	switch {
	case !ok:
		k.report(x, CodeValue, "Write fewer digits.", "the number cannot be compared")
	case f.min != nil && less(r, f.min.Value):
		k.report(x, CodeValue, "Write a larger number.", "%s is less than the minimum %s", clip(x.n.Text), f.min.Text)
	case f.max != nil && less(f.max.Value, r):
		k.report(x, CodeValue, "Write a smaller number.", "%s is more than the maximum %s", clip(x.n.Text), f.max.Text)
	}
}

// clip shortens long text for messages.
func clip(s string) string {
	const limit = 60
	n := 0
	for i := range s {
		if n == limit {
			return s[:i] + "…"
		}
		n++
	}
	return s
}

func quoteAll(texts []string) string {
	const limit = 20
	out := make([]string, 0, min(len(texts), limit)+1)
	for i, t := range texts {
		if i == limit {
			out = append(out, "…")
			break
		}
		out = append(out, quote(t))
	}
	return strings.Join(out, ", ")
}

func (v *View) listValues(e *Enum) string {
	var texts []string
	for _, p := range v.permissible(e) {
		texts = append(texts, p.Name)
	}
	return quoteAll(texts)
}

// branchSet is the four boolean combinations of one kind of expression.
type branchSet[T any] struct{ any, all, exactly, none []T }

func branchesOf(e *ClassExpr) branchSet[*ClassExpr] {
	return branchSet[*ClassExpr]{e.AnyOf, e.AllOf, e.ExactlyOneOf, e.NoneOf}
}

func alternatives(e *SlotExpr) branchSet[*SlotExpr] {
	return branchSet[*SlotExpr]{e.AnyOf, e.AllOf, e.ExactlyOneOf, e.NoneOf}
}

func typeAlternatives(e *TypeExpr) branchSet[*TypeExpr] {
	return branchSet[*TypeExpr]{e.AnyOf, e.AllOf, e.ExactlyOneOf, e.NoneOf}
}
