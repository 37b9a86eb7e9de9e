package eval

import (
	"strings"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
)

// Written is the file that a context was read from, so that problems with the
// context are reported at their places in it. The zero Written is no file.
type Written struct {
	File string
	Node *doc.Node // the context as read; nil where there is no file
}

// at is the place of a part of the context: keys of objects and indexes of
// lists. A part that the file does not have is at the innermost one that it has.
func (w Written) at(path ...any) (file string, at diag.Range) {
	if w.Node == nil {
		return "context", diag.Range{}
	}
	here := w.Node
	for _, step := range path {
		var next *doc.Node
		switch step := step.(type) {
		case string:
			next = here.Get(step)
		case int:
			if step < len(here.Items) {
				next = here.Items[step]
			}
		}
		if next == nil {
			break
		}
		here = next
	}
	return w.File, here.Range
}

// errorf is a problem with a part of the context.
func (w Written) errorf(path []any, code, format string, args ...any) diag.Diagnostic {
	file, at := w.at(path...)
	return diag.Errorf(file, at, code, format, args...)
}

// placed moves problems with the text of a guarantee to their places in the
// file: index is that of the guarantee in the context, and beyond its list for
// one that was given otherwise. Those are placed in the text itself.
func (w Written) placed(index int, expression string, list diag.List) diag.List {
	var scalar *doc.Node
	if in := w.Node.Get("guarantees"); in != nil && index < len(in.Items) {
		scalar = in.Items[index]
	}
	for i := range list {
		d := &list[i]
		switch {
		case d.File != catalog.ExpressionFile:
		case scalar == nil:
			d.File = ExpressionPrefix + expression
		default:
			d.File = w.File
			d.Range.Start, d.Range.End = scalar.At(offsetOf(expression, d.Range.Start)), scalar.At(offsetOf(expression, d.Range.End))
		}
	}
	return list
}

// PlacedInContext moves problems with the text of a guarantee to their places in
// the file of a context; index is that of the guarantee in it.
func PlacedInContext(w Written, index int, expression string, list diag.List) diag.List {
	return w.placed(index, expression, list)
}

// inExpression places problems with an expression in its own text.
func inExpression(expression string, list diag.List) diag.List {
	return Written{}.placed(0, expression, list)
}

// offsetOf is the number of code points before a position in a text.
func offsetOf(text string, at diag.Position) int {
	offset := 0
	for line := 1; line < at.Line; line++ {
		i := strings.IndexByte(text, '\n')
		if i < 0 {
			break
		}
		offset += len([]rune(text[:i+1]))
		text = text[i+1:]
	}
	return offset + max(at.Column, 1) - 1
}
