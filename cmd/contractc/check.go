package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/contractc/contractc/eval/output"
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/schema"
	"github.com/spf13/cobra"
)

// maxOutput is how large a reply that is held against an output contract may be,
// in bytes; the contract's own limit is lower and says so as a problem.
const maxOutput = 32 << 20

// checkFlags are the flags of the command check.
type checkFlags struct {
	from, stopReason, format string
	ndjson                   bool
}

func (a *app) checkCommand() *cobra.Command {
	f := &checkFlags{}
	c := &cobra.Command{
		Use:   "check CONTRACT [FILE]",
		Short: "Hold a reply against an output contract, and list everything by which it does not conform",
		Long: `Hold a reply against an output contract: the sections that it must have, the JSON
value that it must hold, or both. Everything that is wrong is listed at once, with
the line, and the JSON pointer or the section. Why the model stopped is read first:
a reply that was cut is that and nothing else.

CONTRACT is the id of an output contract of the bundles, such as
output.change_report, or a file. FILE is the reply; - or nothing for standard input.
With --ndjson a line is {id, text} or {id, message}, and may hold a stop_reason.

Exit codes: 0 the reply conforms; 2 it does not; 1 usage or our own failure; 3 the
contract or the bundle cannot be used.

` + envelopeHelp(),
		Args: f.arguments,
		RunE: func(_ *cobra.Command, args []string) error {
			contract, err := a.outputContract(args[0])
			if err != nil {
				return err
			}
			if f.ndjson {
				return a.checkLines(f, contract)
			}
			return a.check(f, contract, append(args, "-")[1])
		},
	}
	c.Flags().BoolVar(&f.ndjson, "ndjson", false, "read replies, one JSON document a line, and answer each with one")
	formatFlag(c, &f.format, "text", "json")
	replyFlags(c, &f.from, &f.stopReason)
	return c
}

func (f *checkFlags) arguments(_ *cobra.Command, args []string) error {
	if len(args) == 1 || len(args) == 2 && !f.ndjson {
		return nil
	}
	return usagef("contractc check takes an output contract and a file with a reply, or with --ndjson the contract alone; see contractc check --help")
}

func (a *app) check(f *checkFlags, contract *output.Contract, name string) error {
	text, err := a.readInput(name, maxOutput)
	if err != nil {
		return err
	}
	reply := output.Reply{Text: text, From: f.from, StopReason: schema.StopReason(f.stopReason)}
	found := contract.Check(context.Background(), reply)
	if f.format == "json" {
		err = a.writeJSON(newCheck(contract, nil, found))
	} else {
		err = a.writeText(checkText(contract.Identity(), replyName(name), found))
	}
	if err != nil {
		return err
	}
	return exitWith(findingsCode(found))
}

// replyName is how a reply is named in places.
func replyName(name string) string {
	if name == "-" {
		return "reply"
	}
	return name
}

// newCheck is the document of a check.
func newCheck(contract *output.Contract, id any, f *schema.OutputFindings) *schema.OutputCheck {
	c := &schema.OutputCheck{
		Format: schema.OutputCheckFormat, Contract: contract.Identity(), Conforms: f.Conforms, Problems: f.Problems, More: f.More,
		Unchecked: f.Unchecked, Completeness: f.Completeness, StopReason: f.StopReason, Envelope: f.Envelope, Edits: f.Edits,
		Value: f.Value, Feedback: f.Feedback, Error: f.Error,
	}
	if id != nil {
		c.Id = &schema.Any{Value: id}
	}
	return c
}

// findingsCode is the exit code of what was found about a reply.
func findingsCode(f *schema.OutputFindings) int {
	switch {
	case f.Error != nil:
		return exitUsage
	case !f.Conforms:
		return exitNo
	}
	return exitOK
}

// checkText is what a person reads.
func checkText(contract schema.OutputIdentity, name string, f *schema.OutputFindings) string {
	var b strings.Builder
	for i := range f.Problems {
		b.WriteString(problemText(name, &f.Problems[i]))
	}
	if f.More != nil {
		fmt.Fprintf(&b, "and %d more problems\n", *f.More)
	}
	for _, id := range f.Unchecked {
		fmt.Fprintf(&b, "not checked: the rule %q has no answer for a value with these problems\n", id)
	}
	for _, e := range f.Edits {
		fmt.Fprintf(&b, "to read it: %s at byte %d; %s\n", diag.Neutralise(e.What), e.Offset, diag.Neutralise(e.Why))
	}
	switch title := fmt.Sprintf("%s %s", contract.Id, contract.Version); {
	case f.Error != nil:
		fmt.Fprintf(&b, "%s: not checked against %s: %s\n", diag.Neutralise(name), title, *f.Error)
	case f.Conforms:
		fmt.Fprintf(&b, "%s: conforms to %s\n", diag.Neutralise(name), title)
	default:
		fmt.Fprintf(&b, "%s: does not conform to %s\n", diag.Neutralise(name), title)
	}
	return b.String()
}

// problemText is one problem in one line, with its place.
func problemText(name string, p *schema.OutputProblem) string {
	place := name
	if p.Line != nil {
		place = fmt.Sprintf("%s:%d:%d", name, *p.Line, *p.Column)
	}
	pointer := ""
	if p.Pointer != nil && *p.Pointer != "" {
		pointer = *p.Pointer + ": "
	}
	return diag.Neutralise(fmt.Sprintf("%s: %s%s [%s]", place, pointer, p.Message, p.Code)) + "\n"
}

func (a *app) checkLines(f *checkFlags, contract *output.Contract) error {
	code, err := a.eachObject([]string{"id", "text", "message", "stop_reason"}, func(line []byte, n *doc.Node) (any, int) {
		read := &readFlags{from: f.from, stopReason: f.stopReason}
		turn, err := parseTurn(read, line, n)
		if err != nil {
			return lineError{idOf(n), diag.Neutralise(err.Error())}, exitUsage
		}
		reply := output.Reply{Text: turn.Reply, From: turn.From}
		if turn.StopReason != nil {
			reply.StopReason = *turn.StopReason
		}
		found := contract.Check(context.Background(), reply)
		return newCheck(contract, idOf(n), found), findingsCode(found)
	})
	if err != nil {
		return err
	}
	return exitWith(code)
}
