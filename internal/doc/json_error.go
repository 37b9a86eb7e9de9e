package doc

import (
	"fmt"

	"github.com/contractc/contractc/internal/diag"
)

// SyntaxError says that a text is not JSON, or exceeds a limit, and where.
type SyntaxError struct {
	// Code is json.syntax, json.trailing-data or a limit's code; in a strict
	// reading also the code of a [Finding].
	Code string
	// Message is CPython's wording of json.JSONDecodeError where it has one,
	// for example "Expecting value".
	Message string
	// Offset is the byte at which the message points, Char the same in code
	// points, both from 0 and from the start of the source.
	Offset, Char int
	// Position is the same place as line and column.
	Position diag.Position
}

// Error returns the message in CPython's form, for example
// "Expecting value: line 1 column 2 (char 1)".
func (e *SyntaxError) Error() string {
	return fmt.Sprintf("%s: line %d column %d (char %d)", e.Message, e.Position.Line, e.Position.Column, e.Char)
}

// Finding is something that JSON in the wide sense may hold and that strict
// JSON may not: a duplicate key, a lone surrogate, bad UTF-8, NaN or an
// infinity, an exponent beyond the limit.
type Finding struct {
	// Code is one of the json and limit codes.
	Code string
	// Offset and End are the bytes of the source that the finding is about.
	Offset, End int
	// Text is the duplicate key or the offending token as written.
	Text string
}

// Summary returns one line that says what is wrong.
func (f Finding) Summary() string {
	switch f.Code {
	case CodeJSONDuplicateKey:
		return fmt.Sprintf("duplicate key %q", f.Text)
	case CodeJSONLoneSurrogate:
		return fmt.Sprintf("lone surrogate %s", f.Text)
	case CodeJSONBadUTF8:
		return fmt.Sprintf("byte 0x%X is not UTF-8", f.Text)
	case CodeJSONNotANumber:
		return f.Text + " is not a JSON number"
	case CodeLimitNumber:
		return fmt.Sprintf("the exponent of a number is beyond ±%d", MaxNumberExponent)
	}
	return f.Code
}

// Detail returns what to do about it.
func (f Finding) Detail() string {
	switch f.Code {
	case CodeJSONDuplicateKey:
		return "keep one of the two entries"
	case CodeJSONLoneSurrogate:
		return `write both halves of the pair, as in \ud83d\ude00, or the character itself`
	case CodeJSONBadUTF8:
		return "save the text as UTF-8"
	case CodeJSONNotANumber:
		return "write null or a string"
	case CodeLimitNumber:
		return "write the value as a string"
	}
	return ""
}

// fail makes an error about a byte that is on the line of pos or after pos.
func (r *jsonReader) fail(code, message string, offset int) *SyntaxError {
	at := r.place.forward(r.src, max(offset, r.pos))
	if offset < r.pos {
		at.within(offset, -extraBytes(r.src[offset:r.pos]))
	}
	return &SyntaxError{Code: code, Message: message, Offset: offset, Char: offset - at.extra, Position: at.position()}
}

func (r *jsonReader) syntax(message string, offset int) *SyntaxError {
	return r.fail(CodeJSONSyntax, message, offset)
}
