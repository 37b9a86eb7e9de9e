package format

import (
	"strings"

	"github.com/contractc/contractc/internal/doc"
)

// celLines formats an expression in lines of its own. Behind > the lines are
// read as one, so they all begin at the left; a comment would swallow the rest
// there, so that one with // is left as it is.
func (p *printer) celLines(n *doc.Node, lines []string, style byte) []string {
	raw := strings.TrimRight(strings.Join(lines, "\n"), "\n")
	if style == '>' && strings.Contains(raw, "//") && !p.noNotes(raw) {
		p.checkCEL(n)
		return lines
	}
	text, ok := p.formatCEL(n, raw)
	if !ok {
		return lines
	}
	out := strings.Split(text, "\n")
	if style == '>' {
		for i := range out {
			out[i] = strings.TrimLeft(out[i], " ")
		}
	}
	return out
}

// noNotes reports whether no token of an expression is a comment.
func (p *printer) noNotes(raw string) bool {
	tokens, ok := scanCEL(raw)
	for _, t := range tokens {
		ok = ok && !t.note
	}
	return ok
}
