package outputcontract

import (
	"strconv"
	"strings"

	"github.com/contractc/contractc/internal/celenv/jsonschema"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/schema/linkml"
)

// shape checks the structure of a value.
type shape interface {
	// check lists what is wrong with the value, which plain is too.
	check(n *doc.Node, plain any, size int) []Problem
}

// schemaShape is a JSON Schema.
type schemaShape struct{ schema *jsonschema.Schema }

// stepsPerByte is how much work a check may take for each byte of the value,
// beyond what any check may take.
const stepsPerByte = 8

func (s schemaShape) check(n *doc.Node, plain any, size int) []Problem {
	var problems []Problem
	for _, found := range s.schema.CheckWithin(plain, jsonschema.MaxSteps+stepsPerByte*size) {
		pointer := pointerOf(found.Path)
		problems = append(problems, atPointer(n, pointer, schemaProblem(found)))
	}
	return problems
}

// schemaProblem is a problem with a value as codes and slots.
func schemaProblem(found jsonschema.Problem) Problem {
	switch {
	case found.Kind == jsonschema.Missing:
		return Problem{Code: JSONMissing, Slots: []Slot{{"name", quoted(found.Name)}}}
	case found.Kind == jsonschema.Unexpected:
		return Problem{Code: JSONUnexpected, Slots: []Slot{{"name", quoted(found.Name)}}}
	case found.Kind == jsonschema.Type:
		return Problem{Code: JSONType, Slots: []Slot{{"want", TypeWords(found.Want)}, {"got", shownValue(found.Got)}}}
	case found.Allowed != nil:
		return Problem{Code: JSONChoice, Slots: []Slot{{"want", ChoiceWords(found.Allowed, maxChoices)}, {"got", shownValue(found.Got)}}}
	case found.Pattern != "":
		return Problem{Code: JSONPattern, Slots: []Slot{{"pattern", quoted(found.Pattern)}, {"got", shownValue(found.Got)}}}
	case found.Format != "":
		return Problem{Code: JSONPattern, Slots: []Slot{{"pattern", found.Format}, {"got", shownValue(found.Got)}}}
	}
	return Problem{Code: JSONValue, Slots: []Slot{{"problem", found.Text}}}
}

// classShape is a LinkML class.
type classShape struct {
	view  *linkml.View
	class string
}

func (s classShape) check(n *doc.Node, _ any, _ int) []Problem {
	var problems []Problem
	for _, found := range s.view.Problems(s.class, n, linkml.ValidateOptions{}) {
		p := atPointer(n, found.Path, Problem{Code: JSONValue, Slots: []Slot{{"problem", found.Summary}}})
		problems = append(problems, p)
	}
	return problems
}

// pointerOf writes a path as a JSON pointer (RFC 6901).
func pointerOf(path []string) string {
	var b strings.Builder
	for _, step := range path {
		b.WriteString("/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(step))
	}
	return b.String()
}

// atPointer puts a problem where a pointer leads; where it leads to nothing, at
// the innermost value on the way.
func atPointer(n *doc.Node, pointer string, p Problem) Problem {
	p.Pointer = &pointer
	for step := range strings.SplitSeq(strings.TrimPrefix(pointer, "/"), "/") {
		inner := inside(n, strings.NewReplacer("~1", "/", "~0", "~").Replace(step))
		if pointer == "" || inner == nil {
			break
		}
		n = inner
	}
	p.Offset = n.Offset
	return p
}

// inside is a member or item; nil where there is none.
func inside(n *doc.Node, step string) *doc.Node {
	switch n.Kind {
	case doc.Map:
		return n.Get(step)
	case doc.List:
		if i, err := strconv.Atoi(step); err == nil && i >= 0 && i < len(n.Items) {
			return n.Items[i]
		}
	}
	return nil
}
