package formula

type nodeKind uint8

const (
	numberNode  nodeKind = iota
	literalNode          // any other literal; text is its repr
	nameNode
	placeNode
	binaryNode
	unaryNode
	callNode  // of the function text; keywords says whether it was called by keyword
	otherNode // text is the name of its class in Python's syntax tree
)

// node is one node of the syntax tree. What is not arithmetic keeps only its name.
type node struct {
	kind     nodeKind
	text     string // operator, name, function or class
	place    int
	number   number
	args     []*node
	keywords bool
}

func other(class string) *node { return &node{kind: otherNode, text: class} }

func binary(op string, left, right *node) *node {
	return &node{kind: binaryNode, text: op, args: []*node{left, right}}
}
