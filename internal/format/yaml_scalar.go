package format

import (
	"strconv"
	"strings"

	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
)

// scalar writes a text, number, truth value or null that stands in a block of
// an indentation, as it is written, but for white space around its lines.
func (p *printer) scalar(n *doc.Node, indent int) {
	src := p.src[n.Offset:n.EndOffset]
	p.pos = n.EndOffset
	switch {
	case src[0] == '|' || src[0] == '>':
		p.blockText(n, src, indent)
	case strings.Contains(src, "\n"):
		p.checkCEL(n)
		p.lines(src, indent+2)
	case p.cel[n] && n.Kind == doc.String:
		p.write(p.expression(n, src))
	default:
		p.write(src)
	}
}

// lines writes a text of several lines that are read as one.
func (p *printer) lines(src string, indent int) {
	for i, line := range strings.Split(src, "\n") {
		if trimmed := strings.TrimRight(line, " \t"); !strings.HasSuffix(trimmed, `\`) {
			line = trimmed
		}
		if i > 0 {
			line = strings.TrimLeft(line, " \t")
			p.write("\n")
			if line != "" {
				line = strings.Repeat(" ", indent) + line
			}
		}
		p.write(line)
	}
}

// expression is a CEL expression in one line of YAML.
func (p *printer) expression(n *doc.Node, src string) string {
	text, ok := p.formatCEL(n, n.Text)
	switch {
	case !ok || text == n.Text:
		return src
	case src[0] == '\'':
		return singleQuoted(text)
	case src[0] == '"' && strings.Contains(src, `\`):
		return src // its escapes are the author's
	case src[0] == '"':
		return `"` + text + `"`
	case strings.Contains(text, ": ") || strings.Contains(text, " #"):
		return singleQuoted(text)
	}
	return text
}

func singleQuoted(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }

// formatCEL formats an expression, and reports one that is not CEL.
func (p *printer) formatCEL(n *doc.Node, text string) (string, bool) {
	if !p.checkCEL(n) {
		return "", false
	}
	out, ok := CEL(text)
	return out, ok && SameCEL(n.Text, out)
}

func (p *printer) checkCEL(n *doc.Node) bool {
	if !p.cel[n] || n.Kind != doc.String {
		return true
	}
	problems := checkCEL(p.file, n)
	p.problems.Add(problems...)
	return len(problems) == 0
}

// blockText writes a text behind | or >.
func (p *printer) blockText(n *doc.Node, src string, indent int) {
	header, body, _ := strings.Cut(src, "\n")
	header, note, _ := strings.Cut(header, "#")
	if strings.TrimSpace(n.Text) == "" || indent == 0 && p.isRoot(n) {
		p.checkCEL(n)
		p.write(quoted(n.Text))
		p.headerNote(note)
		return
	}
	lines := contentLines(body, n.Text)
	if p.cel[n] {
		lines = p.celLines(n, lines, src[0])
	}
	p.write(header[:1])
	if strings.HasPrefix(firstLine(lines), " ") {
		p.write("2")
	}
	chomping := strings.Trim(strings.TrimSpace(header[1:]), "0123456789")
	if trailing(n.Text) == 0 {
		chomping = "-" // also where the file ends without a line break
	}
	p.write(chomping)
	p.headerNote(note)
	for _, line := range lines {
		p.write("\n")
		if line != "" {
			p.write(strings.Repeat(" ", indent+2) + line)
		}
	}
	if chomping == "+" {
		p.kept = true
		p.write(strings.Repeat("\n", trailing(n.Text)))
	}
}

// isRoot reports whether a value is the whole document.
func (p *printer) isRoot(n *doc.Node) bool { return len(p.open) == 0 }

func (p *printer) headerNote(note string) {
	if note = strings.TrimRight(note, " \t"); note != "" {
		p.comments = append(p.comments, "#"+note)
		p.write(" #" + note)
	}
}

// trailing counts the line breaks at the end.
func trailing(text string) int { return len(text) - len(strings.TrimRight(text, "\n")) }

// firstLine is the first line that holds something; before it, blanks in a line
// of white space count too.
func firstLine(lines []string) string {
	for _, line := range lines {
		if line != "" {
			return line
		}
	}
	return ""
}

// contentLines are the lines of a block text without their indentation, which
// is what the first line with a character has more than that of the text.
func contentLines(body, text string) []string {
	lines := strings.Split(body, "\n")
	indent := spaces(firstVisible(lines)) - spaces(firstVisible(strings.Split(text, "\n")))
	for i, line := range lines {
		lines[i] = line[min(indent, spaces(line)):]
	}
	return lines
}

func firstVisible(lines []string) string {
	for _, line := range lines {
		if strings.Trim(line, " ") != "" {
			return line
		}
	}
	return ""
}

func spaces(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }

// quoted writes a text that is hard to see in double quotes.
func quoted(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range text {
		switch {
		case r == '"' || r == '\\':
			b.WriteString(`\` + string(r))
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case diag.Hostile(r):
			b.WriteString(`\U` + strings.Repeat("0", 8-len(strconv.FormatInt(int64(r), 16))) + strconv.FormatInt(int64(r), 16))
		default:
			b.WriteRune(r)
		}
	}
	return b.String() + `"`
}
