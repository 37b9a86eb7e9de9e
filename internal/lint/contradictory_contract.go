package lint

import (
	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/prove"
	"github.com/contractc/contractc/schema"
)

// contradictoryContract finds contracts that no trace meets. An example that the
// monitor judges to hold shows that one is not; a solver is asked only where
// there is none.
func contradictoryContract() Rule {
	return Rule{
		ID: "contradictory-contract", Severity: schema.DiagnosticSeverityError,
		Summary: "A contract holds of no trace, not even of the empty one.",
		Check: func(p *Pass) {
			p.eachContract(func(lib *index.Library, c *index.Contract) {
				if c.Unrestricted() || p.isShown(c, schema.VerdictHolds) {
					return
				}
				p.asked(lib, c, prove.Satisfiable, prove.Refuted, Finding{
					Message: "no trace meets the contract", Help: "whatever an agent does would violate it: mend the constraint",
				})
			})
		},
	}
}
