package report

import (
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/schema"
)

// testRules are the ids under which tests are reported, by their kind.
func testRules() []Rule {
	return []Rule{
		{ID: testRule(schema.TestKindCase), Summary: "A case is decided as its file says."},
		{ID: testRule(schema.TestKindRego), Summary: "A rule test_… of Rego holds."},
		{ID: testRule(schema.TestKindExample), Summary: "A contract has the verdict that its example says."},
		{ID: testRule(schema.TestKindTwin), Summary: "A rule in CEL and its twin in Rego find the same."},
		{ID: testRule(schema.TestKindProperty), Summary: "All readers of a contract agree on generated traces."},
		{ID: NothingTested, Summary: "There are tests."},
	}
}

func testRule(kind schema.TestKind) string { return "test." + string(kind) }

// NothingTested is the id of what is reported where no test passed or failed.
const NothingTested = "test.nothing"

// OfTests is a report of tests. Without a test that passed it says that nothing
// was tested.
func OfTests(r *schema.TestReport) *Report {
	out := &Report{Rules: testRules()}
	for i := range r.Tests {
		out.Results = append(out.Results, ofTest(&r.Tests[i]))
	}
	if r.Passed+r.Failed+r.Errors == 0 {
		out.Results = append(out.Results, Result{
			Rule: NothingTested, Group: "test", Title: "nothing was tested", Outcome: Failed, Severity: Error,
			Help: "write cases below tests/, or examples in the files of contracts",
		})
	}
	return out
}

func ofTest(t *schema.TestResult) Result {
	at := diag.Position{Line: int(t.Line), Column: int(t.Column)}
	out := Result{Rule: testRule(t.Kind), Title: t.Name, Outcome: testOutcome(t.Outcome), Severity: Error, File: t.File, Range: diag.At(at), Messages: t.Messages}
	if t.Subject != nil {
		out.Subject = *t.Subject
	}
	return out
}

func testOutcome(o schema.TestOutcome) Outcome {
	switch o {
	case schema.TestOutcomePassed:
		return Passed
	case schema.TestOutcomeFailed:
		return Failed
	case schema.TestOutcomeSkipped:
		return Skipped
	}
	return Errored
}
