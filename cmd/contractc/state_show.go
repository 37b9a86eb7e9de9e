package main

import (
	"fmt"

	"github.com/contractc/contractc/render"
	"github.com/contractc/contractc/schema"
	"github.com/spf13/cobra"
)

func (a *app) stateShowCommand() *cobra.Command {
	f := &stateFlags{}
	c := &cobra.Command{
		Use:   "show",
		Short: "Show what is believed, how sure it is, and what is waited for",
		Args:  exactArgs(0, "no argument"),
		RunE: func(*cobra.Command, []string) error {
			base, err := a.readState(f)
			if err != nil {
				return err
			}
			report := base.Report()
			if f.format == "json" {
				return a.writeJSON(report)
			}
			_, err = fmt.Fprint(a.stdout, render.StateReport(report))
			return err
		},
	}
	return stateSubcommand(c, f, "text", "json")
}

func (a *app) stateExplainCommand() *cobra.Command {
	f := &stateFlags{}
	c := &cobra.Command{
		Use:   "explain KEY",
		Short: "Show the proof of a belief: what it rests on, down to its sources",
		Long: `Show the proof of a belief: what it rests on, down to its sources. KEY may be
key@version for one of several values. Of a belief that is out, it shows what it
rested on.`,
		Args: exactArgs(1, "one key"),
		RunE: func(_ *cobra.Command, args []string) error {
			base, err := a.readState(f)
			if err != nil {
				return err
			}
			proof, err := base.Explain(args[0])
			if err != nil {
				return &exitError{code: refusalCode(err), err: err}
			}
			text := render.ProofText(proof)
			if f.format == "mermaid" {
				text = render.ProofMermaid(proof)
			}
			_, err = fmt.Fprint(a.stdout, text)
			return err
		},
	}
	return stateSubcommand(c, f, "text", "mermaid")
}

func (a *app) stateVerifyCommand() *cobra.Command {
	f := &stateFlags{}
	var context string
	c := &cobra.Command{
		Use:   "verify [KEY...]",
		Short: "Check proofs again: compute every formula, find every quote",
		Long: `Check the proofs of keys again, or of all that is held: compute every formula
from the values that it rests on, and find every quote in the documents of
--context, with the value in it. The first step that fails is named.

The exit code is 2 where a step fails or nothing is held, and 4 where a document
is missing.`,
		RunE: func(_ *cobra.Command, args []string) error { return a.stateVerify(f, context, args) },
	}
	c.Flags().StringVar(&context, "context", "", "`FILE` with the documents, YAML or JSON")
	return stateSubcommand(c, f, "text", "json")
}

func (a *app) stateVerify(f *stateFlags, context string, keys []string) error {
	source, err := a.readContext(context)
	if err != nil {
		return err
	}
	base, err := a.readState(f)
	if err != nil {
		return err
	}
	checks, err := base.Verify(source.Documents, keys...)
	if err != nil {
		return &exitError{code: refusalCode(err), err: err}
	}
	if f.format == "json" {
		err = a.writeJSON(checks)
	} else {
		_, err = fmt.Fprint(a.stdout, render.StateVerification(checks))
	}
	if err != nil {
		return err
	}
	return exitWith(verificationCode(checks))
}

// verificationCode is the exit code of a verification. Nothing checked is no
// success.
func verificationCode(v *schema.StateVerification) int {
	if len(v.Steps) == 0 {
		return exitNo
	}
	code := exitOK
	for _, s := range v.Steps {
		switch s.Outcome {
		case schema.CheckOutcomeFailed:
			code = worstCode(code, exitNo)
		case schema.CheckOutcomeUnknown:
			code = worstCode(code, exitUndecided)
		}
	}
	return code
}
