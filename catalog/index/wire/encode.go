package wire

import (
	"encoding/binary"
	"fmt"
	"reflect"
	"slices"

	"github.com/contractc/contractc/catalog/index"
)

const magic = "contractc index 1\n"

// Encode writes an index. The error says which type it cannot write: a map, or one that does not belong to the schema.
func Encode(b *index.Bundle) ([]byte, error) {
	e := &encoder{out: head()}
	e.value(reflect.ValueOf(b).Elem())
	return e.out, e.err
}

type encoder struct {
	out []byte
	err error
}

func (e *encoder) number(n int) { e.out = binary.AppendUvarint(e.out, uint64(n)) }

// value writes a value. The number before a list is 0 for none and otherwise one more than its length.
func (e *encoder) value(v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		e.number(v.Len())
		e.out = append(e.out, v.String()...)
	case reflect.Bool:
		e.flag(v.Bool())
	case reflect.Int, reflect.Int64:
		e.out = binary.AppendVarint(e.out, v.Int())
	case reflect.Uint8:
		e.out = append(e.out, byte(v.Uint()))
	case reflect.Struct:
		for i := range v.NumField() {
			e.value(v.Field(i))
		}
	case reflect.Slice:
		e.slice(v)
	case reflect.Pointer:
		if e.flag(!v.IsNil()); !v.IsNil() {
			e.value(v.Elem())
		}
	case reflect.Interface:
		e.class(v)
	default:
		e.fail(v.Type())
	}
}

func (e *encoder) fail(t reflect.Type) {
	if e.err == nil {
		e.err = fmt.Errorf("an index cannot hold a value of type %s", t)
	}
}

func (e *encoder) flag(set bool) {
	if set {
		e.out = append(e.out, 1)
	} else {
		e.out = append(e.out, 0)
	}
}

func (e *encoder) slice(v reflect.Value) {
	if v.IsNil() {
		e.number(0)
		return
	}
	e.number(v.Len() + 1)
	for i := range v.Len() {
		e.value(v.Index(i))
	}
}

// class writes the number of a type and the value; 0 for none.
func (e *encoder) class(v reflect.Value) {
	if v.IsNil() {
		e.number(0)
		return
	}
	i := slices.Index(classes(), v.Elem().Type())
	if i < 0 {
		e.fail(v.Elem().Type())
		return
	}
	e.number(i + 1)
	e.value(v.Elem().Elem())
}
