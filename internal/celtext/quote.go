// Package celtext writes literals of CEL, for what prints expressions.
package celtext

import (
	"fmt"
	"strings"
)

// Quote writes a string literal. Everything outside printable ASCII is escaped by
// its code point: CEL knows no surrogate pairs.
func Quote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r >= 0x20 && r < 0x7f:
			b.WriteRune(r)
		case r <= 0xffff:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			fmt.Fprintf(&b, `\U%08x`, r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// QuoteAll writes string literals with commas between them.
func QuoteAll(list []string) string {
	texts := make([]string, len(list))
	for i, s := range list {
		texts[i] = Quote(s)
	}
	return strings.Join(texts, ", ")
}
