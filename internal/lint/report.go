package lint

import (
	"slices"
	"strings"

	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/schema"
)

// sort puts what was found in the order of places, and what was found at one
// place in the order of the rules.
func (r *Result) sort() {
	slices.SortStableFunc(r.Findings, func(a, b Finding) int { return comparePlaces(a.Place, b.Place) })
	slices.SortStableFunc(r.NotChecked, func(a, b NotChecked) int { return comparePlaces(a.Place, b.Place) })
}

func comparePlaces(a, b Place) int {
	switch {
	case a.File != b.File:
		return strings.Compare(a.File, b.File)
	case a.Range.Start.Before(b.Range.Start):
		return -1
	case b.Range.Start.Before(a.Range.Start):
		return 1
	}
	return 0
}

// Report is a result as a document.
func (r *Result) Report(bundles []schema.BundleIdentity) *schema.LintReport {
	out := &schema.LintReport{Format: schema.LintReportFormat, Bundles: bundles}
	for i := range r.Rules {
		out.Rules = append(out.Rules, r.Rules[i].ID)
	}
	for i := range r.Findings {
		out.Findings = append(out.Findings, r.Findings[i].document())
	}
	for i := range r.Fixed {
		out.Fixed = append(out.Fixed, r.Fixed[i].document())
	}
	for i := range r.NotChecked {
		n := &r.NotChecked[i]
		skipped := schema.LintNotChecked{Rule: n.Rule.ID, File: n.Place.File, Reason: n.Reason}
		skipped.Line, skipped.Column = position(n.Place.Range.Start)
		out.NotChecked = append(out.NotChecked, skipped)
	}
	return out
}

// document is a finding as a document.
func (f *Finding) document() schema.LintFinding {
	found := schema.LintFinding{Rule: f.Rule.ID, Severity: f.Rule.Severity, File: f.Place.File, Message: f.Message, Help: f.Help, Page: f.Rule.Page()}
	found.Line, found.Column = position(f.Place.Range.Start)
	found.EndLine, found.EndColumn = position(f.Place.Range.End)
	if f.Witness != "" {
		found.Witness = &f.Witness
	}
	if f.Fix == nil {
		return found
	}
	found.Fix = &schema.LintFix{Description: f.Fix.Description, Safe: f.Fix.Safe, Edits: []schema.LintEdit{}}
	for _, e := range f.Fix.Edits {
		start, end := e.Range.Start, e.end()
		found.Fix.Edits = append(found.Fix.Edits, schema.LintEdit{
			File: e.File, Line: int64(start.Line), Column: int64(start.Column), EndLine: int64(end.Line), EndColumn: int64(end.Column), Text: e.Text,
		})
	}
	return found
}

// position is a position in a document, absent where it is not known.
func position(p diag.Position) (line, column *int64) {
	if !p.Known() {
		return nil, nil
	}
	l, c := int64(p.Line), int64(p.Column)
	return &l, &c
}

// Diagnostics are the findings as diagnostics, for people.
func (r *Result) Diagnostics() diag.List {
	var list diag.List
	for i := range r.Findings {
		f := &r.Findings[i]
		d := diag.Diagnostic{File: f.Place.File, Range: f.Place.Range, Severity: diag.Warning, Code: f.Rule.ID, Summary: f.Message, Detail: f.Help + "\nsee " + f.Rule.Page()}
		if f.Rule.Severity == schema.DiagnosticSeverityError {
			d.Severity = diag.Error
		}
		list.Add(d)
	}
	return list
}
