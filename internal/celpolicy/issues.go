package celpolicy

import (
	"strings"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common"

	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/spelling"
)

// maxIssues is how many problems of one expression are reported. The parser
// goes on after a syntax error, and what it says then is mostly noise.
const maxIssues = 5

// issues turns cel-go's issues with the expression into diagnostics at their
// places in the file.
func (e *expression) issues(code string, iss *cel.Issues) diag.List {
	var list diag.List
	for i, err := range iss.Errors() {
		if i == maxIssues {
			list.Add(diag.Errorf(e.file, e.text.Range(), code, "%d more problems in this expression", len(iss.Errors())-i))
			break
		}
		list.Add(e.issue(code, err))
	}
	return list
}

func (e *expression) issue(code string, err *common.Error) diag.Diagnostic {
	message := strings.TrimPrefix(err.Message, "Syntax error: ")
	message = strings.Replace(message, " (in container '')", "", 1)
	line, column := err.Location.Line(), err.Location.Column()
	if field, ok := undefinedField(message); ok && strings.HasPrefix(e.text.from(line, column), "."+field) {
		column++ // cel-go places it at the dot
	}
	d := diag.Errorf(e.file, e.text.rangeOf(line, column), code, "%s", oneLine(plain(message)))
	return d.WithDetail("%s", e.advice(code, message))
}

// undefinedField is the field that a message says nothing has.
func undefinedField(message string) (string, bool) {
	rest, ok := strings.CutPrefix(message, "undefined field '")
	return strings.TrimSuffix(rest, "'"), ok
}

// advice says what to do about a message of cel-go.
func (e *expression) advice(code, message string) string {
	field, undefined := undefinedField(message)
	switch {
	case undefined && e.env.Fields != nil:
		if near, ok := spelling.Nearest(field, e.env.Fields()); ok {
			return "Did you mean " + near + "?"
		}
		return "Fields are those of the class Input and of the classes in it."
	case code == "cel.syntax":
		return "Look here and just before for a bracket, a quote or an operator that is missing or stands twice."
	case strings.HasPrefix(message, "found no matching overload"):
		return "The operator or function is not for values of these types; string(…), int(…) and double(…) convert."
	case strings.HasPrefix(message, "expected type 'bool'"):
		return "Compare the value, so that it is true or false."
	}
	return ""
}

// from is the expression from a line, from 1, and a column in code points, from 0,
// on.
func (t Text) from(line, column int) string {
	text := []rune(t.Source)
	start := lineStart(text, line)
	if start < 0 || column < 0 || start+column > len(text) {
		return ""
	}
	return string(text[start+column:])
}

// plain leaves out of a message what only names the tokens of the grammar.
func plain(message string) string {
	if strings.HasPrefix(message, "mismatched input '<EOF>'") {
		return "the expression ends too early"
	}
	message, _, _ = strings.Cut(message, " expecting {'")
	return message
}

// rangeOf turns a line, from 1, and a column in code points, from 0, of the
// decoded expression into the range in the file of the word that starts there.
func (t Text) rangeOf(line, column int) diag.Range {
	if line < 1 || column < 0 {
		return t.Range()
	}
	text := []rune(t.Source)
	start := lineStart(text, line)
	if start < 0 || start+column > len(text) {
		return t.Range()
	}
	start += column
	return diag.Range{Start: t.at(start), End: t.at(wordEnd(text, start))}
}

func lineStart(text []rune, line int) int {
	start := 0
	for ; line > 1; line-- {
		i := start
		for i < len(text) && text[i] != '\n' {
			i++
		}
		if i == len(text) {
			return -1
		}
		start = i + 1
	}
	return start
}

func wordEnd(text []rune, start int) int {
	end := start
	for end < len(text) && (identifier(string(text[end])) || text[end] >= '0' && text[end] <= '9') {
		end++
	}
	if end == start && end < len(text) {
		end++
	}
	return end
}
