// Package hostile is generated from a schema whose every text tries to escape.
package hostile

import (
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/schema/linkml/codec"
)

// Any is any JSON value.
type Any struct{ Value any }

func decodeAny(_ *codec.Decoder, n *doc.Node) Any { return Any{Value: n.Plain()} }

func encodeAny(e *codec.Encoder, x *Any) { e.Any(x.Value) }
