package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/schema"
	"github.com/spf13/cobra"
)

// readFlags are the flags of the commands that read with the rules in force.
type readFlags struct {
	rules      []string
	from       string
	stopReason string
	format     string
	ndjson     bool
}

// add adds the flags that all of these commands have.
func (f *readFlags) add(c *cobra.Command, line string) {
	c.Flags().StringArrayVar(&f.rules, "rules", nil, "rule `SET` in force, such as claim@1, in place of the bundle's own of this name (repeats)")
	c.Flags().BoolVar(&f.ndjson, "ndjson", false, "read "+line+", one JSON document a line, and answer each with one")
	formatFlag(c, &f.format, "text", "json")
}

// argument is the one argument of a command; with --ndjson there is none.
func (f *readFlags) argument(what string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if f.ndjson && len(args) == 0 || !f.ndjson && len(args) == 1 {
			return nil
		}
		return usagef("contractc %s takes %s, or --ndjson and nothing; see contractc %s --help", c.Name(), what, c.Name())
	}
}

func (a *app) parseCommand() *cobra.Command {
	f := &readFlags{}
	c := &cobra.Command{
		Use:   "parse [REPLY]",
		Short: "Read a model's reply and print its actions, without judging them",
		Long: `Read a model's reply in the form of the claim contract, or a provider's message:
its actions, what is wrong with those that are malformed, whether it is whole,
and every leniency that was used. Nothing is judged.

REPLY is a file, or - for standard input. With --ndjson a line is {id, text} or
{id, message, tools}, and may hold a stop_reason.

` + envelopeHelp(),
		Args: f.argument("one file with a reply"),
		RunE: func(_ *cobra.Command, args []string) error {
			engine, err := a.engine(f.rules)
			if err != nil {
				return err
			}
			if f.ndjson {
				return a.parseLines(f, engine)
			}
			return a.parse(f, engine, args[0])
		},
	}
	f.add(c, "replies")
	replyFlags(c, &f.from, &f.stopReason)
	return c
}

func (a *app) parse(f *readFlags, engine *eval.Engine, name string) error {
	text, err := a.readInput(name, maxReply)
	if err != nil {
		return err
	}
	turn := &eval.Turn{Reply: text, File: name, From: f.from}
	if turn.StopReason, err = stopReason(f.stopReason); err != nil {
		return err
	}
	ready, problems := engine.NewContext(schema.Context{})
	if problems.HasErrors() {
		return problems
	}
	result := engine.Read(context.Background(), ready, turn)
	if result.Failure != nil {
		return result.Failure
	}
	parsed := result.Parsed()
	if f.format == "json" {
		err = a.writeJSON(parsed)
	} else {
		_, err = fmt.Fprint(a.stdout, parsedText(parsed))
	}
	if err != nil {
		return err
	}
	return exitWith(parsedCode(parsed))
}

// parsedCode is 2 for a reply of which something cannot be used.
func parsedCode(p *eval.Parsed) int {
	if p.Unusable != "" || len(p.Errors) > 0 || p.Complete != nil && !*p.Complete {
		return exitNo
	}
	return exitOK
}

// parsedText is what a person reads.
func parsedText(p *eval.Parsed) string {
	var b strings.Builder
	line := func(label, format string, args ...any) {
		fmt.Fprintf(&b, "%s: %s\n", label, diag.Neutralise(fmt.Sprintf(format, args...)))
	}
	for _, a := range p.Actions {
		text, _ := jsonLine(a)
		line("action", "%s", trimmed(text))
	}
	for _, e := range p.Errors {
		line("malformed", "%s (%s@%s)", e.Message, e.Rule, e.Version)
	}
	if p.Unusable != "" {
		line("unusable", "%s", p.Unusable)
	}
	for _, x := range p.Extra {
		text, _ := jsonLine(x)
		line("not part of the response", "%s", trimmed(text))
	}
	for _, f := range p.Findings {
		line("finding", "%d:%d: %s (%s)", f.Line, f.Column, f.Message, f.Code)
	}
	for _, e := range p.Edits {
		line("lenient", "%s at byte %d; %s", e.What, e.Offset, e.Why)
	}
	switch {
	case p.Complete == nil:
		line("complete", "not known")
	case !*p.Complete:
		line("complete", "no")
	default:
		line("complete", "yes")
	}
	return b.String()
}

// parsedLine is the answer to a line.
type parsedLine struct {
	ID any `json:"id"`
	*eval.Parsed
}

func (a *app) parseLines(f *readFlags, engine *eval.Engine) error {
	code, err := a.eachObject([]string{"id", "text", "message", "tools", "stop_reason"}, func(line []byte, n *doc.Node) (any, int) {
		parsed, err := parseLine(f, engine, line, n)
		if err != nil {
			return lineError{idOf(n), diag.Neutralise(err.Error())}, exitUsage
		}
		return parsedLine{idOf(n), parsed}, parsedCode(parsed)
	})
	if err != nil {
		return err
	}
	return exitWith(code)
}

func parseLine(f *readFlags, engine *eval.Engine, line []byte, n *doc.Node) (*eval.Parsed, error) {
	turn, err := parseTurn(f, line, n)
	if err != nil {
		return nil, err
	}
	var shown schema.Context
	if tools := n.Get("tools"); tools != nil {
		only := &doc.Node{Kind: doc.Map, Fields: []doc.Field{{Key: "tools", Value: tools}}}
		if problems := shown.Decode("line", only); problems.HasErrors() {
			return nil, problems
		}
	}
	ready, problems := engine.NewContext(shown)
	if problems.HasErrors() {
		return nil, problems
	}
	result := engine.Read(context.Background(), ready, turn)
	return result.Parsed(), result.Failure
}

// parseTurn is the reply of a line.
func parseTurn(f *readFlags, line []byte, n *doc.Node) (*eval.Turn, error) {
	text, message := n.Get("text"), n.Get("message")
	turn := &eval.Turn{File: "reply", From: f.from}
	switch {
	case (text == nil) == (message == nil):
		return nil, fmt.Errorf("a line has either text or message")
	case message != nil:
		turn.Reply = replyText(line, message)
	case text.Kind != doc.String:
		return nil, fmt.Errorf("text is no string")
	default:
		turn.Reply = []byte(text.Text)
	}
	reason := n.Get("stop_reason")
	if reason == nil {
		reason = &doc.Node{Text: f.stopReason}
	}
	var err error
	turn.StopReason, err = stopReason(reason.Text)
	return turn, err
}
