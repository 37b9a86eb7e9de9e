package main

import (
	"fmt"

	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/render"
	"github.com/contractc/contractc/schema"
	"github.com/spf13/cobra"
)

func (a *app) renderCommand() *cobra.Command {
	var format string
	c := &cobra.Command{
		Use:   "render FILE",
		Short: "Print the cards of a stored decision, byte for byte as they were",
		Long: `Print the cards of a decision that eval --save stored. The text is the stored
one, whatever bundle is installed. A card whose digest does not agree with its
text is refused, and so is a decision that says something else of a call than
its card does; the exit code is then 3.`,
		Args: exactArgs(1, "one file"),
		RunE: func(_ *cobra.Command, args []string) error { return a.render(args[0], format) },
	}
	formatFlag(c, &format, "text", "json", "markdown", "html")
	return c
}

func (a *app) render(name, format string) error {
	text, err := a.readInput(name, maxContext)
	if err != nil {
		return err
	}
	limits := doc.DefaultLimits()
	limits.Bytes = maxContext
	n, problems := doc.ReadJSON(name, text, limits)
	var d schema.Decision
	if !problems.HasErrors() {
		problems = d.Decode(name, n)
	}
	if problems.HasErrors() {
		a.report(problems, oneFile(name, text))
		return exitWith(exitUsage)
	}
	if err := render.VerifyDecision(&d); err != nil {
		return &exitError{code: exitBundle, err: fmt.Errorf("%q %w", name, err)}
	}
	if err := a.writeStored(&d, format); err != nil {
		return err
	}
	if len(d.Cards) == 0 {
		return &exitError{code: exitNo, err: fmt.Errorf("%q holds no card, since the reply has no call that was judged", name)}
	}
	return nil
}

// writeStored prints a stored decision. The text of a card lacks the line of
// its digest, which covers it; that line goes to standard error.
func (a *app) writeStored(d *schema.Decision, format string) error {
	if format == "json" {
		return a.writeJSON(d)
	}
	if err := a.writeCards(d, format); err != nil {
		return err
	}
	for i := range d.Cards {
		a.note("contractc.verified", "verified the card of action %d, %s", d.Cards[i].Index+1, d.Cards[i].Digest)
	}
	return nil
}

// writeCards prints the stored cards in a format.
func (a *app) writeCards(d *schema.Decision, format string) error {
	for i := range d.Cards {
		if i > 0 {
			fmt.Fprintln(a.stdout)
		}
		if _, err := fmt.Fprint(a.stdout, render.Stored(&d.Cards[i], format)); err != nil {
			return err
		}
	}
	return nil
}
