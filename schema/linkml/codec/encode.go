package codec

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"unicode/utf8"
)

// maxDepth bounds how deep a value may nest, so that a value that contains itself is an error.
const maxDepth = 1000

// Encoder writes JSON without spaces, keys in the order in which they are given. After the first error it writes
// nothing more.
type Encoder struct {
	buf   []byte
	err   error
	depth int
}

// Marshal runs write and returns what it wrote.
func Marshal(write func(*Encoder)) ([]byte, error) {
	e := &Encoder{}
	write(e)
	if e.err != nil {
		return nil, e.err
	}
	return e.buf, nil
}

// Failf records an error; the first one counts.
func (e *Encoder) Failf(format string, args ...any) {
	if e.err == nil {
		e.err = fmt.Errorf(format, args...)
	}
}

func (e *Encoder) open(c byte) bool {
	e.comma()
	e.depth++
	if e.depth > maxDepth {
		e.Failf("values nest more than %d deep", maxDepth)
	}
	e.buf = append(e.buf, c)
	return e.err == nil
}

func (e *Encoder) close(c byte) {
	e.depth--
	e.buf = append(e.buf, c)
}

// comma separates a value from the one before it.
func (e *Encoder) comma() {
	if len(e.buf) == 0 {
		return
	}
	switch e.buf[len(e.buf)-1] {
	case '{', '[', ':':
	default:
		e.buf = append(e.buf, ',')
	}
}

// Begin opens an object. It returns false if nothing may be written any more.
func (e *Encoder) Begin() bool { return e.open('{') }

// End closes an object.
func (e *Encoder) End() { e.close('}') }

// BeginList opens a list. It returns false if nothing may be written any more.
func (e *Encoder) BeginList() bool { return e.open('[') }

// EndList closes a list.
func (e *Encoder) EndList() { e.close(']') }

// Key writes the key of the next value.
func (e *Encoder) Key(name string) {
	e.Text(name)
	e.buf = append(e.buf, ':')
}

// UniqueKey writes the key of an entry of a dictionary; the same key twice is an error.
func (e *Encoder) UniqueKey(seen map[string]bool, name string) {
	if seen[name] {
		e.Failf("two entries have the key %q", name)
	}
	seen[name] = true
	e.Key(name)
}

// Null writes null.
func (e *Encoder) Null() {
	e.comma()
	e.buf = append(e.buf, "null"...)
}

// Boolean writes true or false.
func (e *Encoder) Boolean(b bool) {
	e.comma()
	e.buf = strconv.AppendBool(e.buf, b)
}

// Integer writes an integer.
func (e *Encoder) Integer(i int64) {
	e.comma()
	e.buf = strconv.AppendInt(e.buf, i, 10)
}

// Float writes a finite number in the shortest form that reads back as the same double.
func (e *Encoder) Float(f float64) {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		e.Failf("%v is not a JSON number", f)
		return
	}
	e.comma()
	format := byte('f')
	if a := math.Abs(f); a != 0 && (a < 1e-6 || a >= 1e21) {
		format = 'e'
	}
	text := strconv.FormatFloat(f, format, -1, 64)
	if n := len(text); format == 'e' && n >= 4 && text[n-4:n-1] == "e-0" {
		text = text[:n-2] + text[n-1:] // e-07 is written e-7, as encoding/json does
	}
	e.buf = append(e.buf, text...)
}

// Text writes a string. Text that is not UTF-8 is an error, because it cannot be written without a loss.
func (e *Encoder) Text(s string) {
	if !utf8.ValidString(s) {
		e.Failf("%q is not valid UTF-8", s)
		return
	}
	e.comma()
	e.buf = append(e.buf, '"')
	start := 0
	for i := 0; i < len(s); i++ {
		if c := s[i]; c < ' ' || c == '"' || c == '\\' || c == 0x7f {
			e.buf = append(e.buf, s[start:i]...)
			e.buf = appendEscape(e.buf, c)
			start = i + 1
		}
	}
	e.buf = append(append(e.buf, s[start:]...), '"')
}

func appendEscape(b []byte, c byte) []byte {
	switch c {
	case '"', '\\':
		return append(b, '\\', c)
	case '\n':
		return append(b, '\\', 'n')
	case '\r':
		return append(b, '\\', 'r')
	case '\t':
		return append(b, '\\', 't')
	}
	const hex = "0123456789abcdef"
	return append(b, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
}

// Constant writes a string that can only be one text; an empty string stands for it.
func (e *Encoder) Constant(class, field, value, want string) {
	if value != "" && value != want {
		e.Failf("the field %q of %q must be %q, not %q", field, class, want, value)
	}
	e.Text(want)
}

// EncodeEnum writes one of the permissible values.
func EncodeEnum[T ~string](e *Encoder, name string, value T, values []T) {
	if !slices.Contains(values, value) {
		e.Failf("%q is not a value of %q", string(value), name)
	}
	e.Text(string(value))
}

// Missing records that a required value is nil.
func (e *Encoder) Missing(class, field string) {
	e.Failf("the field %q of %q is missing", field, class)
}

// Any writes a plain value (nil, bool, string, json.Number, int, int64, float64, []any, []string, map[string]any, keys
// sorted by bytes), or anything else as encoding/json does.
func (e *Encoder) Any(v any) {
	switch t := v.(type) {
	case nil:
		e.Null()
	case bool:
		e.Boolean(t)
	case string:
		e.Text(t)
	case json.Number:
		e.number(string(t))
	case int:
		e.Integer(int64(t))
	case int64:
		e.Integer(t)
	case float64:
		e.Float(t)
	case []any:
		anyList(e, t)
	case []string:
		anyList(e, t)
	case map[string]any:
		e.anyMap(t)
	default:
		e.foreign(v)
	}
}

func anyList[T any](e *Encoder, items []T) {
	if !e.BeginList() {
		return
	}
	for _, item := range items {
		e.Any(item)
	}
	e.EndList()
}

func (e *Encoder) anyMap(m map[string]any) {
	if !e.Begin() {
		return
	}
	for _, key := range slices.Sorted(maps.Keys(m)) {
		e.Key(key)
		e.Any(m[key])
	}
	e.End()
}

// number writes the text of a number if it is one in JSON.
func (e *Encoder) number(text string) {
	if text == "" || text[0] != '-' && (text[0] < '0' || text[0] > '9') || !json.Valid([]byte(text)) {
		e.Failf("%q is not a JSON number", text)
		return
	}
	e.comma()
	e.buf = append(e.buf, text...)
}

func (e *Encoder) foreign(v any) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		e.Failf("%v", err)
		return
	}
	e.comma()
	e.buf = append(e.buf, bytes.TrimSuffix(b.Bytes(), []byte("\n"))...)
}
