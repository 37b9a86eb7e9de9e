package reply

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
)

// argsText reads arguments that are a JSON-encoded string. A value that is no object takes the place of the string, so that a rule can say
// what it is; a string that is not JSON stays.
func (r *reader) argsText(a *RawAction, f *doc.Field) {
	var findings []doc.Finding
	text := doc.NewJSONText(f.Value.Text)
	n, end, err := text.Value(0, doc.JSONOptions{
		Limits: r.opt.Limits.json(len(r.text), r.values), Tolerant: true,
		Report: func(f doc.Finding) { findings = append(findings, f) },
	})
	if err != nil || strings.Trim(f.Value.Text[end:], " \t\r\n") != "" {
		r.mendArgs(a, f)
		return
	}
	r.values += size(n)
	inner := r.innerText(f.Value)
	switch n.Kind {
	case doc.Null:
		if r.opt.allows(ArgsEmpty) {
			r.replace(f, ArgsEmpty, &doc.Node{Kind: doc.Map})
		}
		return
	case doc.String: // in the place of the string it could not be told from one that is not JSON
		return
	}
	if !r.native {
		r.edit(ArgsText, f.Value.Offset)
	}
	for _, found := range findings[:min(len(findings), maxFindings)] {
		path := "/args" + pathAt(n, found.Offset)
		found.Offset = inner.offset(found.Offset)
		a.Findings = append(a.Findings, r.finding(found, path))
	}
	f.Value = inner.tree(n)
}

// innerText maps places in the content of a string to places in the reply.
type innerText struct {
	r       *reader
	whole   *doc.Node // the string
	offsets []int32   // of each byte of the content and its end; nil where they are not known
}

// innerText returns the map for a string of the reply. Strings that are not JSON as it stands have all places at the whole string.
func (r *reader) innerText(n *doc.Node) innerText {
	inner := innerText{r: r, whole: n}
	if n.EndOffset-n.Offset < 2 || n.EndOffset > len(r.text) || r.text[n.Offset] != '"' {
		return inner
	}
	raw := r.text[:n.EndOffset-1]
	offsets := make([]int32, 0, len(n.Text)+1)
	for at := n.Offset + 1; at < len(raw); {
		size, decoded := encodedRune(raw[at:])
		for range decoded {
			offsets = append(offsets, int32(at))
		}
		at += size
	}
	offsets = append(offsets, int32(len(raw)))
	if len(offsets) == len(n.Text)+1 {
		inner.offsets = offsets
	}
	return inner
}

// encodedRune returns how many bytes a character takes as it is written in a JSON string, and in UTF-8.
func encodedRune(raw string) (size, decoded int) {
	if raw[0] != '\\' {
		_, size := utf8.DecodeRuneInString(raw)
		if size == 1 && raw[0] >= utf8.RuneSelf { // read as U+FFFD
			return 1, utf8.RuneLen(utf8.RuneError)
		}
		return size, size
	}
	unit, ok := unicodeEscape(raw)
	if !ok {
		return min(2, len(raw)), 1
	}
	if utf16.IsSurrogate(unit) {
		if low, ok := unicodeEscape(raw[6:]); ok && utf16.DecodeRune(unit, low) != utf8.RuneError {
			return 12, 4
		}
		return 6, utf8.RuneLen(utf8.RuneError)
	}
	return 6, utf8.RuneLen(unit)
}

func unicodeEscape(raw string) (rune, bool) {
	if len(raw) < 6 || raw[0] != '\\' || raw[1] != 'u' {
		return 0, false
	}
	var unit rune
	for _, c := range []byte(raw[2:6]) {
		d := strings.IndexByte("0123456789abcdef", c|0x20)
		if c >= '0' && c <= '9' {
			d = int(c - '0')
		}
		if d < 0 {
			return 0, false
		}
		unit = unit<<4 | rune(d)
	}
	return unit, true
}

func (t innerText) offset(inner int) int {
	if t.offsets == nil {
		return t.whole.Offset
	}
	return int(t.offsets[min(inner, len(t.offsets)-1)])
}

// tree returns a tree of the content with its places in the reply.
func (t innerText) tree(n *doc.Node) *doc.Node { return rebase(n, t.span) }

// span returns the bytes and the positions of a stretch of the content.
func (t innerText) span(start, end int) (int, int, diag.Range) {
	if t.offsets == nil {
		return t.whole.Offset, t.whole.EndOffset, t.whole.Range
	}
	start, end = t.offset(start), t.offset(end)
	return start, end, t.r.places.Span(start, end)
}

// rebase returns a copy of a tree whose places are those that span gives for its own.
func rebase(n *doc.Node, span func(start, end int) (int, int, diag.Range)) *doc.Node {
	out := &doc.Node{Kind: n.Kind, Bool: n.Bool, Text: n.Text}
	out.Offset, out.EndOffset, out.Range = span(n.Offset, n.EndOffset)
	if n.Items != nil {
		out.Items = make([]*doc.Node, len(n.Items))
	}
	for i, item := range n.Items {
		out.Items[i] = rebase(item, span)
	}
	for _, f := range n.Fields {
		out.Fields = append(out.Fields, doc.Field{Key: f.Key, KeyRange: out.Range, Value: rebase(f.Value, span)})
	}
	return out
}
