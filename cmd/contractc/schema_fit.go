package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/subset"
	"github.com/contractc/contractc/internal/subset/tree"
	"github.com/contractc/contractc/schema"
	"github.com/spf13/cobra"
)

// fitFlags are the flags of schema fit.
type fitFlags struct {
	provider, as, name, description, format string
}

func (a *app) schemaFitCommand() *cobra.Command {
	f := &fitFlags{}
	c := &cobra.Command{
		Use:   "fit FILE",
		Short: "Print the closest JSON Schema that a provider takes, and rules that keep the rest",
		Long: `Print the closest JSON Schema that a provider of models takes, with rules in CEL
over value that keep what that schema no longer demands. What neither keeps is
listed as lost. With --as a fragment of a request is printed in place of the
schema, and the rest on standard error.

Exit codes: 0 the schema and the rules keep every demand; 2 a demand is lost, or
there is no schema that the provider takes; 3 the schema is none.`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 || f.provider == "" {
				return usagef("say which schema, and for whom: contractc schema fit --provider NAME FILE")
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error { return a.schemaFit(f, args[0]) },
	}
	providerFlag(c, &f.provider)
	c.Flags().StringVar(&f.as, "as", "", "print the `FRAGMENT` of a request: output_config, tool, or another one of the provider's table")
	c.Flags().StringVar(&f.name, "name", "", "`NAME` of the tool or the format in a request; the schema's title where left out and fit for it")
	c.Flags().StringVar(&f.description, "description", "", "`TEXT` for the tool in a request; the schema's own where left out")
	formatFlag(c, &f.format, "text", "json")
	return c
}

func (a *app) schemaFit(f *fitFlags, file string) error {
	p, err := a.provider(f.provider)
	if err != nil {
		return err
	}
	if err := f.check(p.profile); err != nil {
		return err
	}
	d, text, err := a.readJSONSchema(file)
	if err != nil {
		return err
	}
	env, err := subset.NewEnvironment()
	if err != nil {
		return err
	}
	fit, err := p.profile.Fit(d, p.words, env)
	switch {
	case subset.IsLarge(err):
		return &exitError{code: exitNo, err: err}
	case err != nil:
		return err
	}
	out := &fitOutput{app: a, provider: p, fit: fit, file: file, text: text, flags: f, request: f.request(p.profile, d, fit)}
	if err := out.write(); err != nil {
		return err
	}
	if !fit.Keeps() {
		return exitWith(exitNo)
	}
	return nil
}

// check checks what the flags say of a request.
func (f *fitFlags) check(p *subset.Profile) error {
	if _, known := p.Requests[f.as]; f.as != "" && !known {
		return usagef("--as: %s has no request %q%s", p.Name, f.as, meant(f.as, p.RequestNames(), "; there are "+strings.Join(p.RequestNames(), ", ")))
	}
	if f.name != "" && !p.NameFits(f.name) {
		return usagef("--name: %s takes no name %q; it must match %s", p.Name, f.name, p.RequestName.Pattern)
	}
	return nil
}

// request fills the fragment of a request; nil where none is asked for, or there
// is no schema for it.
func (f *fitFlags) request(p *subset.Profile, d *tree.Document, fit *subset.Fit) *doc.Node {
	if f.as == "" || fit.Schema == nil {
		return nil
	}
	name, description := f.name, f.description
	if k := d.Root.Get("title"); name == "" && k != nil && p.NameFits(k.Value.Text) {
		name = k.Value.Text
	}
	if name == "" {
		name = p.RequestName.Default
	}
	if k := d.Root.Get("description"); description == "" && k != nil {
		description = k.Value.Text
	}
	return p.Request(f.as, name, description, fit.Schema)
}

// fitOutput writes a fit.
type fitOutput struct {
	*app
	*provider
	fit     *subset.Fit
	file    string
	text    []byte
	flags   *fitFlags
	request *doc.Node
}

func (o *fitOutput) write() error {
	switch {
	case o.flags.format == "json":
		return o.writeJSON(o.document())
	case o.request != nil:
		o.say()
		return o.writeNode(o.request)
	case o.fit.Schema != nil:
		if err := o.writeNode(o.fit.Schema); err != nil {
			return err
		}
	}
	return o.writeText(o.summary())
}

// writeNode prints a document as indented JSON, its keys in their order.
func (o *fitOutput) writeNode(n *doc.Node) error {
	text, err := json.MarshalIndent(n, "", "  ")
	if err != nil {
		return err
	}
	return o.writeText(string(diag.EscapeJSON(text)) + "\n")
}

// say says on standard error what stands beside a request.
func (o *fitOutput) say() {
	var list diag.List
	for _, l := range o.fit.Lost {
		d := diag.Warningf(o.file, l.Range, "schema."+string(l.Kind), "%s, at %s", o.words.Loss(&l), orWhole(l.At))
		if l.Kind == subset.Unchecked {
			d.Severity = diag.Error
		}
		list.Add(d)
	}
	for i := range o.fit.Refusals {
		d := o.diagnostic("", &o.fit.Refusals[i])
		d.Range = diag.Range{}
		list.Add(d)
	}
	o.report(list, oneFile(o.file, o.text))
	for _, at := range o.fit.Absent {
		o.note("schema.absent", "null says that the property at %q is left out", at)
	}
	for _, r := range o.fit.Rules {
		o.note("schema.rule", "rule %s: %s", r.ID, r.Expression)
	}
}

// document is a fit as a document.
func (o *fitOutput) document() *schema.SchemaFit {
	out := &schema.SchemaFit{
		Format: schema.SchemaFitFormat, ProviderRules: o.rules, Rules: []schema.SchemaRule{}, Absent: append([]string{}, o.fit.Absent...),
		Lost: []schema.SchemaLoss{}, Refusals: o.findings(o.fit.Refusals), Schema: anyNode(o.fit.Schema), Request: anyNode(o.request),
	}
	for _, r := range o.fit.Rules {
		d := schema.SchemaRule{Id: r.ID, Text: r.Text, Message: r.Text, Expression: r.Expression, Path: optional(r.Path), Keyword: r.Keyword, Pointer: r.At}
		if r.Range.Known() {
			d.Line, d.Column = place(r.Range.Start)
		}
		out.Rules = append(out.Rules, d)
	}
	for _, l := range o.fit.Lost {
		d := schema.SchemaLoss{Kind: schema.SchemaLossKind(l.Kind), Reason: l.Reason, Keyword: l.Keyword, Pointer: l.At, Message: o.words.Loss(&l)}
		if l.Range.Known() {
			d.Line, d.Column = place(l.Range.Start)
		}
		out.Lost = append(out.Lost, d)
	}
	return out
}

func anyNode(n *doc.Node) *schema.Any {
	if n == nil {
		return nil
	}
	return &schema.Any{Value: n}
}

// summary writes rules and losses for a person.
func (o *fitOutput) summary() string {
	var b strings.Builder
	line := func(format string, args ...any) { b.WriteString(diag.Neutralise(fmt.Sprintf(format, args...)) + "\n") }
	if len(o.fit.Rules) > 0 {
		line("rules in CEL over value that keep what the schema no longer demands:")
	}
	for _, r := range o.fit.Rules {
		line("  %s: %s", r.ID, r.Expression)
		line("    %s (%s)", r.Text, o.at(r.At, r.Range))
	}
	if len(o.fit.Absent) > 0 {
		line("null says that these are left out:")
	}
	for _, at := range o.fit.Absent {
		line("  %s", at)
	}
	o.losses(line)
	switch {
	case o.fit.Schema == nil:
		line("%s takes no schema of any of the values%s", o.profile.Name, o.dated())
	case len(o.fit.Refusals) > 0:
		line("%s does not take even this schema%s", o.profile.Name, o.dated())
	case o.fit.Keeps():
		line("%s takes this schema; with the rules it keeps every demand%s", o.profile.Name, o.dated())
	default:
		line("%s takes this schema; some demands are lost%s", o.profile.Name, o.dated())
	}
	return b.String()
}

func (o *fitOutput) losses(line func(string, ...any)) {
	if len(o.fit.Lost) > 0 {
		line("lost:")
	}
	for _, l := range o.fit.Lost {
		line("  %s: %s (%s)", l.Kind, o.words.Loss(&l), o.at(l.At, l.Range))
	}
	for i := range o.fit.Refusals {
		line("  refused: %s (%s of the schema above)", o.words.Summary(&o.fit.Refusals[i], o.profile.Name), orWhole(o.fit.Refusals[i].At))
	}
}

// at is a place in the file and in the schema.
func (o *fitOutput) at(pointer string, r diag.Range) string {
	if !r.Known() {
		return orWhole(pointer)
	}
	return fmt.Sprintf("%s:%s, %s", o.file, r.Start, orWhole(pointer))
}
