package report

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/schema"
)

type junitSuites struct {
	XMLName  xml.Name     `xml:"testsuites"`
	Tests    int          `xml:"tests,attr"`
	Failures int64        `xml:"failures,attr"`
	Errors   int64        `xml:"errors,attr"`
	Skipped  int64        `xml:"skipped,attr"`
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
	File    string       `xml:"file,attr"`
	Line    int64        `xml:"line,attr"`
	Failure *junitDetail `xml:"failure"`
	Error   *junitDetail `xml:"error"`
	Skipped *struct{}    `xml:"skipped"`
}

type junitDetail struct {
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

// writeJUnit writes a suite for each file. It holds no times, so that the same
// tests write the same bytes.
func writeJUnit(w io.Writer, r *schema.TestReport) error {
	all := junitSuites{Tests: len(r.Tests), Failures: r.Failed, Errors: r.Errors, Skipped: r.Skipped}
	for i := range r.Tests {
		t := &r.Tests[i]
		file := diag.Neutralise(t.File)
		if n := len(all.Suites); n == 0 || all.Suites[n-1].Name != file {
			all.Suites = append(all.Suites, junitSuite{Name: file})
		}
		all.Suites[len(all.Suites)-1].add(t)
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

func (s *junitSuite) add(t *schema.TestResult) {
	c := junitCase{Name: diag.Neutralise(t.Name), Class: string(t.Kind), File: s.Name, Line: t.Line}
	if t.Subject != nil {
		c.Class = diag.Neutralise(*t.Subject)
	}
	detail := &junitDetail{Text: place(t) + "\n" + strings.Join(words(t), "\n")}
	if len(t.Messages) > 0 {
		detail.Message = words(t)[0]
	}
	s.Tests++
	switch t.Outcome {
	case schema.TestOutcomeFailed:
		c.Failure = detail
		s.Failures++
	case schema.TestOutcomeError:
		c.Error = detail
		s.Errors++
	case schema.TestOutcomeSkipped:
		c.Skipped = &struct{}{}
		s.Skipped++
	}
	s.Cases = append(s.Cases, c)
}
