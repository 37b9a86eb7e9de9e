package report

import (
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/lint"
)

// OfLint is a report of what rules found and could not look at, with one result
// for each rule that looked and found nothing.
func OfLint(r *lint.Result) *Report {
	out := &Report{}
	said := map[string]bool{}
	for i := range r.Findings {
		f := &r.Findings[i]
		said[f.Rule.ID] = true
		out.Results = append(out.Results, ofFinding(f))
	}
	for i := range r.NotChecked {
		n := &r.NotChecked[i]
		said[n.Rule.ID] = true
		out.Results = append(out.Results, Result{
			Rule: n.Rule.ID, Title: n.Rule.Summary, Outcome: NotChecked, Severity: Error,
			File: n.Place.File, Range: n.Place.Range, Messages: []string{n.Reason},
		})
	}
	for i := range r.Rules {
		rule := &r.Rules[i]
		out.Rules = append(out.Rules, Rule{rule.ID, rule.Summary, rule.Page()})
		if !said[rule.ID] {
			out.Results = append(out.Results, Result{Rule: rule.ID, Group: "lint", Title: "nothing is found", Outcome: Passed})
		}
	}
	return out
}

func ofFinding(f *lint.Finding) Result {
	out := Result{
		Rule: f.Rule.ID, Title: f.Message, Outcome: Failed, Severity: Severity(f.Rule.Severity),
		File: f.Place.File, Range: f.Place.Range, Help: f.Help + "\nsee " + f.Rule.Page(),
	}
	if f.Fix != nil {
		out.Fixes = []Fix{ofFix(f.Fix)}
	}
	if f.Witness != "" {
		out.Messages = []string{"witness: " + diag.Neutralise(f.Witness)}
	}
	return out
}

func ofFix(f *lint.Fix) Fix {
	out := Fix{Description: f.Description}
	for _, e := range f.Edits {
		out.Edits = append(out.Edits, Edit(e))
	}
	return out
}
