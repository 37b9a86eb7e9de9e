// Package literal writes texts as string literals of CEL and of Rego, for what
// prints expressions.
package literal

import (
	"fmt"
	"strings"
)

// CEL writes a string literal of CEL. Everything outside printable ASCII is
// escaped by its code point: CEL knows no surrogate pairs.
func CEL(s string) string {
	return quote(s, func(r rune) string { return fmt.Sprintf(`\U%08x`, r) })
}

// Rego writes a string literal of Rego, which is JSON's: what is outside printable
// ASCII is escaped, above U+FFFF as a surrogate pair.
func Rego(s string) string {
	return quote(s, func(r rune) string {
		return fmt.Sprintf(`\u%04x\u%04x`, 0xd800+(r-0x10000)>>10, 0xdc00+(r-0x10000)&0x3ff)
	})
}

// quote writes a text in double quotes and in ASCII; beyond writes a character
// above U+FFFF.
func quote(s string, beyond func(rune) string) string {
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
			b.WriteString(beyond(r))
		}
	}
	b.WriteByte('"')
	return b.String()
}

// CELs writes string literals of CEL with commas between them.
func CELs(list []string) string { return all(list, CEL) }

// Regos writes string literals of Rego with commas between them.
func Regos(list []string) string { return all(list, Rego) }

func all(list []string, write func(string) string) string {
	texts := make([]string, len(list))
	for i, s := range list {
		texts[i] = write(s)
	}
	return strings.Join(texts, ", ")
}
