package main

import (
	"context"
	"maps"
	"slices"

	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/internal/lower"
	"github.com/contractc/contractc/internal/plan"
	"github.com/contractc/contractc/schema"
	"github.com/spf13/cobra"
)

// planFlags are the flags of prove plan.
type planFlags struct {
	solverFlags
	guarantees []string
	imports    []string
	format     string
}

func (a *app) provePlanCommand() *cobra.Command {
	f := &planFlags{}
	c := &cobra.Command{
		Use:   "plan PLAN -g EXPRESSION...",
		Short: "Every run of a plan meets the guarantees",
		Long: `Prove guarantees of a plan: YAML, or JSON in a file named .json, with calls whose
values may not be known yet, guards and bounded loops. It ends with its last step.

What is refuted is shown with a run of the plan: its values and rows, and the
events that it performs, which the monitor has judged. Exit codes: 0 proved,
2 refuted, 4 unknown, which is an answer too; the worst of the guarantees counts.`,
		Args: exactArgs(1, "one plan"),
		RunE: func(c *cobra.Command, args []string) error { return a.provePlan(c.Context(), args[0], f) },
	}
	c.Flags().StringArrayVarP(&f.guarantees, "guarantee", "g", nil, "contract `EXPRESSION` to prove (repeats)")
	c.Flags().StringArrayVar(&f.imports, "import", nil, "`ALIAS=MODULE` for the first name of an expression (repeats)")
	f.solverFlags.add(c)
	formatFlag(c, &f.format, "text", "json")
	return c
}

func (a *app) provePlan(ctx context.Context, file string, f *planFlags) error {
	if err := f.check(); err != nil {
		return err
	}
	if len(f.guarantees) == 0 {
		return usagef("say which guarantees to prove with -g, such as -g 'filesystem.read_only()'")
	}
	from, err := a.catalog()
	if err != nil {
		return err
	}
	guarantees, err := a.bound(from, f.guarantees, f.imports)
	if err != nil {
		return err
	}
	node, text, err := a.readDocument(file)
	if err != nil {
		return err
	}
	p, problems := plan.Read(from, file, node)
	if a.report(problems, oneFile(file, text)); problems.HasErrors() {
		return exitWith(exitUsage)
	}
	of := eval.WholeMonitorOptions(from)
	prover, err := f.prover(lower.Options{Facts: of.Facts, Cells: of.Cells})
	if err != nil {
		return err
	}
	report := &schema.PlanReport{Format: schema.PlanReportFormat, Plan: p.Name, Digest: p.Digest, Engine: eval.Name, Bundles: eval.Identities(from)}
	for _, g := range guarantees {
		answer, err := prover.Plan(orBackground(ctx), p, g.Constraint)
		if err != nil {
			return err
		}
		if err := answer.Report(report, &g.Invocation, prover.Options); err != nil {
			return err
		}
	}
	if f.format == "json" {
		err = a.writeJSON(report)
	} else {
		err = a.writeText(planText(report))
	}
	if err != nil {
		return err
	}
	return exitWith(resultCode(report.Result))
}

// sortedKeys are the keys of an object.
func sortedKeys(v any) []string {
	object, _ := v.(map[string]any)
	return slices.Sorted(maps.Keys(object))
}
