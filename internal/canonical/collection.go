package canonical

import (
	"bytes"
	"encoding/json"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/contractc/contractc/internal/doc"
)

func appendNode(dst []byte, n *doc.Node, mode numbers, depth int) ([]byte, error) {
	if n == nil {
		return append(dst, "null"...), nil
	}
	if depth > maxDepth {
		return nil, failf("nested deeper than the limit of %d", maxDepth)
	}
	switch n.Kind {
	case doc.Null:
		return append(dst, "null"...), nil
	case doc.Bool:
		return appendBool(dst, n.Bool), nil
	case doc.Number:
		return appendNumber(dst, n.Text, mode)
	case doc.String:
		return appendString(dst, n.Text)
	case doc.List:
		return appendNodeList(dst, n.Items, mode, depth)
	case doc.Map:
		return appendNodeMap(dst, n.Fields, mode, depth)
	}
	return nil, failf("a node of unknown kind %d", n.Kind)
}

func appendNodeList(dst []byte, items []*doc.Node, mode numbers, depth int) ([]byte, error) {
	var err error
	dst = append(dst, '[')
	for i, item := range items {
		if i > 0 {
			dst = append(dst, ',')
		}
		if dst, err = appendNode(dst, item, mode, depth+1); err != nil {
			return nil, inItem(err, i)
		}
	}
	return append(dst, ']'), nil
}

func appendNodeMap(dst []byte, fields []doc.Field, mode numbers, depth int) ([]byte, error) {
	byKey := func(a, b doc.Field) int { return compareKeys(a.Key, b.Key) }
	if !slices.IsSortedFunc(fields, byKey) {
		fields = slices.Clone(fields)
		slices.SortStableFunc(fields, byKey)
	}
	var err error
	dst = append(dst, '{')
	for i, f := range fields {
		if i > 0 && f.Key == fields[i-1].Key {
			return nil, failf("duplicate key %q", f.Key)
		}
		if dst, err = appendKey(dst, f.Key, i, mode); err != nil {
			return nil, err
		}
		if dst, err = appendNode(dst, f.Value, mode, depth+1); err != nil {
			return nil, inKey(err, f.Key)
		}
	}
	return append(dst, '}'), nil
}

func appendList[T any](dst []byte, items []T, mode numbers, depth int) ([]byte, error) {
	if items == nil {
		return append(dst, "null"...), nil
	}
	var err error
	dst = append(dst, '[')
	for i, item := range items {
		if i > 0 {
			dst = append(dst, ',')
		}
		if dst, err = appendValue(dst, item, mode, depth+1); err != nil {
			return nil, inItem(err, i)
		}
	}
	return append(dst, ']'), nil
}

func appendMap[T any](dst []byte, fields map[string]T, mode numbers, depth int) ([]byte, error) {
	if fields == nil {
		return append(dst, "null"...), nil
	}
	keys := make([]string, 0, len(fields))
	for key := range fields {
		keys = append(keys, key)
	}
	slices.SortFunc(keys, compareKeys)
	var err error
	dst = append(dst, '{')
	for i, key := range keys {
		if dst, err = appendKey(dst, key, i, mode); err != nil {
			return nil, err
		}
		if dst, err = appendValue(dst, fields[key], mode, depth+1); err != nil {
			return nil, inKey(err, key)
		}
	}
	return append(dst, '}'), nil
}

// appendKey writes the comma before entry number i, its key and the colon.
func appendKey(dst []byte, key string, i int, mode numbers) ([]byte, error) {
	if i > 0 {
		dst = append(dst, ',')
	}
	written := key
	if mode == exact && strings.HasPrefix(key, "$") {
		written = "$" + key
	}
	dst, err := appendString(dst, written)
	if err != nil {
		return nil, inKey(err, key)
	}
	return append(dst, ':'), nil
}

// appendOther writes Go's numbers, and everything else by way of its JSON.
func appendOther(dst []byte, v any, mode numbers, depth int) ([]byte, error) {
	switch r := reflect.ValueOf(v); r.Kind() {
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		if !isMarshaler(v) {
			return appendNumber(dst, strconv.FormatInt(r.Int(), 10), mode)
		}
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		if !isMarshaler(v) {
			return appendNumber(dst, strconv.FormatUint(r.Uint(), 10), mode)
		}
	}
	if f, ok := v.(float64); ok {
		return appendFloat(dst, f, mode)
	}
	return appendJSON(dst, v, mode, depth)
}

func isMarshaler(v any) bool {
	switch v.(type) {
	case json.Marshaler, interface{ MarshalText() ([]byte, error) }:
		return true
	}
	return false
}

func appendFloat(dst []byte, f float64, mode numbers) ([]byte, error) {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return nil, failf("%v is not a JSON number", f)
	}
	if f == 0 && math.Signbit(f) {
		return appendNumber(dst, "-0", mode)
	}
	return appendNumber(dst, string(AppendDouble(nil, f)), mode)
}

// appendJSON writes a value by way of encoding/json. That hides bad UTF-8, so
// a value in whose JSON an escaped U+FFFD stands is refused.
func appendJSON(dst []byte, v any, mode numbers, depth int) ([]byte, error) {
	text, err := json.Marshal(v)
	if err != nil {
		return nil, failf("%v", err)
	}
	if hasReplacement(text) {
		return nil, failf("a string that is not UTF-8, or an escaped U+FFFD")
	}
	n, err := read(text)
	if err != nil {
		return nil, failf("%v", err)
	}
	return appendNode(dst, n, mode, depth)
}

// hasReplacement reports whether a JSON text holds the escape of U+FFFD, as
// which encoding/json writes a byte that is not UTF-8; the character itself
// it leaves as it is. A backslash before it makes it text.
func hasReplacement(text []byte) bool {
	const escape = `\ufffd`
	for {
		i := bytes.Index(text, []byte(escape))
		if i < 0 {
			return false
		}
		slashes := i - len(bytes.TrimRight(text[:i], `\`))
		if slashes%2 == 0 {
			return true
		}
		text = text[i+len(escape):]
	}
}
