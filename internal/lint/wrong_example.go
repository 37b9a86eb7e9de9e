package lint

import (
	"fmt"
	"slices"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/schema"
)

// wrongExample finds examples and counter-examples of contracts that do not get
// the verdict that they state. Those of output contracts are judged when the
// bundle is loaded.
func wrongExample() Rule {
	return Rule{
		ID: "wrong-example", Severity: schema.DiagnosticSeverityError,
		Summary: "An example of a contract does not get its verdict.",
		Check: func(p *Pass) {
			p.eachContract(func(lib *index.Library, c *index.Contract) {
				examples := p.examples(c)
				for _, e := range slices.Concat(examples.Good, examples.Bad) {
					p.judgedExample(lib, c, &e)
				}
			})
		},
	}
}

// judgedExample judges one example as the monitor judges a run.
func (p *Pass) judgedExample(lib *index.Library, c *index.Contract, e *catalog.Example) {
	start := diag.Position{Line: e.Line, Column: e.Column}
	at := Place{File: p.Catalog.Display(lib, e.File), Range: diag.Range{Start: start, End: start}}
	verdict, reason, err := p.read.tracer().Example(e)
	switch {
	case err != nil:
		p.Skip(at, err.Error())
	case verdict != e.Verdict:
		if reason != "" {
			reason = ": " + reason
		}
		p.Report(Finding{
			Place: at, Message: fmt.Sprintf("the example of %q has the verdict %s%s; it is listed as one of %s", c.ID, verdict, reason, e.Verdict),
			Help: "mend the example, or the constraint where the example is right",
		})
	}
}
