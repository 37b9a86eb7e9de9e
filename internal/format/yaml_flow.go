package format

import (
	"strings"

	"github.com/contractc/contractc/internal/doc"
)

// flow writes a list or map in brackets, the number depth of those that stand
// in each other. What stands in lines of its own keeps them; these lines are
// indented by the depth, the closing bracket too: readers that follow YAML 1.2
// to the letter want it further right than the key.
func (p *printer) flow(n *doc.Node, indent, depth int) {
	brackets := "[]"
	if n.Kind == doc.Map {
		brackets = "{}"
	}
	at := indent + 2*depth
	p.write(brackets[:1])
	p.pos = n.Offset + 1
	count := len(n.Items) + len(n.Fields)
	for i := range count {
		p.flowItem(n, i, at, indent, depth)
		if i < count-1 {
			p.write(",")
		}
	}
	p.flowGap(n.EndOffset-1, "", at)
	p.write(brackets[1:])
	p.pos = n.EndOffset
}

func (p *printer) flowItem(n *doc.Node, i, at, indent, depth int) {
	space := " "
	if i == 0 {
		space = ""
	}
	if n.Kind == doc.List {
		item := n.Items[i]
		p.flowGap(item.Offset, space, at)
		p.flowValue(item, indent, depth)
		return
	}
	f := &n.Fields[i]
	p.flowGap(f.KeyOffset, space, at)
	p.write(p.src[f.KeyOffset:f.KeyEnd] + ":")
	p.pos = p.behind(f.KeyEnd, ':')
	p.inline(f.Value.Offset, at)
	p.flowValue(f.Value, indent, depth)
}

func (p *printer) flowValue(n *doc.Node, indent, depth int) {
	switch {
	case n.Offset == n.EndOffset:
		p.write("null") // left out
	case n.Kind == doc.List || n.Kind == doc.Map:
		p.flow(n, indent, depth+1)
	default:
		p.scalar(n, indent+2*(depth-1))
	}
}

// flowGap goes on to the next token in brackets, in a new line where the source
// has one or a comment needs it.
func (p *printer) flowGap(to int, space string, indent int) {
	g := p.gapTo(to)
	if !g.broken && len(g.comments) == 0 {
		p.write(space)
		return
	}
	p.commentLines(g, true, func(comment) int { return indent })
	p.write("\n" + strings.Repeat(" ", indent))
}
