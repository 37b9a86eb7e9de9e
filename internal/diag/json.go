package diag

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"unicode/utf16"
	"unicode/utf8"
)

// JSONVersion is the version of the form that [WriteJSON] writes.
const JSONVersion = 1

type jsonList struct {
	Version     int  `json:"version"`
	Diagnostics List `json:"diagnostics"`
}

// WriteJSON prints diagnostics as one JSON object on one line:
// {"version":1,"diagnostics":[{"file":…,"range":{"start":{"line":…,
// "column":…},"end":…},"severity":"error","code":…,"summary":…,"detail":…}]}.
// Characters that a terminal obeys or hides are written as \uXXXX escapes, so
// the values stay exact. Errors are those of w.
func WriteJSON(w io.Writer, l List) error {
	if l == nil {
		l = List{}
	}
	text, err := json.Marshal(jsonList{JSONVersion, l})
	if err != nil {
		return fmt.Errorf("write diagnostics: %w", err)
	}
	_, err = w.Write(append(escapeHostile(text), '\n'))
	return err
}

// ParseJSON reads what [WriteJSON] writes. Another version, an unknown field
// or text after the object is an error.
func ParseJSON(text []byte) (List, error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	var l jsonList
	if err := d.Decode(&l); err != nil {
		return nil, fmt.Errorf("read diagnostics: %w", err)
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, fmt.Errorf("read diagnostics: text after the JSON object")
	}
	if l.Version != JSONVersion {
		return nil, fmt.Errorf("read diagnostics: version %d, want %d", l.Version, JSONVersion)
	}
	return l.Diagnostics, nil
}

// escapeHostile rewrites hostile characters of a JSON text as escapes. They
// can only stand in strings there.
func escapeHostile(text []byte) []byte {
	out := make([]byte, 0, len(text))
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		if r > 0x7e && Hostile(r) {
			out = appendEscape(out, r)
		} else {
			out = append(out, text[:size]...)
		}
		text = text[size:]
	}
	return out
}

func appendEscape(out []byte, r rune) []byte {
	if r1, r2 := utf16.EncodeRune(r); r > 0xFFFF {
		return fmt.Appendf(out, `\u%04x\u%04x`, r1, r2)
	}
	return fmt.Appendf(out, `\u%04x`, r)
}
