package wire

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math"
	"reflect"

	"github.com/contractc/contractc/catalog/index"
)

// ErrOther says that bytes are an index of another form, such as that of another version of this program.
var ErrOther = errors.New("the index has another form")

// ErrBroken says that bytes are no whole index.
var ErrBroken = errors.New("the index is broken")

// maxDepth is how deep values stand in each other.
const maxDepth = 256

// Known reports whether bytes begin as an index of the form of this program does. No more of them is read.
func Known(data []byte) bool { return bytes.HasPrefix(data, head()) }

// head is what an index begins with.
func head() []byte {
	shape := fingerprint()
	return append([]byte(magic), shape[:]...)
}

// Decode reads an index. Its texts share the memory of one copy of data.
func Decode(data []byte) (*index.Bundle, error) {
	body, ok := bytes.CutPrefix(data, head())
	if !ok {
		return nil, ErrOther
	}
	d := &decoder{text: string(body), data: body}
	var b index.Bundle
	d.value(reflect.ValueOf(&b).Elem(), 0)
	if d.broken || d.at != len(d.text) {
		return nil, ErrBroken
	}
	return &b, nil
}

type decoder struct {
	text   string
	data   []byte
	at     int
	broken bool
}

func (d *decoder) fail() { d.broken, d.at = true, len(d.data) }

func (d *decoder) number() int {
	n, size := binary.Uvarint(d.data[d.at:])
	if size <= 0 || n > math.MaxInt32 {
		d.fail()
		return 0
	}
	d.at += size
	return int(n)
}

func (d *decoder) byte() byte {
	if d.at >= len(d.data) {
		d.fail()
		return 0
	}
	d.at++
	return d.data[d.at-1]
}

func (d *decoder) value(v reflect.Value, depth int) {
	if d.broken || depth > maxDepth {
		d.fail()
		return
	}
	switch v.Kind() {
	case reflect.String:
		v.SetString(d.string())
	case reflect.Bool:
		v.SetBool(d.flag())
	case reflect.Int, reflect.Int64:
		d.integer(v)
	case reflect.Uint8:
		v.SetUint(uint64(d.byte()))
	case reflect.Struct:
		for i := range v.NumField() {
			d.value(v.Field(i), depth+1)
		}
	case reflect.Slice:
		d.slice(v, depth)
	case reflect.Pointer:
		if d.flag() {
			v.Set(reflect.New(v.Type().Elem()))
			d.value(v.Elem(), depth+1)
		}
	case reflect.Interface:
		d.class(v, depth)
	default:
		d.fail()
	}
}

func (d *decoder) string() string {
	n := d.number()
	if n > len(d.data)-d.at {
		d.fail()
		return ""
	}
	d.at += n
	return d.text[d.at-n : d.at]
}

func (d *decoder) flag() bool {
	b := d.byte()
	if b > 1 {
		d.fail()
	}
	return b == 1
}

func (d *decoder) integer(v reflect.Value) {
	n, size := binary.Varint(d.data[d.at:])
	if size <= 0 {
		d.fail()
		return
	}
	d.at += size
	v.SetInt(n)
}

// maxAhead is how many members of a list have memory before they are read.
const maxAhead = 256

// slice reads a list. Each member takes at least one byte, so that a length is never more than what is left; as a member may take many times that in
// memory, there is none for members that do not come.
func (d *decoder) slice(v reflect.Value, depth int) {
	n := d.number()
	if n == 0 {
		return
	}
	if n-1 > len(d.data)-d.at {
		d.fail()
		return
	}
	v.Set(reflect.MakeSlice(v.Type(), 0, min(n-1, maxAhead)))
	for i := 0; i < n-1 && !d.broken; i++ {
		v.Grow(1)
		v.SetLen(i + 1)
		d.value(v.Index(i), depth+1)
	}
}

func (d *decoder) class(v reflect.Value, depth int) {
	n := d.number()
	if n == 0 {
		return
	}
	if n > len(classes()) || !classes()[n-1].Implements(v.Type()) {
		d.fail()
		return
	}
	of := reflect.New(classes()[n-1].Elem())
	d.value(of.Elem(), depth+1)
	v.Set(of)
}
