package main

import (
	"fmt"
	"strings"

	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/schema"
)

// gateText is what the gate found for a person: what denies and what warns with
// its lines, the rest in a line each, then every step.
func gateText(r *schema.GateReport, source func(string) ([]byte, bool)) (string, error) {
	var b, rest strings.Builder
	var problems diag.List
	for i := range r.Findings {
		f := &r.Findings[i]
		switch f.Level {
		case schema.GateLevelDeny, schema.GateLevelWarn:
			problems.Add(gateDiagnostic(f))
		case schema.GateLevelObserve:
			fmt.Fprintf(&rest, "observed: %s\n", gateDiagnostic(f))
		case schema.GateLevelExcepted:
			fmt.Fprintf(&rest, "excepted until %s: %s\n  reason: %s\n", f.Exception.Until, gateDiagnostic(f), diag.Neutralise(f.Exception.Reason))
		}
	}
	if err := diag.Write(&b, problems, source, maxDiagnostics); err != nil {
		return "", err
	}
	b.WriteString(rest.String())
	for _, s := range r.Steps {
		fmt.Fprintf(&b, "%-7s %-12s %s\n", s.Name, strings.ReplaceAll(string(s.Outcome), "_", " "), diag.Neutralise(s.Detail))
	}
	b.WriteString(gateVerdict(int(r.Exit)) + "\n")
	return b.String(), nil
}

// gateDiagnostic is a finding as a diagnostic.
func gateDiagnostic(f *schema.GateFinding) diag.Diagnostic {
	d := diag.Diagnostic{Severity: diag.Error, Code: f.Id, Summary: f.Message}
	if f.Level == schema.GateLevelWarn {
		d.Severity = diag.Warning
	}
	if f.Subject != nil && f.Checked {
		d.Summary = *f.Subject + ": " + d.Summary
	}
	if f.File != nil {
		d.File = *f.File
	}
	d.Range = diag.Range{Start: positionOf(f.Line, f.Column), End: positionOf(f.EndLine, f.EndColumn)}
	lines := append([]string{}, f.Details...)
	if f.Help != nil {
		lines = append(lines, *f.Help)
	}
	if f.Page != nil {
		lines = append(lines, "see "+*f.Page)
	}
	d.Detail = strings.Join(lines, "\n")
	return d
}

func positionOf(line, column *int64) diag.Position {
	if line == nil || column == nil {
		return diag.Position{}
	}
	return diag.Position{Line: int(*line), Column: int(*column)}
}

// gateVerdict is the last line.
func gateVerdict(code int) string {
	switch code {
	case exitOK:
		return "passed"
	case exitBundle:
		return "denied: the bundle cannot be used"
	case exitUndecided:
		return "denied: something could not be checked"
	}
	return "denied"
}
