package render

import (
	"strconv"
	"strings"

	"github.com/contractc/contractc/eval/belief"
	"github.com/contractc/contractc/internal/pyvalue"
	"github.com/contractc/contractc/schema"
)

// ProofText writes a proof as a tree for a terminal: each belief with its value
// and below it what it rests on. A belief that stands elsewhere in the text is
// named and not repeated, so that the text is no longer than the proof, and one
// that would stand too deep is written below on its own.
func ProofText(p *belief.Proof) string {
	w := &proofWriter{proof: p, written: make([]bool, len(p.Steps))}
	later := append([]int{}, p.Roots...)
	for len(later) > 0 {
		at := later[0]
		later = later[1:]
		if w.written[at] {
			continue
		}
		if len(w.text) > 0 {
			w.words("\n")
		}
		later = append(later, w.tree(at)...)
	}
	return string(w.text)
}

// maxIndent is how deep a tree is indented.
const maxIndent = 12

// proofWriter writes steps, each once.
type proofWriter struct {
	line
	proof   *belief.Proof
	written []bool
}

// branch is a part of the tree that is still to be written: a step, or a reason
// of one.
type branch struct {
	step, reason, level int
}

// tree writes a step with what it rests on, and returns the steps that it only
// names, since they would stand too deep.
func (w *proofWriter) tree(at int) (deeper []int) {
	stack := []branch{{at, -1, 0}}
	for len(stack) > 0 {
		b := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		step := &w.proof.Steps[b.step]
		if b.reason < 0 {
			switch {
			case w.written[b.step]:
				w.mention(step, b.level, "shown above")
			case b.level >= maxIndent:
				w.mention(step, b.level, "shown below")
				deeper = append(deeper, b.step)
			default:
				w.written[b.step] = true
				w.step(step, b.level)
				for i := len(step.Reasons) - 1; i >= 0; i-- {
					stack = append(stack, branch{b.step, i, b.level + 1})
				}
			}
			continue
		}
		reason := &step.Reasons[b.reason]
		w.reason(reason, b.level)
		for i := len(reason.From) - 1; i >= 0; i-- {
			stack = append(stack, branch{reason.From[i], -1, b.level + 1})
		}
	}
	return deeper
}

func (w *proofWriter) indent(level int) { w.words(strings.Repeat("  ", level)) }

func (w *proofWriter) mention(s *belief.Step, level int, where string) {
	w.indent(level)
	w.name(s.Reference)
	w.words(", " + where + "\n")
}

func (w *proofWriter) step(s *belief.Step, level int) {
	w.indent(level)
	w.name(s.Reference)
	w.words(" = ")
	w.said(pyvalue.Format(s.Value))
	w.words(", " + standing(s) + "\n")
	if text, ok := s.Value.(string); s.Claim != "" && !(ok && text == s.Claim) {
		w.indent(level + 1)
		w.quote(s.Claim)
		w.words("\n")
	}
}

// standing says whether a step is held.
func standing(s *belief.Step) string {
	switch {
	case !s.Held:
		return "out"
	case s.Conflicted:
		return "in conflict, confidence " + percentage(s.Confidence)
	}
	return "confidence " + percentage(s.Confidence)
}

// percentage writes a confidence with four digits after the point.
func percentage(p float64) string { return strconv.FormatFloat(p, 'f', 4, 64) }

func (w *proofWriter) reason(r *belief.Reason, level int) {
	w.indent(level)
	w.words("- ")
	writeReason(&w.line, r)
	if len(r.From) > 0 {
		w.words(", from")
	}
	w.words("\n")
}

// writeReason says in one line what a justification is.
func writeReason(l *line, r *belief.Reason) {
	var withdrawn *schema.Withdrawal
	switch j := r.Justification.(type) {
	case *schema.Assertion:
		l.words("asserted by ")
		l.said(j.Source)
		withdrawn = j.Withdrawn
	case *schema.Citation:
		l.words("cited from ")
		l.quote(j.Document)
		l.words(": ")
		l.quote(j.Quote)
		withdrawn = j.Withdrawn
	case *schema.ToolResult:
		l.words("returned by ")
		l.said(j.Source)
		withdrawn = j.Withdrawn
	case *schema.Derivation:
		writeDerivation(l, j)
		withdrawn = j.Withdrawn
	}
	if withdrawn != nil {
		l.words(", " + string(*withdrawn))
	}
}

func writeDerivation(l *line, d *schema.Derivation) {
	if d.Formula != nil {
		l.words("computed by ")
		l.code(*d.Formula)
	} else {
		l.words("concluded by ")
		l.said(d.Source)
	}
	if d.Confidence != nil {
		l.words(" with confidence " + percentage(*d.Confidence))
	}
	if len(d.Antecedents) == 0 {
		l.words(" from nothing")
	}
}
