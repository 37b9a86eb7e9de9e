package jsonschema

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
)

// identity is a text that is the same for equal values and for no others: numbers
// are equal by their value, objects whatever the order of their members.
func identity(v any) string { return string(appendIdentity(nil, v)) }

func appendIdentity(b []byte, v any) []byte {
	switch v := v.(type) {
	case nil:
		return append(b, "null"...)
	case bool:
		return strconv.AppendBool(b, v)
	case string:
		return strconv.AppendQuote(b, v)
	case json.Number:
		if r, ok := rat(v); ok {
			return append(b, r.RatString()...)
		}
		return append(append(b, '#'), v...)
	case []any:
		b = append(b, '[')
		for _, item := range v {
			b = append(appendIdentity(b, item), ',')
		}
		return append(b, ']')
	case map[string]any:
		b = append(b, '{')
		for _, name := range slices.Sorted(maps.Keys(v)) {
			b = append(strconv.AppendQuote(b, name), ':')
			b = append(appendIdentity(b, v[name]), ',')
		}
		return append(b, '}')
	}
	return append(b, '?')
}
