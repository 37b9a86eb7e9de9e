package gate

import (
	"context"
	"slices"

	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/internal/lint"
	"github.com/contractc/contractc/internal/lower"
	"github.com/contractc/contractc/internal/prove"
	"github.com/contractc/contractc/schema"
)

// lintBundle lets all rules look at the bundle.
func lintBundle(ctx context.Context, s *subject) (*result, error) {
	of := eval.MonitorOptions(s.catalog)
	looked := &lint.Subject{Catalog: s.catalog, Libraries: s.catalog.Bundles[0].Libraries, NoProver: s.NoSolver}
	if len(s.Solvers) > 0 {
		looked.Prover = &prove.Prover{Solvers: s.Solvers, Options: lower.Options{Facts: of.Facts, Cells: of.Cells}, Timeout: s.Timeout}
	}
	found := lint.Run(ctx, looked, lintRules())
	r := passed(counted(len(found.Rules), "rule", "rules"))
	for i := range found.Findings {
		r.add(ofLint(&found.Findings[i]))
	}
	for i := range found.NotChecked {
		r.add(ofUnlinted(&found.NotChecked[i]))
	}
	return r, ctx.Err()
}

// lintRules are all rules but the one that finds a part of what the step of the
// lock finds.
func lintRules() []lint.Rule {
	return slices.DeleteFunc(lint.Rules(), func(r lint.Rule) bool { return r.ID == "unversioned-change" })
}

func ofLint(found *lint.Finding) schema.GateFinding {
	f := schema.GateFinding{
		Id: stepLint + "." + found.Rule.ID, Level: schema.GateLevelDeny, Checked: true,
		Message: found.Message, Help: optional(found.Help), Page: optional(found.Rule.Page()),
	}
	if found.Witness != "" {
		f.Details = []string{"witness: " + found.Witness}
	}
	setPlace(&f, found.Place.File, found.Place.Range)
	return f
}

func ofUnlinted(n *lint.NotChecked) schema.GateFinding {
	f := schema.GateFinding{
		Id: stepLint + "." + notChecked, Level: schema.GateLevelDeny, Subject: &n.Rule.ID,
		Message: "not checked by " + n.Rule.ID + ": " + n.Reason, Page: optional(n.Rule.Page()),
	}
	setPlace(&f, n.Place.File, n.Place.Range)
	return f
}
