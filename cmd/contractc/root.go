package main

import (
	"errors"
	"io"
	"os"
	"runtime/debug"
	"slices"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/signing"
	"github.com/contractc/contractc/internal/spelling"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// app is what the commands share.
type app struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	bundles        []string
	opened         []catalog.Source  // of the bundles, in their order
	signatures     []*signing.Signed // of those that were opened; nil for one that has none
	trust          trustFlags
	testBundles    string // folder of bundles for tests; empty for none
	diagnostics    diagnostics
}

// run runs one command line and returns its exit code.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	// A short process is better off with a large heap than with collections.
	debug.SetGCPercent(400)
	a := &app{stdin: stdin, stdout: stdout, stderr: stderr, testBundles: os.Getenv(testBundles)}
	err := a.execute(args)
	a.end(err)
	return codeOf(err)
}

// execute runs a command line. A panic is an error of ours.
func (a *app) execute(args []string) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = usagef("a fault of contractc: %v", p)
		}
	}()
	root := a.root()
	root.SetArgs(args)
	root.SetIn(a.stdin)
	root.SetOut(a.stdout)
	root.SetErr(a.stderr)
	return root.Execute()
}

// errorText is what is printed of an error; nothing where it was printed.
func errorText(err error) string {
	var e *exitError
	if err == nil || errors.As(err, &e) && e.err == nil {
		return ""
	}
	return diag.Neutralise(err.Error())
}

func (a *app) root() *cobra.Command {
	root := &cobra.Command{
		Use:   "contractc",
		Short: "Check what an AI agent proposes to do, and show exactly what a person is asked to approve",
		Long: `contractc checks what an AI agent proposes to do, and shows a person exactly
what they are asked to approve.

Exit codes: 0 allowed, clean; 1 usage, input or our own failure; 2 a check said
no; 3 a policy, schema or bundle does not compile or verify; 4 undecided.`,
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          cobra.ArbitraryArgs,
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) > 0 {
				return noCommand(c, args[0])
			}
			return usagef("say which command to run, such as contractc eval REPLY; contractc --help lists them")
		},
	}
	root.Version = versionText()
	root.SetVersionTemplate("{{.Version}}\n")
	root.CompletionOptions.HiddenDefaultCmd = true
	root.PersistentFlags().StringArrayVar(&a.bundles, "bundle", nil, "policy bundle in `PATH`, a folder, an archive or embedded, in place of the embedded one alone (repeats)")
	a.trust.add(root)
	a.diagnostics.format = "text"
	root.PersistentFlags().Var(&choice{&a.diagnostics.format, []string{"text", "json"}}, "diagnostics", "`FORMAT` of what is said on standard error: text, json")
	root.PersistentPreRunE = func(c *cobra.Command, args []string) error {
		if err := noEmptyFlag(c); err != nil {
			return err
		}
		return a.noLostFile(c, args)
	}
	root.SetFlagErrorFunc(wrongFlag)
	root.SetHelpCommand(helpCommand(root))
	root.AddCommand(
		a.evalCommand(),
		a.parseCommand(),
		a.checkCommand(),
		a.enforceCommand(),
		a.formulaCommand(),
		a.quoteCommand(),
		a.repairCommand(),
		a.traceCommand(),
		a.bindCommand(),
		a.lowerCommand(),
		a.proveCommand(),
		a.diffCommand(),
		a.renderCommand(),
		a.catalogCommand(), a.generateCommand(),
		a.lockCommand(),
		a.lintCommand(), a.fmtCommand(),
		a.buildCommand(), a.inspectCommand(), a.digestCommand(), a.signCommand(), a.verifyCommand(), a.pushCommand(), a.pullCommand(),
		a.gateCommand(),
		a.schemaCommand(),
		a.promptCommand(),
		a.stateCommand(), a.verifiedCommand(),
		a.versionCommand(),
		a.testCommand(),
		a.newCommand(),
		a.docsCommand(),
		a.explainCommand(),
	)
	return root
}

// noEmptyFlag refuses a flag without a value, such as --trust "$FILE" where FILE is
// not set: it would be taken as if the flag were not there, and what it asks for
// would not be done. A text may be empty.
func noEmptyFlag(c *cobra.Command) error {
	var wrong error
	c.Flags().Visit(func(f *pflag.Flag) {
		if name, _ := pflag.UnquoteUsage(f); name != "TEXT" && wrong == nil && emptyValue(f.Value) {
			wrong = usagef("--%s has no value; leave it out, or give it one", f.Name)
		}
	})
	return wrong
}

// emptyValue reports whether a flag was given an empty text.
func emptyValue(v pflag.Value) bool {
	if list, ok := v.(pflag.SliceValue); ok {
		return slices.Contains(list.GetSlice(), "")
	}
	return v.Type() == "string" && v.String() == ""
}

// noCommand says that there is no such command, and which was probably meant.
func noCommand(root *cobra.Command, name string) error {
	var names []string
	for _, c := range root.Commands() {
		names = append(names, c.Name())
	}
	return usagef("there is no command %q%s", name, meant(name, names, "; contractc --help lists them"))
}

// meant asks whether a known name was meant; otherwise is said where none is close.
func meant(name string, known []string, otherwise string) string {
	if near, ok := spelling.Nearest(name, known); ok {
		return "; did you mean " + near + "?"
	}
	return otherwise
}

// wrongFlag is an error of usage about a flag, and which was probably meant.
func wrongFlag(c *cobra.Command, err error) error {
	see := "; see " + c.CommandPath() + " --help"
	var unknown *pflag.NotExistError
	if !errors.As(err, &unknown) || len(unknown.GetSpecifiedName()) < 2 {
		return usagef("%w%s", err, see)
	}
	var names []string
	c.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, "--"+f.Name) })
	return usagef("%w%s", err, meant("--"+unknown.GetSpecifiedName(), names, see))
}

// helpCommand is cobra's, for which an unknown topic is an error.
func helpCommand(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Say how a command is used",
		RunE: func(_ *cobra.Command, args []string) error {
			c, rest, err := root.Find(args)
			if err != nil || len(rest) > 0 {
				return noCommand(root, args[0])
			}
			return c.Help()
		},
	}
}

// exactArgs is cobra's check with our words.
func exactArgs(n int, what string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) != n {
			return usagef("%s takes %s and got %d; see %s --help", c.CommandPath(), what, len(args), c.CommandPath())
		}
		return nil
	}
}
