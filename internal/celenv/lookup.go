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

// document makes the document ready for quotes.
func (t *Turn) document(o *object) (Document, error) {
	d, ok := o.data.Addr().Interface().(*schema.Document)
	if !ok {
		return nil, fmt.Errorf("a value of type %s is no document", o.class.name)
	}
	return t.shared.document(d)
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
