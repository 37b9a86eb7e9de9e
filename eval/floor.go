package eval

import (
	"errors"
	"fmt"
	"slices"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/internal/canonical"
	"github.com/contractc/contractc/schema"
)

// What holds whatever the rules of the bundles say, and where they say nothing.

// RuleJudged is the rule of the engine by which a claim, citation or answer that
// no rule in force could have refused is not accepted: it was not judged.
const RuleJudged = "contractc.judged"

func unjudged(kind string) schema.Violation {
	return schema.Violation{
		Rule: RuleJudged, Version: Version, Severity: schema.SeverityDeny,
		Message: fmt.Sprintf("no rule in force judges actions of the type %q", kind),
	}
}

// judgedTypes are the types of action that some rule can refuse once they have
// their form.
func judgedTypes(rules []*catalog.Rule) map[string]bool {
	judged := map[string]bool{}
	for _, r := range rules {
		m := &r.Metadata
		if r.Coverage || m.Severity != schema.SeverityDeny || stageOf(m) != schema.RuleStageJudge {
			continue
		}
		for _, kind := range []string{"cite", "claim", "answer"} {
			judged[kind] = judged[kind] || forType(m.Actions, kind)
		}
	}
	return judged
}

// inexact refuses a call whose arguments have no canonical form, such as one
// nested too deep: it is a fault of the reply, and no card could be bound to it.
func (j *judge) inexact(a *Action, err error) {
	reason, path := err.Error(), ""
	var e *canonical.Error
	if errors.As(err, &e) {
		reason = e.Reason
	}
	if e != nil && len(e.Path) <= maxShownPath {
		path = e.Path
	}
	j.violated(a, schema.Violation{
		Rule: RuleExact, Version: Version, Severity: schema.SeverityDeny, Message: "the call has no canonical form: " + reason,
	}, path)
	a.Malformed, a.Typed = true, nil
}

// maxShownPath is how long a path may be to say where something is.
const maxShownPath = 200

// addSilent says of every domain that the call uses and no coverage rule speaks
// of that it is silent, unless a guarantee in force restricts it.
func (j *judge) addSilent(a *Action) {
	call := a.Call
	for i := range call.Effects {
		domain := call.Effects[i].Type.Library
		named := func(e schema.CoverageEntry) bool { return e.Domain == domain }
		if slices.ContainsFunc(call.Coverage, named) || j.restricted(domain) {
			continue
		}
		call.Coverage = append(call.Coverage, schema.CoverageEntry{
			Domain: domain, Status: schema.CoverageStatusSilentGap, Actions: []int64{int64(a.Index)},
		})
		call.Reasons = append(call.Reasons, Reason{
			Outcome: schema.OutcomeAsk, Code: ReasonCoverage, Subject: domain, Message: string(schema.CoverageStatusSilentGap),
		})
	}
}

// restricted reports whether a guarantee in force restricts a domain.
func (j *judge) restricted(domain string) bool {
	return slices.ContainsFunc(j.context.Guarantees, func(g *catalog.Guarantee) bool {
		return g.Contract.Library == domain && !g.Contract.Unrestricted()
	})
}
