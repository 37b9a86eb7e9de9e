package main

import (
	"fmt"
	"strings"

	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/subset"
	"github.com/contractc/contractc/schema"
	"github.com/spf13/cobra"
)

// providerFlag adds --provider.
func providerFlag(c *cobra.Command, into *string) {
	c.Flags().StringVar(into, "provider", "", "`NAME` of the provider: anthropic, openai, gemini, or another one that a bundle has a table of")
}

func (a *app) schemaCheckCommand() *cobra.Command {
	var name, format string
	c := &cobra.Command{
		Use:   "check FILE",
		Short: "Say what a provider does not take of a JSON Schema",
		Long: `Say which keywords of a JSON Schema a provider of models rejects, ignores or reads
as others, where they stand, and what is lost. What a provider takes is a dated
table of the bundle, providers.NAME.

Exit codes: 0 the provider takes the schema, and what it ignores demands nothing;
2 it rejects the schema, or does not keep one of its demands; 3 the schema is none.`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 || name == "" {
				return usagef("say which schema, and for whom: contractc schema check --provider NAME FILE")
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error { return a.schemaCheck(name, args[0], format) },
	}
	providerFlag(c, &name)
	formatFlag(c, &format, "text", "json")
	return c
}

func (a *app) schemaCheck(name, file, format string) error {
	p, err := a.provider(name)
	if err != nil {
		return err
	}
	d, text, err := a.readJSONSchema(file)
	if err != nil {
		return err
	}
	findings := p.profile.Check(d)
	taken := true
	for i := range findings {
		taken = taken && !findings[i].Refuses()
	}
	if format == "json" {
		err = a.writeJSON(&schema.SchemaCheck{
			Format: schema.SchemaCheckFormat, ProviderRules: p.rules, Taken: taken, Findings: p.findings(findings),
		})
	} else {
		err = a.writeFindings(p, file, text, findings, taken)
	}
	switch {
	case err != nil:
		return err
	case !taken:
		return exitWith(exitNo)
	}
	return nil
}

// findings are findings as documents.
func (p *provider) findings(list []subset.Finding) []schema.SchemaFinding {
	out := []schema.SchemaFinding{}
	for i := range list {
		f := &list[i]
		d := schema.SchemaFinding{
			Pointer: f.At, Keyword: f.Keyword, Structure: optional(f.Structure), Use: schema.ProviderUse(f.Use), Instead: optional(f.Instead),
			Constraint: f.Constraint, Message: p.words.Summary(f, p.profile.Name), Lost: optional(p.words.Lost(f)), Library: optional(p.words.Library(f)),
		}
		if f.Range.Known() {
			d.Line, d.Column = place(f.Range.Start)
		}
		out = append(out, d)
	}
	return out
}

// writeFindings prints findings with the lines that they are in.
func (a *app) writeFindings(p *provider, file string, text []byte, findings []subset.Finding, taken bool) error {
	var list diag.List
	count := map[subset.Use]int{}
	for i := range findings {
		count[findings[i].Use]++
		list.Add(p.diagnostic(file, &findings[i]))
	}
	if err := diag.Write(a.stdout, list, oneFile(file, text), maxDiagnostics); err != nil {
		return err
	}
	says := "takes the schema"
	if !taken {
		says = "does not take the schema as it is"
	}
	return a.writeText(diag.Neutralise(fmt.Sprintf("%s %s: %d rejected, %d ignored, %d read otherwise%s",
		p.profile.Name, says, count[subset.Rejected], count[subset.Ignored], count[subset.Rewritten], p.dated())) + "\n")
}

// dated says of which day the rules are.
func (p *provider) dated() string {
	if p.rules.Dated == nil {
		return ""
	}
	return "; by its rules of " + *p.rules.Dated
}

func (p *provider) diagnostic(file string, f *subset.Finding) diag.Diagnostic {
	code := "schema." + string(f.Use)
	if f.Structure != "" {
		code = "schema." + strings.ReplaceAll(f.Structure, "_", "-")
	}
	d := diag.Warningf(file, f.Range, code, "%s, at %s", p.words.Summary(f, p.profile.Name), orWhole(f.At))
	if f.Refuses() {
		d.Severity = diag.Error
	}
	var detail []string
	for _, s := range []string{p.words.Lost(f), p.words.Library(f)} {
		if s != "" {
			detail = append(detail, s)
		}
	}
	return d.WithDetail("%s", strings.Join(detail, "; "))
}

// orWhole names the place of a JSON pointer.
func orWhole(pointer string) string {
	if pointer == "" {
		return "the root"
	}
	return fmt.Sprintf("%q", pointer)
}
