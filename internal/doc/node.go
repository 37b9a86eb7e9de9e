// Package doc reads YAML and JSON documents strictly into one kind of tree
// that knows where everything stands in the file.
//
// [ReadYAML] accepts the part of YAML that readers of version 1.1 and 1.2
// understand alike; [ReadJSON] accepts RFC 8259 without duplicate keys, lone
// surrogates and bad UTF-8. Both are bounded by [Limits], and both report
// every problem with a code and an exact range. [ReadJSONPrefix] reads one
// value out of a longer text, optionally in Python's dialect.
package doc

import (
	"encoding/json"
	"slices"

	"github.com/contractc/contractc/internal/diag"
)

// Kind says what a node is.
type Kind uint8

// The kinds of nodes.
const (
	Null Kind = iota
	Bool
	Number
	String
	List
	Map
)

// String returns the kind's name as messages use it, for example "a list".
func (k Kind) String() string {
	names := [...]string{"null", "a boolean", "a number", "a string", "a list", "a map"}
	if int(k) < len(names) {
		return names[k]
	}
	return "an unknown kind"
}

// style says how a scalar is written in its file, so that a place in its text
// can be found there.
type style uint8

const (
	styleNone style = iota
	styleJSON
	stylePlain
	styleSingle
	styleDouble
	styleLiteral
	styleFolded
)

// Node is one value of a document.
type Node struct {
	Kind Kind
	// Bool is the value of a Bool.
	Bool  bool
	style style
	// Text is the content of a String, and a Number exactly as written.
	Text string
	// Items are the elements of a List.
	Items []*Node
	// Fields are the entries of a Map in the order of the file.
	Fields []Field
	// Range is where the value stands, quotes and brackets included; zero for
	// nodes without a file. A YAML value that is left out has an empty range.
	Range diag.Range
	// Offset and EndOffset are the same in bytes.
	Offset, EndOffset int

	origin *source
}

// Field is one entry of a map.
type Field struct {
	Key      string
	KeyRange diag.Range
	// KeyOffset and KeyEnd are the same in bytes, quotes included; known in YAML.
	KeyOffset, KeyEnd int
	Value             *Node
}

// source is the file that a tree was read from.
type source struct{ text string }

// Get returns the value of a key, and nil if n is nil, not a map or lacks it.
func (n *Node) Get(key string) *Node {
	if f := n.Field(key); f != nil {
		return f.Value
	}
	return nil
}

// Field returns the entry of a key, and nil if n is nil, not a map or lacks
// it.
func (n *Node) Field(key string) *Field {
	if n == nil || n.Kind != Map {
		return nil
	}
	i := slices.IndexFunc(n.Fields, func(f Field) bool { return f.Key == key })
	if i < 0 {
		return nil
	}
	return &n.Fields[i]
}

// Plain returns the value as nil, bool, string, json.Number (the text as
// written), []any and map[string]any. A nil node is nil. Lists and maps are
// never nil.
func (n *Node) Plain() any {
	if n == nil {
		return nil
	}
	switch n.Kind {
	case Bool:
		return n.Bool
	case Number:
		return json.Number(n.Text)
	case String:
		return n.Text
	case List:
		items := make([]any, len(n.Items))
		for i, item := range n.Items {
			items[i] = item.Plain()
		}
		return items
	case Map:
		fields := make(map[string]any, len(n.Fields))
		for _, f := range n.Fields {
			fields[f.Key] = f.Value.Plain()
		}
		return fields
	}
	return nil
}
