package celpolicy

import (
	"strings"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common"

	"github.com/contractc/contractc/internal/diag"
)

// maxIssues is how many problems of one expression are reported. The parser
// goes on after a syntax error, and what it says then is mostly noise.
const maxIssues = 5

// fromIssues turns cel-go's issues with one expression into diagnostics at
// their places in the file.
func fromIssues(file string, t Text, code string, iss *cel.Issues) diag.List {
	var list diag.List
	for i, e := range iss.Errors() {
		if i == maxIssues {
			list.Add(diag.Errorf(file, t.Range(), code, "%d more problems in this expression", len(iss.Errors())-i))
			break
		}
		list.Add(fromIssue(file, t, code, e))
	}
	return list
}

func fromIssue(file string, t Text, code string, e *common.Error) diag.Diagnostic {
	message := strings.TrimPrefix(e.Message, "Syntax error: ")
	message = strings.Replace(message, " (in container '')", "", 1)
	return diag.Errorf(file, t.rangeOf(e.Location.Line(), e.Location.Column()), code, "%s", oneLine(plain(message)))
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
