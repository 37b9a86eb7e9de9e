package main

import (
	"errors"
	"fmt"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/internal/lower"
	"github.com/contractc/contractc/internal/monitor"
	"github.com/contractc/contractc/render"
	"github.com/spf13/cobra"
)

// constraintFlags say under what a constraint is lowered.
type constraintFlags struct {
	imports   []string
	directory string
	complete  bool
}

func (f *constraintFlags) add(c *cobra.Command) {
	flags := c.Flags()
	flags.StringArrayVar(&f.imports, "import", nil, "`ALIAS=MODULE` for the first name of an expression (repeats)")
	flags.StringVar(&f.directory, "working-directory", "", "absolute `PATH` that relative paths start from")
	flags.BoolVar(&f.complete, "provenance-complete", false, "a field without provenance is a literal, not of unknown origin")
}

// options are what constraints are lowered against.
func (f *constraintFlags) options(from *catalog.Catalog) lower.Options {
	of := eval.MonitorOptions(from)
	return lower.Options{Facts: of.Facts, Cells: of.Cells, Env: monitor.Env{WorkingDirectory: f.directory, ProvenanceComplete: f.complete}}
}

// bound binds expressions; what is wrong with them is printed.
func (a *app) bound(from *catalog.Catalog, expressions, imports []string) ([]*catalog.Guarantee, error) {
	aliases, err := parseImports(imports)
	if err != nil {
		return nil, err
	}
	var out []*catalog.Guarantee
	for _, expression := range expressions {
		g, problems := from.Bind(expression, aliases)
		if problems.HasErrors() {
			a.reportExpressions(namedExpression(problems, expression))
			return nil, exitWith(exitUsage)
		}
		out = append(out, g)
	}
	return out, nil
}

// lowerFlags are the flags of lower.
type lowerFlags struct {
	constraintFlags
	to     string
	pkg    string
	events int
}

// maxLowerEvents is how many events a script may speak of.
const maxLowerEvents = 100

func (a *app) lowerCommand() *cobra.Command {
	f := &lowerFlags{}
	c := &cobra.Command{
		Use:   "lower EXPRESSION",
		Short: "Write what a contract expression means in another language",
		Long: `Write the constraint of a contract expression, its arguments bound, in one of the
languages that read it:

  cel   a CEL Policy document over the variables events and closed
  rego  a module that a stock opa runs on {"events": [...], "closed": true}
  smt   an SMT-LIB 2 script for z3 and cvc5, which asks for a trace that meets it
  cnl   the derived sentence
  json  the typed constraint

What a language cannot say faithfully is refused with exit code 3.`,
		Args: exactArgs(1, "one expression"),
		RunE: func(_ *cobra.Command, args []string) error { return a.lower(args[0], f) },
	}
	f.add(c)
	languages := []string{"cel", "rego", "smt", "cnl", "json"}
	c.Flags().Var(&choice{&f.to, languages}, "to", "`LANGUAGE`: cel, rego, smt, cnl, json")
	c.Flags().StringVar(&f.pkg, "package", "", "`NAME` of the Rego package, in place of contracts.LIBRARY.SYMBOL")
	c.Flags().IntVar(&f.events, "events", 3, "`NUMBER` of events that an SMT-LIB script speaks of at most")
	return c
}

func (a *app) lower(expression string, f *lowerFlags) error {
	switch {
	case f.to == "":
		return usagef("say which language to write with --to: cel, rego, smt, cnl or json")
	case f.events < 0 || f.events > maxLowerEvents:
		return usagef("--events is between 0 and %d, not %d", maxLowerEvents, f.events)
	}
	from, err := a.catalog()
	if err != nil {
		return err
	}
	guarantees, err := a.bound(from, []string{expression}, f.imports)
	if err != nil {
		return err
	}
	g := guarantees[0]
	if f.to == "json" {
		return a.writeJSON(g.Constraint)
	}
	text, err := f.text(g, f.options(from))
	if err != nil {
		return refused(err)
	}
	return a.writeText(text)
}

// refused gives a refusal its exit code.
func refused(err error) error {
	var reader *lower.RefusalError
	var sentence *render.RefusalError
	if errors.As(err, &reader) || errors.As(err, &sentence) {
		return &exitError{code: exitBundle, err: err}
	}
	return err
}

// text is the constraint in the language of the flag.
func (f *lowerFlags) text(g *catalog.Guarantee, opt lower.Options) (string, error) {
	switch f.to {
	case "cel":
		p, err := lower.CEL(g.Invocation.Symbol, g.Constraint, opt)
		if err != nil {
			return "", err
		}
		return p.Text(), nil
	case "rego":
		pkg := f.pkg
		if pkg == "" {
			pkg = "contracts." + g.Invocation.Symbol
		}
		m, err := lower.Rego(pkg, g.Constraint, opt)
		if err != nil {
			return "", err
		}
		return m.Text(), nil
	case "smt":
		return smtScript(g, opt, f.events)
	}
	sentence, err := render.Sentence(g.Constraint, render.SentenceOptions{Library: g.Invocation.Library})
	return sentence + "\n", err
}

// smtScript asks for a trace of at most that many events that meets the
// constraint.
func smtScript(g *catalog.Guarantee, opt lower.Options, events int) (string, error) {
	m, err := lower.NewSMT(opt, g.Constraint)
	if err != nil {
		return "", err
	}
	text, err := m.Any(lower.AnyTrace{Length: events})
	return fmt.Sprintf("(set-logic ALL)\n%s(assert %s)\n(check-sat)\n", text, m.Names(0).Holds), err
}
