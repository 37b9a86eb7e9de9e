package policydocs

import (
	"encoding/json"
	"strings"

	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/eval/output"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/schema"
)

// output is the page about an output contract: what a model is told, what is
// done after a reply that does not conform, and the examples.
func (m *maker) output(o *index.Output) (Page, error) {
	page := Page{Kind: "output contract", ID: o.ID, Version: o.Version, Summary: firstOf(o.Title, o.Text)}
	contract, err := output.Load(m.from, o.ID)
	if err != nil {
		return Page{}, err
	}
	page.add("What it says", Line{Label: "Text", Words: o.Text}, Line{Label: "Instructions for a model", Value: strings.TrimSpace(contract.Prompt())})
	page.add("After a reply that does not conform", sentences(o.Ladder)...)
	n, problems := doc.ReadJSON(o.File, []byte(o.Document), doc.Limits{})
	if err := problems.Err(); err != nil {
		return Page{}, err
	}
	var written schema.OutputContract
	if problems := written.Decode(o.File, n); problems.HasErrors() {
		return Page{}, problems.Err()
	}
	good, err := replies("Conforms", written.Examples)
	if err != nil {
		return Page{}, err
	}
	bad, err := replies("Does not conform", written.CounterExamples)
	if err != nil {
		return Page{}, err
	}
	page.add("Examples", append(good, bad...)...)
	return page, nil
}

// replies are examples, each with the problems that are found.
func replies(label string, list []schema.OutputExample) ([]Line, error) {
	var lines []Line
	for i := range list {
		text, ok := list[i].Reply.Value.(string)
		if !ok {
			written, err := json.MarshalIndent(list[i].Reply.Value, "", "  ")
			if err != nil {
				return nil, err
			}
			text = string(written)
		}
		lines = append(lines, Line{Label: label, Words: strings.Join(list[i].Problems, ", "), Value: strings.TrimSpace(text)})
	}
	return lines, nil
}
