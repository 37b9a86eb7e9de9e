package doc

import (
	"fmt"
	"slices"
	"strings"

	"github.com/contractc/contractc/internal/diag"
)

// bytesPerNode is about how long a value is; nodes are allocated by it.
const bytesPerNode = 16

// jsonReader decodes one value. Its order of checks is that of CPython's
// json.scanner and json.decoder, so that messages and offsets are theirs.
type jsonReader struct {
	place
	src   string
	limit int // the value must end before this byte
	opt   JSONOptions
	lim   Limits
	nodes int

	origin  *source
	arena   []Node
	scratch *Node   // the only node where nothing is kept
	items   []*Node // elements of the lists that are open
	fields  []Field // entries of the maps that are open
}

// space skips white space: the four characters of RFC 8259.
func (r *jsonReader) space() {
	for r.pos < len(r.src) {
		switch r.src[r.pos] {
		case ' ', '\t', '\r':
			r.pos++
		case '\n':
			r.newline()
		default:
			return
		}
	}
}

// peek returns the next byte, and 0 at the end.
func (r *jsonReader) peek() byte {
	if r.pos < len(r.src) {
		return r.src[r.pos]
	}
	return 0
}

func (r *jsonReader) node(kind Kind) (*Node, *SyntaxError) {
	r.nodes++
	if r.nodes > r.lim.Nodes {
		return nil, r.fail(CodeLimitNodes, fmt.Sprintf("more than the limit of %d values", r.lim.Nodes), r.pos)
	}
	if r.pos >= r.limit && r.limit < len(r.src) {
		return nil, r.tooLong()
	}
	if r.opt.Discard {
		if r.scratch == nil {
			r.scratch = new(Node)
		}
		*r.scratch = Node{Kind: kind}
		return r.scratch, nil
	}
	if len(r.arena) == cap(r.arena) {
		r.arena = make([]Node, 0, min(max(4, (r.limit-r.pos)/bytesPerNode), 256))
	}
	at := r.position()
	r.arena = append(r.arena, Node{Kind: kind, Range: diag.At(at), Offset: r.pos, origin: r.origin})
	return &r.arena[len(r.arena)-1], nil
}

func (r *jsonReader) finish(n *Node) (*Node, *SyntaxError) {
	if r.pos > r.limit {
		return nil, r.tooLong()
	}
	n.EndOffset = r.pos
	n.Range.End = r.position()
	return n, nil
}

// value decodes the value at pos, at which there is no white space.
func (r *jsonReader) value(depth int) (*Node, *SyntaxError) {
	switch c := r.peek(); {
	case c == '"':
		return r.stringNode()
	case c == '{':
		return r.mapNode(depth + 1)
	case c == '[':
		return r.listNode(depth + 1)
	case c == '-' || c >= '0' && c <= '9':
		return r.numberNode()
	}
	return r.wordNode()
}

// wordNode decodes null, true, false, NaN and Infinity.
func (r *jsonReader) wordNode() (*Node, *SyntaxError) {
	rest := r.src[r.pos:]
	switch {
	case strings.HasPrefix(rest, "null"):
		return r.word(Null, "null")
	case strings.HasPrefix(rest, "true"):
		n, err := r.word(Bool, "true")
		if n != nil {
			n.Bool = true
		}
		return n, err
	case strings.HasPrefix(rest, "false"):
		return r.word(Bool, "false")
	case strings.HasPrefix(rest, "NaN"):
		return r.notANumber("NaN")
	case strings.HasPrefix(rest, "Infinity"):
		return r.notANumber("Infinity")
	}
	return nil, r.syntax("Expecting value", r.pos)
}

func (r *jsonReader) word(kind Kind, text string) (*Node, *SyntaxError) {
	n, err := r.node(kind)
	if err != nil {
		return nil, err
	}
	r.pos += len(text)
	return r.finish(n)
}

func (r *jsonReader) notANumber(text string) (*Node, *SyntaxError) {
	if err := r.found(Finding{CodeJSONNotANumber, r.pos, r.pos + len(text), text}); err != nil {
		return nil, err
	}
	n, err := r.word(Number, text)
	if n != nil {
		n.Text = text
	}
	return n, err
}

// found reports a finding, or makes it an error in a strict reading.
func (r *jsonReader) found(f Finding) *SyntaxError {
	if !r.opt.Tolerant {
		return r.fail(f.Code, f.Summary(), f.Offset)
	}
	if r.opt.Report != nil {
		r.opt.Report(f)
	}
	return nil
}

func (r *jsonReader) deeper(depth int) *SyntaxError {
	if depth <= r.lim.Depth {
		return nil
	}
	return r.fail(CodeLimitDepth, fmt.Sprintf("nested deeper than the limit of %d", r.lim.Depth), r.pos)
}

func (r *jsonReader) listNode(depth int) (*Node, *SyntaxError) {
	if err := r.deeper(depth); err != nil {
		return nil, err
	}
	n, err := r.node(List)
	if err != nil {
		return nil, err
	}
	base := len(r.items)
	defer func() { r.items = r.items[:base] }()
	r.pos++
	r.space()
	if r.peek() != ']' {
		if err := r.elements(depth); err != nil {
			return nil, err
		}
	}
	r.pos++
	n.Items = slices.Clone(r.items[base:])
	return r.finish(n)
}

// elements reads up to, not including, the closing bracket.
func (r *jsonReader) elements(depth int) *SyntaxError {
	for {
		item, err := r.value(depth)
		if err != nil {
			return err
		}
		if !r.opt.Discard {
			r.items = append(r.items, item)
		}
		r.space()
		if r.peek() == ']' {
			return nil
		}
		if err := r.comma(); err != nil {
			return err
		}
	}
}

// comma expects a comma and skips the white space after it.
func (r *jsonReader) comma() *SyntaxError {
	if r.peek() != ',' {
		return r.syntax("Expecting ',' delimiter", r.pos)
	}
	r.pos++
	r.space()
	return nil
}

func (r *jsonReader) mapNode(depth int) (*Node, *SyntaxError) {
	if err := r.deeper(depth); err != nil {
		return nil, err
	}
	n, err := r.node(Map)
	if err != nil {
		return nil, err
	}
	m := mapReader{jsonReader: r, base: len(r.fields)}
	defer func() { r.fields = r.fields[:m.base] }()
	r.pos++
	r.space()
	if r.peek() != '}' {
		if err := m.entries(depth); err != nil {
			return nil, err
		}
	}
	r.pos++
	n.Fields = slices.Clone(r.fields[m.base:])
	return r.finish(n)
}
