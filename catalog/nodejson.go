package catalog

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
)

// nodeJSON writes a tree as compact JSON, keys in the order of the file and numbers as written. The reader bounds how deep it nests.
func nodeJSON(n *doc.Node) string {
	var b strings.Builder
	writeNode(&b, n)
	return b.String()
}

func writeNode(b *strings.Builder, n *doc.Node) {
	switch {
	case n == nil || n.Kind == doc.Null:
		b.WriteString("null")
	case n.Kind == doc.Bool && n.Bool:
		b.WriteString("true")
	case n.Kind == doc.Bool:
		b.WriteString("false")
	case n.Kind == doc.Number:
		b.WriteString(n.Text)
	case n.Kind == doc.String:
		writeText(b, n.Text)
	case n.Kind == doc.List:
		b.WriteByte('[')
		for i, item := range n.Items {
			comma(b, i)
			writeNode(b, item)
		}
		b.WriteByte(']')
	case n.Kind == doc.Map:
		b.WriteByte('{')
		for i, f := range n.Fields {
			comma(b, i)
			writeText(b, f.Key)
			b.WriteByte(':')
			writeNode(b, f.Value)
		}
		b.WriteByte('}')
	}
}

func comma(b *strings.Builder, i int) {
	if i > 0 {
		b.WriteByte(',')
	}
}

// writeText writes a JSON string; text of a tree is valid UTF-8, so that it always can be.
func writeText(b *strings.Builder, s string) {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil {
		out.WriteString(`""`)
	}
	b.Write(bytes.TrimRight(out.Bytes(), "\n"))
}

// rangeAt is one code point of a text.
func rangeAt(n *doc.Node, at int) diag.Range {
	return diag.Range{Start: n.At(at), End: n.At(at + 1)}
}
