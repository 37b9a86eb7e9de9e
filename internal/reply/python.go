package reply

import (
	"unicode/utf8"

	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/pyexpr"
)

// pythonDepth is how deep literals may nest, which is the bound of CPython's tokenizer.
const pythonDepth = 200

// readPython returns the blocks that are a literal of Python shaped like a response.
func (r *reader) readPython(list []block) []candidate {
	if !r.opt.allows(PythonLiteral) {
		return nil
	}
	var found []candidate
	for _, b := range list {
		literal, err := pyexpr.ParseLiteral(r.text[b.start:b.end], pyexpr.Limits{
			Bytes: r.opt.Limits.Bytes, Depth: min(pythonDepth, r.opt.Limits.Depth), Nodes: r.opt.Limits.values(len(r.text)),
		})
		if err != nil {
			continue
		}
		p := pythonTree{r: r, block: b, offsets: codePoints(r.text[b.start:b.end])}
		n, ok := p.node(literal)
		if !ok {
			continue
		}
		if rk := rankOf(n); rk < otherRank {
			r.values += size(n)
			found = append(found, candidate{start: b.start, end: b.end, rank: rk, from: python, block: b, node: n, findings: p.findings})
		}
	}
	return found
}

// codePoints returns the byte offset of each code point, and nil for ASCII, where they are the same.
func codePoints(text string) []int32 {
	if utf8.RuneCountInString(text) == len(text) {
		return nil
	}
	offsets := make([]int32, 0, len(text))
	for i := range text {
		offsets = append(offsets, int32(i))
	}
	return append(offsets, int32(len(text)))
}

// pythonTree makes a tree of a literal.
type pythonTree struct {
	r        *reader
	block    block
	offsets  []int32
	findings []doc.Finding
}

func (p *pythonTree) offset(codePoint int) int {
	if p.offsets == nil {
		return p.block.start + codePoint
	}
	return p.block.start + int(p.offsets[min(codePoint, len(p.offsets)-1)])
}

// node refuses what has no counterpart in JSON: sets, bytes, and keys that are no strings. A tuple becomes a list.
func (p *pythonTree) node(literal pyexpr.Literal) (*doc.Node, bool) {
	at := literal.At()
	n := &doc.Node{Offset: p.offset(at.Start), EndOffset: p.offset(at.End)}
	n.Range = p.r.places.span(n.Offset, n.EndOffset)
	switch v := literal.(type) {
	case pyexpr.None:
		n.Kind = doc.Null
	case pyexpr.Bool:
		n.Kind, n.Bool = doc.Bool, v.Value
	case pyexpr.Int:
		n.Kind, n.Text = doc.Number, v.Digits
	case pyexpr.Float:
		n.Kind, n.Text = doc.Number, jsonNumber(v.Number)
	case pyexpr.String:
		n.Kind, n.Text = doc.String, v.Value
	case pyexpr.List:
		return p.list(n, v.Items)
	case pyexpr.Tuple:
		return p.list(n, v.Items)
	case pyexpr.Dict:
		return p.dict(n, v.Entries)
	default:
		return nil, false
	}
	return n, true
}

func (p *pythonTree) list(n *doc.Node, items []pyexpr.Literal) (*doc.Node, bool) {
	n.Kind = doc.List
	for _, item := range items {
		child, ok := p.node(item)
		if !ok {
			return nil, false
		}
		n.Items = append(n.Items, child)
	}
	return n, true
}

// dict keeps the last of equal keys in the place of the first, as Python does.
func (p *pythonTree) dict(n *doc.Node, entries []pyexpr.Entry) (*doc.Node, bool) {
	n.Kind = doc.Map
	places := make(map[string]int, len(entries))
	for _, e := range entries {
		key, ok := e.Key.(pyexpr.String)
		if !ok {
			return nil, false
		}
		value, ok := p.node(e.Value)
		if !ok {
			return nil, false
		}
		start, end := p.offset(key.At().Start), p.offset(key.At().End)
		f := doc.Field{Key: key.Value, KeyRange: p.r.places.span(start, end), Value: value}
		if i, twice := places[f.Key]; twice {
			n.Fields[i] = f
			p.findings = append(p.findings, doc.Finding{Code: doc.CodeJSONDuplicateKey, Offset: start, End: end, Text: f.Key})
			continue
		}
		places[f.Key] = len(n.Fields)
		n.Fields = append(n.Fields, f)
	}
	return n, true
}

// jsonNumber writes a float of Python as a number of JSON: as written where JSON has that form, otherwise as Python prints it.
func jsonNumber(text string) string {
	s := scanner{src: text}
	if s.number() && s.pos == len(text) {
		return text
	}
	return pyexpr.Repr(jsonFloat(text))
}

// rankOf is the rank of a tree.
func rankOf(n *doc.Node) rank {
	switch n.Kind {
	case doc.Map:
		return frame{hasActions: n.Get("actions") != nil, hasType: n.Get("type") != nil}.rank()
	case doc.List:
		f := frame{list: true, begun: len(n.Items) > 0}
		for _, item := range n.Items {
			f.mixed = f.mixed || item.Kind != doc.Map
			f.hasType = f.hasType || item.Get("type") != nil
		}
		return f.rank()
	}
	return otherRank
}
