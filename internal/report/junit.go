package report

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"github.com/contractc/contractc/internal/diag"
)

type junitSuites struct {
	XMLName  xml.Name     `xml:"testsuites"`
	Tests    int          `xml:"tests,attr"`
	Failures int          `xml:"failures,attr"`
	Errors   int          `xml:"errors,attr"`
	Skipped  int          `xml:"skipped,attr"`
	Suites   []junitSuite `xml:"testsuite"`
}

type junitSuite struct {
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Errors   int         `xml:"errors,attr"`
	Skipped  int         `xml:"skipped,attr"`
	Cases    []junitCase `xml:"testcase"`
}

type junitCase struct {
	Name    string       `xml:"name,attr"`
	Class   string       `xml:"classname,attr"`
	File    string       `xml:"file,attr,omitempty"`
	Line    int          `xml:"line,attr,omitempty"`
	Failure *junitDetail `xml:"failure"`
	Error   *junitDetail `xml:"error"`
	Skipped *struct{}    `xml:"skipped"`
	Out     string       `xml:"system-out,omitempty"`
}

type junitDetail struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr,omitempty"`
	Text    string `xml:",chardata"`
}

// writeJUnit writes a suite for each group of results. It holds no times, so
// that the same results write the same bytes.
func writeJUnit(w io.Writer, r *Report) error {
	var all junitSuites
	for i := range r.Results {
		all.add(r, &r.Results[i])
	}
	for _, s := range all.Suites {
		all.Tests += s.Tests
		all.Failures += s.Failures
		all.Errors += s.Errors
		all.Skipped += s.Skipped
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	e := xml.NewEncoder(w)
	e.Indent("", "  ")
	if err := e.Encode(all); err != nil {
		return err
	}
	_, err := fmt.Fprintln(w)
	return err
}

// add puts a result into the suite of its group, the last one or a new one.
func (all *junitSuites) add(r *Report, f *Result) {
	name := diag.Neutralise(f.Group)
	if f.Group == "" {
		name = diag.Neutralise(r.shown(f.File))
	}
	if n := len(all.Suites); n == 0 || all.Suites[n-1].Name != name {
		all.Suites = append(all.Suites, junitSuite{Name: name})
	}
	all.Suites[len(all.Suites)-1].add(r, f)
}

func (s *junitSuite) add(r *Report, f *Result) {
	c := junitCase{Name: diag.Neutralise(f.Title), Class: diag.Neutralise(f.Subject), Line: f.Range.Start.Line}
	if c.Class == "" {
		c.Class = diag.Neutralise(f.Rule)
	}
	if f.File != "" {
		c.File = diag.Neutralise(r.shown(f.File))
	}
	s.Tests++
	said := r.place(f) + "\n" + strings.Join(f.words(), "\n")
	switch f.Outcome {
	case Passed:
	case Failed:
		c.Failure = &junitDetail{Message: f.summary(), Type: diag.Neutralise(f.Rule), Text: said}
		s.Failures++
	case Errored, NotChecked:
		c.Error = &junitDetail{Message: f.summary(), Type: diag.Neutralise(f.Rule), Text: said}
		s.Errors++
	case Skipped:
		c.Skipped = &struct{}{}
		s.Skipped++
	case Noted, Excepted:
		c.Out = fmt.Sprintf("%s %s\n%s", f.Outcome, diag.Neutralise(f.Rule), said)
	}
	s.Cases = append(s.Cases, c)
}
