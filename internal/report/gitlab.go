package report

import (
	"io"
	"strings"

	"github.com/contractc/contractc/internal/diag"
)

// gitLabIssue is an entry of a code quality report, which is a list of them.
type gitLabIssue struct {
	Description string         `json:"description"`
	CheckName   string         `json:"check_name"`
	Fingerprint string         `json:"fingerprint"`
	Severity    string         `json:"severity"`
	Location    gitLabLocation `json:"location"`
}

type gitLabLocation struct {
	Path  string      `json:"path"`
	Lines gitLabLines `json:"lines"`
}

type gitLabLines struct {
	Begin int `json:"begin"`
	End   int `json:"end,omitempty"`
}

// writeGitLab writes GitLab's code quality report, in which every entry has a
// path and a line: what is in no file stands at line 1 of the name it is about.
func writeGitLab(w io.Writer, r *Report) error {
	found := r.found()
	names := r.fingerprints(found)
	list := make([]gitLabIssue, len(found))
	for i, f := range found {
		list[i] = gitLabIssue{
			Description: strings.Join(append([]string{f.title()}, f.words()...), "\n"),
			CheckName:   diag.Neutralise(f.Rule),
			Fingerprint: names[i],
			Severity:    gitLabSeverity(f),
			Location:    gitLabLocation{r.gitLabPath(f), gitLabLines{max(1, f.Range.Start.Line), f.Range.End.Line}},
		}
	}
	return writeJSON(w, list)
}

func (r *Report) gitLabPath(f *Result) string {
	switch {
	case f.File != "":
		return r.shown(f.File)
	case f.Subject != "":
		return diag.Neutralise(f.Subject)
	}
	return "contractc"
}

// gitLabSeverity is critical or major for what is held against the run.
func gitLabSeverity(f *Result) string {
	switch {
	case f.Outcome.SaysNo() && f.Severity != Warning:
		return "critical"
	case f.Outcome.SaysNo():
		return "major"
	case f.Outcome == Noted && f.Severity != Note:
		return "minor"
	}
	return "info"
}
