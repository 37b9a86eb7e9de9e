package output

import (
	"strconv"
	"strings"

	"github.com/contractc/contractc/schema"
)

// feedback is what is sent back to the model: exactly what is wrong, and nothing
// of the contract beside. Nothing is sent where all is well, or where we failed.
func (c *Contract) feedback(f *schema.OutputFindings) string {
	if f.Conforms || f.Error != nil {
		return ""
	}
	w := c.words.Feedback
	lines := []string{w.Opening}
	for i := range f.Problems[:min(len(f.Problems), w.Told)] {
		lines = append(lines, w.problem(&f.Problems[i]))
	}
	more := len(f.Problems) - w.Told
	if f.More != nil {
		more += int(*f.More)
	}
	if more > 0 {
		lines = append(lines, fill(w.More, "count", strconv.Itoa(more)))
	}
	return strings.Join(lines, "\n")
}

// problem is the line for one problem.
func (w *feedbackWords) problem(p *schema.OutputProblem) string {
	switch {
	case p.Pointer != nil && *p.Pointer == "":
		return fill(w.Root, "message", p.Message)
	case p.Pointer != nil:
		return fill(w.Pointer, "pointer", *p.Pointer, "message", p.Message)
	case p.Line != nil:
		return fill(w.Line, "line", strconv.FormatInt(*p.Line, 10), "message", p.Message)
	}
	return fill(w.Problem, "message", p.Message)
}
