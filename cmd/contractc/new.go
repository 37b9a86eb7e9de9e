package main

import (
	"errors"
	"path"

	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/scaffold"
	"github.com/spf13/cobra"
)

func (a *app) newCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "new",
		Short: "Write a bundle, library, rule, contract or output contract that works, with its tests",
		Long: `Write an example that works, with its tests, to be changed into what is wanted.
Nothing that exists is overwritten. After it: contractc test DIR, contractc lint
DIR, and contractc lock DIR where the change is wanted.`,
		Args: noSubcommand,
		RunE: func(*cobra.Command, []string) error {
			return usagef("say what to write, such as contractc new bundle my-policies")
		},
	}
	c.AddCommand(
		a.newBundle(),
		a.newPart("library", "NAME", "Add a library with an effect type, a contract and cases", scaffold.Library),
		a.newPart("rule", "LIBRARY.NAME", "Add a rule in CEL with cases", scaffold.Rule),
		a.newPart("contract", "LIBRARY.SYMBOL", "Add a contract with its class and examples", scaffold.Contract),
		a.newPart("output-contract", "LIBRARY.SYMBOL", "Add the form of a reply, with examples", scaffold.OutputContract),
	)
	return c
}

func (a *app) newBundle() *cobra.Command {
	var empty bool
	c := &cobra.Command{
		Use: "bundle DIR", Short: "Copy the default bundle into a new folder, or write one without a library",
		Long: `Copy the default bundle into a new folder, to be changed there. With --empty the
bundle has no library yet; it stands beside the default bundle, which says how
replies are read and cards are worded: contractc test --bundle embedded --bundle DIR.`,
		Args: exactArgs(1, "the folder to write"),
		RunE: func(_ *cobra.Command, args []string) error {
			if empty {
				return a.wrote(args[0])(scaffold.Empty(args[0]))
			}
			return a.wrote(args[0])(scaffold.Bundle(args[0]))
		},
	}
	c.Flags().BoolVar(&empty, "empty", false, "write contractc.yaml alone, for libraries that stand beside the default bundle")
	return c
}

func (a *app) newPart(what, argument, short string, write func(dir, name string) ([]string, error)) *cobra.Command {
	return &cobra.Command{
		Use: what + " " + argument + " --bundle DIR", Short: short,
		Args: exactArgs(1, argument),
		RunE: func(_ *cobra.Command, args []string) error {
			written := a.writtenBundles()
			if len(written) != 1 {
				return usagef("say which bundle it is for: contractc new %s %s --bundle DIR", what, args[0])
			}
			return a.wrote(written[0])(write(written[0], args[0]))
		},
	}
}

// wrote prints the files that were written below a folder.
func (a *app) wrote(dir string) func([]string, error) error {
	return func(files []string, err error) error {
		var refused *scaffold.Error
		switch {
		case errors.As(err, &refused):
			return usagef("%w", refused)
		case err != nil:
			return usagef("%w", err)
		case len(files) > 10:
			return a.writeText("wrote a copy of the default bundle below " + diag.Neutralise(dir) + "\n")
		}
		for _, file := range files {
			if err := a.writeText("wrote " + diag.Neutralise(path.Join(dir, file)) + "\n"); err != nil {
				return err
			}
		}
		return nil
	}
}
