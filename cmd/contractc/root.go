package main

import (
	"errors"
	"fmt"
	"io"
	"runtime/debug"

	"github.com/contractc/contractc/internal/diag"
	"github.com/spf13/cobra"
)

// app is what the commands share.
type app struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	bundles        []string
}

// run runs one command line and returns its exit code.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	// A short process is better off with a large heap than with collections.
	debug.SetGCPercent(400)
	a := &app{stdin: stdin, stdout: stdout, stderr: stderr}
	root := a.root()
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(stdout)
	root.SetErr(stderr)
	err := root.Execute()
	if text := errorText(err); text != "" {
		fmt.Fprintf(stderr, "contractc: %s\n", text)
	}
	return codeOf(err)
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
		Args:          cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			return usagef("say which command to run, such as contractc eval REPLY; contractc --help lists them")
		},
	}
	root.CompletionOptions.HiddenDefaultCmd = true
	root.PersistentFlags().StringArrayVar(&a.bundles, "bundle", nil, "folder of a policy bundle, in place of the embedded one (repeats)")
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		return usagef("%w; see contractc %s --help", err, c.Name())
	})
	root.AddCommand(a.evalCommand(), a.bindCommand(), a.renderCommand(), a.catalogCommand(), a.lockCommand(), a.versionCommand())
	return root
}

// exactArgs is cobra's check with our words.
func exactArgs(n int, what string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) != n {
			return usagef("contractc %s takes %s, not %d arguments; see contractc %s --help", c.Name(), what, len(args), c.Name())
		}
		return nil
	}
}
