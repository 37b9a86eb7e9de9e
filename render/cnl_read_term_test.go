package render

import (
	"fmt"
	"strings"

	"github.com/contractc/contractc/schema"
)

func (r *sentenceReader) term() schema.Term {
	switch {
	case r.take("the size of "):
		return &schema.SizeTerm{Of: r.term()}
	case strings.HasPrefix(r.rest, "(") && !strings.HasPrefix(r.rest, "()"):
		return r.sum()
	}
	if v := r.literal(); v != nil {
		return lit(v)
	}
	return r.field()
}

// sum reads a sum, a difference, or a tuple.
func (r *sentenceReader) sum() schema.Term {
	r.must("(")
	left := r.term()
	switch {
	case r.take(" plus "):
		t := &schema.AddTerm{Left: left, Right: r.term()}
		r.must(")")
		return t
	case r.take(" minus "):
		t := &schema.SubtractTerm{Left: left, Right: r.term()}
		r.must(")")
		return t
	}
	items := []schema.Value{left.(*schema.LiteralTerm).Literal}
	for r.take(", ") {
		items = append(items, r.literal())
	}
	r.take(",")
	r.must(")")
	return lit(&schema.TupleValue{Items: items})
}

// literal reads a literal; nil if there is none.
func (r *sentenceReader) literal() schema.Value {
	switch {
	case strings.HasPrefix(r.rest, `"`):
		return str(r.quoted())
	case r.take("the prefix "):
		return &schema.PathPrefixValue{Prefix: r.quoted()}
	case r.take("the directory "):
		return &schema.DirectoryValue{Directory: r.quoted()}
	case r.take("the class "):
		return &schema.ClassReferenceValue{ClassName: r.name()}
	case r.take("the value "):
		text := r.quoted()
		r.must(" of ")
		return &schema.EnumValue{Enum: r.quoted(), Text: text}
	case r.take("bytes 0x"):
		return &schema.BytesValue{Hex: r.digits("0123456789abcdef")}
	case r.take("[]"):
		return &schema.ListValue{Items: []schema.Value{}}
	case r.take("["):
		return &schema.ListValue{Items: r.items("]")}
	case r.take("()"):
		return &schema.TupleValue{Items: []schema.Value{}}
	case r.take("{:}"):
		return &schema.MapValue{Entries: []schema.MapEntry{}}
	case r.take("{}"):
		return &schema.SetValue{Items: []schema.Value{}}
	case r.take("none"):
		return &schema.NoneValue{}
	case r.take("false"):
		return &schema.BooleanValue{}
	}
	if n := r.digits("-.0123456789"); strings.Contains(n, ".") {
		return &schema.DecimalValue{Decimal: n}
	} else if n != "" {
		return &schema.IntegerValue{Integer: n}
	}
	return nil
}

func (r *sentenceReader) items(closing string) (out []schema.Value) {
	for out = append(out, r.literal()); r.take(", "); {
		out = append(out, r.literal())
	}
	r.must(closing)
	return out
}

// digits takes the characters of a number, but not the full stop behind it.
func (r *sentenceReader) digits(set string) string {
	n := r.rest[:len(r.rest)-len(strings.TrimLeft(r.rest, set))]
	n = strings.TrimSuffix(n, ".")
	r.rest = r.rest[len(n):]
	return n
}

func (r *sentenceReader) quoted() string {
	for i := 1; i < len(r.rest); i++ {
		switch r.rest[i] {
		case '\\':
			i++
		case '"':
			q := r.rest[:i+1]
			r.rest = r.rest[i+1:]
			return unquote(panicking{}, q)
		}
	}
	panic("no literal")
}

type panicking struct{}

func (panicking) Fatalf(format string, args ...any) { panic(fmt.Sprintf(format, args...)) }
