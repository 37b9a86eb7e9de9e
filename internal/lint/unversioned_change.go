package lint

import (
	"slices"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/schema"
)

// UnversionedChange is the id of the rule that a changed file breaks until its
// version is raised.
const UnversionedChange = "unversioned-change"

// unversionedChange finds what changed since the bundle was locked and kept its
// version.
func unversionedChange() Rule {
	return Rule{
		ID: UnversionedChange, Severity: schema.DiagnosticSeverityError,
		Summary: "Something changed since the bundle was locked and kept its version.",
		Check: func(p *Pass) {
			for _, b := range p.bundles() {
				for _, d := range p.Catalog.CheckLock(b) {
					if d.Code == catalog.LockChanged {
						p.Report(Finding{Place: Place{d.File, d.Range}, Message: d.Summary, Help: d.Detail})
					}
				}
			}
		},
	}
}

// bundles are those that a library is looked at of.
func (p *Pass) bundles() []*index.Bundle {
	var list []*index.Bundle
	for _, lib := range p.Libraries {
		if b := p.Catalog.Bundle(lib); !slices.Contains(list, b) {
			list = append(list, b)
		}
	}
	return list
}
