package policydocs

import (
	"html/template"
	"strings"

	"github.com/contractc/contractc/internal/diag"
)

// File is the name of a page without an ending, below the folder of all pages.
func (p *Page) File() string { return strings.ReplaceAll(p.Kind, " ", "_") + "s/" + p.ID }

// What is the kind of a page with its article.
func (p *Page) What() string {
	if strings.HasPrefix(p.Kind, "e") || strings.HasPrefix(p.Kind, "o") {
		return "An " + p.Kind
	}
	return "A " + p.Kind
}

// Anchor is the name of a page in the document of all pages.
func (p *Page) Anchor() string { return strings.ReplaceAll(p.Kind, " ", "_") + "." + p.ID }

// Text writes a page for a terminal.
func (p *Page) Text() string {
	var b strings.Builder
	b.WriteString(p.Kind + " " + diag.Neutralise(p.ID) + " " + diag.Neutralise(p.Version) + "\n")
	b.WriteString("  " + diag.Neutralise(p.Summary) + "\n")
	for _, part := range p.Parts {
		b.WriteString("\n" + part.Heading + "\n")
		for _, l := range part.Lines {
			b.WriteString("  - " + textLine(l) + "\n")
			for v := range strings.Lines(l.Value) {
				if strings.Contains(l.Value, "\n") {
					b.WriteString("      " + neutralLine(v) + "\n")
				}
			}
		}
	}
	return b.String()
}

func textLine(l Line) string {
	var parts []string
	if l.Label != "" {
		parts = append(parts, diag.Neutralise(l.Label)+":")
	}
	if l.Words != "" {
		parts = append(parts, diag.Neutralise(l.Words))
	}
	if l.Value != "" && !strings.Contains(l.Value, "\n") {
		parts = append(parts, diag.Neutralise(l.Value))
	}
	return strings.Join(parts, " ")
}

// Markdown writes a page as CommonMark.
func (p *Page) Markdown() string {
	var b strings.Builder
	b.WriteString("# " + prose(p.ID) + "\n\n" + prose(p.Summary) + "\n\n" + p.What() + ", version " + prose(p.Version) + ".\n")
	for _, part := range p.Parts {
		b.WriteString("\n## " + part.Heading + "\n\n")
		for _, l := range part.Lines {
			b.WriteString(markdownLine(l))
		}
	}
	return b.String()
}

func markdownLine(l Line) string {
	line := "-"
	if l.Label != "" {
		line += " **" + prose(l.Label) + "**:"
	}
	if l.Words != "" {
		line += " " + prose(l.Words)
	}
	switch {
	case strings.Contains(l.Value, "\n"):
		return line + "\n\n" + indent(fence(l.Value)) + "\n"
	case l.Value != "":
		line += " " + span(l.Value)
	}
	return line + "\n"
}

// prose escapes what would be markup. Line breaks are spaces.
func prose(text string) string {
	var b strings.Builder
	for _, r := range diag.Neutralise(strings.Join(strings.Fields(text), " ")) {
		if strings.ContainsRune("\\`*_{}[]<>#|~&", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// span is a code span of a text in one line.
func span(text string) string {
	ticks := strings.Repeat("`", longestRun(text)+1)
	text = diag.Neutralise(text)
	if strings.HasPrefix(text, "`") || strings.HasSuffix(text, "`") {
		text = " " + text + " "
	}
	return ticks + text + ticks
}

// fence is a code block.
func fence(text string) string {
	ticks := strings.Repeat("`", max(3, longestRun(text)+1))
	var b strings.Builder
	b.WriteString(ticks + "\n")
	for line := range strings.Lines(text) {
		b.WriteString(neutralLine(line) + "\n")
	}
	return b.String() + ticks + "\n"
}

// neutralLine keeps tabs, which code is indented with.
func neutralLine(line string) string {
	parts := strings.Split(strings.TrimRight(line, "\r\n"), "\t")
	for i := range parts {
		parts[i] = diag.Neutralise(parts[i])
	}
	return strings.Join(parts, "\t")
}

func longestRun(text string) int {
	longest, run := 0, 0
	for _, r := range text {
		if run++; r != '`' {
			run = 0
		}
		longest = max(longest, run)
	}
	return longest
}

func indent(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if line != "\n" {
			b.WriteString("  ")
		}
		b.WriteString(line)
	}
	return b.String()
}

// Index writes the list of all pages as CommonMark, with a link to each.
func Index(pages []Page) string {
	var b strings.Builder
	b.WriteString("# Contracts, effects and rules\n\nMade from the bundle by `contractc docs`.\n")
	kind := ""
	for _, k := range []string{"contract", "effect", "rule", "output contract"} {
		for i := range pages {
			p := &pages[i]
			if p.Kind != k {
				continue
			}
			if kind != k {
				kind = k
				b.WriteString("\n## " + strings.ToUpper(k[:1]) + k[1:] + "s\n\n")
			}
			b.WriteString("- [" + prose(p.ID) + "](" + p.File() + ".md) " + prose(p.Summary) + "\n")
		}
	}
	return b.String()
}

// siteText is the template of the document of all pages.
const siteText = `<!DOCTYPE html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width">
<title>Contracts, effects and rules</title>
<style>body{font:1rem/1.5 system-ui,sans-serif;max-width:60rem;margin:1rem auto;padding:0 1rem}code,pre{font:.9em/1.4 ui-monospace,monospace;background:#8882}pre{padding:.5rem;overflow-x:auto}section{border-top:1px solid #8888;margin-top:2rem}</style>
</head>
<body>
<h1>Contracts, effects and rules</h1>
<ul>
{{range .}}<li><a href="#{{.Anchor}}">{{.ID}}</a> {{.Summary}}</li>
{{end}}</ul>
{{range .}}<section id="{{.Anchor}}">
<h2>{{.ID}}</h2>
<p>{{.Summary}}</p>
<p>{{.What}}, version {{.Version}}.</p>
{{range .Parts}}<h3>{{.Heading}}</h3>
<ul>
{{range .Lines}}<li>{{with .Label}}<strong>{{.}}</strong>: {{end}}{{.Words}}{{with .Value}} <pre>{{.}}</pre>{{end}}</li>
{{end}}</ul>
{{end}}</section>
{{end}}</body>
</html>
`

// Site writes all pages as one HTML document without scripts or links to
// elsewhere.
func Site(pages []Page) (string, error) {
	shown := make([]*Page, len(pages))
	for i := range pages {
		page := pages[i].neutral()
		shown[i] = &page
	}
	site, err := template.New("site").Parse(siteText)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	err = site.Execute(&b, shown)
	return b.String(), err
}

// neutral is the page with its hidden characters shown.
func (p *Page) neutral() Page {
	q := Page{Kind: p.Kind, ID: diag.Neutralise(p.ID), Version: diag.Neutralise(p.Version), Summary: diag.Neutralise(p.Summary)}
	for _, part := range p.Parts {
		lines := make([]Line, len(part.Lines))
		for i, l := range part.Lines {
			var value []string
			for line := range strings.Lines(l.Value) {
				value = append(value, neutralLine(line))
			}
			lines[i] = Line{diag.Neutralise(l.Label), diag.Neutralise(l.Words), strings.Join(value, "\n")}
		}
		q.Parts = append(q.Parts, Part{part.Heading, lines})
	}
	return q
}
