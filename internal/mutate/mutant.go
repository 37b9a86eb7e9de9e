package mutate

import (
	"cmp"
	"slices"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/schema"
)

// Mutant is one element of a bundle, changed.
type Mutant struct {
	schema.Mutant
	Library string

	effect  string // of a precondition, a part of an effect type, or its assignments
	variant func() (*catalog.Catalog, diag.List)
}

// Mutants lists the mutants of all elements, by library, file and place.
func (r *Run) Mutants() []*Mutant {
	var list []*Mutant
	for _, d := range r.editor.Documents() {
		list = append(list, r.documentMutants(&d)...)
	}
	for _, m := range r.editor.Modules() {
		list = append(list, r.moduleMutants(&m)...)
	}
	slices.SortStableFunc(list, func(a, b *Mutant) int {
		return cmp.Or(cmp.Compare(a.Library, b.Library), cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	return list
}

func (r *Run) documentMutants(d *catalog.Document) []*Mutant {
	switch d.Kind {
	case "Contract":
		return r.made(d, schema.MutatedElementContract, d.Node.Get("id").Text, "", contractChanges(d.Node, r.neighbours(d.Library)))
	case "Effects":
		return r.effectMutants(d)
	case "Rule":
		return r.made(d, schema.MutatedElementRule, r.ruleOf(d), "", ruleChanges(d.Node))
	case "Facts":
		var list []*Mutant
		for _, f := range fieldsOf(d.Node.Get("facts")) {
			list = append(list, r.made(d, schema.MutatedElementFact, f.Key, "", factChanges(f.Value))...)
		}
		return list
	case "OutputContract":
		return r.made(d, schema.MutatedElementOutput, d.Node.Get("id").Text, "", outputChanges(d.Node))
	}
	return nil
}

// made are the mutants that changes of a document make.
func (r *Run) made(d *catalog.Document, element schema.MutatedElement, id, effect string, changes []change) []*Mutant {
	list := make([]*Mutant, 0, len(changes))
	for _, c := range changes {
		m := newMutant(element, id, d.Library, d.Shown, c.at, c.operator, c.before, c.after)
		m.effect = effect
		m.variant = func() (*catalog.Catalog, diag.List) { return r.editor.With(d, replaceNode(d.Node, c.target, c.with)) }
		list = append(list, m)
	}
	return list
}

func newMutant(element schema.MutatedElement, id, library, file string, at diag.Position, operator Operator, before, after string) *Mutant {
	return &Mutant{Library: library, Mutant: schema.Mutant{
		Element: element, Id: id, File: file, Line: int64(at.Line), Column: int64(at.Column), Operator: operator,
		Before: before, After: after,
	}}
}

// neighbours are the effect types of a library by their names, each with its
// fields: one of them may be added to a set.
func (r *Run) neighbours(library string) []neighbour {
	var list []neighbour
	for _, e := range r.editor.Catalog().Library(library).Effects {
		n := neighbour{name: e.Name}
		for _, f := range e.Fields {
			n.fields = append(n.fields, f.Name)
		}
		list = append(list, n)
	}
	return list
}

// ruleOf is the id of the rule of a file.
func (r *Run) ruleOf(d *catalog.Document) string {
	for _, rule := range r.editor.Catalog().Library(d.Library).Rules {
		if rule.File == d.File {
			return rule.ID
		}
	}
	return d.File
}

// fieldsOf are the entries of a map; none of anything else.
func fieldsOf(n *doc.Node) []doc.Field {
	if n == nil || n.Kind != doc.Map {
		return nil
	}
	return n.Fields
}

// itemsOf are the elements of a list; none of anything else.
func itemsOf(n *doc.Node) []*doc.Node {
	if n == nil || n.Kind != doc.List {
		return nil
	}
	return n.Items
}
