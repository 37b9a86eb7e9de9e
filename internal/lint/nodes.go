package lint

import "github.com/contractc/contractc/internal/doc"

// nodesNamed are all values of a key in a tree, in the order of the file.
func nodesNamed(n *doc.Node, key string) []*doc.Node {
	var list []*doc.Node
	eachNode(n, func(name string, value *doc.Node) {
		if name == key {
			list = append(list, value)
		}
	})
	return list
}

// eachNode calls f for every value of a map in a tree with its key.
func eachNode(n *doc.Node, f func(key string, value *doc.Node)) {
	if n == nil {
		return
	}
	for _, item := range n.Items {
		eachNode(item, f)
	}
	for _, field := range n.Fields {
		f(field.Key, field.Value)
		eachNode(field.Value, f)
	}
}
