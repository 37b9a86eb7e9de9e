package main

import (
	"fmt"
	"strings"

	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
	"github.com/spf13/cobra"
)

func (a *app) quoteCommand() *cobra.Command {
	f := &readFlags{}
	var document, value string
	c := &cobra.Command{
		Use:   "quote [QUOTE]",
		Short: "Look for a quote in a document, and say whether it states a value",
		Long: `Look for a quote in a document, letter case and white space aside, and say
whether it states a value, which is given as JSON.

With --ndjson a line is {id, document, quote, value}.`,
		Args: f.argument("one quote"),
		RunE: func(_ *cobra.Command, args []string) error {
			engine, err := a.engine(f.rules)
			if err != nil {
				return err
			}
			if f.ndjson {
				return a.quoteLines(engine)
			}
			return a.quote(f, engine, args[0], document, value)
		},
	}
	f.add(c, "quotes")
	c.Flags().StringVar(&document, "document", "", "`FILE` with the document")
	c.Flags().StringVar(&value, "value", "", "`VALUE` that the quote is to state, as JSON")
	return c
}

// quoteAnswer is the answer to a quote.
type quoteAnswer struct {
	ID    any  `json:"id,omitempty"`
	Found bool `json:"found"`
	// Stated is absent where there is no value.
	Stated *bool `json:"stated,omitempty"`
	// Unchecked is set where the rules accept the value without a check.
	Unchecked bool     `json:"unchecked,omitempty"`
	Reasons   []string `json:"reasons,omitempty"`
}

// quoteResult looks a quote up; value is nil where there is none.
func quoteResult(engine *eval.Engine, document, text string, value *doc.Node) (quoteAnswer, int, error) {
	if value == nil {
		found, err := engine.Quote(document, text)
		return quoteAnswer{Found: found.Found}, quoteCode(found.Found, err), err
	}
	r, err := engine.QuoteValue(document, text, value.Plain())
	answer := quoteAnswer{Found: r.Found, Stated: &r.Stated, Unchecked: !r.Checked, Reasons: r.Reasons}
	return answer, quoteCode(r.Found && (r.Stated || !r.Checked), err), err
}

func quoteCode(good bool, err error) int {
	switch {
	case err != nil:
		return exitUsage
	case !good:
		return exitNo
	}
	return exitOK
}

func (a *app) quote(f *readFlags, engine *eval.Engine, text, file, value string) error {
	if file == "" {
		return usagef("say which file holds the document: contractc quote QUOTE --document FILE")
	}
	document, err := a.readInput(file, maxContext)
	if err != nil {
		return err
	}
	var v *doc.Node
	if value != "" {
		n, problems := doc.ReadJSON("--value", []byte(value), doc.DefaultLimits())
		if problems.HasErrors() {
			return usagef("--value: %s", oneLine(problems))
		}
		v = n
	}
	answer, code, err := quoteResult(engine, string(document), text, v)
	switch {
	case err != nil:
		return err
	case f.format == "json":
		err = a.writeJSON(answer)
	default:
		_, err = fmt.Fprint(a.stdout, quoteText(answer))
	}
	if err != nil {
		return err
	}
	return exitWith(code)
}

func quoteText(a quoteAnswer) string {
	yes := map[bool]string{true: "yes", false: "no"}
	text := "found: " + yes[a.Found] + "\n"
	switch {
	case a.Stated == nil:
		return text
	case a.Unchecked:
		return text + "stated: not checked\n"
	case len(a.Reasons) > 0:
		return text + "stated: no (" + strings.Join(a.Reasons, ", ") + ")\n"
	}
	return text + "stated: " + yes[*a.Stated] + "\n"
}

func (a *app) quoteLines(engine *eval.Engine) error {
	code, err := a.eachObject([]string{"id", "document", "quote", "value"}, func(_ []byte, n *doc.Node) (any, int) {
		document, text := n.Get("document"), n.Get("quote")
		if document == nil || text == nil || document.Kind != doc.String || text.Kind != doc.String {
			return lineError{idOf(n), "document and quote are strings"}, exitUsage
		}
		answer, code, err := quoteResult(engine, document.Text, text.Text, n.Get("value"))
		if err != nil {
			return lineError{idOf(n), diag.Neutralise(err.Error())}, code
		}
		answer.ID = idOf(n)
		return answer, code
	})
	if err != nil {
		return err
	}
	return exitWith(code)
}
