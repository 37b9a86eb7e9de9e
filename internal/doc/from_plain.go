package doc

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
)

// FromPlain returns the tree of a plain value: nil, bool, string,
// json.Number, the int types, float64, []any, []string, map[string]any,
// map[string]string and *Node. Keys are in byte order, positions unknown.
// A value of any other type becomes a String with its default Go format.
// The value must not contain itself.
func FromPlain(v any) *Node {
	switch v := v.(type) {
	case nil:
		return &Node{Kind: Null}
	case *Node:
		return v
	case bool:
		return &Node{Kind: Bool, Bool: v}
	case string:
		return &Node{Kind: String, Text: v}
	case json.Number:
		return &Node{Kind: Number, Text: string(v)}
	case float64:
		return &Node{Kind: Number, Text: strconv.FormatFloat(v, 'g', -1, 64)}
	case int, int8, int16, int32, int64, uint, uint8, uint16, uint32, uint64:
		return &Node{Kind: Number, Text: fmt.Sprint(v)}
	case []any:
		return listOf(v)
	case []string:
		return listOf(v)
	case map[string]any:
		return mapOf(v)
	case map[string]string:
		return mapOf(v)
	}
	return &Node{Kind: String, Text: fmt.Sprint(v)}
}

func listOf[T any](values []T) *Node {
	n := &Node{Kind: List, Items: make([]*Node, len(values))}
	for i, v := range values {
		n.Items[i] = FromPlain(v)
	}
	return n
}

func mapOf[T any](values map[string]T) *Node {
	n := &Node{Kind: Map, Fields: make([]Field, 0, len(values))}
	for _, key := range slices.Sorted(maps.Keys(values)) {
		n.Fields = append(n.Fields, Field{Key: key, Value: FromPlain(values[key])})
	}
	return n
}
