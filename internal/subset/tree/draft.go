package tree

import (
	"slices"
	"strings"

	"github.com/contractc/contractc/internal/doc"
)

// draft is a version of the language.
type draft uint8

const (
	draft4 draft = iota
	draft6
	draft7
	draft2019
	draft2020
)

// draftOf is the draft that a schema names; the latest where it names none. The
// checker has refused names that it does not know.
func draftOf(n *doc.Node) draft {
	named := n.Get("$schema")
	if named == nil {
		return draft2020
	}
	for name, d := range map[string]draft{"draft-04/": draft4, "draft-06/": draft6, "draft-07/": draft7, "draft/2019-09/": draft2019} {
		if strings.Contains(named.Text, name) {
			return d
		}
	}
	return draft2020
}

// meaning is what a keyword means in a schema of a draft; empty where it means
// nothing there.
func (d draft) meaning(name string, in *doc.Node) string {
	if since(name) > d || d <= draft7 && in.Get("$ref") != nil && name != "$ref" && name != "definitions" {
		return ""
	}
	if renamed, ok := d.renamed(name, in); ok {
		return renamed
	}
	if without(name, in) {
		return ""
	}
	if Annotation(name) || name == "$defs" || slices.Contains(assertions(), name) {
		return name
	}
	return ""
}

// renamed is the meaning of keywords that older drafts write otherwise.
func (d draft) renamed(name string, in *doc.Node) (string, bool) {
	listed := in.Get("items") != nil && in.Get("items").Kind == doc.List
	switch name {
	case "definitions":
		return "$defs", true
	case "id":
		return map[bool]string{true: "$id"}[d == draft4], true
	case "items":
		return map[bool]string{true: "prefixItems", false: "items"}[listed && d < draft2020], true
	case "additionalItems":
		return map[bool]string{true: "items"}[listed && d < draft2020], true
	case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum":
		return d.bound(name, in), true
	}
	return "", false
}

// bound is the meaning of a bound: in draft 4 a flag beside it excludes it.
func (d draft) bound(name string, in *doc.Node) string {
	if d > draft4 {
		return name
	}
	if strings.HasPrefix(name, "exclusive") {
		return ""
	}
	exclusive := "exclusiveM" + name[1:]
	if flag := in.Get(exclusive); flag != nil && flag.Bool {
		return exclusive
	}
	return name
}

// without reports whether a keyword lacks the one that it belongs to.
func without(name string, in *doc.Node) bool {
	switch name {
	case "then", "else":
		return in.Get("if") == nil
	case "minContains", "maxContains":
		return in.Get("contains") == nil
	}
	return false
}
