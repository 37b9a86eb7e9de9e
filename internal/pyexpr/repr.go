package pyexpr

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/contractc/contractc/internal/doc"
)

// maxReprDepth bounds the nesting of a value that is written; deeper parts are written as an ellipsis.
const maxReprDepth = 200

// Repr returns what CPython's repr prints for a JSON value: nil, bool, json.Number, float64, int, int64, string, []any, map[string]any
// (its keys in code-point order, since a Go map has none) or *doc.Node (its keys in the order of the file).
// Which characters are printed as themselves follows str.isprintable, by the Unicode version of the Go release.
func Repr(v any) string {
	var b strings.Builder
	writeRepr(&b, v, 0)
	return b.String()
}

func writeRepr(b *strings.Builder, v any, depth int) {
	if depth > maxReprDepth {
		b.WriteString("...")
		return
	}
	switch v := v.(type) {
	case nil:
		b.WriteString("None")
	case bool:
		b.WriteString(reprBool(v))
	case string:
		reprString(b, v)
	case json.Number:
		b.WriteString(reprNumber(string(v)))
	case int, int64:
		fmt.Fprintf(b, "%d", v)
	case float64:
		b.WriteString(reprFloat(v))
	case []any:
		reprList(b, v, depth)
	case map[string]any:
		keys := slices.Sorted(maps.Keys(v))
		reprMap(b, len(keys), func(i int) (string, any) { return keys[i], v[keys[i]] }, depth)
	case *doc.Node:
		reprNode(b, v, depth)
	default:
		fmt.Fprintf(b, "%v", v)
	}
}

func reprBool(v bool) string {
	if v {
		return "True"
	}
	return "False"
}

func reprList(b *strings.Builder, items []any, depth int) {
	b.WriteString("[")
	for i, item := range items {
		if i > 0 {
			b.WriteString(", ")
		}
		writeRepr(b, item, depth+1)
	}
	b.WriteString("]")
}

func reprMap(b *strings.Builder, size int, entry func(int) (string, any), depth int) {
	b.WriteString("{")
	for i := range size {
		if i > 0 {
			b.WriteString(", ")
		}
		key, value := entry(i)
		reprString(b, key)
		b.WriteString(": ")
		writeRepr(b, value, depth+1)
	}
	b.WriteString("}")
}

func reprNode(b *strings.Builder, n *doc.Node, depth int) {
	switch {
	case n == nil || n.Kind == doc.Null:
		b.WriteString("None")
	case n.Kind == doc.Bool:
		b.WriteString(reprBool(n.Bool))
	case n.Kind == doc.Number:
		b.WriteString(reprNumber(n.Text))
	case n.Kind == doc.String:
		reprString(b, n.Text)
	case n.Kind == doc.List:
		items := make([]any, len(n.Items))
		for i, item := range n.Items {
			items[i] = item
		}
		reprList(b, items, depth)
	default:
		reprMap(b, len(n.Fields), func(i int) (string, any) { return n.Fields[i].Key, n.Fields[i].Value }, depth)
	}
}

// reprNumber writes a number of JSON as Python's json reads it: an int without point and exponent, otherwise a float.
func reprNumber(s string) string {
	if !strings.ContainsAny(s, ".eEnN") {
		if s == "-0" {
			return "0"
		}
		return s
	}
	x, err := strconv.ParseFloat(s, 64)
	if err != nil && !math.IsInf(x, 0) {
		return s
	}
	return reprFloat(x)
}

// reprFloat writes the shortest digits that give the double back, with an exponent below 1e-4 and from 1e16 on.
func reprFloat(x float64) string {
	switch {
	case math.IsNaN(x):
		return "nan"
	case math.IsInf(x, 0):
		return strings.TrimPrefix(strings.ToLower(strconv.FormatFloat(x, 'g', -1, 64)), "+")
	}
	scientific := strconv.FormatFloat(x, 'e', -1, 64)
	_, exponent, _ := strings.Cut(scientific, "e")
	if n, _ := strconv.Atoi(exponent); n < -4 || n >= 16 {
		return scientific
	}
	fixed := strconv.FormatFloat(x, 'f', -1, 64)
	if !strings.Contains(fixed, ".") {
		fixed += ".0"
	}
	return fixed
}

// reprString quotes with ' unless the text holds ' and no ".
func reprString(b *strings.Builder, s string) {
	quote := byte('\'')
	if strings.Contains(s, "'") && !strings.Contains(s, `"`) {
		quote = '"'
	}
	b.WriteByte(quote)
	for _, r := range s {
		reprRune(b, r, quote)
	}
	b.WriteByte(quote)
}

func reprRune(b *strings.Builder, r rune, quote byte) {
	switch {
	case r == rune(quote) || r == '\\':
		b.WriteByte('\\')
		b.WriteRune(r)
	case r == '\t':
		b.WriteString(`\t`)
	case r == '\n':
		b.WriteString(`\n`)
	case r == '\r':
		b.WriteString(`\r`)
	case r < ' ' || r == 0x7F || r < 0x100 && !unicode.IsPrint(r):
		fmt.Fprintf(b, `\x%02x`, r)
	case r < utf8.RuneSelf || unicode.IsPrint(r):
		b.WriteRune(r)
	case r < 0x10000:
		fmt.Fprintf(b, `\u%04x`, r)
	default:
		fmt.Fprintf(b, `\U%08x`, r)
	}
}
