package format

import (
	"strings"
)

// comment is one comment of a gap.
type comment struct {
	text   string
	column int
	behind bool // it stands behind something in its line
	blank  bool // a blank line stands before it
}

// gap is what stands between two tokens.
type gap struct {
	comments []comment
	broken   bool // it holds a line break
	blank    bool // a blank line stands before the token that ends it
}

// gapTo reads on to the next token.
func (p *printer) gapTo(to int) gap {
	var g gap
	breaks, behind := 0, p.pos > 0
	for at := p.pos; at < to; at++ {
		switch c := p.src[at]; c {
		case '\n':
			breaks++
			g.broken, behind = true, false
		case '#':
			end := min(to, at+strings.IndexByte(p.src[at:]+"\n", '\n'))
			text := strings.TrimRight(p.src[at:end], " \t")
			g.comments = append(g.comments, comment{text: text, column: p.column(at), behind: behind, blank: breaks > 1})
			breaks, at = 0, end-1
		case ' ', '\t':
		default: // punctuation, or the mark at the start of the document
			breaks = 0
		}
	}
	g.blank = breaks > 1
	p.pos = to
	p.remember(&g)
	return g
}

// remember keeps the comments. Blank lines behind a text that keeps its own
// have been written with it.
func (p *printer) remember(g *gap) {
	for i := range g.comments {
		p.comments = append(p.comments, g.comments[i].text)
	}
	if !p.kept {
		return
	}
	p.kept = false
	if len(g.comments) > 0 {
		g.comments[0].blank = false
	} else {
		g.blank = false
	}
}

// startLine begins the line of a token; blank lines are left out before the
// first one of a block.
func (p *printer) startLine(to, indent int, first bool) {
	g := p.gapTo(to)
	p.commentLines(g, first, func(comment) int { return indent })
	p.newLine(g.blank && (!first || len(g.comments) > 0), indent)
}

// startLineIn begins the line of an entry of the block at a depth and closes
// what is open below it.
func (p *printer) startLineIn(depth, to int, first bool) {
	g := p.gapTo(to)
	p.commentLines(g, first, func(c comment) int { return p.indentOf(c, depth) })
	p.open = p.open[:depth]
	p.newLine(g.blank && (!first || len(g.comments) > 0), p.open[depth-1].indent)
}

// indentOf is the indentation of a comment: that of the innermost open block
// that begins no further right, from a depth on.
func (p *printer) indentOf(c comment, depth int) int {
	if c.column == p.open[depth-1].column {
		return p.open[depth-1].indent
	}
	for i := len(p.open) - 1; i >= depth; i-- {
		if p.open[i].column <= c.column {
			return p.open[i].indent
		}
	}
	return p.open[depth-1].indent
}

// commentLines writes comments: one that stands behind something stays there.
func (p *printer) commentLines(g gap, first bool, indent func(comment) int) {
	for i, c := range g.comments {
		if c.behind {
			p.write(" " + c.text)
			continue
		}
		p.newLine(c.blank && (!first || i > 0), indent(c))
		p.write(c.text)
	}
}

// newLine ends the line, unless nothing is written yet, and indents the next.
func (p *printer) newLine(blank bool, indent int) {
	if p.out.Len() > 0 {
		if !strings.HasSuffix(p.out.String(), "\n") {
			p.write("\n")
		}
		if blank {
			p.write("\n")
		}
	}
	p.write(strings.Repeat(" ", indent))
}

// inline puts the next token into the same line, or into one of its own where
// comments stand between.
func (p *printer) inline(to, indent int) {
	g := p.gapTo(to)
	if len(g.comments) == 0 {
		p.write(" ")
		return
	}
	p.commentLines(g, true, func(comment) int { return indent })
	p.newLine(false, indent)
}

// ending writes the comments behind the last value.
func (p *printer) ending() {
	g := p.gapTo(len(p.src))
	p.commentLines(g, false, func(c comment) int {
		if len(p.open) == 0 {
			return 0
		}
		return p.indentOf(c, 1)
	})
}
