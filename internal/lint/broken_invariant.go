package lint

import (
	"encoding/json"

	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/internal/celpolicy"
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/invariant"
	"github.com/contractc/contractc/internal/prove"
	"github.com/contractc/contractc/schema"
)

// brokenInvariant asks a solver for inputs on which what a rule in CEL states
// under verification is not so.
func brokenInvariant() Rule {
	return Rule{
		ID: "broken-invariant", Severity: schema.DiagnosticSeverityError,
		Summary: "An input breaks what a rule states of itself.",
		Check: func(p *Pass) {
			stated := false
			p.eachCELRule(func(_ *index.Library, _ *index.Rule, src *celpolicy.Source) {
				stated = stated || len(src.Invariants) > 0
			})
			if stated {
				p.invariants()
			}
		},
	}
}

func (p *Pass) invariants() {
	rules, err := eval.RulePolicies(p.Catalog, p.Libraries, func(_ *index.Rule, n *doc.Node) bool { return n.Get("verification") != nil })
	if err != nil {
		p.Skip(Place{}, err.Error())
		return
	}
	for i := range rules {
		p.invariantsOf(&rules[i])
	}
}

func (p *Pass) invariantsOf(r *eval.RulePolicy) {
	if p.Prover == nil {
		for _, inv := range r.Rule.Policy.Invariants() {
			p.Skip(Place{r.File, inv.Range}, p.NoProver)
		}
		return
	}
	answers, err := invariant.Prove(p.Context, invariant.OfRule(p.Context, r.Rule, r.Env), invariant.Options{Solvers: p.Prover.Solvers, Timeout: p.Prover.Timeout})
	if err != nil {
		p.Skip(Place{r.File, diag.Range{}}, err.Error())
		return
	}
	for _, a := range answers {
		at := Place{r.File, a.Invariant.Range}
		switch a.Result {
		case prove.Refuted:
			p.Report(Finding{
				Place: at, Message: "an input breaks the invariant " + quoted(a.Invariant.ID), Help: "mend the rule, or say in assume which inputs are meant",
				Witness: witnessOf(a.Input),
			})
		case prove.Unknown:
			p.Skip(at, a.Reason)
		case prove.Proved:
		}
	}
}

// witnessOf is an input as JSON.
func witnessOf(input map[string]any) string {
	text, err := json.Marshal(input)
	if err != nil { // a value that cannot be written is left out
		return ""
	}
	return string(text)
}
