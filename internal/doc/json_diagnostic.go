package doc

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/contractc/contractc/internal/diag"
)

// syntaxDiagnostic turns a reader's error into a diagnostic that says what to
// do about the character at which reading stopped.
func syntaxDiagnostic(file, text string, e *SyntaxError) diag.Diagnostic {
	end := e.Position
	if e.Offset < len(text) {
		end.Column++
	}
	return diag.Diagnostic{
		File: file, Range: diag.Range{Start: e.Position, End: end},
		Code: e.Code, Summary: summary(e), Detail: hint(text, e),
	}
}

// summary is the message in our style, without the words before its offset.
func summary(e *SyntaxError) string {
	s := strings.TrimSuffix(strings.TrimSuffix(e.Message, " at"), " starting")
	r, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToLower(r)) + s[size:]
}

// hint says what to do about a syntax error.
func hint(text string, e *SyntaxError) string {
	rest := text[e.Offset:]
	before := strings.TrimRight(text[:e.Offset], " \t\r\n")
	switch {
	case strings.HasPrefix(e.Code, "limit."):
		return "split the document or shorten it"
	case e.Code == CodeJSONTrailingData:
		return "the document is one JSON value; remove what follows it"
	case strings.HasPrefix(e.Message, "Unterminated"):
		return "end the string with a double quote"
	case strings.HasPrefix(e.Message, "Invalid control"):
		return `write line breaks as \n, tabs as \t and other control characters as \uXXXX`
	case strings.HasPrefix(e.Message, "Invalid \\"):
		return `the escapes are \" \\ \/ \b \f \n \r \t and \u with four hex digits; a backslash is written \\`
	case strings.HasPrefix(rest, "\uFEFF"):
		return "save the text without a byte order mark"
	case strings.HasPrefix(rest, "//"), strings.HasPrefix(rest, "/*"), strings.HasPrefix(rest, "#"):
		return "JSON has no comments"
	case strings.HasPrefix(rest, "'"):
		return "write strings and keys in double quotes"
	case rest == "":
		return "the text ends here"
	}
	return wordHint(rest, before, e)
}

func wordHint(rest, before string, e *SyntaxError) string {
	afterDigit := before != "" && before[len(before)-1] >= '0' && before[len(before)-1] <= '9'
	switch {
	case strings.HasSuffix(before, ",") && (rest[0] == ']' || rest[0] == '}'):
		return "remove the comma before the closing bracket"
	case strings.HasPrefix(rest, "None"), strings.HasPrefix(rest, "undefined"):
		return "write null"
	case strings.HasPrefix(rest, "True"), strings.HasPrefix(rest, "False"):
		return "write true or false in lower case"
	case rest[0] == '.' && afterDigit:
		return "a point has digits on both sides"
	case rest[0] == '+', rest[0] == '.':
		return "a number starts with a digit or a minus sign"
	case rest[0] >= '0' && rest[0] <= '9' && strings.HasSuffix(before, "0"):
		return "a number has no leading zeros"
	case strings.Contains(e.Message, "property name"):
		return "a key is a string in double quotes"
	case strings.Contains(e.Message, "':'"):
		return "write a colon between key and value"
	case strings.Contains(e.Message, "','"):
		return "separate entries with commas, and close the bracket that is open"
	}
	return "a value is a string in double quotes, a number, a list, a map, true, false or null"
}
