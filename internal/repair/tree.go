package repair

import (
	"cmp"
	"reflect"

	"github.com/contractc/contractc/internal/doc"
)

// strict is what the strict reader says of a value: also which entries repeat
// others, and the first finding that makes it no JSON.
type strict struct {
	node    *doc.Node
	end     int
	equal   []int      // where entries repeat others, with the same value
	unequal *doc.Field // the first that repeats another with another value
	wrong   *doc.Finding
	err     *doc.SyntaxError
}

// readStrict reads the value of a text that begins at a place; of entries with one
// key the first stays where first is true.
func readStrict(t *doc.JSONText, from int, limits doc.Limits, first bool) *strict {
	s := &strict{}
	opt := doc.JSONOptions{Limits: limits, Tolerant: true}
	opt.Report = func(f doc.Finding) {
		if f.Code != doc.CodeJSONDuplicateKey && s.wrong == nil {
			s.wrong = &f
		}
	}
	opt.Repeated = func(earlier, later doc.Field) doc.Field {
		if reflect.DeepEqual(earlier.Value.Plain(), later.Value.Plain()) {
			s.equal = append(s.equal, later.Value.Offset)
		} else if s.unequal == nil {
			s.unequal = &later
		}
		if first {
			return earlier
		}
		return later
	}
	s.node, s.end, s.err = t.Value(from, opt)
	return s
}

// clean reports whether the text is JSON as it stands.
func (s *strict) clean() bool {
	return s.err == nil && s.wrong == nil && len(s.equal) == 0 && s.unequal == nil
}

// rebase moves a tree of the mended text to its places in the source. It goes
// through the tree in the order of the text.
func (m *mended) rebase(n *doc.Node, at *doc.Cursor) {
	n.Offset = m.start(n.Offset)
	n.Range.Start = at.At(n.Offset)
	for _, item := range n.Items {
		m.rebase(item, at)
	}
	for i := range n.Fields {
		m.rebase(n.Fields[i].Value, at)
		n.Fields[i].KeyRange = n.Fields[i].Value.Range
	}
	n.EndOffset = max(n.Offset, m.finish(n.EndOffset))
	n.Range.End = at.At(n.EndOffset)
}

// byOffset orders edits by their place in the text.
func byOffset(a, b Edit) int { return cmp.Compare(a.Offset, b.Offset) }
