package main

import (
	"os"
	"path/filepath"

	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/schema"
	"github.com/contractc/contractc/schema/linkml"
	"github.com/spf13/cobra"
)

// schemaFlags are the flags of schema validate.
type schemaFlags struct {
	schema     string
	class      string
	compatible bool
	ndjson     bool
}

func (a *app) schemaCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "schema",
		Short: "Work with LinkML schemas and JSON Schemas",
		Args:  noSubcommand,
		RunE: func(c *cobra.Command, _ []string) error {
			return usagef("say what to do, such as contractc schema validate")
		},
	}
	c.AddCommand(a.schemaValidateCommand(), a.schemaExportCommand(), a.schemaClaimContractCommand(), a.schemaCheckCommand(), a.schemaFitCommand(), a.schemaEditorCommand())
	return c
}

// noSubcommand refuses a name that is no subcommand.
func noSubcommand(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	var names []string
	for _, sub := range c.Commands() {
		names = append(names, sub.Name())
	}
	return usagef("there is no command %q%s", c.Name()+" "+args[0], meant(args[0], names, "; see contractc "+c.Name()+" --help"))
}

func (a *app) schemaValidateCommand() *cobra.Command {
	f := &schemaFlags{}
	c := &cobra.Command{
		Use:   "validate INSTANCE",
		Short: "Check an instance against a class of a LinkML schema",
		Long: `Check an instance, YAML or JSON, against a class of a LinkML schema; without
--schema, of contractc's own vocabulary, such as Context or Event.

With --ndjson a line is {id, schema, imports?, target_class, instance}, and is
answered with {id, valid, errors, unsupported?}. A metaslot that is not evaluated
is refused in a file, and named in an answer.`,
		Args: func(_ *cobra.Command, args []string) error {
			switch {
			case f.ndjson && (len(args) > 0 || f.schema != "" || f.class != ""):
				return usagef("with --ndjson every line names its schema, class and instance itself")
			case !f.ndjson && (len(args) != 1 || f.class == ""):
				return usagef("say which class to check a file against: contractc schema validate --class NAME INSTANCE")
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			if f.ndjson {
				return a.schemaLines(f)
			}
			return a.schemaValidate(f, args[0])
		},
	}
	c.Flags().StringVar(&f.schema, "schema", "", "LinkML `FILE`; imports are found beside it")
	c.Flags().StringVar(&f.class, "class", "", "`CLASS` of the schema that the instance must be of")
	c.Flags().BoolVar(&f.compatible, "compatible", false, "answer as the official LinkML tools do where the strict reading differs")
	c.Flags().BoolVar(&f.ndjson, "ndjson", false, "read questions, one JSON document a line, and answer each with one")
	return c
}

// schemaLines answers questions from standard input.
func (a *app) schemaLines(f *schemaFlags) error {
	options := linkml.Options{Compatible: f.compatible, Limits: lineLimits()}
	code, err := a.eachLine(func(line []byte) (any, int) {
		answer := linkml.AnswerLine(line, options, linkml.ValidateOptions{})
		return answer, validCode(&answer)
	})
	if err != nil {
		return err
	}
	return exitWith(code)
}

// validCode is the exit code of one answer: a schema that cannot be used is 3, a
// metaslot that was not evaluated leaves a valid instance undecided.
func validCode(a *linkml.CaseAnswer) int {
	switch {
	case a.Error != "":
		return exitBundle
	case !a.Valid:
		return exitNo
	case len(a.Unsupported) > 0:
		return exitUndecided
	}
	return exitOK
}

func (a *app) schemaValidate(f *schemaFlags, name string) error {
	view, err := a.schemaView(f)
	if err != nil {
		return err
	}
	if view.Class(f.class) == nil {
		return usagef("the schema has no class %q", f.class)
	}
	n, text, err := a.readDocument(name)
	if err != nil {
		return err
	}
	problems := view.Validate(f.class, n, linkml.ValidateOptions{File: name})
	a.report(problems, oneFile(name, text))
	if problems.HasErrors() {
		return exitWith(exitNo)
	}
	return nil
}

// schemaView loads the schema of the flags. What is wrong with it is printed.
func (a *app) schemaView(f *schemaFlags) (*linkml.View, error) {
	if f.schema == "" {
		view, err := linkml.LoadFS(schema.FS, "documents.yaml")
		if err != nil {
			return nil, &exitError{code: exitBundle, err: err}
		}
		return view, nil
	}
	text, err := a.readInput(f.schema, maxSchema)
	if err != nil {
		return nil, err
	}
	view, problems := linkml.Load(linkml.Source{File: f.schema, Text: text}, linkml.Options{
		Compatible: f.compatible, Resolve: linkml.CoreResolver(schema.FS, a.besideFile), Limits: doc.Limits{Bytes: maxSchema},
	})
	a.report(problems, func(file string) ([]byte, bool) {
		text, err := os.ReadFile(file)
		return text, err == nil
	})
	if problems.HasErrors() {
		return nil, exitWith(exitBundle)
	}
	return view, nil
}

// maxSchema bounds a schema file, in bytes.
const maxSchema = 4 << 20

// besideFile finds an imported schema by its name relative to the file that
// imports it.
func (a *app) besideFile(from, name string) (linkml.Source, error) {
	file := filepath.Join(filepath.Dir(from), filepath.FromSlash(name)+".yaml")
	text, err := a.readInput(file, maxSchema)
	return linkml.Source{File: file, Text: text}, err
}
