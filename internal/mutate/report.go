package mutate

import (
	"regexp"

	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/schema"
)

// Matching are the mutants whose element, file or operator a pattern finds; all
// where it is nil.
func Matching(all []*Mutant, match *regexp.Regexp) []*Mutant {
	if match == nil {
		return all
	}
	var list []*Mutant
	for _, m := range all {
		if match.MatchString(m.Id) || match.MatchString(m.File) || match.MatchString(string(m.Operator)) {
			list = append(list, m)
		}
	}
	return list
}

// Sample are at most limit mutants, spread evenly over the list; all where limit
// is zero.
func Sample(all []*Mutant, limit int) []*Mutant {
	if limit <= 0 || limit >= len(all) {
		return all
	}
	list := make([]*Mutant, limit)
	for i := range list {
		list[i] = all[i*len(all)/limit]
	}
	return list
}

// Report says what became of the mutants that were judged; all are those that
// there are. The list has entries of files of kind Mutants that are about no
// survivor.
func (r *Run) Report(all, judged []*Mutant) (*schema.MutationReport, diag.List) {
	stale := r.review(all)
	report := &schema.MutationReport{
		Format: schema.MutationReportFormat, Bundles: r.editor.Catalog().Listing().Bundles, Tests: r.tests, Mutants: []schema.Mutant{},
	}
	for _, m := range judged {
		*counted(report, m.Outcome)++
		report.Mutants = append(report.Mutants, m.Mutant)
	}
	return report, stale
}

// counted is where a report counts an outcome.
func counted(r *schema.MutationReport, o schema.MutantOutcome) *int64 {
	switch o {
	case schema.MutantOutcomeKilled:
		return &r.Killed
	case schema.MutantOutcomeRejected:
		return &r.Rejected
	case schema.MutantOutcomeProved:
		return &r.Proved
	case schema.MutantOutcomeReviewed:
		return &r.Reviewed
	case schema.MutantOutcomeStopped:
		return &r.Stopped
	default:
		return &r.Survived
	}
}
