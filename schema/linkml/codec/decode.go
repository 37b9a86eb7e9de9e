// Package codec is what generated Go types read and write themselves with: strict reading from positioned documents,
// with every problem reported at its place, and writing of JSON in a fixed order.
package codec

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/spelling"
)

// The codes of problems that a Decoder reports.
const (
	CodeType     = "decode.type"
	CodeUnknown  = "decode.unknown-field"
	CodeMissing  = "decode.missing-field"
	CodeClass    = "decode.class"
	CodeEnum     = "decode.enum"
	CodeConstant = "decode.constant"
	CodeNumber   = "decode.number"
)

// Decoder collects the problems of one document.
type Decoder struct {
	File string
	List diag.List
}

// ReadFunc reads a value of type T from a node that is not nil.
type ReadFunc[T any] func(*Decoder, *doc.Node) T

// Decode reads a value from the tree of a file. The value is complete only if the list has no errors.
func Decode[T any](file string, n *doc.Node, read ReadFunc[T]) (T, diag.List) {
	d := &Decoder{File: file}
	if n == nil {
		n = &doc.Node{}
	}
	v := read(d, n)
	return v, d.List
}

// Unmarshal reads a value from JSON text. Duplicate keys, unknown fields, missing fields and values of another type are
// errors, a diag.List.
func Unmarshal[T any](data []byte, read ReadFunc[T]) (T, error) {
	n, list := doc.ReadJSON("", data, doc.DefaultLimits())
	if list.HasErrors() {
		var zero T
		return zero, list
	}
	v, list := Decode("", n, read)
	return v, list.Err()
}

// UnmarshalInto is Unmarshal for a method: x changes only on success.
func UnmarshalInto[T any](data []byte, x *T, read ReadFunc[T]) error {
	v, err := Unmarshal(data, read)
	if err == nil {
		*x = v
	}
	return err
}

// DecodeInto is Decode for a method: x changes only on success.
func DecodeInto[T any](file string, n *doc.Node, x *T, read ReadFunc[T]) diag.List {
	v, list := Decode(file, n, read)
	if !list.HasErrors() {
		*x = v
	}
	return list
}

func (d *Decoder) errorf(r diag.Range, code, detail, format string, args ...any) {
	d.List.Add(diag.Errorf(d.File, r, code, format, args...).WithDetail("%s", detail))
}

func (d *Decoder) kind(n *doc.Node, want doc.Kind) bool {
	if n.Kind == want {
		return true
	}
	d.errorf(n.Range, CodeType, "Write "+want.String()+".", "expected %s, not %s", want, n.Kind)
	return false
}

// Object reports whether n is an object; if not, it says that one of this class was expected.
func (d *Decoder) Object(n *doc.Node, class string) bool {
	if n.Kind == doc.Map {
		return true
	}
	d.errorf(n.Range, CodeType, "Write an object with the fields of the class.", "expected an object of class %q, not %s", class, n.Kind)
	return false
}

// Unknown refuses a field that the class does not have; fields are those that it has, with spaces between them.
func (d *Decoder) Unknown(f *doc.Field, class, fields string) {
	detail := "Check the spelling, or remove it."
	if near, ok := spelling.Nearest(f.Key, strings.Fields(fields)); ok {
		detail = fmt.Sprintf("Did you mean %q?", near)
	}
	d.errorf(f.KeyRange, CodeUnknown, detail, "%q has no field %q", class, f.Key)
}

// Require reports every one of the fields that n lacks.
func (d *Decoder) Require(n *doc.Node, class string, fields ...string) {
	for _, name := range fields {
		if n.Field(name) == nil {
			d.errorf(n.Range, CodeMissing, "Add it.", "the field %q of %q is missing", name, class)
		}
	}
}

// Text reads a string.
func (d *Decoder) Text(n *doc.Node) string {
	if !d.kind(n, doc.String) {
		return ""
	}
	return n.Text
}

// Boolean reads true or false.
func (d *Decoder) Boolean(n *doc.Node) bool { return d.kind(n, doc.Bool) && n.Bool }

// Integer reads an integer within 64 bits that is written without fraction and exponent.
func (d *Decoder) Integer(n *doc.Node) int64 {
	if !d.kind(n, doc.Number) {
		return 0
	}
	i, err := strconv.ParseInt(n.Text, 10, 64)
	if err != nil {
		d.errorf(n.Range, CodeNumber, "Write digits only, within 64 bits.", "%q is not an integer", n.Text)
	}
	return i
}

// Float reads a number as a finite IEEE double.
func (d *Decoder) Float(n *doc.Node) float64 {
	if !d.kind(n, doc.Number) {
		return 0
	}
	f, err := strconv.ParseFloat(n.Text, 64)
	if err != nil || math.IsInf(f, 0) || math.IsNaN(f) {
		d.errorf(n.Range, CodeNumber, "Write a number within the range of a double.", "%q is not a finite number", n.Text)
		return 0
	}
	return f
}

// Constant reads a string that can only be one text.
func (d *Decoder) Constant(n *doc.Node, want string) string {
	if d.Text(n) != want && n.Kind == doc.String {
		d.errorf(n.Range, CodeConstant, "Write "+strconv.Quote(want)+".", "expected %q, not %q", want, n.Text)
	}
	return want
}

// Enum reads one of the permissible values.
func Enum[T ~string](d *Decoder, n *doc.Node, name string, values []T) T {
	v := T(d.Text(n))
	if n.Kind == doc.String && !slices.Contains(values, v) {
		d.errorf(n.Range, CodeEnum, "Write one of "+quoted(values)+".", "%q is not a value of %q", string(v), name)
	}
	return v
}

func quoted[T ~string](values []T) string {
	out := make([]string, len(values))
	for i, v := range values {
		out[i] = strconv.Quote(string(v))
	}
	return strings.Join(out, ", ")
}

// Designator reads the field that says which class an object has, "" if it cannot be read.
func (d *Decoder) Designator(n *doc.Node, class, field string) string {
	if !d.Object(n, class) {
		return ""
	}
	f := n.Get(field)
	if f == nil {
		d.errorf(n.Range, CodeMissing, "Add it; it says which "+class+" is meant.", "the field %q of %q is missing", field, class)
		return ""
	}
	return d.Text(f)
}

// UnknownClass refuses the text of a designator that names none of the classes. An empty text was reported before.
func (d *Decoder) UnknownClass(n *doc.Node, class, field, got string, known ...string) {
	if f := n.Get(field); got != "" || f != nil && f.Kind == doc.String {
		d.errorf(f.Range, CodeClass, "Write one of "+quoted(known)+".", "%q names no %s", got, class)
	}
}

// Optional reads a value unless it is null.
func Optional[T any](d *Decoder, n *doc.Node, read ReadFunc[T]) *T {
	if n.Kind == doc.Null {
		return nil
	}
	v := read(d, n)
	return &v
}

// Pointer reads a value and returns where it is.
func Pointer[T any](d *Decoder, n *doc.Node, read ReadFunc[T]) *T {
	v := read(d, n)
	return &v
}

// List reads a list; it is not nil.
func List[T any](d *Decoder, n *doc.Node, read ReadFunc[T]) []T {
	out := []T{}
	if !d.kind(n, doc.List) {
		return out
	}
	for _, item := range n.Items {
		out = append(out, read(d, item))
	}
	return out
}

// Dict reads an object keyed by identifier, in the order of the file; it is not nil.
func Dict[T any](d *Decoder, n *doc.Node, read func(*Decoder, *doc.Field) T) []T {
	out := []T{}
	if !d.kind(n, doc.Map) {
		return out
	}
	for i := range n.Fields {
		out = append(out, read(d, &n.Fields[i]))
	}
	return out
}

// Entry returns the body of an entry of a dictionary: an object, with the key as its identifier. A value that is not an
// object is the value of the field simple ("" if the class has no such short form); null is an entry with a key alone.
func Entry(f *doc.Field, identifier, simple string) *doc.Node {
	n := *f.Value
	key := doc.Field{Key: identifier, KeyRange: f.KeyRange, Value: &doc.Node{Kind: doc.String, Text: f.Key, Range: f.KeyRange}}
	switch {
	case n.Kind == doc.Map && f.Value.Field(identifier) != nil:
		return f.Value
	case n.Kind == doc.Map:
		n.Fields = append([]doc.Field{key}, n.Fields...)
	case n.Kind == doc.Null:
		n = doc.Node{Kind: doc.Map, Fields: []doc.Field{key}, Range: f.KeyRange}
	case simple != "":
		n = doc.Node{Kind: doc.Map, Fields: []doc.Field{key, {Key: simple, KeyRange: f.KeyRange, Value: f.Value}}, Range: n.Range}
	}
	return &n
}

// SameKey refuses an identifier that contradicts the key that the object stands under.
func (d *Decoder) SameKey(f *doc.Field, identifier string) {
	if id := f.Value.Get(identifier); id != nil && (id.Kind != doc.String || id.Text != f.Key) {
		d.errorf(id.Range, CodeConstant, "Leave it out; the key says it.", "the %s differs from the key %q", identifier, f.Key)
	}
}
