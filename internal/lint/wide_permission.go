package lint

import (
	"fmt"

	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/celpolicy"
	"github.com/contractc/contractc/schema"
)

// widePermission finds rules that allow every call of every tool: those whose
// condition says nothing of the action or of its effects.
func widePermission() Rule {
	return Rule{
		ID: "wide-permission", Severity: schema.DiagnosticSeverityError,
		Summary: "A rule allows whatever a reply calls.",
		Check: func(p *Pass) {
			p.eachCELRule(func(lib *index.Library, r *index.Rule, src *celpolicy.Source) {
				if r.Metadata.Severity != schema.SeverityAllow {
					return
				}
				for _, list := range p.celItems(src) {
					for i := range list {
						c := list[i].condition
						if !list[i].nested && list[i].Rule == nil && (list[i].Condition == nil || c != nil && celTruth(c.expr) == always) {
							p.wide(list[i].conditionPlace(), r)
						}
					}
				}
			})
			p.eachRegoRule(func(r *regoRule) {
				if r.meta.Metadata.Severity != schema.SeverityAllow {
					return
				}
				for _, e := range r.rule.Body {
					if path := regoDemandPath(e); path != "input.action.type" && regoTruth(e) != always {
						return
					}
				}
				at := p.elementPlace(r.lib, &r.meta.Element)
				p.wide(at, r.meta)
			})
		},
	}
}

func (p *Pass) wide(at Place, r *index.Rule) {
	p.Report(Finding{
		Place: at, Message: fmt.Sprintf("the rule %q allows every call of every tool", r.ID),
		Help: "name in the condition the tools, the effects or the arguments that it is for: an allowed call is not shown to a person",
	})
}
