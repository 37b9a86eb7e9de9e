package render

import "strings"

// style is the style sheet of HTML cards. styleDigest admits it, and nothing
// else, in the content security policy.
const (
	htmlStyle = "body{font:1rem/1.5 system-ui,sans-serif;max-width:60rem;margin:1rem auto;padding:0 1rem}" +
		"h1{font-size:1.4rem}h2{font-size:1.1rem;margin:1.2rem 0 .3rem}" +
		"p{margin:.2rem 0}.l2{margin-left:1.5rem}.l3{margin-left:3rem}" +
		"code{font:.95em/1.4 ui-monospace,monospace;unicode-bidi:isolate;white-space:pre-wrap;overflow-wrap:anywhere;background:#8882}" +
		"footer{margin-top:1.5rem;border-top:1px solid #8888;padding-top:.5rem}"
	styleDigest = "sha256-1YhSeWyHR3gDCsRGm1NB0ZQUZ6d77Jsrs+NDEBuzUF8="
)

// HTML returns the card as a document of its own: no script, no link, nothing
// from elsewhere, and a content security policy that forbids all of it. What
// came from outside stands in code elements. It carries the digest of the card.
func (d *Document) HTML() string {
	var b strings.Builder
	b.Grow(2*len(d.text) + 2048)
	title := &d.blocks[0]
	htmlHead(&b, d.language, string(d.text[title.start:title.end]))
	d.htmlBody(&b)
	htmlFoot(&b)
	return b.String()
}

func htmlHead(b *strings.Builder, language, title string) {
	b.WriteString("<!DOCTYPE html>\n<html lang=\"" + escapeHTML(language) + "\" dir=\"ltr\">\n<head>\n<meta charset=\"utf-8\">\n" +
		"<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src '" + styleDigest + "'; base-uri 'none'; form-action 'none'\">\n" +
		"<meta name=\"referrer\" content=\"no-referrer\">\n<meta name=\"format-detection\" content=\"telephone=no, date=no, address=no, email=no, url=no\">\n" +
		"<meta name=\"viewport\" content=\"width=device-width\">\n<title>" +
		escapeHTML(title) + "</title>\n<style>" + htmlStyle + "</style>\n</head>\n<body>\n")
}

func htmlFoot(b *strings.Builder) { b.WriteString("</body>\n</html>\n") }

// htmlBody writes the blocks, and the digest if there is one.
func (d *Document) htmlBody(b *strings.Builder) {
	next := 0
	for i := range d.blocks {
		next = d.htmlBlock(b, &d.blocks[i], next)
	}
	if d.digest != "" {
		b.WriteString("<footer><p>" + escapeHTML(d.digestLabel) + ": <code>" + d.digest + "</code></p></footer>\n")
	}
}

// htmlBlock writes a block; see markdownBlock.
func (d *Document) htmlBlock(b *strings.Builder, k *block, next int) int {
	open, closing := htmlTags(k)
	b.WriteString(open)
	start := k.start
	if k.kind == fieldBlock {
		b.WriteString("<b>")
		next = d.htmlText(b, start, k.labelEnd, next)
		b.WriteString("</b>")
		start = k.labelEnd
	}
	next = d.htmlText(b, start, k.end, next)
	b.WriteString(closing + "\n")
	return next
}

func htmlTags(k *block) (open, closing string) {
	switch k.kind {
	case titleBlock:
		return "<h1>", "</h1>"
	case headingBlock:
		return "<h2>", "</h2>"
	}
	bullet := ""
	if k.kind == itemBlock {
		bullet = "&bull; "
	}
	switch k.level {
	case 1:
		return `<p class="l1">` + bullet, "</p>"
	case 2:
		return `<p class="l2">` + bullet, "</p>"
	}
	return `<p class="l3">` + bullet, "</p>"
}

func (d *Document) htmlText(b *strings.Builder, start, end int32, next int) int {
	for ; next < len(d.outside) && d.outside[next].start < end; next++ {
		o := d.outside[next]
		b.WriteString(escapeHTML(string(d.text[start:o.start])))
		b.WriteString("<code>" + escapeHTML(string(d.text[o.start:o.end])) + "</code>")
		start = o.end
	}
	b.WriteString(escapeHTML(string(d.text[start:end])))
	return next
}

// escapeHTML escapes a text for content and for quoted attributes.
func escapeHTML(s string) string {
	if !strings.ContainsAny(s, "&<>\"'") {
		return s
	}
	var b strings.Builder
	for i := range len(s) {
		switch c := s[i]; c {
		case '&':
			b.WriteString("&amp;")
		case '<':
			b.WriteString("&lt;")
		case '>':
			b.WriteString("&gt;")
		case '"':
			b.WriteString("&#34;")
		case '\'':
			b.WriteString("&#39;")
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}
