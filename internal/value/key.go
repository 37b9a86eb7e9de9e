package value

import (
	"encoding/binary"

	"github.com/contractc/contractc/schema"
)

// AppendKey appends an encoding of v, a value in canonical form, to dst: two
// values have the same encoding exactly if Compare finds them equal. The
// encoding is for keys in memory; it is not a digest and may change.
func AppendKey(dst []byte, v schema.Value) []byte {
	todo := []schema.Value{v}
	for len(todo) > 0 {
		v := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if kind := KindOf(v); !kind.Composite() {
			dst = appendScalar(dst, kind, v)
			continue
		}
		dst, todo = appendComposite(dst, todo, v)
	}
	return dst
}

// appendComposite appends kind and length, and puts the members on the stack,
// the first one uppermost.
func appendComposite(dst []byte, todo []schema.Value, v schema.Value) ([]byte, []schema.Value) {
	dst = append(dst, byte(KindOf(v)))
	if m, ok := v.(*schema.MapValue); ok {
		for i := len(m.Entries) - 1; i >= 0; i-- {
			todo = append(todo, m.Entries[i].Value, m.Entries[i].Key)
		}
		return binary.AppendUvarint(dst, uint64(len(m.Entries))), todo
	}
	items := Members(v)
	for i := len(items) - 1; i >= 0; i-- {
		todo = append(todo, items[i])
	}
	return binary.AppendUvarint(dst, uint64(len(items))), todo
}

func appendScalar(dst []byte, kind Kind, v schema.Value) []byte {
	switch v := v.(type) {
	case *schema.BooleanValue:
		if v.Boolean {
			return AppendTextKey(dst, kind, "1")
		}
		return AppendTextKey(dst, kind, "0")
	case *schema.IntegerValue:
		return AppendTextKey(dst, kind, v.Integer)
	case *schema.DecimalValue:
		return AppendTextKey(dst, kind, v.Decimal)
	case *schema.EnumValue:
		dst = AppendTextKey(dst, kind, v.Enum)
		return AppendTextKey(dst, kind, v.Text)
	}
	return AppendTextKey(dst, kind, Text(v))
}

// AppendTextKey appends what AppendKey appends for a value of a kind that holds
// one text (string, path prefix, directory, class reference, bytes in hex, and
// numbers in their canonical spelling).
func AppendTextKey(dst []byte, kind Kind, text string) []byte {
	dst = append(dst, byte(kind))
	dst = binary.AppendUvarint(dst, uint64(len(text)))
	return append(dst, text...)
}
