package rdf

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"
)

// Graph is a set of statements about named nodes.
type Graph struct {
	nodes    []*Node
	unnamed  []*Node
	byName   map[IRI]*Node
	prefixes []Prefix
}

// Prefix is a short name of a namespace.
type Prefix struct {
	Name string
	IRI  IRI
}

// NewGraph returns an empty graph whose IRIs may be written with these prefixes. Of two that have the same name, and of
// two for the same namespace, the first counts; names that Turtle does not take are passed over.
func NewGraph(prefixes ...Prefix) *Graph {
	g := &Graph{byName: map[IRI]*Node{}}
	for _, p := range prefixes {
		same := func(q Prefix) bool { return q.Name == p.Name || q.IRI == p.IRI }
		if isPrefixName(p.Name) && CheckIRI(p.IRI) == nil && !slices.ContainsFunc(g.prefixes, same) {
			g.prefixes = append(g.prefixes, p)
		}
	}
	return g
}

// Node returns the node with a name and makes it if there is none.
func (g *Graph) Node(name IRI) *Node {
	if n := g.byName[name]; n != nil {
		return n
	}
	n := &Node{Name: name}
	g.byName[name] = n
	g.nodes = append(g.nodes, n)
	return n
}

// Unnamed adds a node without a name that nothing refers to.
func (g *Graph) Unnamed() *Node {
	n := Blank()
	g.unnamed = append(g.unnamed, n)
	return n
}

// Has reports whether something is said of a name.
func (g *Graph) Has(name IRI) bool { return g.byName[name] != nil }

// CheckIRI returns an error for what is no absolute IRI or holds a character that Turtle does not take in one.
func CheckIRI(i IRI) error {
	if !utf8.ValidString(string(i)) || strings.ContainsFunc(string(i), forbiddenInIRI) {
		return fmt.Errorf("%q holds a character that no IRI has", string(i))
	}
	u, err := url.Parse(string(i))
	if err != nil || !u.IsAbs() {
		return fmt.Errorf("%q is no absolute IRI", string(i))
	}
	return nil
}

// forbiddenInIRI are the characters that the production IRIREF leaves out, and what is not seen.
func forbiddenInIRI(r rune) bool {
	return r <= 0x20 || r >= 0x7F && r < 0xA0 || strings.ContainsRune("<>\"{}|^`\\", r) || hidden(r)
}

// Local makes a name the last part of an IRI: what may not stand there is percent-encoded.
func Local(name string) string {
	var b strings.Builder
	for _, r := range name {
		if forbiddenInIRI(r) || strings.ContainsRune("%#/?[]:@", r) {
			for _, c := range []byte(string(r)) {
				fmt.Fprintf(&b, "%%%02X", c)
			}
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}
