package main

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/eval/belief"
	"github.com/contractc/contractc/render"
	"github.com/contractc/contractc/schema"
	"github.com/spf13/cobra"
)

// stateFlags are what the commands on a belief state share.
type stateFlags struct {
	file   string
	rules  []string
	format string
}

func (a *app) stateCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "state",
		Short: "Show, explain, verify and change a belief state",
		Long: `Show, explain, verify and change a belief state: what is believed, on what it
rests, and which calls have no result yet. contractc eval --state FILE makes the
state and applies replies to it.

A state is written in one piece, and only if it is still the one that was read;
where another process was faster, nothing is written and the exit code is 1.`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			return usagef("say what to do with the state, such as contractc state show --state FILE; contractc state --help lists it")
		},
	}
	c.AddCommand(a.stateShowCommand(), a.stateExplainCommand(), a.stateVerifyCommand(),
		a.stateResultCommand(), a.stateRetractCommand(), a.stateAddCommand())
	return c
}

// stateSubcommand adds the flags of a command on a state.
func stateSubcommand(c *cobra.Command, f *stateFlags, formats ...string) *cobra.Command {
	c.Flags().StringVar(&f.file, "state", "", "`FILE` with the belief state")
	c.Flags().StringArrayVar(&f.rules, "rules", nil, "rule set `NAME@VERSION` in force, such as claim@1, in place of the bundle's own (repeats)")
	formatFlag(c, &f.format, formats...)
	return c
}

// beliefRules are the rules of beliefs of an engine's bundles.
func beliefRules(e *eval.Engine) (*belief.Rules, error) {
	rules, err := belief.NewRules(e.Catalog(), e.RuleSets())
	if err != nil {
		return nil, &exitError{code: exitBundle, err: err}
	}
	return rules, nil
}

// openState opens the state file of a command.
func (a *app) openState(f *stateFlags) (*belief.Store, *belief.Rules, error) {
	if f.file == "" {
		return nil, nil, usagef("say which file holds the belief state: --state FILE")
	}
	from, err := a.catalog()
	if err != nil {
		return nil, nil, err
	}
	engine, err := eval.New(from, eval.Options{RuleSets: f.rules})
	if err != nil {
		return nil, nil, &exitError{code: exitBundle, err: err}
	}
	rules, err := beliefRules(engine)
	if err != nil {
		return nil, nil, err
	}
	return rules.Open(f.file), rules, nil
}

// loadState reads a state file. What is wrong with it is printed.
func (a *app) loadState(store *belief.Store) (*belief.Base, error) {
	base, err := store.Load()
	var broken *belief.FileError
	if errors.As(err, &broken) {
		a.report(broken.Problems, oneFile(broken.Path, broken.Text))
		return nil, exitWith(exitUsage)
	}
	if err != nil {
		return nil, usagef("%w", err)
	}
	return base, nil
}

// readState opens and reads the state file of a command.
func (a *app) readState(f *stateFlags) (*belief.Base, error) {
	store, _, err := a.openState(f)
	if err != nil {
		return nil, err
	}
	return a.loadState(store)
}

// newState reads a state file that may be absent. It returns the base that was
// read, nil where there is no file, and the one to go on with.
func (a *app) newState(store *belief.Store, rules *belief.Rules) (read, base *belief.Base, err error) {
	read, err = a.loadState(store)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, rules.Empty(), nil
	}
	return read, read, err
}

// stateChange is one operation on a state.
type stateChange func(*belief.Base) (*belief.Base, *schema.StateUpdate, error)

// changeState applies an operation to the state file of a command and prints
// what it changed.
func (a *app) changeState(f *stateFlags, mayBeNew bool, change stateChange) error {
	store, rules, err := a.openState(f)
	if err != nil {
		return err
	}
	read, base, err := a.newState(store, rules)
	if err != nil {
		return err
	}
	if read == nil && !mayBeNew {
		return usagef("there is no state %q", f.file)
	}
	next, update, err := change(base)
	if err != nil {
		return &exitError{code: refusalCode(err), err: err}
	}
	if read == nil {
		update.Before = nil
	}
	if err := store.Save(read, next); err != nil {
		return usagef("%w", err)
	}
	return a.writeUpdate(update, f.format)
}

// refusalCode is the exit code of an operation that a state refuses: a check
// said no. What cannot be stored is a fault of the input.
func refusalCode(err error) int {
	var key *belief.KeyError
	var call *belief.CallError
	if errors.As(err, &key) || errors.As(err, &call) {
		return exitNo
	}
	return exitUsage
}

func (a *app) writeUpdate(update *schema.StateUpdate, format string) error {
	if format == "json" {
		return a.writeJSON(update)
	}
	_, err := fmt.Fprint(a.stdout, render.StateUpdate(update))
	return err
}
