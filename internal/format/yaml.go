package format

import (
	"slices"
	"strings"

	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
)

const byteOrderMark = "\uFEFF"

// Expressions returns the values of a document that are CEL; nil for none.
type Expressions func(root *doc.Node) map[*doc.Node]bool

// YAML writes a YAML file in one form: two spaces a level, list items below
// their key and two spaces in, one space behind a colon, a hyphen and before a
// comment, at most one blank line in a row, texts in the quotes that they have.
// Line breaks in lists and maps with brackets are kept. A line break ends the
// file unless it is empty; the line end is a line feed.
//
// The problems are those of reading it; with errors there is no text.
func YAML(file string, src []byte, lim doc.Limits, cel Expressions) ([]byte, diag.List) {
	read, problems := doc.ReadYAML(file, src, lim)
	if problems.HasErrors() {
		return nil, problems
	}
	first, problems := printYAML(file, src, lim, cel)
	if problems.HasErrors() {
		return nil, problems
	}
	out := []byte(first.text())
	again, problems := doc.ReadYAML(file, out, lim)
	if problems.HasErrors() {
		return nil, fault(file, "what it wrote cannot be read: %s", problems[0].Summary)
	}
	if !same(read, again, expressionsOf(cel, read), expressionsOf(cel, again)) {
		return nil, fault(file, "a value would change")
	}
	return settled(file, first, out, lim, cel)
}

// settled checks that what was written stays as it is, with its comments.
func settled(file string, first *printer, out []byte, lim doc.Limits, cel Expressions) ([]byte, diag.List) {
	second, problems := printYAML(file, out, lim, cel)
	switch {
	case problems.HasErrors():
		return nil, fault(file, "what it wrote cannot be formatted: %s", problems[0].Summary)
	case !slices.Equal(first.comments, second.comments):
		return nil, fault(file, "a comment would change")
	case second.text() != string(out):
		return nil, fault(file, "it would write the file differently each time")
	}
	return out, nil
}

func printYAML(file string, src []byte, lim doc.Limits, cel Expressions) (*printer, diag.List) {
	text := strings.TrimPrefix(strings.ReplaceAll(string(src), "\r\n", "\n"), byteOrderMark)
	root, problems := doc.ReadYAML(file, []byte(text), lim)
	if problems.HasErrors() {
		return nil, problems
	}
	p := &printer{file: file, src: text, cel: expressionsOf(cel, root)}
	p.document(root)
	return p, p.problems
}

func expressionsOf(cel Expressions, root *doc.Node) map[*doc.Node]bool {
	if cel == nil {
		return nil
	}
	return cel(root)
}

// same reports whether two documents have the same values, and the same syntax
// trees where these are CEL.
func same(a, b *doc.Node, inA, inB map[*doc.Node]bool) bool {
	if a.Kind != b.Kind || a.Bool != b.Bool || len(a.Items) != len(b.Items) || len(a.Fields) != len(b.Fields) || inA[a] != inB[b] {
		return false
	}
	if a.Text != b.Text && !(inA[a] && a.Kind == doc.String && SameCEL(a.Text, b.Text)) {
		return false
	}
	for i := range a.Items {
		if !same(a.Items[i], b.Items[i], inA, inB) {
			return false
		}
	}
	for i := range a.Fields {
		if a.Fields[i].Key != b.Fields[i].Key || !same(a.Fields[i].Value, b.Fields[i].Value, inA, inB) {
			return false
		}
	}
	return true
}
