package doc

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestYAMLWriter(t *testing.T) {
	n, problems := ReadJSON("x.json", []byte(`{"a": 1, "yes": {"b": [], "c": {}, "d": null}, "l": ["x", ["y", {"k": true}], {"m": 1, "n": ["z"]}], "t": "a: b # c\n\u202e", "- x": "", "u": "1.0", "v": "a - b", "w": "https://x", "é": "é"}`), Limits{})
	if problems.HasErrors() {
		t.Fatal(problems)
	}
	want := `a: 1
"yes":
  b: []
  c: {}
  d: null
l:
  - x
  -
    - "y"
    - k: true
  - m: 1
    "n":
      - z
t: "a: b # c\n\u202E"
"- x": ""
u: "1.0"
v: "a - b"
w: "https://x"
"é": "é"
`
	if diff := cmp.Diff(want, string(n.YAML())); diff != "" {
		t.Error(diff)
	}
}

// TestYAMLReadsBack writes random trees and reads them with the strict reader.
func TestYAMLReadsBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := &Node{Kind: Map, Fields: []Field{{Key: "x", Value: randomNode(t, 4)}}}
		again, problems := ReadYAML("x.yaml", n.YAML(), Limits{})
		if problems.HasErrors() {
			t.Fatalf("%v in\n%s", problems, n.YAML())
		}
		if diff := cmp.Diff(n.Plain(), again.Plain()); diff != "" {
			t.Fatalf("%s\n%s", diff, n.YAML())
		}
	})
}

func randomNode(t *rapid.T, depth int) *Node {
	text := rapid.OneOf(rapid.SampledFrom([]string{"", "y", "No", "null", "~", "1", "1_0", "0x1", "a", "a b", "a ", " a", "- a", "a: b", "a #b", "#a", "[a", "{a}", "'a'", "\"", "\\", "a\nb\n", "\t", "é", "=", "<<", "!a", "&a", "*a", "%a", "@a", "1.2.3", "2024-01-02", "a -b"}), rapid.String())
	kinds := 6
	if depth == 0 {
		kinds = 4
	}
	switch Kind(rapid.IntRange(0, kinds-1).Draw(t, "kind")) {
	case Null:
		return &Node{Kind: Null}
	case Bool:
		return &Node{Kind: Bool, Bool: rapid.Bool().Draw(t, "bool")}
	case Number:
		return &Node{Kind: Number, Text: rapid.SampledFrom([]string{"0", "-1", "1.50", "9007199254740991"}).Draw(t, "number")}
	case List:
		list := &Node{Kind: List, Items: []*Node{}}
		for range rapid.IntRange(0, 3).Draw(t, "items") {
			list.Items = append(list.Items, randomNode(t, depth-1))
		}
		return list
	case Map:
		m := &Node{Kind: Map}
		seen := map[string]bool{}
		for range rapid.IntRange(0, 3).Draw(t, "fields") {
			key := text.Draw(t, "key")
			if !seen[key] {
				m.Fields = append(m.Fields, Field{Key: key, Value: randomNode(t, depth-1)})
			}
			seen[key] = true
		}
		return m
	}
	return &Node{Kind: String, Text: text.Draw(t, "text")}
}
