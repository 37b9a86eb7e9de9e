package main

import (
	"fmt"
	"strings"

	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/internal/reply"
	"github.com/contractc/contractc/schema"
	"github.com/spf13/cobra"
)

// engine makes an engine with the rule sets of the flag --rules.
func (a *app) engine(rules []string) (*eval.Engine, error) {
	from, err := a.catalog()
	if err != nil {
		return nil, err
	}
	if err := eval.CheckRuleSets(from, rules); err != nil {
		return nil, usagef("--rules: %w", err)
	}
	engine, err := eval.New(from, eval.Options{RuleSets: rules})
	if err != nil {
		return nil, &exitError{code: exitBundle, err: err}
	}
	return engine, nil
}

// formatFlag adds --format with the first of the names as default; another name
// is an error of usage.
func formatFlag(c *cobra.Command, into *string, names ...string) {
	*into = names[0]
	c.Flags().Var(&choice{into, names}, "format", "one of "+strings.Join(names, ", "))
}

// replyFlags adds the flags that say how a reply is read.
func replyFlags(c *cobra.Command, from, stopReason *string) {
	addEnvelope(c, from)
	c.Flags().Var(&choice{stopReason, stopReasons()}, "stop-reason", "`WORD` for why the model stopped: "+strings.Join(stopReasons(), ", "))
}

// addEnvelope adds the flag for the envelope of a reply.
func addEnvelope(c *cobra.Command, from *string) {
	var envelopes []string
	for _, e := range reply.Envelopes() {
		envelopes = append(envelopes, string(e))
	}
	*from = envelopes[0]
	c.Flags().Var(&choice{from, envelopes}, "from", "`ENVELOPE` of the reply")
}

// choice is a flag whose value is one of some names.
type choice struct {
	into  *string
	names []string
}

// String returns the value.
func (c *choice) String() string {
	if c.into == nil {
		return ""
	}
	return *c.into
}

// Set takes one of the names.
func (c *choice) Set(s string) error {
	for _, name := range c.names {
		if s == name {
			*c.into = s
			return nil
		}
	}
	return fmt.Errorf("it is one of %s", strings.Join(c.names, ", "))
}

// Type names the kind of value in the help.
func (c *choice) Type() string { return "name" }

// envelopeHelp names the envelopes in lines that fit a terminal.
func envelopeHelp() string {
	var b strings.Builder
	line := "Envelopes:"
	for _, e := range reply.Envelopes() {
		if len(line)+len(e)+2 > 80 {
			b.WriteString(line + "\n")
			line = " "
		}
		line += " " + string(e)
	}
	return b.String() + line
}

func stopReasons() []string {
	var words []string
	for _, r := range schema.StopReasonValues() {
		words = append(words, string(r))
	}
	return words
}

// stopReason reads the word of a stop reason; none is nil.
func stopReason(word string) (*schema.StopReason, error) {
	if word == "" {
		return nil, nil
	}
	for _, r := range schema.StopReasonValues() {
		if string(r) == word {
			return &r, nil
		}
	}
	return nil, usagef("%q is no stop reason; there are %s", word, strings.Join(stopReasons(), ", "))
}
