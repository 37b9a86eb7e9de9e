package main

import (
	"encoding/json"
	"fmt"

	"github.com/contractc/contractc/internal/claimcontract"
	"github.com/spf13/cobra"
)

func (a *app) promptCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "prompt CONTRACT",
		Short: "Print instructions for a model",
		Long: `Print what an output contract says, in words for a model. The text is made of the
contract, so that it says what is checked. CONTRACT is the id of an output contract
of the bundles, such as output.change_report, or a file.`,
		Args: func(c *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usagef("say for what, such as contractc prompt output.change_report or contractc prompt claim-contract")
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			contract, err := a.outputContract(args[0])
			if err != nil {
				return err
			}
			return a.writeText(neutraliseLines(contract.Prompt()))
		},
	}
	c.AddCommand(a.promptClaimContractCommand())
	return c
}

func (a *app) promptClaimContractCommand() *cobra.Command {
	var rules []string
	c := &cobra.Command{
		Use:   "claim-contract",
		Short: "Print what a model is told of the claim contract",
		Long: `Print instructions for a model: the form of a reply, the types of action,
formulas, and every rule in force by which an action is rejected. The text is
made of the schema, the rules and the tables of the bundle.`,
		Args: exactArgs(0, "no arguments"),
		RunE: func(*cobra.Command, []string) error {
			engine, err := a.engine(rules)
			if err != nil {
				return err
			}
			text, err := claimcontract.Instructions(engine)
			if err != nil {
				return &exitError{code: exitBundle, err: err}
			}
			_, err = fmt.Fprint(a.stdout, text)
			return err
		},
	}
	c.Flags().StringArrayVar(&rules, "rules", nil, "rule set `NAME@VERSION` in force, such as claim@1, in place of the bundle's own (repeats)")
	return c
}

func (a *app) schemaClaimContractCommand() *cobra.Command {
	var all bool
	c := &cobra.Command{
		Use:   "claim-contract",
		Short: "Print the JSON Schema of a response in the form of the claim contract",
		Long: `Print the JSON Schema of a response, for models whose output is constrained by
one. It is flat and closed, the arguments of a call are a JSON-encoded string,
every property is required, with null where an action does without, and it has no
keywords that strict modes refuse: schema check finds nothing in it for any
provider of the default bundle. With --all-required=false only the type of an
action is required, which is shorter, and which OpenAI does not take.`,
		Args: exactArgs(0, "no arguments"),
		RunE: func(*cobra.Command, []string) error {
			n, err := claimcontract.ResponseSchema(claimcontract.ResponseOptions{AllRequired: all})
			if err != nil {
				return err
			}
			text, err := json.MarshalIndent(n, "", "  ")
			if err != nil {
				return err
			}
			_, err = fmt.Fprintf(a.stdout, "%s\n", text)
			return err
		},
	}
	c.Flags().BoolVar(&all, "all-required", true, "require every property, null where an action does without, as some strict modes demand")
	return c
}
