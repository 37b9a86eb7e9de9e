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
	_, err = w.Write(append(EscapeJSON(text), '\n'))
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

// EscapeJSON rewrites characters of a JSON text that a terminal obeys or hides,
// or with which a command to a pipeline begins, as \uXXXX escapes, so that every
// value stays exact. The text must be valid
// JSON: such characters can then stand in strings only. A text without any is
// returned as it is.
func EscapeJSON(text []byte) []byte {
	first := hostileAt(text)
	if first == len(text) {
		return text
	}
	out := append(make([]byte, 0, len(text)+64), text[:first]...)
	for text = text[first:]; len(text) > 0; {
		r, size := utf8.DecodeRune(text)
		if hostileInJSON(r) || r == '#' && commandAt(text) {
			out = appendEscape(out, r)
		} else {
			out = append(out, text[:size]...)
		}
		text = text[size:]
	}
	return out
}

// hostileAt is the offset of the first hostile character, or the length.
func hostileAt(text []byte) int {
	i := 0
	for i < len(text) {
		if text[i] == '#' && commandAt(text[i:]) {
			return i
		}
		if text[i] < 0x7f {
			i++
			continue
		}
		r, size := utf8.DecodeRune(text[i:])
		if hostileInJSON(r) {
			return i
		}
		i += size
	}
	return i
}

// hostileInJSON leaves out the line breaks and tabs between the values: in a
// string JSON itself escapes them.
func hostileInJSON(r rune) bool { return r > 0x7e && Hostile(r) }

func appendEscape(out []byte, r rune) []byte {
	if r1, r2 := utf16.EncodeRune(r); r > 0xFFFF {
		return fmt.Appendf(out, `\u%04x\u%04x`, r1, r2)
	}
	return fmt.Appendf(out, `\u%04x`, r)
}
