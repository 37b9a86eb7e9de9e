package doc

import (
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/contractc/contractc/internal/diag"
)

func (r *yamlReader) scalar(y *yaml.Node, inFlow bool) *Node {
	st := scalarStyle(y)
	if y.Value == "" && st == stylePlain {
		if y.Anchor != "" || y.Style&yaml.TaggedStyle != 0 {
			r.space()
		}
		return r.leaf(Null)
	}
	r.space()
	n := r.leaf(String)
	end, ok := scalarEnd(r.src, r.pos, st, y.Value)
	if !ok {
		r.unaligned(st)
		return n
	}
	if st == styleLiteral || st == styleFolded {
		r.header()
	}
	r.move(end)
	n.Text, n.style = y.Value, st
	r.finish(n)
	if st == stylePlain {
		r.resolve(n, inFlow)
	}
	return n
}

// unaligned ends the reading at a scalar whose source and text disagree.
func (r *yamlReader) unaligned(st style) {
	if i := strings.Index(r.src[r.pos:], `\'`); st == styleDouble && i > 0 {
		r.move(r.pos + i)
		r.report(r.pos+2, "yaml.syntax", "write the quote without a backslash", `unknown escape \' in double quotes`)
	}
	r.lose()
}

// header checks the line on which a block scalar starts: a comment needs a
// space before it, and a tab is none.
func (r *yamlReader) header() {
	end := headerEnd(r.src, r.pos)
	if end >= len(r.src) {
		return
	}
	at := advance(r.src, r.pos, r.at, end)
	switch r.src[end] {
	case '\t':
		r.found.add(diag.At(at), "yaml.tab", "remove it", "tab after the header of a block text")
	case '#':
		r.found.add(diag.At(at), "yaml.comment", "put a space before the #", "a comment must not touch what stands before it")
	}
}

func scalarStyle(y *yaml.Node) style {
	switch {
	case y.Style&yaml.DoubleQuotedStyle != 0:
		return styleDouble
	case y.Style&yaml.SingleQuotedStyle != 0:
		return styleSingle
	case y.Style&yaml.LiteralStyle != 0:
		return styleLiteral
	case y.Style&yaml.FoldedStyle != 0:
		return styleFolded
	}
	return stylePlain
}

// resolve gives a plain scalar its kind, and reports one that readers of YAML
// understand differently.
func (r *yamlReader) resolve(n *Node, inFlow bool) {
	kind, why, ok := resolvePlain(n.Text)
	switch {
	case !ok:
		r.quote(n, why)
	case kind == String && r.ambiguous(n, inFlow):
		r.quote(n, "YAML readers do not agree on it; write it in quotes")
	}
	n.Kind = kind
	n.Bool = kind == Bool && n.Text == "true"
	if kind == Null || kind == Bool {
		n.Text = ""
	}
}

// ambiguous reports whether readers disagree about where a plain scalar ends:
// over ? and : at its start, in brackets over ? anywhere and : at its end,
// and over a tab.
func (r *yamlReader) ambiguous(n *Node, inFlow bool) bool {
	switch {
	case n.Text[0] == '?', n.Text[0] == ':':
		return true
	case inFlow && (strings.Contains(n.Text, "?") || strings.HasSuffix(n.Text, ":")):
		return true
	}
	return strings.Contains(r.src[n.Offset:n.EndOffset], "\t")
}

func (r *yamlReader) quote(n *Node, why string) {
	text := n.Text
	if len(text) > 40 {
		text = strings.ToValidUTF8(text[:40], "") + "…"
	}
	r.found.add(n.Range, "yaml.quote", why, "quote this: %q", text)
}
