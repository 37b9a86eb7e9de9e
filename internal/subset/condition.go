package subset

import (
	"math/big"
	"slices"
	"strings"

	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/subset/tree"
)

// met reports whether a keyword meets the conditions under which it is taken.
func (r Keyword) met(s *tree.Schema, k *tree.Keyword) bool {
	switch {
	case r.Most != nil && !atMost(k.Value, *r.Most):
		return false
	case r.Only != nil && (k.Value.Kind != doc.Bool || k.Value.Bool != *r.Only):
		return false
	case r.Formats != nil && !slices.Contains(r.Formats, k.Value.Text):
		return false
	case r.Below != nil && !slices.ContainsFunc(r.Below, func(start string) bool { return strings.HasPrefix(k.Value.Text, start) }):
		return false
	case slices.ContainsFunc(r.Without, func(part string) bool { return strings.Contains(k.Value.Text, part) }):
		return false
	case r.Alone && beside(s, k, true) || r.Bare && beside(s, k, false):
		return false
	}
	return r.Values == nil || r.lists(k)
}

func atMost(n *doc.Node, most int) bool {
	r, ok := new(big.Rat).SetString(n.Text)
	return ok && r.Cmp(new(big.Rat).SetInt64(int64(most))) <= 0
}

// lists reports whether all values of an enum, or the value of a const, are of
// the types that may be listed.
func (r Keyword) lists(k *tree.Keyword) bool {
	values := []*doc.Node{k.Value}
	if k.Means == "enum" {
		values = k.Value.Items
	}
	return !slices.ContainsFunc(values, func(v *doc.Node) bool { return !r.mayList(v) })
}

func (r Keyword) mayList(v *doc.Node) bool {
	return r.Values == nil || slices.Contains(r.Values, kindName(v))
}

func kindName(n *doc.Node) string {
	return [...]string{doc.Null: "null", doc.Bool: "boolean", doc.Number: "number", doc.String: "string", doc.List: "array", doc.Map: "object"}[n.Kind]
}

// beside reports whether anything stands beside a keyword, annotations aside
// where they do not count. Definitions and what names the document never count.
func beside(s *tree.Schema, k *tree.Keyword, annotated bool) bool {
	return slices.ContainsFunc(s.Keys, func(other tree.Keyword) bool {
		return other.At != k.At && other.Name[:min(1, len(other.Name))] != "$" && other.Name != "definitions" && !(annotated && tree.Annotation(other.Name))
	})
}
