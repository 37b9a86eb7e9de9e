package main

import (
	"context"
	"encoding/json"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/internal/celpolicy"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/invariant"
	"github.com/contractc/contractc/internal/lower"
	"github.com/contractc/contractc/schema"
	"github.com/spf13/cobra"
)

// invariantFlags are the flags of prove invariants.
type invariantFlags struct {
	solverFlags
	environment string
	format      string
}

func (a *app) proveInvariantsCommand() *cobra.Command {
	f := &invariantFlags{}
	c := &cobra.Command{
		Use:   "invariants [FILE]",
		Short: "What CEL Policy files say of themselves holds for every input",
		Long: `Prove the entries of verification.invariants: on every input that meets assume, the
policy gives a result, and every entry of assert is true. Without FILE those of
the rules in the bundles are proved.

A FILE without the block metadata is a plain policy; --environment names a file
with the variables that it reads, in the form of CEL's own tools.

What has no lowering to SMT-LIB may be anything, so that it can only make a proof
fail. A counterexample is evaluated before it is shown. Texts have code points up
to U+2FFFF. Exit codes: 0 proved, 2 refuted, or there is no invariant, 4 unknown.`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			return a.proveInvariants(orBackground(c.Context()), args, f)
		},
	}
	f.solverFlags.add(c)
	c.Flags().StringVar(&f.environment, "environment", "", "`FILE` with the variables of a plain policy")
	formatFlag(c, &f.format, "text", "json")
	return c
}

// provedPolicy is a policy that is proved, with the file it stands in.
type provedPolicy struct {
	file    string
	subject invariant.Subject
}

func (a *app) proveInvariants(ctx context.Context, args []string, f *invariantFlags) error {
	if err := f.check(); err != nil {
		return err
	}
	if f.environment != "" && len(args) == 0 {
		return usagef("--environment is for a policy in a file of its own: contractc prove invariants FILE --environment FILE")
	}
	report := &schema.InvariantReport{Format: schema.InvariantReportFormat}
	policies, err := a.provedPolicies(ctx, args, f, report)
	if err != nil {
		return err
	}
	prover, err := f.prover(lower.Options{})
	if err != nil {
		return err
	}
	for _, p := range policies {
		answers, err := invariant.Prove(ctx, p.subject, invariant.Options{Solvers: prover.Solvers, Timeout: f.timeout})
		if err != nil {
			return err
		}
		report.Invariants = append(report.Invariants, invariant.Report(p.file, p.subject, answers)...)
	}
	return a.writeInvariants(report, f.format)
}

// provedPolicies are the policy of a file, or the rules of the bundles.
func (a *app) provedPolicies(ctx context.Context, args []string, f *invariantFlags, report *schema.InvariantReport) ([]provedPolicy, error) {
	if len(args) > 0 {
		p, err := a.policyFile(ctx, args[0], f)
		return []provedPolicy{p}, err
	}
	from, _, err := a.files()
	if err != nil {
		return nil, err
	}
	report.Bundles = eval.Identities(from)
	rules, err := eval.RulePolicies(from, lintLibraries(from, max(1, len(a.bundles))), func(_ *index.Rule, n *doc.Node) bool { return n.Get("verification") != nil })
	if err != nil {
		return nil, err
	}
	var list []provedPolicy
	for _, r := range rules {
		list = append(list, provedPolicy{r.File, invariant.OfRule(ctx, r.Rule, r.Env)})
	}
	return list, nil
}

// policyFile reads a policy that stands in a file of its own. What is wrong with
// it is printed.
func (a *app) policyFile(ctx context.Context, name string, f *invariantFlags) (provedPolicy, error) {
	n, text, err := a.readDocument(name)
	if err != nil {
		return provedPolicy{}, err
	}
	if n.Get("metadata") != nil {
		from, err := a.catalog()
		if err != nil {
			return provedPolicy{}, err
		}
		return a.ruleFile(ctx, from, name, n, text)
	}
	environment, err := a.policyEnvironment(f.environment)
	if err != nil {
		return provedPolicy{}, err
	}
	source, problems := celpolicy.Parse(name, n, celpolicy.Limits{})
	var compiled *celpolicy.Policy
	if !problems.HasErrors() {
		compiled, problems = celpolicy.Compile(source, environment)
	}
	a.report(problems, oneFile(name, text))
	if compiled == nil {
		return provedPolicy{}, exitWith(exitBundle)
	}
	return provedPolicy{name, invariant.Plain(compiled)}, nil
}

func (a *app) ruleFile(ctx context.Context, from *catalog.Catalog, name string, n *doc.Node, text []byte) (provedPolicy, error) {
	r, problems := eval.PolicyOf(from, name, n)
	a.report(problems, oneFile(name, text))
	if r == nil {
		return provedPolicy{}, exitWith(exitBundle)
	}
	return provedPolicy{name, invariant.OfRule(ctx, r.Rule, r.Env)}, nil
}

func (a *app) policyEnvironment(name string) (*celpolicy.Environment, error) {
	var text []byte
	if name != "" {
		var err error
		if _, text, err = a.readDocument(name); err != nil {
			return nil, err
		}
	}
	environment, err := invariant.Environment(text)
	if err != nil {
		return nil, usagef("--environment: %w", err)
	}
	return environment, nil
}

func (a *app) writeInvariants(report *schema.InvariantReport, format string) error {
	report.Result = invariant.Worst(report.Invariants)
	code := resultCode(report.Result)
	if len(report.Invariants) == 0 {
		code = exitNo
	}
	if format == "json" {
		return firstError(a.writeJSON(report), exitWith(code))
	}
	w := &textWriter{}
	for i := range report.Invariants {
		invariantText(w, &report.Invariants[i])
	}
	if len(report.Invariants) == 0 {
		w.line("there is no invariant to prove")
	}
	return firstError(a.writeText(w.String()), exitWith(code))
}

func invariantText(w *textWriter, i *schema.ProvedInvariant) {
	by := ""
	if i.Solver != nil {
		by = " (" + *i.Solver + ")"
	}
	w.line("%s:%d: %s of %s is %s%s", i.File, i.Line, i.Id, i.Policy, i.Result, by)
	if i.Reason != nil {
		w.line("  %s", *i.Reason)
	}
	c := i.Counterexample
	if c == nil {
		return
	}
	if input, err := json.Marshal(c.Input.Value); err == nil {
		w.line("  input: %s", input)
	}
	if c.Output != nil {
		w.line("  result: %s", *c.Output)
	}
	if c.Assertion != nil {
		w.line("  not true: %s", *c.Assertion)
	}
	if c.Failure != nil {
		w.line("  failed: %s", *c.Failure)
	}
}
