package doc

import (
	"fmt"

	"github.com/contractc/contractc/internal/diag"
)

// maxFindings is how many findings of one file are reported.
const maxFindings = 50

// ReadJSON reads a file that is one JSON value by RFC 8259. It refuses, each
// with its own code, duplicate keys, lone surrogates, bad UTF-8, NaN and
// infinities, trailing data and what exceeds a limit; a byte order mark is
// refused as RFC 8259 permits. Numbers are kept as written. The node is nil
// where the text cannot be read as JSON; otherwise it is returned along with
// the findings, so that a caller can check more, and it may only be used for
// a decision if the list is empty.
func ReadJSON(file string, src []byte, lim Limits) (*Node, diag.List) {
	var list diag.List
	text := string(src)
	report := func(f Finding) {
		if len(list) < maxFindings {
			list.Add(findingDiagnostic(file, text, f))
		}
	}
	n, end, err := readJSON(text, 0, JSONOptions{Limits: lim, Tolerant: true, Report: report})
	if err == nil {
		err = trailing(text, end)
	}
	if err != nil {
		list.Add(syntaxDiagnostic(file, text, err))
		return nil, list
	}
	return n, list
}

func trailing(text string, end int) *SyntaxError {
	r := jsonReader{src: text, pos: end}
	r.space()
	if r.pos == len(text) {
		return nil
	}
	return r.fail(CodeJSONTrailingData, "Extra data", r.pos)
}

func findingDiagnostic(file, text string, f Finding) diag.Diagnostic {
	rng := diag.Range{Start: diag.PositionAt(text, f.Offset), End: diag.PositionAt(text, f.End)}
	return diag.Errorf(file, rng, f.Code, "%s", f.Summary()).WithDetail("%s", f.Detail())
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
}

// ReadJSONPrefix reads the one JSON value that starts at byte offset in src,
// after optional white space, and returns the byte offset after it. What
// follows is not looked at. Positions count from the start of src. The limit
// on bytes is for the value, not for src. The error is nil, or says where and
// what in the words of CPython's decoder; in a reading that is not tolerant
// the first finding is an error.
func ReadJSONPrefix(src []byte, offset int, opt JSONOptions) (*Node, int, *SyntaxError) {
	return readJSON(string(src), offset, opt)
}

// ReadJSONPrefixString is [ReadJSONPrefix] without a copy of the source, for
// callers that read many values of one text.
func ReadJSONPrefixString(src string, offset int, opt JSONOptions) (*Node, int, *SyntaxError) {
	return readJSON(src, offset, opt)
}

func readJSON(src string, offset int, opt JSONOptions) (*Node, int, *SyntaxError) {
	r := jsonReader{src: src, pos: offset, opt: opt, lim: opt.Limits.orDefault()}
	if offset < 0 || offset > len(src) {
		return nil, 0, &SyntaxError{Code: CodeJSONSyntax, Message: "Expecting value", Position: diag.Position{Line: 1, Column: 1}}
	}
	r.locate()
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
