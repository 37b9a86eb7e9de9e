package render

import (
	"html"
	"strings"

	"github.com/contractc/contractc/schema"
)

// Stored returns the text of a stored card in a format: for text byte for byte
// as it was, for markdown and html that same text as one block in which nothing
// is markup. Only the stored card is read, no bundle and no locale.
func Stored(card *schema.Card, format string) string {
	switch format {
	case "markdown":
		fence := strings.Repeat("`", max(3, longestRun(card.Text, '`')+1))
		return fence + "text\n" + card.Text + fence + "\n\n" + card.Digest + "\n"
	case "html":
		return storedHead + html.EscapeString(card.Text) + "</pre>\n<p>" + html.EscapeString(card.Digest) + "</p>\n</body>\n</html>\n"
	}
	return card.Text
}

const storedHead = `<!DOCTYPE html>
<html>
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Approval card</title>
<style>pre { white-space: pre-wrap; overflow-wrap: anywhere }</style>
</head>
<body>
<pre>`
