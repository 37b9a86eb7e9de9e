package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/internal/replace"
	"github.com/contractc/contractc/render"
	"github.com/contractc/contractc/schema"
	"github.com/spf13/cobra"
)

// evalFlags are the flags of eval.
type evalFlags struct {
	context    string
	guarantees []string
	imports    []string
	rules      []string
	from       string
	stopReason string
	format     string
	save       string
	locale     string
	printInput int
	computed   bool
	ndjson     bool
	explain    bool
	state      string
	rederive   string
	model      string
}

func (a *app) evalCommand() *cobra.Command {
	f := &evalFlags{}
	c := &cobra.Command{
		Use:   "eval [REPLY]",
		Short: "Judge a model's reply and show an approval card for each call",
		Long: `Judge a model's reply: which actions are accepted, which rules are broken, the
verdict of every guarantee in force, the coverage, the decision on each call,
and the card that a person reads before they approve one.

REPLY is a file, or - for standard input: prose with JSON in it, or a provider's
message. --context names a file with beliefs, documents, tools, imports and
guarantees; contractc schema validate --class Context checks one.

The exit code is that of the worst of it all: 2 where any action is rejected,
also where the calls themselves would only ask.

With --ndjson a line is {id?, reply, context?, imports?, guarantees?, stop_reason?},
and is answered with its decision; what a line leaves out is as the flags say.

` + envelopeHelp(),
		Args: func(_ *cobra.Command, args []string) error {
			if f.computed && f.printInput < 0 {
				return usagef("--computed is for --print-input INDEX")
			}
			if f.explain && (f.ndjson || f.printInput >= 0 || f.format != "text" && f.format != "json") {
				return usagef("--explain is for one reply, with --format text or json")
			}
			if f.ndjson && (f.save != "" || f.printInput >= 0) {
				return usagef("--save and --print-input are for one reply and do not go with --ndjson")
			}
			if f.ndjson && len(args) == 0 || !f.ndjson && len(args) == 1 {
				return nil
			}
			return usagef("say which file holds the reply: contractc eval REPLY, or contractc eval --ndjson with turns on standard input")
		},
		RunE: func(_ *cobra.Command, args []string) error { return a.eval(f, args) },
	}
	flags := c.Flags()
	flags.StringVar(&f.context, "context", "", "`FILE` with what the model was shown, YAML or JSON")
	flags.StringArrayVarP(&f.guarantees, "guarantee", "g", nil, "contract `EXPRESSION` in force, beside the context's (repeats)")
	flags.StringArrayVar(&f.imports, "import", nil, "`ALIAS=MODULE` for contract expressions (repeats)")
	flags.StringArrayVar(&f.rules, "rules", nil, "rule `SET` in force, such as claim@1, in place of the bundle's own of this name (repeats)")
	replyFlags(c, &f.from, &f.stopReason)
	flags.StringVar(&f.save, "save", "", "`FILE` to store the decision in, with its exact card text")
	writes(c, "save", writesFile)
	flags.StringVar(&f.locale, "locale", defaultLocale, "language `TAG` of the card's fixed words")
	flags.IntVar(&f.printInput, "print-input", -1, "print the input of the rules for the action at this `INDEX`, from 0, and decide nothing")
	flags.BoolVar(&f.computed, "computed", false, "print with the input what only CEL computes, for data.contractc.decision of a built bundle; with --print-input")
	flags.BoolVar(&f.explain, "explain", false, "say of every action what each rule made of it: whether it fired, and otherwise which condition was false; --format text or json")
	flags.BoolVar(&f.ndjson, "ndjson", false, "read turns, one JSON document a line, and answer each with one")
	flags.StringVar(&f.state, "state", "", "`FILE` with the belief state: its beliefs are the context's, and the reply is applied to it")
	flags.StringVar(&f.rederive, "rederive", "", "`KEY` of a belief that lost its support and that the reply derives again; with --state")
	flags.StringVar(&f.model, "model", "", "`NAME` of the model in the source of what it concludes; with --state")
	formatFlag(c, &f.format, "text", "json", "markdown", "html")
	return c
}

// judge is what turns are judged and put into words with.
type judge struct {
	engine   *eval.Engine
	renderer *render.Renderer
}

func (a *app) judge(f *evalFlags) (*judge, error) {
	engine, err := a.engine(f.rules)
	if err != nil {
		return nil, err
	}
	from := engine.Catalog()
	if from.Locale(f.locale) == nil && f.locale != defaultLocale {
		return nil, usagef("--locale: no bundle has the words of %q; there are %s", f.locale, localesOf(from))
	}
	renderer, err := newRenderer(from, f.locale)
	if err != nil {
		return nil, &exitError{code: exitBundle, err: err}
	}
	return &judge{engine, renderer}, nil
}

// defaultLocale is the language of fixed words where no flag chooses another.
const defaultLocale = "en"

// newRenderer makes a renderer with the words of a language of the bundles.
func newRenderer(from *catalog.Catalog, tag string) (*render.Renderer, error) {
	words := from.Locale(tag)
	if words == nil {
		return nil, fmt.Errorf("no bundle has a locale %q; load the default bundle beside yours: --bundle embedded --bundle DIR", tag)
	}
	return rendererOf(words)
}

// localesOf lists the languages of the bundles.
func localesOf(from *catalog.Catalog) string {
	var tags []string
	for _, lib := range from.Libraries {
		for _, words := range lib.Locales {
			tags = append(tags, words.ID)
		}
	}
	if slices.Sort(tags); len(tags) == 0 {
		return "none"
	}
	return strings.Join(tags, ", ")
}

func rendererOf(words *index.Locale) (*render.Renderer, error) {
	return render.New(&schema.Locale{Kind: "Locale", Id: words.ID, Version: words.Version, Messages: words.Messages}, words.Digest)
}

func (a *app) eval(f *evalFlags, args []string) error {
	j, err := a.judge(f)
	if err != nil {
		return err
	}
	if f.ndjson {
		if f.state != "" {
			return usagef("--state is for one turn; --ndjson judges turns that have nothing to do with each other")
		}
		return a.evalLines(f, j)
	}
	source, err := a.evalContext(f)
	if err != nil {
		return err
	}
	text, err := a.readInput(args[0], maxReply)
	if err != nil {
		return err
	}
	beliefs, err := a.stateTurn(f, j, &source.Context)
	if err != nil {
		return err
	}
	ready, problems := beliefs.newContext(j.engine, &source, f.guarantees...)
	if problems.HasErrors() {
		a.reportContext(source, problems)
		return exitWith(exitUsage)
	}
	turn := &eval.Turn{Reply: text, File: args[0], From: f.from}
	if turn.StopReason, err = stopReason(f.stopReason); err != nil {
		return err
	}
	if turn = beliefs.turn(turn); f.printInput >= 0 {
		return a.printInput(j, ready, turn, f)
	}
	result, err := beliefs.words(j.renderer, j.engine.Judge(context.Background(), ready, turn))
	if err != nil {
		return err
	}
	if f.save != "" {
		if err := saveDecision(f.save, result); err != nil {
			return err
		}
	}
	write := a.writeDecision
	if f.explain {
		write = func(j *judge, result *render.Turn, format string) error {
			return a.explainDecision(j, ready, turn, result, format)
		}
	}
	if err := write(j, result, f.format); err != nil {
		return err
	}
	return exitWith(beliefs.code(&result.Decision))
}

// evalContext reads the context with the imports of the command line.
func (a *app) evalContext(f *evalFlags) (contextFile, error) {
	source, err := a.contextFile(f.context)
	if err != nil {
		return source, err
	}
	aliases, err := parseImports(f.imports)
	if err != nil {
		return source, err
	}
	for _, pair := range f.imports {
		alias, _, _ := strings.Cut(pair, "=")
		if err := addImport(&source.Context, alias, aliases[alias]); err != nil {
			return source, err
		}
	}
	return source, nil
}

// addImport adds an import to those of a context, which may have the same one.
func addImport(c *schema.Context, alias, module string) error {
	for _, i := range c.Imports {
		switch {
		case i.Alias != alias:
		case i.Module == module:
			return nil
		default:
			return usagef("--import: the context imports %q as %q", i.Module, alias)
		}
	}
	c.Imports = append(c.Imports, schema.Import{Alias: alias, Module: module})
	return nil
}

func (a *app) printInput(j *judge, ready *eval.Context, turn *eval.Turn, f *evalFlags) error {
	input, err := j.engine.Input(context.Background(), ready, turn, f.printInput)
	if err != nil {
		return usagef("%w", err)
	}
	if f.computed {
		inputs, _, err := j.engine.ComputedInputs(context.Background(), ready, turn)
		if err != nil {
			return err
		}
		input = inputs[f.printInput]
	}
	return a.writeJSON(input)
}

// writeDecision prints a decision in a format.
func (a *app) writeDecision(j *judge, result *render.Turn, format string) error {
	var err error
	switch format {
	case "json":
		return a.writeJSON(&result.Decision)
	case "markdown":
		_, err = fmt.Fprint(a.stdout, j.renderer.ReportMarkdown(result))
	case "html":
		_, err = fmt.Fprint(a.stdout, j.renderer.ReportHTML(result))
	default:
		_, err = fmt.Fprint(a.stdout, j.renderer.Report(result))
	}
	return err
}

// saveDecision stores a decision with the exact words of its cards.
func saveDecision(name string, result *render.Turn) error {
	text, err := encodeJSON(&result.Decision, "  ")
	if err != nil {
		return err
	}
	if err := replace.File(name, text, replace.Shared); err != nil {
		return usagef("%w", err)
	}
	return nil
}
