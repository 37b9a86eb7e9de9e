package render

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/contractc/contractc/internal/value"
	"github.com/contractc/contractc/schema"
)

// maxDepth is how many lists and maps may stand inside each other in a shown
// value.
const maxDepth = 64

// A ValueError says why a value cannot be shown.
type ValueError struct {
	// Reason is one line.
	Reason string
}

// Error returns the reason.
func (e *ValueError) Error() string { return "cannot be shown: " + e.Reason }

func valueErrorf(format string, args ...any) error {
	return &ValueError{Reason: fmt.Sprintf(format, args...)}
}

func tooDeep() error { return valueErrorf("nested deeper than %d", maxDepth) }

// Literal returns a typed value as a literal. Values that differ, in type or in
// content, give different texts:
//
//	none  true  -3  0.50  "text"  bytes 0x00ff
//	[1, 2]  (1, 2)  (1,)  {1, 2}  {"a": 1}    list, tuples, set, map
//	[]  ()  {}  {:}                           the empty ones
//	the value "red" of "Color"                enum
//	the prefix "/repo"  the directory "/repo"  the class rows.UserRow
//
// Members of sets and entries of maps stand in their total order. Its error is a
// *ValueError for a value that is nil, of an unknown class, or nested too deep.
func Literal(v schema.Value) (string, error) {
	b, err := AppendLiteral(nil, v)
	return string(b), err
}

// AppendLiteral appends Literal(v) to dst.
func AppendLiteral(dst []byte, v schema.Value) ([]byte, error) {
	return appendLiteral(dst, v, 0)
}

func appendLiteral(dst []byte, v schema.Value, depth int) ([]byte, error) {
	if depth > maxDepth {
		return nil, tooDeep()
	}
	switch v := v.(type) {
	case *schema.NoneValue:
		return append(dst, "none"...), nil
	case *schema.BooleanValue:
		return strconv.AppendBool(dst, v.Boolean), nil
	case *schema.IntegerValue:
		return appendNumeral(dst, v.Integer)
	case *schema.DecimalValue:
		return appendNumeral(dst, v.Decimal)
	case *schema.StringValue:
		return AppendQuote(dst, v.String), nil
	case *schema.BytesValue:
		return appendBytes(dst, v.Hex)
	case *schema.EnumValue:
		dst = AppendQuote(append(dst, "the value "...), v.Text)
		return AppendQuote(append(dst, " of "...), v.Enum), nil
	case *schema.PathPrefixValue:
		return AppendQuote(append(dst, "the prefix "...), v.Prefix), nil
	case *schema.DirectoryValue:
		return AppendQuote(append(dst, "the directory "...), v.Directory), nil
	case *schema.ClassReferenceValue:
		return appendDotted(append(dst, "the class "...), v.ClassName), nil
	}
	return appendCollection(dst, v, depth)
}

func appendCollection(dst []byte, v schema.Value, depth int) ([]byte, error) {
	switch v := v.(type) {
	case *schema.ListValue:
		return appendItems(dst, '[', v.Items, ']', depth)
	case *schema.TupleValue:
		dst, err := appendItems(dst, '(', v.Items, ')', depth)
		if err == nil && len(v.Items) == 1 {
			dst = append(dst[:len(dst)-1], ",)"...)
		}
		return dst, err
	case *schema.SetValue:
		return appendItems(dst, '{', inOrder(v.Items, value.Compare), '}', depth)
	case *schema.MapValue:
		return appendEntries(dst, v, depth)
	case nil:
		return nil, valueErrorf("no value")
	}
	return nil, valueErrorf("a value of the unknown class %s", v.ValueClass())
}

func appendItems(dst []byte, open byte, items []schema.Value, closing byte, depth int) ([]byte, error) {
	var err error
	dst = append(dst, open)
	for i, item := range items {
		if i > 0 {
			dst = append(dst, ", "...)
		}
		if dst, err = appendLiteral(dst, item, depth+1); err != nil {
			return nil, err
		}
	}
	return append(dst, closing), nil
}

func appendEntries(dst []byte, m *schema.MapValue, depth int) ([]byte, error) {
	if len(m.Entries) == 0 {
		return append(dst, "{:}"...), nil
	}
	byKey := func(a, b schema.MapEntry) int { return value.Compare(a.Key, b.Key) }
	var err error
	dst = append(dst, '{')
	for i, e := range inOrder(m.Entries, byKey) {
		if i > 0 {
			dst = append(dst, ", "...)
		}
		if dst, err = appendLiteral(dst, e.Key, depth+1); err != nil {
			return nil, err
		}
		if dst, err = appendLiteral(append(dst, ": "...), e.Value, depth+1); err != nil {
			return nil, err
		}
	}
	return append(dst, '}'), nil
}

// inOrder returns the items sorted, and the slice itself where it is.
func inOrder[T any](items []T, compare func(a, b T) int) []T {
	if slices.IsSortedFunc(items, compare) {
		return items
	}
	items = slices.Clone(items)
	slices.SortStableFunc(items, compare)
	return items
}

// appendNumeral writes a number as it is written, if it is one.
func appendNumeral(dst []byte, text string) ([]byte, error) {
	if text == "" || strings.Trim(text, "0123456789+-.eE") != "" {
		return nil, valueErrorf("%q is no number", text)
	}
	return append(dst, text...), nil
}

func appendBytes(dst []byte, hex string) ([]byte, error) {
	if len(hex)%2 != 0 || strings.Trim(hex, "0123456789abcdef") != "" {
		return nil, valueErrorf("%q is no bytes in hex", hex)
	}
	return append(append(dst, "bytes 0x"...), hex...), nil
}

// appendDotted writes a dotted name as it is, and anything else quoted.
func appendDotted(dst []byte, name string) []byte {
	for part := range strings.SplitSeq(name, ".") {
		if !isName(part) {
			return AppendQuote(dst, name)
		}
	}
	return append(dst, name...)
}

// isName reports names in [A-Za-z_][A-Za-z0-9_]* of at most 128 bytes.
func isName(s string) bool {
	if s == "" || len(s) > 128 || s[0] >= '0' && s[0] <= '9' {
		return false
	}
	for i := range len(s) {
		c := s[i]
		if c != '_' && (c < '0' || c > '9') && (c < 'A' || c > 'Z') && (c < 'a' || c > 'z') {
			return false
		}
	}
	return true
}

// JSON returns a plain JSON value as a literal on one line: nil, bool, string,
// json.Number, int, int64, []any, []string or map[string]any. Numbers stand
// exactly as they are written, keys are quoted and stand in the order of RFC
// 8785. Its error is a *ValueError for any other value and for one that is
// nested too deep.
func JSON(v any) (string, error) {
	b, err := AppendJSON(nil, v)
	return string(b), err
}

// AppendJSON appends JSON(v) to dst.
func AppendJSON(dst []byte, v any) ([]byte, error) { return appendJSON(dst, v, 0) }

func appendJSON(dst []byte, v any, depth int) ([]byte, error) {
	if depth > maxDepth {
		return nil, tooDeep()
	}
	switch v := v.(type) {
	case nil:
		return append(dst, "null"...), nil
	case bool:
		return strconv.AppendBool(dst, v), nil
	case string:
		return AppendQuote(dst, v), nil
	case json.Number:
		return appendNumeral(dst, string(v))
	case int:
		return strconv.AppendInt(dst, int64(v), 10), nil
	case int64:
		return strconv.AppendInt(dst, v, 10), nil
	case []any:
		return appendJSONItems(dst, v, depth)
	case []string:
		return appendJSONItems(dst, v, depth)
	case map[string]any:
		return appendJSONEntries(dst, v, depth)
	}
	return nil, valueErrorf("a value of the Go type %T", v)
}

func appendJSONItems[T any](dst []byte, items []T, depth int) ([]byte, error) {
	var err error
	dst = append(dst, '[')
	for i, item := range items {
		if i > 0 {
			dst = append(dst, ", "...)
		}
		if dst, err = appendJSON(dst, item, depth+1); err != nil {
			return nil, err
		}
	}
	return append(dst, ']'), nil
}

func appendJSONEntries(dst []byte, entries map[string]any, depth int) ([]byte, error) {
	var err error
	dst = append(dst, '{')
	for i, key := range sortedKeys(entries) {
		if i > 0 {
			dst = append(dst, ", "...)
		}
		dst = append(AppendQuote(dst, key), ": "...)
		if dst, err = appendJSON(dst, entries[key], depth+1); err != nil {
			return nil, err
		}
	}
	return append(dst, '}'), nil
}

// sortedKeys returns the keys in the order of RFC 8785.
func sortedKeys(entries map[string]any) []string {
	keys := make([]string, 0, len(entries))
	for key := range entries {
		keys = append(keys, key)
	}
	slices.SortFunc(keys, compareUTF16)
	return keys
}

// compareUTF16 orders two strings by their UTF-16 code units: as their bytes,
// except that characters above U+FFFF come before U+E000 to U+FFFF.
func compareUTF16(a, b string) int {
	for i := 0; i < len(a) && i < len(b); i++ {
		if a[i] == b[i] {
			continue
		}
		if x, y := a[i] >= 0xF0, b[i] >= 0xF0; x != y && a[i] >= 0xEE && b[i] >= 0xEE {
			return int(b[i]) - int(a[i])
		}
		return int(a[i]) - int(b[i])
	}
	return len(a) - len(b)
}
