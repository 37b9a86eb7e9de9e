package mutate

import (
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/policytest"
	"github.com/contractc/contractc/schema"
)

// reviewed is an entry of a file of kind Mutants with its place.
type reviewed struct {
	schema.EquivalentMutant
	file string
	at   diag.Range

	known, judged, used int // how many mutants it is about, how many of them were judged, and how many need it
}

// readReviewed reads the files of kind Mutants.
func readReviewed(files []*policytest.File) ([]*reviewed, diag.List) {
	var list []*reviewed
	var problems diag.List
	for _, f := range files {
		if f.IsMutants() {
			entries, found := decodeReviewed(f.Name, f.Node)
			list = append(list, entries...)
			problems.Add(found...)
		}
	}
	return list, problems
}

func decodeReviewed(file string, n *doc.Node) ([]*reviewed, diag.List) {
	var w schema.Mutants
	if problems := w.Decode(file, n); problems.HasErrors() {
		return nil, problems
	}
	list := make([]*reviewed, len(w.Equivalent))
	for i, e := range w.Equivalent {
		at := n.Get("equivalent").Items[i].Range
		list[i] = &reviewed{EquivalentMutant: e, file: file, at: diag.Range{Start: at.Start, End: at.Start}}
	}
	return list, nil
}

// about reports whether an entry is about a mutant.
func (e *reviewed) about(m *Mutant) bool {
	return e.Element == m.Id && e.Operator == m.Operator && (e.Before == nil || *e.Before == m.Before) && (e.After == nil || *e.After == m.After)
}

// review gives survivors the reasons that a person reviewed. all are the mutants
// that there are, of which some were judged. The list has the entries that are
// about no survivor.
func (r *Run) review(all []*Mutant) diag.List {
	for _, m := range all {
		for _, e := range r.reviewed {
			if !e.about(m) {
				continue
			}
			e.known++
			if m.Outcome != "" {
				e.judged++
			}
			if m.Outcome == schema.MutantOutcomeSurvived || m.Outcome == schema.MutantOutcomeReviewed {
				e.used++
				m.Outcome = schema.MutantOutcomeReviewed
				m.because(e.Reason)
			}
		}
	}
	var stale diag.List
	for _, e := range r.reviewed {
		switch {
		case e.known == 0:
			stale.Add(diag.Errorf(e.file, e.at, "mutants.unknown", "there is no such mutant of %q", e.Element).WithDetail("remove the entry, or write what the report says of the mutant"))
		case e.judged == e.known && e.used == 0:
			stale.Add(diag.Errorf(e.file, e.at, "mutants.stale", "every such mutant of %q is noticed, refused or proved", e.Element).WithDetail("remove the entry"))
		}
	}
	return stale
}
