package jsonschema

import (
	"fmt"
	"net/url"
)

// MaxDepth bounds how deep schemas may stand in each other, and how many may be
// applied inside each other in a check.
const MaxDepth = 200

// Schema checks values. It may be used by several goroutines at once.
type Schema struct {
	root *node
	// tracks says that what was evaluated must be known somewhere.
	tracks bool
}

// Compile reads a schema, a plain value. The error says which keyword, at which
// place in the schema, is wrong or not supported.
func Compile(schema any) (*Schema, error) { return compile(schema, false) }

// CompileAsserting is [Compile] for a schema whose formats are demanded: those
// that [Formats] names, and no other.
func CompileAsserting(schema any) (*Schema, error) { return compile(schema, true) }

func compile(schema any, formats bool) (*Schema, error) {
	d, err := draftOf(schema)
	if err != nil {
		return nil, err
	}
	c := &compiler{document: schema, draft: d, nodes: map[string]*node{}, formats: formats}
	if object, ok := schema.(map[string]any); ok {
		c.readAddress(object)
	}
	root := c.make(schema, "", 0)
	c.link(root)
	if c.err != nil {
		return nil, c.err
	}
	return &Schema{root: root, tracks: c.unevaluated}, nil
}

// compiler makes the nodes of one document. Its first error stays.
type compiler struct {
	document    any
	draft       draft
	base        *url.URL // address of the document; nil where it has none
	nodes       map[string]*node
	unevaluated bool // a schema asks what was evaluated
	formats     bool // formats are demanded
	err         error
}

func (c *compiler) fail(at, format string, args ...any) {
	if c.err == nil {
		c.err = fmt.Errorf("%s: %s", orRoot(at), fmt.Sprintf(format, args...))
	}
}

func orRoot(at string) string {
	if at == "" {
		return "the schema"
	}
	return at
}

// readAddress reads the address of the document, which references may name.
func (c *compiler) readAddress(object map[string]any) {
	text, ok := object[c.draft.id()].(string)
	if !ok || text == "" || text[0] == '#' {
		return
	}
	address, err := url.Parse(text)
	if err != nil {
		c.fail("/"+c.draft.id(), "%q is no address", text)
		return
	}
	address.Fragment, address.RawFragment = "", ""
	c.base = address
}

// make returns the node of a schema at a place in the document, which it makes
// at first.
func (c *compiler) make(schema any, at string, depth int) *node {
	if n, ok := c.nodes[at]; ok {
		return n
	}
	n := newNode(at)
	c.nodes[at] = n
	switch schema := schema.(type) {
	case bool:
		if c.draft == draft4 {
			c.fail(at, "a schema is an object")
		}
		n.never = !schema
	case map[string]any:
		if depth > MaxDepth {
			c.fail(at, "schemas stand more than %d deep in each other", MaxDepth)
			return n
		}
		r := &reader{compiler: c, to: n, object: schema, at: at, depth: depth}
		r.read()
	default:
		c.fail(at, "a schema is an object or a boolean")
	}
	return n
}
