package report

import (
	"slices"

	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/schema"
)

// OfGate is a report of all checks of a bundle: everything that was found, step
// by step, and one result for each step that came to its end or was not done.
func OfGate(r *schema.GateReport) *Report {
	out := &Report{}
	for i := range r.Steps {
		s := &r.Steps[i]
		if result, ok := ofStep(s); ok {
			out.rule(result.Rule, "The step "+s.Name+" is done, and nothing that it finds denies.", "")
			out.Results = append(out.Results, result)
		}
		for k := range r.Findings {
			if f := &r.Findings[k]; f.Step == s.Name {
				out.rule(f.Id, "", text(f.Page))
				out.Results = append(out.Results, ofGateFinding(f))
			}
		}
	}
	return out
}

// rule adds what may be found, once.
func (r *Report) rule(id, summary, page string) {
	if !slices.ContainsFunc(r.Rules, func(known Rule) bool { return known.ID == id }) {
		r.Rules = append(r.Rules, Rule{id, summary, page})
	}
}

// ofStep is the result of a step as a whole; one that failed is told of by what
// it found.
func ofStep(s *schema.GateStep) (Result, bool) {
	r := Result{Rule: s.Name, Group: s.Name, Title: s.Name + ": " + s.Detail}
	switch s.Outcome {
	case schema.GateOutcomePassed:
		r.Outcome = Passed
	case schema.GateOutcomeNotAsked:
		r.Outcome = Skipped
	case schema.GateOutcomeNotChecked:
		r.Outcome, r.Severity = NotChecked, Error
	default:
		return r, false
	}
	return r, true
}

func ofGateFinding(f *schema.GateFinding) Result {
	r := Result{
		Rule: f.Id, Group: f.Step, Subject: text(f.Subject), Title: f.Message,
		File: text(f.File), Messages: f.Details, Help: text(f.Help),
	}
	r.Range = diag.Range{Start: place(f.Line, f.Column), End: place(f.EndLine, f.EndColumn)}
	switch f.Level {
	case schema.GateLevelDeny:
		r.Outcome, r.Severity = Failed, Error
		if !f.Checked {
			r.Outcome = NotChecked
		}
	case schema.GateLevelWarn:
		r.Outcome, r.Severity = Noted, Warning
	case schema.GateLevelObserve:
		r.Outcome, r.Severity = Noted, Note
	case schema.GateLevelExcepted:
		r.Outcome, r.Severity = Excepted, Error
	}
	if f.Exception != nil {
		r.Reason = "until " + f.Exception.Until + ": " + f.Exception.Reason
	}
	return r
}

func place(line, column *int64) diag.Position {
	if line == nil || column == nil {
		return diag.Position{}
	}
	return diag.Position{Line: int(*line), Column: int(*column)}
}

func text(p *string) string {
	if p == nil {
		return ""
	}
	return *p
}
