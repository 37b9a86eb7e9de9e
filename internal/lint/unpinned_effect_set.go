package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/algebra"
	"github.com/contractc/contractc/schema"
)

// unpinnedEffectSet finds contracts whose list of effect types lacks one that
// stands beside the others in at least two contracts of the library on the same
// field: most often one that was added to the library later. That a list is
// explicit and has a version is required when a bundle is loaded.
func unpinnedEffectSet() Rule {
	return Rule{
		ID: "unpinned-effect-set", Severity: schema.DiagnosticSeverityWarning,
		Summary: "A contract leaves out an effect type that other contracts of its library list beside those that it lists.",
		Check: func(p *Pass) {
			for _, lib := range p.Libraries {
				p.unpinned(lib)
			}
		},
	}
}

// minimumBeside is in how many other contracts an effect type must stand beside
// the others.
const minimumBeside = 2

// fieldSet is a set of effect types of a contract with the fields that are asked
// of its events.
type fieldSet struct {
	contract *index.Contract
	effects  []string
	fields   []string
}

func (p *Pass) unpinned(lib *index.Library) {
	var sets []fieldSet
	for _, c := range lib.Contracts {
		for _, s := range fieldSetsOf(c.Constraint) {
			s.contract = c
			sets = append(sets, s)
		}
	}
	for _, s := range sets {
		for _, e := range lib.Effects {
			if p.leavesOut(lib, s, e, sets) {
				p.reportUnpinned(lib, s, e)
				break
			}
		}
	}
}

// leavesOut reports whether a set lacks an effect type that stands beside its own
// in other contracts on the same fields.
func (p *Pass) leavesOut(lib *index.Library, s fieldSet, e *index.Effect, sets []fieldSet) bool {
	if len(s.fields) == 0 || slices.Contains(s.effects, e.ID) || !hasFields(e, s.fields) {
		return false
	}
	var beside []string
	for _, other := range sets {
		if other.contract != s.contract && slices.Contains(other.effects, e.ID) && within(s.effects, other.effects) && within(s.fields, other.fields) {
			beside = append(beside, other.contract.ID)
		}
	}
	slices.Sort(beside)
	named := slices.ContainsFunc(s.contract.Scope, func(text string) bool { return strings.Contains(text, e.Name) })
	return len(slices.Compact(beside)) >= minimumBeside && !named
}

func hasFields(e *index.Effect, fields []string) bool {
	for _, name := range fields {
		if !slices.ContainsFunc(e.Fields, func(f index.Field) bool { return f.Name == name }) {
			return false
		}
	}
	return true
}

func (p *Pass) reportUnpinned(lib *index.Library, s fieldSet, e *index.Effect) {
	f := Finding{
		Place:   p.fieldPlace(lib, s.contract, "constraint"),
		Message: fmt.Sprintf("the effect type %q is not in the list, although other contracts on %s list it beside these", e.Name, strings.Join(s.fields, " and ")),
		Help:    "add it and raise the version of the set and of the contract, or say in scope that " + e.Name + " is not covered",
	}
	if list := p.effectList(lib, s); list.File != "" {
		f.Place = list
		end := list.Range.End
		end.Column--
		f.Fix = replace("add "+e.Name+" to the list", false, Place{File: list.File}, ", "+e.Name)
		f.Fix.Edits[0].Range.Start, f.Fix.Edits[0].Range.End = end, end
	}
	p.Report(f)
}

// effectList is where a set's list is written, where that is on one line.
func (p *Pass) effectList(lib *index.Library, s fieldSet) Place {
	for _, n := range nodesNamed(p.Document(lib, s.contract.File).Get("constraint"), "effects") {
		var names []string
		for _, item := range n.Items {
			names = append(names, qualified(lib.ID, item.Text))
		}
		if slices.Equal(names, s.effects) && n.Range.Start.Line == n.Range.End.Line {
			return Place{p.Catalog.Display(lib, s.contract.File), n.Range}
		}
	}
	return Place{}
}

// qualified is the name of an effect type with its library.
func qualified(library, name string) string {
	if strings.Contains(name, ".") {
		return name
	}
	return library + "." + name
}

// fieldSetsOf are the sets of a constraint with the fields that it asks of their
// events.
func fieldSetsOf(c schema.Constraint) []fieldSet {
	var sets []fieldSet
	add := func(set schema.EffectSet, p schema.Predicate) {
		fields := append(algebra.UsesOfPredicate(set.Where).Fields, algebra.UsesOfPredicate(p).Fields...)
		slices.Sort(fields)
		sets = append(sets, fieldSet{effects: set.Effects, fields: slices.Compact(fields)})
	}
	switch c := c.(type) {
	case *schema.And:
		for _, operand := range c.Operands {
			sets = append(sets, fieldSetsOf(operand)...)
		}
	case *schema.Or:
		for _, operand := range c.Operands {
			sets = append(sets, fieldSetsOf(operand)...)
		}
	case *schema.Not:
		return fieldSetsOf(c.Operand)
	case *schema.All:
		add(c.Set, c.Predicate)
	case *schema.Exists:
		add(c.Set, c.Predicate)
	}
	return sets
}
