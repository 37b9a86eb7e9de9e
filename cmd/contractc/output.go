package main

import (
	"bytes"
	"encoding/json"
	"io"

	"github.com/contractc/contractc/internal/diag"
)

// encodeJSON writes a value as JSON that ends with a line break, in one line
// unless there is an indent. What a terminal obeys or hides is escaped.
func encodeJSON(v any, indent string) ([]byte, error) {
	var text bytes.Buffer
	enc := json.NewEncoder(&text)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", indent)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return diag.EscapeJSON(text.Bytes()), nil
}

// writeJSON prints a value as one indented JSON document.
func (a *app) writeJSON(v any) error {
	text, err := encodeJSON(v, "  ")
	if err != nil {
		return err
	}
	_, err = a.stdout.Write(text)
	return err
}

// writeText prints a text.
func (a *app) writeText(text string) error {
	_, err := io.WriteString(a.stdout, text)
	return err
}
