package mutate

import (
	"slices"

	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/schema"
)

// Operator is a kind of change.
type Operator = schema.MutationOperator

// change is one changed node of a document.
type change struct {
	operator      Operator
	at            diag.Position
	before, after string
	target, with  *doc.Node
}

// replaceNode is a document with one node, told by its identity, replaced. What
// does not hold the node is shared.
func replaceNode(n, target, with *doc.Node) *doc.Node {
	if n == target {
		return with
	}
	switch n.Kind {
	case doc.List:
		for i, item := range n.Items {
			if made := replaceNode(item, target, with); made != item {
				return withItem(n, i, made)
			}
		}
	case doc.Map:
		for i := range n.Fields {
			if made := replaceNode(n.Fields[i].Value, target, with); made != n.Fields[i].Value {
				copied := *n
				copied.Fields = slices.Clone(n.Fields)
				copied.Fields[i].Value = made
				return &copied
			}
		}
	}
	return n
}

func withItem(n *doc.Node, i int, item *doc.Node) *doc.Node {
	copied := *n
	copied.Items = slices.Clone(n.Items)
	copied.Items[i] = item
	return &copied
}

// withoutItem is a list without one of its items.
func withoutItem(n *doc.Node, i int) *doc.Node {
	copied := *n
	copied.Items = slices.Delete(slices.Clone(n.Items), i, i+1)
	return &copied
}

// withoutField is a map without one of its entries.
func withoutField(n *doc.Node, key string) *doc.Node {
	copied := *n
	copied.Fields = slices.DeleteFunc(slices.Clone(n.Fields), func(f doc.Field) bool { return f.Key == key })
	return &copied
}

// withKey is a map with another key for one of its entries.
func withKey(n *doc.Node, key, other string) *doc.Node {
	copied := *n
	copied.Fields = slices.Clone(n.Fields)
	for i := range copied.Fields {
		if copied.Fields[i].Key == key {
			copied.Fields[i].Key = other
		}
	}
	return &copied
}
