package lint

import (
	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/schema"
)

// missingExample finds contracts without an example that holds or without one
// that is violated, and output contracts without a reply that conforms or without
// one that does not.
func missingExample() Rule {
	return Rule{
		ID: "missing-example", Severity: schema.DiagnosticSeverityWarning,
		Summary: "A contract has no example, or no counter-example.",
		Check: func(p *Pass) {
			p.eachContract(func(lib *index.Library, c *index.Contract) {
				at := p.elementPlace(lib, &c.Element)
				examples := p.examples(c)
				if len(examples.Good) == 0 {
					p.Report(Finding{Place: at, Message: "the contract has no example", Help: "add to examples a trace that meets it, such as events: []"})
				}
				if len(examples.Bad) == 0 && !c.Unrestricted() {
					p.Report(Finding{Place: at, Message: "the contract has no counter-example", Help: "add to counter_examples a trace that violates it"})
				}
			})
			for _, lib := range p.Libraries {
				p.outputExamples(lib)
			}
		},
	}
}

// outputExamples looks at the output contracts of a library.
func (p *Pass) outputExamples(lib *index.Library) {
	for _, o := range lib.Outputs {
		n := p.Document(lib, o.File)
		for _, kind := range [][2]string{{"examples", "conforms"}, {"counter_examples", "does not conform"}} {
			if list := n.Get(kind[0]); list == nil || len(list.Items) == 0 {
				p.Report(Finding{Place: p.elementPlace(lib, &o.Element), Message: "the output contract has no " + kind[0], Help: "add to " + kind[0] + " a reply that " + kind[1]})
			}
		}
	}
}

// examples are those of a contract, none where there are none.
func (p *Pass) examples(c *index.Contract) catalog.Examples {
	if e := p.Catalog.Examples(c.ID); e != nil {
		return *e
	}
	return catalog.Examples{}
}
