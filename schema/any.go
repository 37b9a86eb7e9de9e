package schema

import (
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/schema/linkml/codec"
)

// Any is the class Any: any JSON value. Value is nil, bool, string, json.Number, []any or map[string]any when it was
// read; when it is written it may also be an int, int64, float64, []string, or anything that encoding/json writes.
type Any struct{ Value any }

// MarshalJSON writes the value alone, keys of maps sorted.
func (x Any) MarshalJSON() ([]byte, error) {
	return codec.Marshal(func(e *codec.Encoder) { encodeAny(e, &x) })
}

// UnmarshalJSON reads any JSON value strictly; numbers keep their text.
func (x *Any) UnmarshalJSON(data []byte) error { return codec.UnmarshalInto(data, x, decodeAny) }

func decodeAny(_ *codec.Decoder, n *doc.Node) Any { return Any{Value: n.Plain()} }

func encodeAny(e *codec.Encoder, x *Any) { e.Any(x.Value) }
