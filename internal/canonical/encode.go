// Package canonical writes JSON in one canonical form, RFC 8785, and digests
// it.
//
// [Transform] is RFC 8785 as it stands, with numbers as IEEE 754 doubles.
// [Marshal] is the part of it in which no number can be rounded: only
// integers within ±(2^53−1) are numbers. [MarshalExact] keeps any other
// number as {"$number":"text as written"}. Different values never have the
// same canonical form.
package canonical

import (
	"encoding/json"

	"github.com/contractc/contractc/internal/doc"
)

// maxDepth is how many lists and maps may stand inside each other; a value
// that contains itself reaches it.
const maxDepth = 256

// numbers says how number tokens are written.
type numbers uint8

const (
	integersOnly numbers = iota // others are errors
	exact                       // others become {"$number":"…"}
	doubles                     // ECMAScript's text of the nearest double
)

// Transform returns the RFC 8785 form of a JSON text: white space removed,
// keys sorted by UTF-16 code units, strings and numbers in ECMAScript's form,
// numbers rounded to IEEE doubles. It refuses what RFC 7493 does: duplicate
// keys, lone surrogates, bad UTF-8, numbers beyond the doubles, and trailing
// data. Errors are diag.List values for the text and *Error for a number.
func Transform(src []byte) ([]byte, error) {
	n, err := read(src)
	if err != nil {
		return nil, err
	}
	return appendValue(make([]byte, 0, len(src)), n, doubles, 0)
}

// Marshal returns the canonical form of a value whose numbers are all
// integers within ±(2^53−1). The value is nil, a bool, string, json.Number,
// number type, []any, []string, map[string]any, map[string]string,
// json.RawMessage or *doc.Node, or anything else that encoding/json can
// marshal, nested at will. It refuses, with an *Error that names the place,
// any other number, strings that are not UTF-8, lone surrogates and duplicate
// keys in nested JSON, and what is nested too deep.
func Marshal(v any) ([]byte, error) { return Append(newBuffer(), v) }

// Append is [Marshal] that appends to dst.
func Append(dst []byte, v any) ([]byte, error) { return appendValue(dst, v, integersOnly, 0) }

// MarshalExact is [Marshal] that takes any number token: one that is not an
// integer within ±(2^53−1) in plain digits is written as
// {"$number":"text as written"}, and a key that begins with $ gets a second
// one, so that no value of the user's can be mistaken for it. NaN and
// infinities are refused.
func MarshalExact(v any) ([]byte, error) { return AppendExact(newBuffer(), v) }

// AppendExact is [MarshalExact] that appends to dst.
func AppendExact(dst []byte, v any) ([]byte, error) { return appendValue(dst, v, exact, 0) }

// newBuffer returns room for a typical value.
func newBuffer() []byte { return make([]byte, 0, 512) }

func read(src []byte) (*doc.Node, error) {
	n, list := doc.ReadJSON("", src, doc.Limits{Bytes: 64 << 20, Depth: maxDepth, Nodes: 4 << 20})
	if len(list) > 0 {
		return nil, list
	}
	return n, nil
}

func appendValue(dst []byte, v any, mode numbers, depth int) ([]byte, error) {
	if depth > maxDepth {
		return nil, failf("nested deeper than the limit of %d", maxDepth)
	}
	switch v := v.(type) {
	case nil:
		return append(dst, "null"...), nil
	case bool:
		return appendBool(dst, v), nil
	case string:
		return appendString(dst, v)
	case json.Number:
		return appendNumber(dst, string(v), mode)
	case *doc.Node:
		return appendNode(dst, v, mode, depth)
	case []any:
		return appendList(dst, v, mode, depth)
	case []string:
		return appendList(dst, v, mode, depth)
	case map[string]any:
		return appendMap(dst, v, mode, depth)
	case map[string]string:
		return appendMap(dst, v, mode, depth)
	}
	return appendOther(dst, v, mode, depth)
}

func appendBool(dst []byte, v bool) []byte {
	if v {
		return append(dst, "true"...)
	}
	return append(dst, "false"...)
}
