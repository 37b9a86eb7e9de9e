package main

import (
	"strconv"
	"strings"

	"github.com/contractc/contractc/eval/belief"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/schema"
	"github.com/spf13/cobra"
)

func (a *app) stateResultCommand() *cobra.Command {
	f := &stateFlags{}
	var call, value, raised, trust string
	c := &cobra.Command{
		Use:   "result",
		Short: "Record the result or the error of an accepted call",
		Long: `Record the result of an accepted call: it becomes a premise under the key of the
call, shown from the next turn on. With --error TYPE:TEXT the call failed, and
the text to send back to the model is printed.

The call is named by the digest of its action, as eval prints it. A result of a
call that was not accepted, or that has its result, is refused with exit code 2.`,
		Args: exactArgs(0, "no argument"),
		RunE: func(c *cobra.Command, _ []string) error {
			if c.Flags().Changed("value") == c.Flags().Changed("error") {
				return usagef("give the result or the error of the call: --value JSON or --error TYPE:TEXT")
			}
			if c.Flags().Changed("error") {
				return a.stateRaise(f, call, raised)
			}
			return a.stateReturn(f, call, value, trust)
		},
	}
	c.Flags().StringVar(&call, "call", "", "`DIGEST` of the call's action")
	c.Flags().StringVar(&value, "value", "", "result as `JSON`, or - for standard input")
	c.Flags().StringVar(&raised, "error", "", "error as `TYPE:TEXT`, such as KeyError:'Q7'")
	c.Flags().StringVar(&trust, "tool-trust", "", "`TRUST` in the tool: a word of the bundle's table claim.state, such as low, or a number from 0 to 1")
	return stateSubcommand(c, f, "text", "json")
}

func (a *app) stateReturn(f *stateFlags, call, text, trust string) error {
	value, err := a.jsonValue(text)
	if err != nil {
		return err
	}
	_, rules, err := a.openState(f)
	if err != nil {
		return err
	}
	confidence, err := trustIn(rules, trust)
	if err != nil {
		return err
	}
	return a.changeState(f, false, func(b *belief.Base) (*belief.Base, *schema.StateUpdate, error) {
		return b.Return(call, value, confidence)
	})
}

// trustIn reads the trust in a tool; nil for the default.
func trustIn(rules *belief.Rules, word string) (*float64, error) {
	if word == "" {
		return nil, nil
	}
	if p, ok := rules.Trust(word); ok {
		return &p, nil
	}
	p, err := strconv.ParseFloat(word, 64)
	if err != nil || !(p >= 0 && p <= 1) {
		return nil, usagef("--tool-trust: %q is neither a word of the table %s nor a number from 0 to 1", word, belief.Table)
	}
	return &p, nil
}

func (a *app) stateRaise(f *stateFlags, call, raised string) error {
	kind, text, ok := strings.Cut(raised, ":")
	if !ok || kind == "" {
		return usagef("--error: %q is not of the form TYPE:TEXT", raised)
	}
	return a.changeState(f, false, func(b *belief.Base) (*belief.Base, *schema.StateUpdate, error) {
		return b.Raise(call, kind, strings.TrimPrefix(text, " "))
	})
}

// jsonValue reads a value from JSON on the command line or standard input.
func (a *app) jsonValue(text string) (any, error) {
	source := []byte(text)
	if text == "-" {
		var err error
		if source, err = a.readInput("-", maxReply); err != nil {
			return nil, err
		}
	}
	n, problems := doc.ReadJSON("value", source, doc.Limits{Bytes: maxReply})
	if problems.HasErrors() {
		a.report(problems, oneFile("value", source))
		return nil, exitWith(exitUsage)
	}
	return n.Plain(), nil
}

func (a *app) stateRetractCommand() *cobra.Command {
	f := &stateFlags{}
	c := &cobra.Command{
		Use:   "retract KEY",
		Short: "Take back a belief, with everything that rests on it alone",
		Long: `Take back a belief: it and everything that rests on it and on nothing else are
out. What must be derived again is listed, with the claim as instruction and the
keys that it may rest on; contractc eval --rederive KEY judges a reply to that.

KEY may be key@version for one of several values.`,
		Args: exactArgs(1, "one key"),
		RunE: func(_ *cobra.Command, args []string) error {
			return a.changeState(f, false, func(b *belief.Base) (*belief.Base, *schema.StateUpdate, error) {
				return b.Retract(args[0])
			})
		},
	}
	return stateSubcommand(c, f, "text", "json")
}

func (a *app) stateAddCommand() *cobra.Command {
	f, fact := &stateFlags{}, belief.Fact{}
	var value string
	var confidence float64
	c := &cobra.Command{
		Use:   "add KEY",
		Short: "Believe what somebody says",
		Long: `Believe what somebody says, as a premise with its source. Another value under a
key that holds one makes a conflict, which is settled by retracting one of them.
A state that does not exist is made.`,
		Args: exactArgs(1, "one key"),
		RunE: func(c *cobra.Command, args []string) error {
			if !c.Flags().Changed("value") {
				return usagef("give the value: --value JSON")
			}
			var err error
			if fact.Value, err = a.jsonValue(value); err != nil {
				return err
			}
			if fact.Key = args[0]; c.Flags().Changed("confidence") {
				fact.Confidence = &confidence
			}
			return a.changeState(f, true, func(b *belief.Base) (*belief.Base, *schema.StateUpdate, error) {
				return b.Assert(fact)
			})
		},
	}
	c.Flags().StringVar(&value, "value", "", "value as `JSON`, or - for standard input")
	c.Flags().StringVar(&fact.Source, "source", belief.DefaultSource, "`SOURCE`, who says so")
	c.Flags().StringVar(&fact.Claim, "claim", "", "`TEXT` that says the same in natural language")
	c.Flags().Float64Var(&confidence, "confidence", 0, "confidence in the source, a `NUMBER` from 0 to 1, in place of that of its kind")
	return stateSubcommand(c, f, "text", "json")
}
