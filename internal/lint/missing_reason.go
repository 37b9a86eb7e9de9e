package lint

import (
	"fmt"

	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/schema"
)

// missingReason finds rules that do not say why they are there.
func missingReason() Rule {
	return Rule{
		ID: "missing-reason", Severity: schema.DiagnosticSeverityWarning,
		Summary: "A rule does not say why it is there.",
		Check: func(p *Pass) {
			p.eachRule(func(lib *index.Library, r *index.Rule) {
				if lib.Folder != nil {
					return // it is taken as it is
				}
				if r.Metadata.Why == nil || *r.Metadata.Why == "" {
					p.Report(Finding{
						Place: p.elementPlace(lib, &r.Element), Message: fmt.Sprintf("the rule %q does not say why it is there", r.ID),
						Help: "add why to its metadata: one sentence that tells a later reviewer what would go wrong without it",
					})
				}
			})
		},
	}
}
