package report

import (
	"fmt"

	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/schema"
)

// The rules of a report of mutants.
const (
	SurvivingMutant = "mutant"
	NoMutant        = "nothing-changed"
)

// OfMutants is a report of mutants: one that survived is a test that failed.
func OfMutants(r *schema.MutationReport) *Report {
	out := &Report{Rules: []Rule{
		{ID: SurvivingMutant, Summary: "A changed element that no test notices."},
		{ID: NoMutant, Summary: "No element could be changed."},
	}}
	for i := range r.Mutants {
		out.Results = append(out.Results, ofMutant(&r.Mutants[i]))
	}
	if len(r.Mutants) == 0 {
		out.Results = append(out.Results, Result{Rule: NoMutant, Group: "mutants", Title: "there is nothing to change", Outcome: Failed, Severity: Error})
	}
	return out
}

func ofMutant(m *schema.Mutant) Result {
	at := diag.Position{Line: int(m.Line), Column: int(m.Column)}
	out := Result{
		Rule: SurvivingMutant, Subject: m.Id, Title: MutantTitle(m), Severity: Error, File: m.File, Range: diag.At(at),
		Help: "write a test that fails with it, or say in a file of kind Mutants below tests/ why none can",
	}
	if m.Reason != nil {
		out.Messages = []string{*m.Reason}
	}
	switch m.Outcome {
	case schema.MutantOutcomeKilled, schema.MutantOutcomeProved:
		out.Outcome = Passed
	case schema.MutantOutcomeRejected:
		out.Outcome = Skipped
	case schema.MutantOutcomeReviewed:
		out.Outcome, out.Reason = Excepted, *m.Reason
	case schema.MutantOutcomeStopped:
		out.Outcome = NotChecked
	default:
		out.Outcome = Failed
	}
	return out
}

// MutantTitle says in one line what a mutant changes.
func MutantTitle(m *schema.Mutant) string {
	switch {
	case m.After == "":
		return fmt.Sprintf("%s: without %s", m.Operator, m.Before)
	case m.Before == "":
		return fmt.Sprintf("%s: with %s", m.Operator, m.After)
	default:
		return fmt.Sprintf("%s: %s -> %s", m.Operator, m.Before, m.After)
	}
}
