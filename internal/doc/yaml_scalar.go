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
		r.lose()
		return n
	}
	r.move(end)
	n.Text, n.style = y.Value, st
	r.finish(n)
	if st == stylePlain {
		r.resolve(n, inFlow)
	}
	return n
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
	kind, mistaken, ok := resolvePlain(n.Text)
	switch {
	case !ok:
		r.quote(n, "some YAML readers take it for "+mistaken)
	case kind == String && inFlow && strings.ContainsRune(n.Text, '?'):
		r.quote(n, "YAML readers understand a question mark in brackets differently")
	case kind == String && (n.Text[0] == '?' || n.Text[0] == ':'):
		r.quote(n, "YAML readers understand it differently")
	}
	n.Kind = kind
	n.Bool = kind == Bool && n.Text == "true"
	if kind == Null || kind == Bool {
		n.Text = ""
	}
}

func (r *yamlReader) quote(n *Node, why string) {
	text := n.Text
	if len(text) > 40 {
		text = text[:strings.LastIndexFunc(text[:40], func(rune) bool { return true })] + "…"
	}
	r.list.Add(diag.Errorf(r.file, n.Range, "yaml.quote", "quote this: %q", text).
		WithDetail("%s; write it in quotes if it is a string", why))
}
