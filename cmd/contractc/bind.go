package main

import (
	"strings"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/render"
	"github.com/spf13/cobra"
)

func (a *app) bindCommand() *cobra.Command {
	var imports []string
	var format string
	c := &cobra.Command{
		Use:   "bind EXPRESSION",
		Short: "Bind a contract expression to a typed invocation and show what it says",
		Long: `Bind a contract expression such as filesystem.only_read_under("docs/") to a
typed invocation. Arguments are literals; nothing is evaluated.

The first name is a library's. With --import it is one of the aliases, and no
other name is known, just as under the imports of a context.`,
		Args: exactArgs(1, "one expression"),
		RunE: func(_ *cobra.Command, args []string) error {
			aliases, err := parseImports(imports)
			if err != nil {
				return err
			}
			return a.bind(args[0], aliases, format)
		},
	}
	c.Flags().StringArrayVar(&imports, "import", nil, "`ALIAS=MODULE` for the first name of the expression (repeats)")
	formatFlag(c, &format, "text", "json")
	return c
}

// parseImports reads alias=module pairs.
func parseImports(list []string) (map[string]string, error) {
	aliases := map[string]string{}
	for _, pair := range list {
		alias, module, ok := strings.Cut(pair, "=")
		if !ok || alias == "" || module == "" {
			return nil, usagef("--import: %q is not of the form alias=module", pair)
		}
		if _, twice := aliases[alias]; twice {
			return nil, usagef("--import: the alias %q stands twice", alias)
		}
		aliases[alias] = module
	}
	return aliases, nil
}

func (a *app) bind(expression string, imports map[string]string, format string) error {
	from, err := a.catalog()
	if err != nil {
		return err
	}
	g, problems := from.Bind(expression, imports)
	if problems.HasErrors() {
		a.reportExpressions(namedExpression(problems, expression))
		return exitWith(exitUsage)
	}
	words, err := newRenderer(from, defaultLocale)
	if err != nil {
		return &exitError{code: exitBundle, err: err}
	}
	bound := &render.Guarantee{
		Expression: expression, Invocation: &g.Invocation, Constraint: g.Constraint,
		Text: g.Contract.Text, Scope: g.Contract.Scope, Trusted: true,
	}
	if format == "json" {
		return a.writeJSON(words.Binding(bound))
	}
	return a.writeText(words.Describe(bound))
}

// namedExpression names the expression in place of a file.
func namedExpression(list diag.List, expression string) diag.List {
	for i := range list {
		if list[i].File == catalog.ExpressionFile {
			list[i].File = eval.ExpressionPrefix + expression
		}
	}
	return list
}
