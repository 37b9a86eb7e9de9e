package doc

import (
	"strings"
	"testing"

	"github.com/contractc/contractc/internal/diag"
)

// TestAt gives for each style the place of the character ^ in the decoded
// text, as line:column in the file.
func TestAt(t *testing.T) {
	for _, c := range []struct{ name, src, want string }{
		{"plain", "a: é ^x\n", "1:6"},
		{"plain over lines", "a: b\n   c\n\n   ^d\n", "4:4"},
		{"single quotes", "a: 'it''s ^'\n", "1:11"},
		{"single quotes over lines", "a: 'b\n\n  c ^'\n", "3:5"},
		{"double quotes", "a: \"\\u00e9\\t\\\"^\"\n", "1:15"},
		{"escaped line break", "a: \"b\\\n    c^\"\n", "2:6"},
		{"escape itself", "a: \"b\\x5e\"\n", "1:6"},
		{"literal", "a: |\n  b\n    c\n\n  日 ^\n", "5:5"},
		{"literal, character in deeper text", "a: |\n  b\n    ^\n", "3:5"},
		{"literal with indentation", "a: |2\n    b ^\n", "2:7"},
		{"literal after blank lines", "a: |\n\n\n   ^\n", "4:4"},
		{"folded", "a: >-\n  b\n  c ^\n", "3:5"},
		{"folded with blank lines", "a: >\n  b\n\n\n  ^c\n", "5:3"},
		{"folded with deeper lines", "a: >\n  b\n    c\n  d ^\n", "4:5"},
		{"Windows line ends", "a: |\r\n  b\r\n  ^\r\n", "3:3"},
		{"in brackets", "a: [b, {c: 'd^'}]\n", "1:14"},
		{"byte order mark", "\uFEFFa: b^\n", "1:5"},
		{"JSON", "{\"a\": \"é\\n\\ud83d\\ude00^\"}", "1:23"},
	} {
		read := ReadYAML
		if c.name == "JSON" {
			read = ReadJSON
		}
		n, list := read("f", []byte(c.src), Limits{})
		if len(list) > 0 {
			t.Errorf("%s: %v", c.name, list)
			continue
		}
		s := findMark(n)
		before, _, _ := strings.Cut(s.Text, "^")
		if got := s.At(len([]rune(before))); got.String() != c.want {
			t.Errorf("%s: %v, want %s", c.name, got, c.want)
		}
	}
}

func findMark(n *Node) *Node {
	if strings.Contains(n.Text, "^") {
		return n
	}
	for _, child := range children(n) {
		if found := findMark(child); found != nil {
			return found
		}
	}
	return nil
}

func TestAtWithoutPlace(t *testing.T) {
	var none *Node
	if got := none.At(0); got.Known() {
		t.Errorf("a nil node is at %v", got)
	}
	if got := FromPlain("abc").At(1); got.Known() {
		t.Errorf("a node without a file is at %v", got)
	}
	n, _ := ReadYAML("f", []byte("a: 12\n"), Limits{})
	if got := n.Get("a").At(1); got != n.Get("a").Range.Start {
		t.Errorf("inside a number: %v", got)
	}
	changed := *n.Get("a")
	changed.Kind, changed.Text = String, "something else"
	if got := changed.At(3); got != (diag.Position{Line: 1, Column: 4}) {
		t.Errorf("a text that is not the file's: %v", got)
	}
}
