package main

import (
	"fmt"

	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/schema"
)

// maxDiagnostics is how many problems are printed as text; the rest is counted.
const maxDiagnostics = 100

// diagnostics prints what a command has to say beside its output, on standard
// error: as text at once, or as one document of JSON at the end.
type diagnostics struct {
	format string
	kept   []schema.Diagnostic
}

// report prints problems with the lines they are in.
func (a *app) report(problems diag.List, source func(string) ([]byte, bool)) {
	if a.diagnostics.format != "json" {
		if len(problems) > 0 {
			_ = diag.Write(a.stderr, problems, source, maxDiagnostics)
		}
		return
	}
	for _, d := range problems {
		a.diagnostics.kept = append(a.diagnostics.kept, documentOf(d))
	}
}

// note prints a line that is no problem.
func (a *app) note(code, format string, args ...any) {
	text := diag.Neutralise(fmt.Sprintf(format, args...))
	if a.diagnostics.format != "json" {
		fmt.Fprintf(a.stderr, "contractc: %s\n", text)
		return
	}
	a.diagnostics.kept = append(a.diagnostics.kept, schema.Diagnostic{Severity: schema.DiagnosticSeverityWarning, Code: code, Summary: text})
}

// end prints an error that ended a command, and in JSON everything that was
// reported; nothing where there is nothing to say.
func (a *app) end(err error) {
	text := errorText(err)
	if a.diagnostics.format != "json" {
		if text != "" {
			fmt.Fprintf(a.stderr, "contractc: %s\n", text)
		}
		return
	}
	kept := a.diagnostics.kept
	if text != "" {
		kept = append(kept, schema.Diagnostic{Severity: schema.DiagnosticSeverityError, Code: codeName(codeOf(err)), Summary: text})
	}
	if len(kept) == 0 {
		return
	}
	if out, err := encodeJSON(&schema.Diagnostics{Format: schema.DiagnosticsFormat, Diagnostics: kept}, "  "); err == nil {
		_, _ = a.stderr.Write(out)
	}
}

// codeName is the code of a problem that has no other than its exit code.
func codeName(exit int) string {
	switch exit {
	case exitNo:
		return "contractc.no"
	case exitBundle:
		return "contractc.bundle"
	case exitUndecided:
		return "contractc.undecided"
	}
	return "contractc.usage"
}

// documentOf is a diagnostic as a document. What is not known is left out.
func documentOf(d diag.Diagnostic) schema.Diagnostic {
	out := schema.Diagnostic{Severity: schema.DiagnosticSeverity(d.Severity.String()), Code: d.Code, Summary: d.Summary}
	if d.File != "" {
		out.File = &d.File
	}
	if d.Detail != "" {
		out.Detail = &d.Detail
	}
	if d.Range.Known() {
		out.Line, out.Column = place(d.Range.Start)
	}
	if d.Range.End.Known() {
		out.EndLine, out.EndColumn = place(d.Range.End)
	}
	return out
}

func place(p diag.Position) (line, column *int64) {
	l, c := int64(p.Line), int64(p.Column)
	return &l, &c
}
