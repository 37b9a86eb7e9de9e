// Package report writes what a check found in the formats that other programs
// read: SARIF, JUnit's XML, the Test Anything Protocol, GitHub's annotations and
// GitLab's code quality report.
//
// Entry points: OfTests and OfLint make a Report, Write writes it. All formats
// are written from the one report, so that they hold the same results.
//
// What is written holds texts of outsiders. Each format's own escaping keeps
// them from being read as anything else, and what a terminal obeys or hides is
// shown by its code point.
package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/contractc/contractc/internal/diag"
)

// Report is what a command found.
type Report struct {
	Version string // of the program
	Exit    int    // exit code of the command
	Base    string // absolute folder that paths are shown relative to; empty to leave them
	Rules   []Rule // what there was to find
	Results []Result
}

// Rule is something that may be found.
type Rule struct {
	ID      string
	Summary string // one line
	Page    string // the page about it; may be empty
}

// Outcome is what came of a result.
type Outcome string

// The outcomes. Failed, Errored and NotChecked make a command say no.
const (
	Passed     Outcome = "passed"
	Failed     Outcome = "failed"
	Errored    Outcome = "error"       // it could not be run to its end
	NotChecked Outcome = "not checked" // it could not be looked at
	Skipped    Outcome = "skipped"     // it says itself that it is not done
	Noted      Outcome = "noted"       // found, and not held against the command
	Excepted   Outcome = "excepted"    // found, and a reason was given why it may stay
)

// SaysNo reports whether a command does not succeed with such a result.
func (o Outcome) SaysNo() bool { return o == Failed || o == Errored || o == NotChecked }

// Severity is how bad something is that was found.
type Severity string

// The severities.
const (
	Error   Severity = "error"
	Warning Severity = "warning"
	Note    Severity = "note"
)

// Result is one thing that was found, or one check that passed.
type Result struct {
	Rule     string // id of one of the report's rules
	Group    string // what it is listed under; the file where it is empty
	Subject  string // what it is about; may be empty
	Title    string // one line
	Outcome  Outcome
	Severity Severity // of one that did not pass
	File     string   // as other outputs name it; empty where it is in none
	Range    diag.Range
	Messages []string // lines
	Help     string   // what to do; may be empty
	Reason   string   // of one that is excepted
	Fixes    []Fix
}

// Fix is a change that would settle a result.
type Fix struct {
	Description string
	Edits       []Edit
}

// Edit puts a text in the place of another.
type Edit struct {
	File  string
	Range diag.Range
	Text  string
}

// Formats are the names of the formats that Write knows, sorted.
func Formats() []string { return []string{"github", "gitlab", "junit", "sarif", "tap"} }

// Write writes a report in a format. An unknown one is an error.
func Write(w io.Writer, format string, r *Report) error {
	switch format {
	case "github":
		return writeGitHub(w, r)
	case "gitlab":
		return writeGitLab(w, r)
	case "junit":
		return writeJUnit(w, r)
	case "sarif":
		return writeSARIF(w, r)
	case "tap":
		return writeTAP(w, r)
	default:
		return fmt.Errorf("there is no format %q; it is one of %s", format, strings.Join(Formats(), ", "))
	}
}

// found are the results that are more than a check that passed or was skipped.
func (r *Report) found() []*Result {
	var list []*Result
	for i := range r.Results {
		switch r.Results[i].Outcome {
		case Passed, Skipped:
		default:
			list = append(list, &r.Results[i])
		}
	}
	return list
}

// title names a result by what it is about.
func (r *Result) title() string {
	if r.Subject == "" {
		return diag.Neutralise(r.Title)
	}
	return diag.Neutralise(r.Subject + ": " + r.Title)
}

// words is all that a result says, in one line each.
func (r *Result) words() []string {
	var lines []string
	if r.Outcome == NotChecked {
		lines = append(lines, "this was not checked")
	}
	lines = append(lines, r.Messages...)
	if r.Help != "" {
		lines = append(lines, strings.Split(r.Help, "\n")...)
	}
	if r.Reason != "" {
		lines = append(lines, "excepted: "+r.Reason)
	}
	for i, line := range lines {
		lines[i] = diag.Neutralise(line)
	}
	return lines
}

// said is all that a result says, its title where that is nothing more.
func (r *Result) said() []string {
	if words := r.words(); len(words) > 0 {
		return words
	}
	return []string{r.title()}
}

// summary is the first line that a result says.
func (r *Result) summary() string {
	if len(r.Messages) > 0 {
		return diag.Neutralise(r.Messages[0])
	}
	return r.title()
}

// place is where a result is, for people.
func (r *Report) place(at *Result) string {
	name := diag.Neutralise(r.shown(at.File))
	if !at.Range.Known() {
		return name
	}
	return name + ":" + at.Range.Start.String()
}
