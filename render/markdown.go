package render

import "strings"

// Markdown returns the card as CommonMark, which GitHub and GitLab show too: one
// list item a block, what came from outside in code spans, in which nothing is
// markup, link, mention or emoji. It carries the digest of the card.
func (d *Document) Markdown() string {
	var b strings.Builder
	b.Grow(2 * len(d.text))
	next := 0
	for i := range d.blocks {
		next = d.markdownBlock(&b, &d.blocks[i], next)
	}
	if d.digest != "" {
		b.WriteString("\n---\n\n")
		escapeMarkdown(&b, d.digestLabel)
		b.WriteString(": `" + d.digest + "`\n")
	}
	return b.String()
}

// markdownBlock writes a block; next is the first span that may be in it, and
// the first one behind it is returned.
func (d *Document) markdownBlock(b *strings.Builder, k *block, next int) int {
	switch k.kind {
	case titleBlock:
		b.WriteString("# ")
	case headingBlock:
		b.WriteString("\n## ")
	default:
		b.WriteString(strings.Repeat("  ", int(k.level)-1) + "- ")
	}
	start := k.start
	if k.kind == fieldBlock {
		b.WriteString("**")
		next = d.markdownText(b, start, k.labelEnd, next)
		b.WriteString("**")
		start = k.labelEnd
	}
	next = d.markdownText(b, start, k.end, next)
	b.WriteString("\n")
	if k.kind <= headingBlock {
		b.WriteString("\n")
	}
	return next
}

func (d *Document) markdownText(b *strings.Builder, start, end int32, next int) int {
	for ; next < len(d.outside) && d.outside[next].start < end; next++ {
		o := d.outside[next]
		escapeMarkdown(b, string(d.text[start:o.start]))
		codeSpan(b, string(d.text[o.start:o.end]))
		start = o.end
	}
	escapeMarkdown(b, string(d.text[start:end]))
	return next
}

// escapeMarkdown writes words so that no character of them is markup: all ASCII
// punctuation may stand behind a backslash (CommonMark 0.31, section 2.4), and
// what begins a tag or an entity is written as one.
func escapeMarkdown(b *strings.Builder, s string) {
	for i := range len(s) {
		switch c := s[i]; c {
		case '<':
			b.WriteString("&lt;")
		case '>':
			b.WriteString("&gt;")
		case '&':
			b.WriteString("&amp;")
		case ' ', ',', '"', '\'', '/', ';', '%', '=':
			b.WriteByte(c)
		default:
			if c > ' ' && c <= '/' || c >= ':' && c <= '@' || c >= '[' && c <= '`' || c >= '{' && c <= '~' {
				b.WriteByte('\\')
			}
			b.WriteByte(c)
		}
	}
}

// CodeSpan returns a text of one line as a code span, in which nothing is markup,
// link, mention or emoji. In a cell of a table its bars are not escaped yet.
func CodeSpan(s string) string {
	var b strings.Builder
	codeSpan(&b, s)
	return b.String()
}

// codeSpan writes a text as a code span: between more backticks than it has in a
// row, with the spaces that a span takes off at both ends (CommonMark 0.31,
// section 6.1).
func codeSpan(b *strings.Builder, s string) {
	if s == "" {
		return
	}
	fence := strings.Repeat("`", longestRun(s, '`')+1)
	b.WriteString(fence)
	pad := s[0] == '`' || s[len(s)-1] == '`' || s[0] == ' ' && s[len(s)-1] == ' '
	if pad {
		b.WriteByte(' ')
	}
	b.WriteString(s)
	if pad {
		b.WriteByte(' ')
	}
	b.WriteString(fence)
}

func longestRun(s string, c byte) int {
	longest, run := 0, 0
	for i := range len(s) {
		if s[i] != c {
			run = 0
			continue
		}
		run++
		longest = max(longest, run)
	}
	return longest
}
