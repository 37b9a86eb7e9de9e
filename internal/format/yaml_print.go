package format

import (
	"strings"

	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
)

// printer writes a document anew from its tree and its source. Between two
// tokens the source holds white space, comments and punctuation only; the tree
// says where the tokens are.
type printer struct {
	file     string
	src      string
	cel      map[*doc.Node]bool
	pos      int // in src, behind the last token
	out      strings.Builder
	open     []block
	comments []string
	kept     bool // the last token was a text whose blank lines at the end count
	problems diag.List
}

// block is a map or list in lines of its own.
type block struct {
	column int // in the source, from 0
	indent int // in what is written
}

// text is what was written, with the line break at its end.
func (p *printer) text() string {
	text := p.out.String()
	if text == "" || strings.HasSuffix(text, "\n") {
		return text
	}
	return text + "\n"
}

func (p *printer) write(text string) { p.out.WriteString(text) }

func (p *printer) document(root *doc.Node) {
	if p.isBlock(root) {
		p.block(root, 0, false)
	} else if root.Offset < root.EndOffset {
		p.startLine(root.Offset, 0, true)
		p.value(root, 0)
	}
	p.ending()
}

// isBlock reports whether a value is a map or list without brackets.
func (p *printer) isBlock(n *doc.Node) bool {
	switch n.Kind {
	case doc.Map:
		return p.src[n.Offset] != '{'
	case doc.List:
		return p.src[n.Offset] != '['
	}
	return false
}

// block writes a map or list in lines of its own; its first entry stands in the
// line that is begun if it follows a hyphen.
func (p *printer) block(n *doc.Node, indent int, behindHyphen bool) {
	p.open = append(p.open, block{column: p.column(n.Offset), indent: indent})
	depth := len(p.open)
	for i, f := range n.Fields {
		p.entryStart(depth, f.KeyOffset, i == 0, behindHyphen)
		p.write(p.src[f.KeyOffset:f.KeyEnd] + ":")
		p.pos = p.behind(f.KeyEnd, ':')
		p.child(f.Value, indent)
	}
	for i, item := range n.Items {
		hyphen := p.hyphen(n, i)
		p.entryStart(depth, hyphen, i == 0, behindHyphen)
		p.write("-")
		p.pos = hyphen + 1
		p.item(item, indent)
	}
	// The blocks stay open: a comment that follows may belong to one of them.
}

func (p *printer) entryStart(depth, offset int, first, behindHyphen bool) {
	if first && behindHyphen {
		p.inline(offset, p.open[depth-1].indent)
		return
	}
	p.startLineIn(depth, offset, first)
}

// child writes the value of a key.
func (p *printer) child(n *doc.Node, indent int) {
	switch {
	case p.isBlock(n):
		p.block(n, indent+2, false)
	case n.Offset < n.EndOffset:
		p.valueStart(n, indent+2)
		p.value(n, indent)
	}
}

// valueStart goes on to a value behind its key: a list or map in brackets may
// begin in a line of its own.
func (p *printer) valueStart(n *doc.Node, indent int) {
	if n.Kind == doc.List || n.Kind == doc.Map {
		p.flowGap(n.Offset, " ", indent)
		return
	}
	p.inline(n.Offset, indent)
}

// item writes what stands behind a hyphen.
func (p *printer) item(n *doc.Node, indent int) {
	switch {
	case p.isBlock(n):
		p.block(n, indent+2, true)
	case n.Offset < n.EndOffset:
		p.inline(n.Offset, indent+2)
		p.value(n, indent)
	}
}

// value writes a scalar, or a list or map in brackets, that stands in a block
// of an indentation.
func (p *printer) value(n *doc.Node, indent int) {
	switch n.Kind {
	case doc.List, doc.Map:
		p.flow(n, indent, 1)
	default:
		p.scalar(n, indent)
	}
}

// column is where in its line a byte stands, in code points from 0.
func (p *printer) column(offset int) int {
	line := p.src[strings.LastIndexByte(p.src[:offset], '\n')+1 : offset]
	return len([]rune(line))
}

// behind is the place behind the punctuation mark that follows an offset.
func (p *printer) behind(offset int, mark byte) int {
	return offset + strings.IndexByte(p.src[offset:], mark) + 1
}

// hyphen is where the hyphen of an item stands.
func (p *printer) hyphen(n *doc.Node, i int) int {
	if i == 0 {
		return n.Offset
	}
	at := p.pos
	for at < len(p.src) {
		switch p.src[at] {
		case '-':
			return at
		case '#':
			at += strings.IndexByte(p.src[at:]+"\n", '\n')
		default:
			at++
		}
	}
	return p.pos
}
