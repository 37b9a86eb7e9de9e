package gate

import (
	"context"
	"slices"
	"time"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/solver"
	"github.com/contractc/contractc/internal/trust"
	"github.com/contractc/contractc/schema"
)

// Request is what the gate is asked.
type Request struct {
	// Sources are the bundle and, behind it, what it is loaded with.
	Sources []catalog.Source

	// Folder is the bundle's folder, empty where it is in none.
	Folder string

	// Locale is that of the cards of tests.
	Locale string

	// CheckLocales reads the fixed words of every language as a card would.
	CheckLocales func(*catalog.Catalog, []catalog.Source) diag.List

	// Solvers are asked by the lint and by the comparison; NoSolver says why there
	// is none. Timeout is how long each may take for an answer.
	Solvers  []solver.Solver
	NoSolver string
	Timeout  time.Duration

	// Base is the version that the bundle is compared with; nil for none.
	Base *Base

	// Trust says which bundles are trusted, under the terms; nil asks for nothing.
	Trust *trust.Policy
	Terms trust.Terms

	// Policy says what of the findings may pass; nil for nothing. At is the time at
	// which its exceptions are looked at.
	Policy *Policy
	At     time.Time

	// Cache keeps results; nil to keep none.
	Cache *Cache
}

// Run runs all steps, or takes what they found from the cache, and applies the
// policy. The notes say what became of the cache; the error is of a fault of ours
// or of a file that cannot be read.
func Run(ctx context.Context, q *Request) (report *schema.GateReport, notes []string, err error) {
	found, notes, err := q.cached(ctx)
	if err != nil {
		return nil, notes, err
	}
	found.Steps, found.Findings = slices.Clone(found.Steps), slices.Clone(found.Findings)
	q.addTrust(found)
	return settle(found, q.Policy, q.At, q.Sources[0].Name), notes, nil
}

// check runs all steps.
func (q *Request) check(ctx context.Context) (*schema.GateReport, error) {
	report := &schema.GateReport{Format: schema.GateReportFormat}
	s := &subject{Request: q}
	for _, step := range steps() {
		r, err := step.run(ctx, s)
		if err != nil {
			return nil, err
		}
		report.Steps = append(report.Steps, schema.GateStep{Name: step.name, Outcome: r.outcome, Detail: r.detail})
		for i := range r.findings {
			r.findings[i].Step = step.name
		}
		slices.SortStableFunc(r.findings, comparePlaces)
		report.Findings = append(report.Findings, r.findings...)
	}
	report.Bundles = s.identities
	if q.Base != nil {
		report.Base = &q.Base.Name
	}
	return report, nil
}
