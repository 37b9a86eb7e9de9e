package doc

import (
	"fmt"
	"strings"

	"github.com/contractc/contractc/internal/diag"
)

// YAML writes the value as a YAML document that readers of version 1.1 and 1.2 read alike, keys in their order. Texts
// that any of them could take for something else are in quotation marks; characters that a terminal obeys or does not
// show are escaped.
func (n *Node) YAML() []byte {
	var b strings.Builder
	writeYAML(&b, n, "", false)
	text := strings.TrimPrefix(b.String(), "\n")
	return []byte(strings.TrimPrefix(text, " ") + "\n")
}

// writeYAML writes a value behind a key or a dash: in the same line if it is a scalar or empty, else in lines of its
// own. The first line of a map behind a dash stands behind it.
func writeYAML(b *strings.Builder, n *Node, indent string, dash bool) {
	switch {
	case n != nil && n.Kind == Map && len(n.Fields) > 0:
		for i, f := range n.Fields {
			if i > 0 || !dash {
				b.WriteString("\n" + indent)
			} else {
				b.WriteString(" ")
			}
			b.WriteString(yamlText(f.Key) + ":")
			writeYAML(b, f.Value, indent+"  ", false)
		}
	case n != nil && n.Kind == List && len(n.Items) > 0:
		for _, item := range n.Items {
			b.WriteString("\n" + indent + "-")
			writeYAML(b, item, indent+"  ", true)
		}
	default:
		b.WriteString(" " + yamlScalar(n))
	}
}

func yamlScalar(n *Node) string {
	switch {
	case n == nil || n.Kind == Null:
		return "null"
	case n.Kind == Bool:
		return fmt.Sprint(n.Bool)
	case n.Kind == Number:
		return n.Text
	case n.Kind == List:
		return "[]"
	case n.Kind == Map:
		return "{}"
	}
	return yamlText(n.Text)
}

// yamlText leaves the quotation marks out only where nothing else can be read.
func yamlText(s string) string {
	const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./ -"
	safe := s != "" && strings.Trim(s, plain) == "" && isLetter(s[0]) && !strings.HasSuffix(s, " ") && !strings.Contains(s, " -")
	switch strings.ToLower(s) {
	case "y", "n", "yes", "no", "on", "off", "true", "false", "null":
		safe = false
	}
	if safe {
		return s
	}
	return Quoted(s)
}

func isLetter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }

// Quoted is a text in double quotes, as every reader of YAML reads it; characters
// that a terminal obeys or does not show are escaped.
func Quoted(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case diag.Hostile(r) && r > 0xFFFF:
			fmt.Fprintf(&b, `\U%08X`, r)
		case diag.Hostile(r):
			fmt.Fprintf(&b, `\u%04X`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}
