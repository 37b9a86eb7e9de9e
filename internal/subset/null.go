package subset

import (
	"slices"

	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/subset/tree"
)

// withNull is a fitted schema that allows null too. Its words stay outermost.
func (f *fitter) withNull(n *doc.Node) *doc.Node {
	switch {
	case n.Get("anyOf") != nil:
		c := *n
		c.Fields = slices.Clone(n.Fields)
		union := *n.Get("anyOf")
		if !slices.ContainsFunc(union.Items, allowsNull) {
			union.Items = append(slices.Clone(union.Items), nullSchema())
		}
		set(&c, "anyOf", &union)
		return &c
	case f.addsNull(n):
		return f.addNull(n)
	}
	inner, outer := *n, &doc.Node{Kind: doc.Map}
	inner.Fields = slices.Clone(n.Fields)
	set(outer, "anyOf", listNode(&inner, nullSchema()))
	for _, name := range []string{"title", "description", "default"} {
		if v := n.Get(name); v != nil {
			unset(&inner, name)
			set(outer, name, v)
		}
	}
	return outer
}

// addsNull reports whether null can be one more type of a schema: of scalars, whose
// listed values may list it too.
func (f *fitter) addsNull(n *doc.Node) bool {
	kind := n.Get("type")
	if kind == nil || n.Get("const") != nil {
		return false
	}
	for _, name := range append(tree.Texts(kind), kind.Text) {
		if name == "object" || name == "array" {
			return false
		}
	}
	return n.Get("enum") == nil || f.takesName("enum", listNode(append(slices.Clone(n.Get("enum").Items), &doc.Node{Kind: doc.Null})...))
}

func (f *fitter) addNull(n *doc.Node) *doc.Node {
	c := *n
	c.Fields = slices.Clone(n.Fields)
	kinds := tree.Texts(n.Get("type"))
	if len(kinds) == 0 {
		kinds = []string{n.Get("type").Text}
	}
	if !slices.Contains(kinds, "null") {
		set(&c, "type", textsNode(append(kinds, "null")))
	}
	if enum := n.Get("enum"); enum != nil && !slices.ContainsFunc(enum.Items, func(v *doc.Node) bool { return v.Kind == doc.Null }) {
		f.enums++
		set(&c, "enum", listNode(append(slices.Clone(enum.Items), &doc.Node{Kind: doc.Null})...))
	}
	return &c
}

// allowsNull reports whether a fitted schema of scalars allows null.
func allowsNull(n *doc.Node) bool {
	kind := n.Get("type")
	return kind != nil && n.Get("enum") == nil && (kind.Text == "null" || slices.Contains(tree.Texts(kind), "null"))
}
