package report

import (
	"bytes"
	"encoding/json"
	"io"

	"github.com/contractc/contractc/internal/diag"
)

// writeJSON writes a value as an indented JSON document, in which what a
// terminal obeys or hides is escaped.
func writeJSON(w io.Writer, v any) error {
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(v); err != nil {
		return err
	}
	_, err := w.Write(diag.EscapeJSON(text.Bytes()))
	return err
}
