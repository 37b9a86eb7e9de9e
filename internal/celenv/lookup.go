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

// readyTool is a tool with the schema of its arguments prepared, or the
// reason why it cannot be.
type readyTool struct {
	arguments Arguments
	err       error
}

// document makes the document ready for quotes, once in a turn.
func (t *Turn) document(o *object) (Document, error) {
	d, ok := o.data.Addr().Interface().(*schema.Document)
	if !ok {
		return nil, fmt.Errorf("a value of type %s is no document", o.class.name)
	}
	if ready, ok := t.documents[d.Name]; ok && ready.text == d.Text {
		return ready.document, nil
	}
	document, err := t.env.functions.NewDocument(d.Text)
	if err != nil {
		return nil, err
	}
	ready := readyDocument{d.Text, document}
	if t.documents == nil {
		t.documents = map[string]readyDocument{}
	}
	t.documents[d.Name] = ready
	return ready.document, nil
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
	ready, ok := t.tools[tool]
	if !ok {
		ready.arguments, ready.err = t.env.functions.Arguments(tool.Parameters.Value)
		if t.tools == nil {
			t.tools = map[*schema.Tool]readyTool{}
		}
		t.tools[tool] = ready
	}
	if ready.err != nil {
		return nil, fmt.Errorf("tool %q: %w", tool.Name, ready.err)
	}
	return ready.arguments.Problems(args), nil
}
