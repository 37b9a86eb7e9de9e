package lint

import "github.com/contractc/contractc/schema"

// brokenTests finds files of tests that cannot be read, so that none of their cases
// is run.
func brokenTests() Rule {
	return Rule{
		ID: "broken-tests", Severity: schema.DiagnosticSeverityError,
		Summary: "A file of tests cannot be used as it is written.",
		Check: func(p *Pass) {
			for _, d := range p.read.tests().problems {
				if d.Code == unknownRule || d.Code == unknownSet {
					continue // unknown-name says it
				}
				p.Report(Finding{Place: Place{d.File, d.Range}, Message: d.Summary, Help: orElse(d.Detail, "mend the file: none of its cases is run until then")})
			}
		},
	}
}

// The codes of names in tests that nothing has.
const (
	unknownRule = "tests.rule"
	unknownSet  = "tests.rule-set"
)

func orElse(text, otherwise string) string {
	if text == "" {
		return otherwise
	}
	return text
}
