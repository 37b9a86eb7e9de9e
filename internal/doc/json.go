package doc

import (
	"fmt"
	"strings"

	"github.com/contractc/contractc/internal/diag"
)

// ReadJSON reads a file that is one JSON value by RFC 8259. It refuses, each
// with its own code, duplicate keys, lone surrogates, bad UTF-8, NaN and
// infinities, trailing data and what exceeds a limit; a byte order mark is
// refused as RFC 8259 permits. Numbers are kept as written. The node is nil
// where the text cannot be read as JSON; otherwise it is returned along with
// the findings, so that a caller can check more, and it may only be used for
// a decision if the list is empty.
func ReadJSON(file string, src []byte, lim Limits) (*Node, diag.List) {
	found := problems{file: file}
	if found.tooLong(len(src), lim.orDefault().Bytes) {
		return nil, found.list
	}
	text := string(src)
	report := func(f Finding) {
		if len(found.list) >= maxProblems {
			found.count++ // finding its position takes time in proportion to the file
			return
		}
		r := diag.Range{Start: diag.PositionAt(text, f.Offset), End: diag.PositionAt(text, f.End)}
		found.add(r, f.Code, f.Detail(), "%s", f.Summary())
	}
	t := NewJSONText(text)
	n, end, err := t.Value(0, JSONOptions{Limits: lim, Tolerant: true, Report: report})
	if err == nil {
		err = t.End(end)
	}
	if err != nil {
		found.count++
		found.list.Add(syntaxDiagnostic(file, text, err))
		n = nil
	}
	return n, found.sorted()
}

// End checks that only white space follows byte offset, and otherwise returns
// CPython's "Extra data" with the code json.trailing-data.
func (t *JSONText) End(offset int) *SyntaxError {
	src := t.origin.text
	r := jsonReader{src: src, place: startOf(src).forward(src, offset)}
	r.space()
	if r.pos == len(src) {
		return nil
	}
	return r.fail(CodeJSONTrailingData, "Extra data", r.pos)
}

// JSONOptions says how [ReadJSONPrefix] reads.
type JSONOptions struct {
	Limits Limits
	// Tolerant keeps going where Python's json.loads does and strict JSON
	// stops: NaN, Infinity and -Infinity become Numbers with that text; of
	// duplicate keys the last value wins, in the place of the first; a lone
	// surrogate and a byte that is not UTF-8 become U+FFFD. Each is reported.
	Tolerant bool
	// Report is called with every finding in the order of the text; nil drops
	// them. It is not called in a reading that is not tolerant.
	Report func(Finding)
	// Repeated is called with the two entries of a key that an object has twice,
	// in a tolerant reading, and returns the one that stays; nil keeps the later.
	Repeated func(earlier, later Field) Field
	// Discard keeps nothing of the value: only where it ends, or the error, is
	// of use. Duplicate keys are not looked for.
	Discard bool
}

// ReadJSONPrefix reads the one JSON value that starts at byte offset in src,
// after optional white space, and returns the byte offset after it. What
// follows is not looked at. Positions count from the start of src. The limit
// on bytes is for the value, not for src. The error is nil, or says where and
// what in the words of CPython's decoder; in a reading that is not tolerant
// the first finding is an error. To read several values of one text, use
// [NewJSONText].
func ReadJSONPrefix(src []byte, offset int, opt JSONOptions) (*Node, int, *SyntaxError) {
	return NewJSONText(string(src)).Value(offset, opt)
}

// JSONText is a text in which JSON values are looked for.
type JSONText struct {
	origin *source
	at     place

	items       []*Node // the reader's stacks, used again for the next value
	fields      []Field
	firstItems  [8]*Node // where they start
	firstFields [8]Field
}

// NewJSONText returns a reader of values in src.
func NewJSONText(src string) *JSONText {
	t := &JSONText{origin: &source{src}, at: startOf(src)}
	t.items, t.fields = t.firstItems[:0], t.firstFields[:0]
	return t
}

// Value is [ReadJSONPrefix] for the text. Asked for values at increasing
// offsets, it counts the lines of the text only once.
func (t *JSONText) Value(offset int, opt JSONOptions) (*Node, int, *SyntaxError) {
	src := t.origin.text
	offset = max(0, min(offset, len(src)))
	if offset < t.at.pos {
		t.at = startOf(src)
	}
	t.at = t.at.forward(src, offset)
	r := jsonReader{src: src, place: t.at, opt: opt, lim: opt.Limits.orDefault(), origin: t.origin}
	r.items, r.fields = t.items[:0], t.fields[:0]
	defer func() { t.items, t.fields = r.items[:0], r.fields[:0] }()
	if offset == 0 && strings.HasPrefix(src, byteOrderMark) {
		return nil, 0, r.syntax("Unexpected UTF-8 BOM (decode using utf-8-sig)", 0)
	}
	r.space()
	r.limit = min(len(src), r.pos+r.lim.Bytes)
	n, err := r.value(0)
	if err != nil {
		return nil, 0, err
	}
	return n, r.pos, nil
}

func (r *jsonReader) tooLong() *SyntaxError {
	return r.fail(CodeLimitBytes, fmt.Sprintf("longer than the limit of %d bytes", r.lim.Bytes), r.limit)
}
