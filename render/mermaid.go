package render

import (
	"strconv"
	"strings"

	"github.com/contractc/contractc/eval/belief"
	"github.com/contractc/contractc/internal/pyvalue"
)

// ProofMermaid writes a proof as a Mermaid flowchart: what a belief rests on
// stands above it. Every character of a label that could mean something to
// Mermaid or to HTML is written as an entity.
func ProofMermaid(p *belief.Proof) string {
	var b strings.Builder
	b.WriteString("flowchart TB\n")
	for i := range p.Steps {
		mermaidStep(&b, i, &p.Steps[i])
	}
	for i := range p.Steps {
		for k := range p.Steps[i].Reasons {
			mermaidReason(&b, i, k, &p.Steps[i].Reasons[k])
		}
	}
	b.WriteString("  classDef out stroke-dasharray: 6 4\n  classDef conflict stroke-width: 4px\n")
	return b.String()
}

func mermaidStep(b *strings.Builder, i int, s *belief.Step) {
	var l line
	l.name(s.Reference)
	l.words(" = ")
	l.said(pyvalue.Format(s.Value))
	class := ""
	switch {
	case !s.Held:
		class = ":::out"
	case s.Conflicted:
		class = ":::conflict"
	}
	b.WriteString("  " + stepID(i) + `["` + mermaidText(string(l.text)) + "<br/>" + mermaidText(standing(s)) + `"]` + class + "\n")
}

// mermaidReason writes a justification as a node between what it rests on and
// what it holds. The one that decides has a thick arrow.
func mermaidReason(b *strings.Builder, i, k int, r *belief.Reason) {
	var l line
	writeReason(&l, r)
	id := stepID(i) + "r" + strconv.Itoa(k)
	b.WriteString("  " + id + `(["` + mermaidText(string(l.text)) + `"])` + "\n")
	for _, from := range r.From {
		b.WriteString("  " + stepID(from) + " --> " + id + "\n")
	}
	arrow := " --> "
	if r.Decisive {
		arrow = " ==> "
	}
	b.WriteString("  " + id + arrow + stepID(i) + "\n")
}

func stepID(i int) string { return "b" + strconv.Itoa(i) }

// mermaidText writes text for a quoted label. Letters and digits of ASCII and a
// few marks stay; everything else, brackets, quotes, percent signs and
// backticks among it, is an entity by its code point.
func mermaidText(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', strings.ContainsRune(" .,:_/+=()'@-", r):
			b.WriteRune(r)
		default:
			b.WriteString("#" + strconv.Itoa(int(r)) + ";")
		}
	}
	return b.String()
}
