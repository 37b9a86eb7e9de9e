package lint

import (
	"fmt"
	"strings"

	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/render"
	"github.com/contractc/contractc/schema"
)

// reviewedSentence finds contracts whose text was reviewed against another
// sentence than the one that is derived from the constraint now.
func reviewedSentence() Rule {
	return Rule{
		ID: "reviewed-sentence", Severity: schema.DiagnosticSeverityError,
		Summary: "The text of a contract was not reviewed against the sentence that its constraint has now.",
		Check: func(p *Pass) {
			p.eachContract(func(lib *index.Library, c *index.Contract) { p.reviewed(lib, c) })
		},
	}
}

func (p *Pass) reviewed(lib *index.Library, c *index.Contract) {
	now, err := render.Sentence(c.Constraint, render.SentenceOptions{Library: c.Library, Unbound: true})
	if err == nil && c.Derived == now {
		return
	}
	at := p.fieldPlace(lib, c, "derived")
	switch {
	case err != nil:
		p.Skip(at, "the constraint has no derived sentence: "+err.Error())
	case c.Derived == "":
		p.Report(Finding{Place: at, Message: "no derived sentence stands beside the text", Help: fmt.Sprintf("read the text against this sentence, then write derived: %q", now)})
	default:
		p.Report(Finding{
			Place: at, Message: fmt.Sprintf("the text was reviewed against another sentence than %q", now),
			Help: "read the text against the sentence as it is now, then write that one as derived",
			Fix:  replace("write the sentence that was read", false, at, single(now)),
		})
	}
}

// single writes a text in single quotes.
func single(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }
