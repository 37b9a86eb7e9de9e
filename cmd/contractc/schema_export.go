package main

import (
	"bufio"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/export"
	"github.com/contractc/contractc/internal/replace"
	"github.com/contractc/contractc/schema"
	"github.com/contractc/contractc/schema/linkml"
	"github.com/spf13/cobra"
)

// exportFlags are the flags of schema export.
type exportFlags struct {
	to         string
	libraries  []string
	class      string
	open       bool
	covering   bool
	guarantees []string
	imports    []string
	trace      string
	closed     bool
	output     string
}

// exportForms are the forms of an export.
func exportForms() []string {
	return []string{"json-schema", "shacl", "owl", "jsonld-context", "linkml"}
}

func (a *app) schemaExportCommand() *cobra.Command {
	f := &exportFlags{}
	c := &cobra.Command{
		Use:   "export [FILE]",
		Short: "Write the vocabulary of the bundles, or a LinkML schema, for other tools",
		Long: `Write the core vocabulary with the libraries of the bundles, or the LinkML schema
in FILE with what it imports, in a form that other tools read:

  json-schema     definitions of all classes, or of documents of --class
  shacl           a shape for each class, closed unless --open, as Turtle
  owl             classes, properties and datatypes, as Turtle
  jsonld-context  IRIs for the fields of records, of --class or of all
  linkml          one schema file without imports

An ontology of bundles says of each contract whether OWL can say what it means:
faithful, explanation only, or not expressible. With -g it also holds the
invocation of a contract, and apart from it the class of the executions that meet
it; with --trace, the events of a trace, which are all that there are only if it
is --closed.`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 1 {
				return usagef("contractc schema export takes one file at most; see contractc schema export --help")
			}
			return f.check(len(args) == 1)
		},
		RunE: func(_ *cobra.Command, args []string) error { return a.schemaExport(f, args) },
	}
	flags := c.Flags()
	flags.Var(&choice{&f.to, exportForms()}, "to", "`FORM`: "+strings.Join(exportForms(), ", "))
	flags.StringArrayVar(&f.libraries, "library", nil, "`NAME` of a library to export, in place of all (repeats)")
	flags.StringVar(&f.class, "class", "", "`CLASS` whose documents a JSON Schema or a JSON-LD context is for")
	flags.BoolVar(&f.open, "open", false, "let records have fields that their class does not know")
	flags.BoolVar(&f.covering, "covering-axioms", false, "say that nothing is below an abstract class but the classes known here")
	flags.StringArrayVarP(&f.guarantees, "guarantee", "g", nil, "contract `EXPRESSION` whose invocation is added to an ontology (repeats)")
	flags.StringArrayVar(&f.imports, "import", nil, "`ALIAS=MODULE` for the first name of an expression (repeats)")
	flags.StringVar(&f.trace, "trace", "", "`FILE` with one event a line, added to an ontology")
	flags.BoolVar(&f.closed, "closed", false, "the trace is complete: no event follows")
	flags.StringVarP(&f.output, "output", "o", "", "`FILE` to write to, in place of standard output")
	writes(c, "output", writesFile)
	return c
}

// check refuses flags that the form has no use for.
func (f *exportFlags) check(file bool) error {
	if f.to == "" {
		return usagef("say which form to write with --to: %s", strings.Join(exportForms(), ", "))
	}
	for _, wrong := range []struct {
		given bool
		flag  string
		forms []string
	}{
		{f.class != "", "--class", []string{"json-schema", "jsonld-context"}},
		{f.open, "--open", []string{"json-schema", "shacl"}},
		{f.covering, "--covering-axioms", []string{"owl"}},
		{len(f.guarantees) > 0, "--guarantee", []string{"owl"}},
		{f.trace != "", "--trace", []string{"owl"}},
	} {
		if wrong.given && !slices.Contains(wrong.forms, f.to) {
			return usagef("%s says nothing of the form %s, only of %s", wrong.flag, f.to, strings.Join(wrong.forms, " and "))
		}
	}
	switch {
	case f.closed && f.trace == "":
		return usagef("--closed is said of a trace; name one with --trace")
	case len(f.imports) > 0 && len(f.guarantees) == 0:
		return usagef("--import is for expressions; give one with -g")
	case file && (len(f.libraries) > 0 || len(f.guarantees) > 0 || f.trace != ""):
		return usagef("--library, --guarantee and --trace are about bundles, not about a schema file")
	}
	return nil
}

func (a *app) schemaExport(f *exportFlags, args []string) error {
	x, records, err := a.exported(f, args)
	if err != nil {
		return err
	}
	text, err := a.exportText(x, f, records)
	if err != nil {
		return err
	}
	if f.output == "" {
		_, err = a.stdout.Write(text)
		return err
	}
	if err := replace.File(f.output, text, replace.Shared); err != nil {
		return usagef("%w", err)
	}
	return nil
}

// exported loads what is to be exported, and what goes into an ontology beside it.
func (a *app) exported(f *exportFlags, args []string) (*export.Export, export.Record, error) {
	var records export.Record
	if len(args) == 1 {
		view, err := a.schemaView(&schemaFlags{schema: args[0]})
		if err != nil {
			return nil, records, err
		}
		x, err := export.OfSchema(view)
		return x, records, bundleError(err)
	}
	from, err := a.catalog()
	if err != nil {
		return nil, records, err
	}
	for _, name := range f.libraries {
		if from.Library(name) == nil {
			return nil, records, usagef("--library: no library has the name %q", name)
		}
	}
	x, problems, err := export.OfCatalog(from, f.libraries)
	if err != nil {
		return nil, records, bundleError(err)
	}
	if err := a.refuseBundle(problems); err != nil {
		return nil, records, err
	}
	if records.Invocations, err = a.bound(from, f.guarantees, f.imports); err != nil {
		return nil, records, err
	}
	records.Trace, err = a.exportTrace(f)
	return x, records, err
}

// refuseBundle prints problems of a bundle's files.
func (a *app) refuseBundle(problems diag.List) error {
	sources, err := a.sources()
	if err != nil {
		return err
	}
	a.report(problems, sourceText(sources))
	if problems.HasErrors() {
		return exitWith(exitBundle)
	}
	return nil
}

// bundleError is an error about a schema that loads and cannot be exported.
func bundleError(err error) error {
	if err == nil {
		return nil
	}
	return &exitError{code: exitBundle, err: err}
}

// maxTraceExport bounds a trace that is exported, in bytes.
const maxTraceExport = 16 << 20

// exportTrace reads the events of the flag, nil where it names no file.
func (a *app) exportTrace(f *exportFlags) (*export.Trace, error) {
	if f.trace == "" {
		return nil, nil
	}
	text, err := a.readInput(f.trace, maxTraceExport)
	if err != nil {
		return nil, err
	}
	t := &export.Trace{Closed: f.closed, Events: []schema.Event{}}
	in := bufio.NewReader(strings.NewReader(string(text)))
	for number := 1; ; number++ {
		line, err := readLine(in)
		switch {
		case errors.Is(err, io.EOF) && len(line) == 0:
			return t, nil
		case errors.Is(err, errLong):
			return nil, usagef("%q, line %d: it is longer than the limit of %d bytes", f.trace, number, maxLine)
		case len(trimmed(line)) == 0:
			continue
		}
		event, err := eval.ReadEvent(line)
		if err != nil {
			return nil, usagef("%q, line %d: %w", f.trace, number, err)
		}
		t.Events = append(t.Events, event)
	}
}

// exportText writes the export in the form of the flag.
func (a *app) exportText(x *export.Export, f *exportFlags, records export.Record) ([]byte, error) {
	switch f.to {
	case "json-schema":
		text, err := x.JSONSchema(export.JSONSchemaOptions{Class: f.class, Open: f.open})
		return text, exportError(err)
	case "shacl":
		text, err := x.SHACL(export.SHACLOptions{Open: f.open})
		return text, exportError(err)
	case "owl":
		text, err := x.OWL(export.OWLOptions{Covering: f.covering, Records: records})
		return text, exportError(err)
	case "jsonld-context":
		text, left, err := x.JSONLD(f.class)
		for _, l := range left {
			a.note("contractc.jsonld", "%s", l)
		}
		return text, exportError(err)
	}
	text, problems, err := x.LinkML()
	if err != nil {
		return nil, exportError(err)
	}
	return text, a.refuseBundle(problems)
}

// exportError gives an unknown class the exit code of usage; what else goes wrong lies in the bundle.
func exportError(err error) error {
	var unknown *linkml.UnknownClassError
	if errors.As(err, &unknown) {
		return usagef("--class: %w", err)
	}
	return bundleError(err)
}
