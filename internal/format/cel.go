package format

import (
	"strings"

	"cel.dev/cel-go/common"
	"cel.dev/cel-go/common/debug"
	"cel.dev/cel-go/parser"

	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
)

// Limits of an expression, as where policies are loaded.
const (
	maxCELChars = 100_000
	maxCELDepth = 250
)

// CEL writes an expression in one form: a space on both sides of an operator
// and behind a comma, none inside brackets. Line breaks, parentheses, comments
// and macros are the author's; a line is indented by two spaces for each bracket
// that is open. It is false where the text is not CEL.
func CEL(src string) (string, bool) {
	tokens, ok := scanCEL(src)
	if !ok {
		return "", false
	}
	w := celWriter{}
	for i := range tokens {
		w.token(tokens, i)
	}
	return w.out.String(), true
}

// SameCEL reports whether two texts are the same expression: token by token,
// and as a syntax tree.
func SameCEL(a, b string) bool {
	if a == b {
		return true
	}
	first, okA := scanCEL(a)
	second, okB := scanCEL(b)
	if !okA || !okB || len(first) != len(second) {
		return false
	}
	for i := range first {
		if first[i].text != second[i].text {
			return false
		}
	}
	x, okA := celTree(a)
	y, okB := celTree(b)
	return okA && okB && x == y
}

// celTree is the syntax tree of an expression as text, without its places.
func celTree(src string) (string, bool) {
	parsed, problems := parseCEL(src)
	return parsed, len(problems) == 0
}

func parseCEL(src string) (tree string, problems []*common.Error) {
	p, err := parser.NewParser(parser.Macros(parser.AllMacros...), parser.EnableOptionalSyntax(true), parser.EnableIdentEscapeSyntax(true),
		parser.MaxRecursionDepth(maxCELDepth), parser.ExpressionSizeCodePointLimit(maxCELChars))
	if err != nil {
		return "", []*common.Error{{Message: err.Error()}}
	}
	parsed, errs := p.Parse(common.NewStringSource(src, ""))
	if list := errs.GetErrors(); len(list) > 0 {
		return "", list
	}
	return debug.ToDebugString(parsed.Expr()), nil
}

// checkCEL reports an expression of a file that cannot be parsed.
func checkCEL(file string, n *doc.Node) diag.List {
	_, problems := parseCEL(n.Text)
	if len(problems) == 0 {
		return nil
	}
	first := problems[0]
	message := strings.TrimPrefix(first.Message, "Syntax error: ")
	message, _, _ = strings.Cut(message, " expecting {'")
	if strings.HasPrefix(message, "mismatched input '<EOF>'") {
		message = "the expression ends too early"
	}
	at := n.At(codePoint(n.Text, first.Location))
	return diag.List{diag.Errorf(file, diag.At(at), "cel.syntax", "%s", diag.Neutralise(message)).
		WithDetail("correct the expression; nothing is formatted before")}
}

// codePoint is the number of the code point at a place of a text.
func codePoint(text string, at common.Location) int {
	if at == nil || at.Line() < 1 {
		return 0
	}
	count := 0
	for i, line := range strings.SplitAfter(text, "\n") {
		if i == at.Line()-1 {
			return count + max(0, at.Column())
		}
		count += len([]rune(line))
	}
	return 0
}

// celWriter writes tokens one after another.
type celWriter struct {
	out   strings.Builder
	open  []celBracket
	sign  bool // the last token is an operator of one operand
	quest bool // the last token is the mark of an optional field or element
}

// celBracket is an open bracket with the conditions in it that wait for their
// colon.
type celBracket struct{ waiting int }

func (w *celWriter) token(tokens []celToken, i int) {
	t := tokens[i]
	closing := strings.Contains(")]}", t.text)
	if closing && len(w.open) > 0 {
		w.open = w.open[:len(w.open)-1]
	}
	optional := t.text == "?" && i > 0 && strings.Contains(".[{,", tokens[i-1].text)
	ternary := w.ternary(t, optional)
	unary := unaryAt(tokens, i)
	switch {
	case i == 0:
	case t.broken || tokens[i-1].note:
		w.out.WriteString("\n" + strings.Repeat("  ", len(w.open)))
	case w.spaced(tokens, i, ternary, unary):
		w.out.WriteByte(' ')
	}
	w.out.WriteString(strings.TrimRight(t.text, " \t\r"))
	w.sign, w.quest = unary, optional
	if strings.Contains("([{", t.text) {
		w.open = append(w.open, celBracket{})
	}
}

// ternary notes the parts of a condition and reports whether a token is one.
func (w *celWriter) ternary(t celToken, optional bool) bool {
	if len(w.open) == 0 {
		return t.text == "?" && !optional || t.text == ":"
	}
	in := &w.open[len(w.open)-1]
	switch {
	case t.text == "?" && !optional:
		in.waiting++
		return true
	case t.text == ":" && in.waiting > 0:
		in.waiting--
		return true
	}
	return false
}

// unaryAt reports whether a token is an operator with one operand.
func unaryAt(tokens []celToken, i int) bool {
	switch tokens[i].text {
	case "!":
		return true
	case "-":
		return i == 0 || !operand(tokens[i-1])
	}
	return false
}

// operand reports whether a token can end an operand.
func operand(t celToken) bool {
	return t.value || t.word && t.text != "in" || strings.Contains(")]}", t.text)
}

// spaced reports whether a space stands before a token.
func (w *celWriter) spaced(tokens []celToken, i int, ternary, unary bool) bool {
	t, before := tokens[i], tokens[i-1]
	switch {
	case w.sign || w.quest || strings.Contains("([{.", before.text):
		return t.note
	case t.note || before.text == ",":
		return true
	case strings.Contains(",.)]}", t.text):
		return false
	case t.text == ":" && !ternary:
		return false
	case strings.Contains("([{", t.text):
		return !operand(before)
	}
	return true
}
