package main

import (
	"fmt"
	"strings"

	"github.com/contractc/contractc/internal/diag"
)

// textWriter writes what was found for a person.
type textWriter struct{ strings.Builder }

// line writes one line, in which nothing that was read is obeyed or breaks it.
func (w *textWriter) line(format string, args ...any) {
	w.WriteString(diag.Neutralise(fmt.Sprintf(format, args...)) + "\n")
}

// json writes a value in one line.
func (w *textWriter) json(before string, v any) {
	text, err := encodeJSON(v, "")
	if err != nil { // what was read encodes
		return
	}
	w.WriteString(before + string(text))
}
