package reply

import (
	"strings"
	"unicode/utf8"

	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/pyexpr"
)

// pythonDepth is how deep literals may nest, which is the bound of CPython's tokenizer.
const pythonDepth = 200

// readPython returns the blocks that are a literal of Python shaped like a response.
func (r *reader) readPython() []candidate {
	if !r.opt.allows(PythonLiteral) {
		return nil
	}
	var found []candidate
	s := r.scanner(0)
	for b := range r.blocks {
		s.src = r.text[:b.end]
		if !s.mayBePython(b) {
			continue
		}
		if c, ok := r.pythonBlock(b); ok {
			found = append(found, c)
		}
	}
	return found
}

// mayBePython is false for what is JSON, for what is JSON up to its end but cut, for what is more than may be read, and for what has no
// brace and so no action.
func (s *scanner) mayBePython(b block) bool {
	if strings.IndexByte(s.src[b.start:], '{') < 0 {
		return false
	}
	_, ok := s.whole(b.start)
	return !ok && s.why != ended && s.why != overLimit
}

func (r *reader) pythonBlock(b block) (candidate, bool) {
	text, surrogates := withoutSurrogates(r.text[b.start:b.end], b.start)
	literal, err := pyexpr.ParseLiteral(text, pyexpr.Limits{
		Bytes: r.opt.Limits.Bytes, Depth: min(pythonDepth, r.opt.Limits.Depth), Nodes: r.opt.Limits.values(len(r.text))/2 + 1,
	})
	if err != nil {
		return candidate{}, false
	}
	p := pythonTree{r: r, block: b, offsets: codePoints(text), findings: surrogates}
	n, ok := p.node(literal)
	if !ok || rankOf(n) == otherRank {
		return candidate{}, false
	}
	r.values += size(n)
	return candidate{start: b.start, end: b.end, rank: rankOf(n), from: python, block: b, node: n, findings: p.findings}, true
}

// withoutSurrogates replaces escapes of half a surrogate pair, which Python keeps and UTF-8 cannot hold, by those of U+FFFD, which are as
// long. It returns a finding for each, but one for those in a row; base is the offset of the text in the reply.
func withoutSurrogates(text string, base int) (string, []doc.Finding) {
	var found []doc.Finding
	var out []byte
	for i := 0; i+1 < len(text); i++ {
		if text[i] != '\\' {
			continue
		}
		zeros := ""
		if text[i+1] == 'U' {
			zeros = "0000"
		}
		unit := i + 2 + len(zeros)
		if (text[i+1] == 'u' || text[i+1] == 'U') && strings.HasPrefix(text[i+2:], zeros) && isSurrogate(text[min(unit, len(text)):]) {
			if out == nil {
				out = []byte(text)
			}
			copy(out[unit:], "fffd")
			if n := len(found); n > 0 && found[n-1].End == base+i {
				found[n-1].End = base + unit + 4
			} else {
				found = append(found, doc.Finding{Code: doc.CodeJSONLoneSurrogate, Offset: base + i, End: base + unit + 4, Text: text[i : unit+4]})
			}
		}
		i++
	}
	if out == nil {
		return text, nil
	}
	return string(out), found
}

// isSurrogate reports whether four hex digits of half a surrogate pair stand at the start of a text.
func isSurrogate(hex string) bool {
	return len(hex) >= 4 && hex[0]|0x20 == 'd' && strings.IndexByte("89abcdefABCDEF", hex[1]) >= 0 && isHex(hex[2]) && isHex(hex[3])
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
	n.Range = p.r.places.Span(n.Offset, n.EndOffset)
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
		f := doc.Field{Key: key.Value, KeyRange: p.r.places.Span(start, end), Value: value}
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
