package gate

import (
	"context"
	"fmt"

	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/policytest"
	"github.com/contractc/contractc/schema"
)

// testBundle runs the tests of the bundle and of what it is loaded with.
func testBundle(ctx context.Context, s *subject) (*result, error) {
	suite, problems := policytest.NewSuite(s.catalog, s.Locale)
	if suite == nil {
		r := passed("the tests cannot be read")
		r.addDiagnostics(stepTest, problems)
		return r, nil
	}
	report := suite.Run(ctx, nil)
	r := passed(fmt.Sprintf("%d passed, %d failed, %d errors, %d skipped", report.Passed, report.Failed, report.Errors, report.Skipped))
	r.addDiagnostics(stepTest, problems)
	for i := range report.Tests {
		if t := &report.Tests[i]; t.Outcome != schema.TestOutcomePassed {
			r.add(ofTest(t))
		}
	}
	if report.Passed+report.Failed+report.Errors == 0 {
		help := "write cases below tests/, or examples in the files of contracts"
		r.add(schema.GateFinding{Id: stepTest + "." + nothingTested, Level: schema.GateLevelDeny, Checked: true, Message: "nothing was tested", Help: &help})
	}
	return r, ctx.Err()
}

// ofTest is a test that did not pass. One that says itself that it is not done
// is recorded.
func ofTest(t *schema.TestResult) schema.GateFinding {
	f := schema.GateFinding{
		Id: stepTest + "." + string(t.Kind), Level: schema.GateLevelDeny, Checked: true, Subject: t.Subject,
		Message: string(t.Outcome) + ": " + t.Name, Details: t.Messages,
	}
	if t.Outcome == schema.TestOutcomeSkipped {
		f.Id, f.Level = stepTest+"."+skipped, schema.GateLevelObserve
	}
	setPlace(&f, t.File, diag.At(diag.Position{Line: int(t.Line), Column: int(t.Column)}))
	return f
}
