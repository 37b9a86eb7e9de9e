// Package report writes what a check found in the formats that other programs
// read: JUnit's XML, the Test Anything Protocol and GitHub's annotations.
//
// What is written holds texts of outsiders. Each format's own escaping keeps
// them from being read as anything else, and what a terminal obeys or hides is
// shown by its code point.
package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/schema"
)

// TestFormats are the names of the formats that WriteTests knows.
func TestFormats() []string { return []string{"github", "junit", "tap"} }

// WriteTests writes a report of tests in a format. An unknown one is an error.
func WriteTests(w io.Writer, format string, r *schema.TestReport) error {
	switch format {
	case "github":
		return writeGitHub(w, r)
	case "junit":
		return writeJUnit(w, r)
	case "tap":
		return writeTAP(w, r)
	default:
		return fmt.Errorf("there is no format %q; it is one of %s", format, strings.Join(TestFormats(), ", "))
	}
}

// title names a test by what it is about.
func title(t *schema.TestResult) string {
	name := t.Name
	if t.Subject != nil {
		name = *t.Subject + ": " + name
	}
	return diag.Neutralise(name)
}

// words are the messages of a test in one line each.
func words(t *schema.TestResult) []string {
	lines := slices.Clone(t.Messages)
	for i, line := range lines {
		lines[i] = diag.Neutralise(line)
	}
	return lines
}

// place is where a test stands.
func place(t *schema.TestResult) string {
	return fmt.Sprintf("%s:%d:%d", diag.Neutralise(t.File), t.Line, t.Column)
}
