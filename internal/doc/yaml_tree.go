package doc

import (
	"fmt"

	"go.yaml.in/yaml/v3"

	"github.com/contractc/contractc/internal/diag"
)

func (r *yamlReader) document(root *yaml.Node) *Node {
	if len(r.src) >= 3 && r.src[:3] == byteOrderMark {
		r.pos = 3
	}
	r.at = diag.Position{Line: 1, Column: 1}
	r.space()
	if r.marker("---") {
		r.move(r.pos + 3)
	}
	n := r.leaf(Null)
	if root != nil && len(root.Content) == 1 {
		n = r.node(root.Content[0], 0, false)
	}
	r.ending()
	return n
}

// ending checks that nothing follows the document.
func (r *yamlReader) ending() {
	if r.stop {
		return
	}
	r.space()
	switch {
	case r.pos == len(r.src):
	case r.marker("---"):
		r.report(r.pos+3, "yaml.second-document", "put it into a file of its own", "a second document starts here")
	case r.marker("..."):
		r.report(r.pos+3, "yaml.document-end", "remove it", "document end markers are not used here")
	default:
		end := max(lineEnd(r.src, r.pos), r.pos+1)
		r.report(end, "yaml.trailing", "correct the indentation, or remove it", "text after the end of the document's value")
	}
}

// leaf returns an empty node at pos.
func (r *yamlReader) leaf(kind Kind) *Node {
	r.nodes++
	return &Node{Kind: kind, Range: diag.At(r.at), Offset: r.pos, EndOffset: r.pos, origin: r.origin}
}

func (r *yamlReader) finish(n *Node) *Node {
	n.EndOffset = r.pos
	n.Range.End = r.at
	return n
}

// node reads the value y, which stands inside depth lists and maps. inFlow
// says that one of them has brackets.
func (r *yamlReader) node(y *yaml.Node, depth int, inFlow bool) *Node {
	inside := depth
	if y.Kind == yaml.SequenceNode || y.Kind == yaml.MappingNode {
		inside++
	}
	if r.stop || r.exceeds(inside) {
		return r.leaf(Null)
	}
	switch y.Kind {
	case yaml.ScalarNode:
		return r.scalar(y, inFlow)
	case yaml.SequenceNode:
		return r.sequence(y, inside)
	case yaml.MappingNode:
		return r.mapping(y, inside)
	}
	return r.alias()
}

func (r *yamlReader) exceeds(depth int) bool {
	code, summary := "", ""
	switch {
	case r.nodes >= r.lim.Nodes:
		code, summary = CodeLimitNodes, fmt.Sprintf("more than the limit of %d values", r.lim.Nodes)
	case depth > r.lim.Depth:
		code, summary = CodeLimitDepth, fmt.Sprintf("nested deeper than the limit of %d", r.lim.Depth)
	default:
		return false
	}
	r.space()
	r.report(r.pos, code, "split the file or shorten it", "%s", summary)
	r.stop = true
	return true
}

func (r *yamlReader) alias() *Node {
	r.space()
	n := r.leaf(Null)
	if r.pos >= len(r.src) || r.src[r.pos] != '*' {
		r.lose()
		return n
	}
	r.report(r.wordEnd(), "yaml.alias", "write the value out where it is needed", "aliases are not used here")
	return r.finish(n)
}

func (r *yamlReader) sequence(y *yaml.Node, depth int) *Node {
	if y.Style&yaml.FlowStyle != 0 {
		return r.flowSequence(y, depth)
	}
	r.space()
	n := r.leaf(List)
	for _, item := range y.Content {
		if !r.expect('-') {
			r.lose()
			break
		}
		n.Items = append(n.Items, r.node(item, depth, false))
	}
	return r.finish(n)
}

func (r *yamlReader) flowSequence(y *yaml.Node, depth int) *Node {
	r.space()
	n := r.leaf(List)
	if !r.expect('[') {
		r.lose()
	}
	for _, item := range y.Content {
		n.Items = append(n.Items, r.node(item, depth, true))
		r.expect(',')
	}
	if !r.expect(']') {
		r.lose()
	}
	return r.finish(n)
}

func (r *yamlReader) mapping(y *yaml.Node, depth int) *Node {
	r.space()
	n := r.leaf(Map)
	flow := y.Style&yaml.FlowStyle != 0
	pair := flow && (r.pos >= len(r.src) || r.src[r.pos] != '{')
	if pair {
		r.report(r.pos, "yaml.flow-pair", "write {key: value}", "an entry in a list needs braces")
	} else if flow {
		r.expect('{')
	}
	m := yamlMap{yamlReader: r, node: n, flow: flow}
	for i := 0; i+1 < len(y.Content) && !r.stop; i += 2 {
		m.entry(y.Content[i], y.Content[i+1], depth)
		if flow && !pair {
			r.expect(',')
		}
	}
	if flow && !pair && !r.expect('}') {
		r.lose()
	}
	return r.finish(n)
}
