package doc

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"

	"github.com/contractc/contractc/internal/diag"
)

func FuzzReadYAML(f *testing.F) {
	for _, src := range yamlSeeds() {
		f.Add(src)
	}
	f.Fuzz(func(t *testing.T, src string) {
		n, list := ReadYAML("f", []byte(src), Limits{Bytes: 1 << 16})
		if n == nil && !list.HasErrors() {
			t.Fatal("no tree and no error")
		}
		checkRanges(t, src, list)
		if list.HasErrors() {
			return
		}
		checkTree(t, src, n)
		var want any
		if err := yaml.Unmarshal([]byte(src), &want); err != nil {
			t.Fatalf("the library refuses what is accepted: %v", err)
		}
		if diff := cmp.Diff(asValue(want), asValue(n.Plain())); diff != "" {
			t.Fatalf("read differently (-library +ours):\n%s", diff)
		}
	})
}

// asValue turns every number into its value and empty values into one
// form.
func asValue(v any) any {
	switch v := v.(type) {
	case json.Number:
		f, err := strconv.ParseFloat(string(v), 64)
		if err != nil {
			return string(v)
		}
		return f
	case int:
		return float64(v)
	case int64:
		return float64(v)
	case float64:
		if math.IsNaN(v) {
			return "NaN"
		}
	case []any:
		out := make([]any, len(v))
		for i, item := range v {
			out[i] = asValue(item)
		}
		return out
	case map[string]any:
		out := make(map[string]any, len(v))
		for key, value := range v {
			out[key] = asValue(value)
		}
		return out
	}
	return v
}

// checkRanges fails for a diagnostic outside the file.
func checkRanges(t *testing.T, src string, list diag.List) {
	t.Helper()
	last := diag.PositionAt(src, len(src))
	for _, d := range list {
		if d.Range.Known() && (d.Range.Start.Column < 1 || d.Range.Start.Line > last.Line || d.Range.End.Before(d.Range.Start)) {
			t.Fatalf("range %v outside the file, which ends at %v: %v", d.Range, last, d)
		}
	}
}

// checkTree fails for a node whose range disagrees with its offsets, its text
// or its children.
func checkTree(t *testing.T, src string, n *Node) {
	t.Helper()
	want := diag.Range{Start: diag.PositionAt(src, n.Offset), End: diag.PositionAt(src, n.EndOffset)}
	if n.Range != want || n.EndOffset < n.Offset {
		t.Fatalf("range %v, offsets %d to %d say %v", n.Range, n.Offset, n.EndOffset, want)
	}
	text := src[n.Offset:n.EndOffset]
	switch n.style {
	case stylePlain:
		if !strings.Contains(text, "\n") && n.Kind != Null && n.Kind != Bool && text != n.Text {
			t.Fatalf("plain %q has text %q", text, n.Text)
		}
	case styleSingle, styleDouble, styleJSON:
		if len(text) < 2 || text[0] != text[len(text)-1] || text[0] != '"' && text[0] != '\'' {
			t.Fatalf("quoted %q has text %q", n.Text, text)
		}
	}
	checkPlaces(t, src, n)
	at := n.Offset
	for _, child := range children(n) {
		if child.Offset < at || child.EndOffset > n.EndOffset {
			t.Fatalf("child %d to %d in %d to %d, after %d", child.Offset, child.EndOffset, n.Offset, n.EndOffset, at)
		}
		at = child.EndOffset
		checkTree(t, src, child)
	}
}

// children returns the values inside a node in the order of the file.
func children(n *Node) []*Node {
	list := slices.Clone(n.Items)
	for _, f := range n.Fields {
		list = append(list, f.Value)
	}
	slices.SortFunc(list, func(a, b *Node) int { return a.Offset - b.Offset })
	return list
}

// checkPlaces fails if a code point of a text is not at the place that At
// gives for it.
func checkPlaces(t *testing.T, src string, n *Node) {
	t.Helper()
	if n.Kind != String {
		return
	}
	last := n.Offset
	for i, r := range []rune(n.Text) {
		at, ok := sourceOffset(n, i)
		if !ok || at < last || at >= n.EndOffset && n.style != styleLiteral && n.style != styleFolded {
			t.Fatalf("code point %d of %q: offset %d, %v, after %d, end %d", i, n.Text, at, ok, last, n.EndOffset)
		}
		last = at
		rest := src[at:]
		if !strings.HasPrefix(rest, string(r)) && rest[0] != '\\' && !(r == ' ' && lineBreak(rest, blanks(rest, 0)) > 0) && !(r == '\n' && lineBreak(rest, 0) > 0) && r != 0xFFFD {
			t.Fatalf("code point %d of %q is %q, the source has %q", i, n.Text, r, rest)
		}
	}
}

// yamlSeeds returns documents of all forms.
func yamlSeeds() []string {
	return []string{
		"", "a", "a: 1\nb: [x, 'y''z', {q: \"t\\n\"}]\n", "- a\n- - b\n  - c\n- d: |\n    x\n     y\n\n  e: >-\n    f\n    g\n",
		"---\n# c\na: >+\n  x\n\n   y\n z\n", "a: plain\n  folded\n\n  more\nb: 'q\n\n  r'\nc: \"s\\\n   t\\x41\\u00e9\\U0001F600\"\n",
		"a: |2\n    x\n  y\n", "a: |-\n\n\n  x\n\n  \n", "? a\n: b\n", "a: &x 1\nb: *x\nc: !t 2\n", "{a: 1, \"b\":2, c}", "[a: b]", "a:\t1\n",
		"a: yes\nb: 010\nc: 1e3\nd: 1.5\ne: 1.2.3\nf: ~\ng: null\nh:\n", "\uFEFFa: 1\r\nb: 2\r\n", "a: 1\n---\nb: 2\n", "%YAML 1.1\n---\na\n...\n",
		"a: é\nü: [\"ö\", '日本']\n", "a: 1\na: 2\n", "a: [1, 2\nb: 3\n", "a: 'x\n", fmt.Sprint("a: ", strings.Repeat("[", 200), strings.Repeat("]", 200)),
	}
}
