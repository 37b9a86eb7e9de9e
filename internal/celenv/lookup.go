package celenv

import (
	"fmt"

	"github.com/contractc/contractc/internal/celenv/toolargs"
	"github.com/contractc/contractc/schema"
)

// maxArgumentProblems and maxProblemLength bound what args.problems returns.
const (
	maxArgumentProblems = toolargs.MaxProblems + 1
	maxProblemLength    = toolargs.MaxLength
)

// lookup is a quote that was looked up in a document.
type lookup struct {
	document *schema.Document
	quote    string
	found    bool
}

// found reports whether a document has a quote. The last answer is kept, since
// several rules on one citation ask for it.
func (t *Turn) found(o *object, quote string) (bool, error) {
	d, ok := o.data.Addr().Interface().(*schema.Document)
	if !ok {
		return false, fmt.Errorf("a value of type %s is no document", o.class.name)
	}
	if t.last.document == d && t.last.quote == quote {
		return t.last.found, nil
	}
	ready, err := t.shared.document(d)
	if err != nil {
		return false, err
	}
	t.last = lookup{d, quote, ready.Find(quote)}
	return t.last.found, nil
}

// problems checks arguments against the schema of a tool. A tool without a
// schema takes anything.
func (t *Turn) problems(o *object, args any) ([]string, error) {
	tool, ok := o.data.Addr().Interface().(*schema.Tool)
	if !ok {
		return nil, fmt.Errorf("a value of type %s is no tool", o.class.name)
	}
	if tool.Parameters == nil {
		return []string{}, nil
	}
	arguments, err := t.shared.tool(tool)
	if err != nil {
		return nil, fmt.Errorf("tool %q: %w", tool.Name, err)
	}
	return arguments.Problems(args), nil
}
