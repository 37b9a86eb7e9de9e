package rdf

// Term is what may stand as the object of a statement: an IRI, a Literal, a List or a *Node without a name.
type Term interface{ term() }

// IRI is an absolute IRI.
type IRI string

// Literal is a text with a datatype; an empty Datatype stands for xsd:string.
type Literal struct {
	Text     string
	Datatype IRI
}

// List is a collection, in order.
type List []Term

// Node is a subject with what is said of it. A node without a name is the object of exactly one statement.
type Node struct {
	Name       IRI // empty: a blank node
	statements []statement
}

type statement struct {
	predicate IRI
	object    Term
}

func (IRI) term()     {}
func (Literal) term() {}
func (List) term()    {}
func (*Node) term()   {}

// Blank returns a node without a name.
func Blank() *Node { return &Node{} }

// Add says something of the node, once for each object, and returns the node.
func (n *Node) Add(predicate IRI, objects ...Term) *Node {
	for _, o := range objects {
		n.statements = append(n.statements, statement{predicate, o})
	}
	return n
}

// Objects returns what the node's statements with a predicate say, in the order in which they were added.
func (n *Node) Objects(predicate IRI) []Term {
	var out []Term
	for _, s := range n.statements {
		if s.predicate == predicate {
			out = append(out, s.object)
		}
	}
	return out
}

// Text is a literal of type xsd:string.
func Text(s string) Literal { return Literal{Text: s} }

// Integer is a literal of type xsd:integer; digits are decimal, with an optional minus sign.
func Integer(digits string) Literal { return Literal{digits, XSD + "integer"} }

// Boolean is a literal of type xsd:boolean.
func Boolean(b bool) Literal {
	if b {
		return Literal{"true", XSD + "boolean"}
	}
	return Literal{"false", XSD + "boolean"}
}

// Empty reports whether nothing is said of the node.
func (n *Node) Empty() bool { return len(n.statements) == 0 }
