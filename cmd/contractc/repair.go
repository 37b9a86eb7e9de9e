package main

import (
	"fmt"
	"strings"

	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/schema"
	"github.com/spf13/cobra"
)

// maxRepair is the size of a text that is repaired, in bytes.
const maxRepair = 16 << 20

// repairFlags are the flags of repair.
type repairFlags struct {
	readFlags
	purpose string
}

// purposes are what a value can be for.
func purposes() []string { return []string{"text", "call"} }

func (a *app) repairCommand() *cobra.Command {
	f := &repairFlags{}
	c := &cobra.Command{
		Use:   "repair [FILE]",
		Short: "Find the JSON in a text and mend what is cheap to mend",
		Long: `Find the JSON in a text that a model wrote, mend cheap defects and print it. Each
repair is told on standard error with its place. What can be read in more than
one way is refused with the readings, and no value is made up.

The text is taken for complete. With --for call it is the arguments of a call of
a tool: fewer repairs are allowed, and nothing is closed unless --stop-reason says
that the text is whole. FILE is read from standard input where it is - or absent.

With --ndjson a line is {id, text}, and may hold a stop_reason.`,
		Args: func(c *cobra.Command, args []string) error {
			if len(args) > 1 || f.ndjson && len(args) > 0 {
				return usagef("contractc repair takes one file at most, or --ndjson and nothing; see contractc repair --help")
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			engine, err := a.engine(f.rules)
			if err != nil {
				return err
			}
			if f.ndjson {
				return a.repairLines(f, engine)
			}
			return a.repair(f, engine, append(args, "-")[0])
		},
	}
	f.add(c, "texts")
	f.purpose = purposes()[0]
	c.Flags().Var(&choice{&f.purpose, purposes()}, "for", "`WORD` for what the value is: "+strings.Join(purposes(), ", "))
	c.Flags().Var(&choice{&f.stopReason, stopReasons()}, "stop-reason", "`WORD` for why the model stopped: "+strings.Join(stopReasons(), ", "))
	return c
}

// request is what is asked of the engine.
func (f *repairFlags) request(text []byte, name, stop string) (eval.RepairRequest, error) {
	reason, err := stopReason(stop)
	return eval.RepairRequest{Text: text, File: name, ForCall: f.purpose == "call", StopReason: reason}, err
}

func (a *app) repair(f *repairFlags, engine *eval.Engine, name string) error {
	text, err := a.readInput(name, maxRepair)
	if err != nil {
		return err
	}
	request, err := f.request(text, name, f.stopReason)
	if err != nil {
		return err
	}
	out := engine.Repair(request)
	switch {
	case out.Failure != nil:
		return out.Failure
	case f.format == "json":
		err = a.writeJSON(out.Answer)
	default:
		err = a.repairText(out, name, text)
	}
	if err != nil {
		return err
	}
	return exitWith(repairCode(out.Answer))
}

// repairCode is 2 for a text that was refused.
func repairCode(a *schema.RepairAnswer) int {
	if a.Refused != nil {
		return exitNo
	}
	return exitOK
}

// repairText prints the value for a program, and what was done for a person.
func (a *app) repairText(out *eval.Repaired, name string, text []byte) error {
	a.report(repairProblems(out.Answer, name, text), oneFile(name, text))
	if out.Text == nil {
		return nil
	}
	return a.writeText(string(diag.EscapeJSON(out.Text)) + "\n")
}

// repairProblems are the repairs as warnings and the refusal as an error.
func repairProblems(answer *schema.RepairAnswer, name string, text []byte) diag.List {
	var list diag.List
	places := doc.NewPlaces(string(text))
	for _, e := range answer.Edits {
		at := diag.At(places.At(int(e.Offset)))
		list.Add(diag.Warningf(name, at, "repair."+*e.Repair, "%s", e.What).WithDetail("%s", e.Why))
	}
	if answer.Refused == nil {
		return list
	}
	at := diag.At(diag.Position{Line: int(answer.Position.Line), Column: int(answer.Position.Column)})
	return append(list, diag.Errorf(name, at, "repair.refused", "%s", *answer.Refused).WithDetail("%s", readingsText(answer)))
}

// readingsText lists what a text may mean.
func readingsText(answer *schema.RepairAnswer) string {
	var b strings.Builder
	for i, reading := range answer.Readings {
		if i == 0 {
			b.WriteString("it may mean")
		}
		if i > 0 {
			b.WriteString(" or")
		}
		text, _ := jsonLine(reading.Value)
		fmt.Fprintf(&b, " %s", trimmed(text))
	}
	return b.String()
}

func (a *app) repairLines(f *repairFlags, engine *eval.Engine) error {
	code, err := a.eachObject([]string{"id", "text", "stop_reason"}, func(_ []byte, n *doc.Node) (any, int) {
		answer, err := repairLine(f, engine, n)
		if err != nil {
			return lineError{idOf(n), diag.Neutralise(err.Error())}, exitUsage
		}
		return answer, repairCode(answer)
	})
	if err != nil {
		return err
	}
	return exitWith(code)
}

func repairLine(f *repairFlags, engine *eval.Engine, n *doc.Node) (*schema.RepairAnswer, error) {
	text, stop := n.Get("text"), n.Get("stop_reason")
	if text == nil || text.Kind != doc.String {
		return nil, fmt.Errorf("text is no string")
	}
	if stop == nil {
		stop = &doc.Node{Text: f.stopReason}
	}
	request, err := f.request([]byte(text.Text), "text", stop.Text)
	if err != nil {
		return nil, err
	}
	out := engine.Repair(request)
	if id := idOf(n); id != nil {
		out.Answer.Id = &schema.Any{Value: id}
	}
	return out.Answer, out.Failure
}
