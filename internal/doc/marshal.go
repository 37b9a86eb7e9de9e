package doc

import (
	"bytes"
	"encoding/json"
)

// MarshalJSON writes the value as JSON: keys in the order of the file,
// numbers as written. A Number that is not a JSON number, such as NaN, is an
// error of the caller's json.Marshal.
func (n *Node) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	if err := n.writeJSON(&b); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

func (n *Node) writeJSON(b *bytes.Buffer) error {
	if n == nil {
		b.WriteString("null")
		return nil
	}
	switch n.Kind {
	case List:
		return n.writeItems(b)
	case Map:
		return n.writeFields(b)
	case Number:
		b.WriteString(n.Text)
		return nil
	}
	return writeScalar(b, n.Plain())
}

func (n *Node) writeItems(b *bytes.Buffer) error {
	b.WriteByte('[')
	for i, item := range n.Items {
		if i > 0 {
			b.WriteByte(',')
		}
		if err := item.writeJSON(b); err != nil {
			return err
		}
	}
	b.WriteByte(']')
	return nil
}

func (n *Node) writeFields(b *bytes.Buffer) error {
	b.WriteByte('{')
	for i, f := range n.Fields {
		if i > 0 {
			b.WriteByte(',')
		}
		if err := writeScalar(b, f.Key); err != nil {
			return err
		}
		b.WriteByte(':')
		if err := f.Value.writeJSON(b); err != nil {
			return err
		}
	}
	b.WriteByte('}')
	return nil
}

func writeScalar(b *bytes.Buffer, v any) error {
	text, err := json.Marshal(v)
	b.Write(text)
	return err
}
