package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/contractc/contractc/internal/diag"
)

// writeGitHub writes an annotation for everything that was found, in the form of
// GitHub's workflow commands. Its last line is the id of what was found, as exceptions
// and pages name it.
func writeGitHub(w io.Writer, r *Report) error {
	for _, f := range r.found() {
		said := append(f.said(), "["+diag.Neutralise(f.Rule)+"]")
		_, err := fmt.Fprintf(w, "::%s %stitle=%s::%s\n", gitHubCommand(f), r.gitHubPlace(f), property(f.title()), data(strings.Join(said, "\n")))
		if err != nil {
			return err
		}
	}
	return nil
}

// gitHubCommand is the command for what was found: an error where it is held
// against the run.
func gitHubCommand(f *Result) string {
	switch {
	case f.Outcome.SaysNo() && f.Severity != Warning:
		return "error"
	case f.Outcome.SaysNo(), f.Outcome == Noted && f.Severity != Note:
		return "warning"
	}
	return "notice"
}

// gitHubPlace are the properties for the place of what was found.
func (r *Report) gitHubPlace(f *Result) string {
	if !isFile(f.File) {
		return ""
	}
	place := "file=" + property(diag.Neutralise(r.shown(f.File))) + ","
	if start := f.Range.Start; start.Known() {
		place += fmt.Sprintf("line=%d,col=%d,", start.Line, start.Column)
		if f.Range.End.Line > start.Line {
			place += fmt.Sprintf("endLine=%d,", f.Range.End.Line)
		}
	}
	return place
}

// data escapes the message of a workflow command.
func data(text string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(text)
}

// property escapes a property of a workflow command.
func property(text string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C").Replace(text)
}
