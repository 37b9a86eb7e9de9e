package catalog

import (
	"encoding/hex"
	"errors"
	"fmt"
	"strings"

	"github.com/contractc/contractc/internal/pyexpr"
	"github.com/contractc/contractc/internal/value"
	"github.com/contractc/contractc/schema"
)

// unfit says why a literal is no value of a type, and at which part of it.
type unfit struct {
	at     pyexpr.Span
	code   string
	reason string
	detail string
}

func mistyped(l pyexpr.Literal, want value.Type) *unfit {
	if _, isClass := l.(pyexpr.ClassRef); isClass {
		return &unfit{l.At(), "bind.name", fmt.Sprintf("%s is a name; its value is not known here", quote(l.Source())), "write a literal: " + literalWord(want)}
	}
	return &unfit{l.At(), "bind.type", fmt.Sprintf("expected %s and not %s", typePhrase(want), literalPhrase(l)), "write " + literalWord(want)}
}

// ValueOfLiteral gives a literal the type of a parameter, in canonical form, as binding does. The error says why it has
// none, without a place.
func ValueOfLiteral(l pyexpr.Literal, want value.Type) (schema.Value, error) {
	v, wrong := fromLiteral(l, want)
	if wrong != nil {
		return nil, errors.New(wrong.reason)
	}
	return value.Canonical(v)
}

func typePhrase(t value.Type) string {
	switch t.Kind {
	case value.Invalid:
		return "a literal"
	case value.Integer, value.Enum:
		return "an " + t.String()
	default:
		return "a " + t.String()
	}
}

func literalWord(t value.Type) string {
	switch t.Kind {
	case value.String, value.PathPrefix, value.Directory, value.Enum:
		return `a text in quotes, such as "docs/"`
	case value.Integer:
		return "an integer, such as 3"
	case value.Decimal:
		return "a number, such as 1.5"
	case value.Boolean:
		return "True or False"
	case value.List:
		return "a list in square brackets"
	case value.Bytes:
		return `bytes, such as b"\x00"`
	case value.ClassReference:
		return "the name of a class, without quotes"
	}
	return `a text in quotes, a number or a list`
}

func literalPhrase(l pyexpr.Literal) string {
	switch l.(type) {
	case pyexpr.None:
		return "None"
	case pyexpr.Bool:
		return "a boolean"
	case pyexpr.Int:
		return "an integer"
	case pyexpr.Float:
		return "a decimal number"
	case pyexpr.String:
		return "a text"
	case pyexpr.Bytes:
		return "bytes"
	case pyexpr.List:
		return "a list"
	case pyexpr.Tuple:
		return "a tuple"
	case pyexpr.Set:
		return "a set"
	case pyexpr.Dict:
		return "a dict"
	case pyexpr.ClassRef:
		return "a name"
	}
	return "a literal of another kind"
}

// fromLiteral gives a literal the type of its parameter. Nothing is coerced, except that an integer is a decimal where a decimal is wanted: a tuple,
// list or set given for another is an error. Where the type is any, the literal keeps its own. The parser bounds how deep it nests.
func fromLiteral(l pyexpr.Literal, want value.Type) (schema.Value, *unfit) {
	free := want.Kind == value.Invalid
	switch l := l.(type) {
	case pyexpr.None:
		if free || want.Kind == value.None {
			return &schema.NoneValue{}, nil
		}
	case pyexpr.Bool:
		if free || want.Kind == value.Boolean {
			return &schema.BooleanValue{Boolean: l.Value}, nil
		}
	case pyexpr.Int:
		return fromInt(l, want)
	case pyexpr.Float:
		if free || want.Kind == value.Decimal {
			return fromFloat(l)
		}
	case pyexpr.String:
		return fromText(l, want)
	case pyexpr.Bytes:
		if free || want.Kind == value.Bytes {
			return &schema.BytesValue{Hex: hex.EncodeToString(l.Value)}, nil
		}
	case pyexpr.List, pyexpr.Tuple, pyexpr.Set:
		return fromItems(l, want)
	case pyexpr.Dict:
		if free || want.Kind == value.Map {
			return fromDict(l)
		}
	}
	return nil, mistyped(l, want)
}

func fromInt(l pyexpr.Int, want value.Type) (schema.Value, *unfit) {
	switch want.Kind {
	case value.Decimal:
		return &schema.DecimalValue{Decimal: l.Digits + ".0"}, nil
	case value.Invalid, value.Integer:
	default:
		return nil, mistyped(l, want)
	}
	if n, ok := value.ParseNumber(l.Digits); !ok || !n.Safe() {
		return nil, &unfit{l.At(), "bind.integer", fmt.Sprintf("the integer %s is beyond what every reader keeps exact", shortened(l.Digits)), "write a number within ±9007199254740991"}
	}
	return &schema.IntegerValue{Integer: l.Digits}, nil
}

// shortened keeps a long number of a message readable.
func shortened(digits string) string {
	const shown = 24
	if len(digits) <= shown {
		return digits
	}
	return digits[:shown] + "…"
}

func fromFloat(l pyexpr.Float) (schema.Value, *unfit) {
	digits, ok := l.Decimal()
	if !ok {
		return nil, &unfit{l.At(), "bind.decimal", fmt.Sprintf("%s has too many digits when it is written out", shortened(l.Number)), "write a number of at most 800 digits"}
	}
	return &schema.DecimalValue{Decimal: digits}, nil
}

func fromText(l pyexpr.String, want value.Type) (schema.Value, *unfit) {
	switch want.Kind {
	case value.Invalid, value.String:
		return &schema.StringValue{String: l.Value}, nil
	case value.PathPrefix:
		return &schema.PathPrefixValue{Prefix: l.Value}, nil
	case value.Directory:
		return &schema.DirectoryValue{Directory: l.Value}, nil
	case value.Enum:
		return &schema.EnumValue{Enum: want.Enum, Text: l.Value}, nil
	}
	return nil, mistyped(l, want)
}

func fromItems(l pyexpr.Literal, want value.Type) (schema.Value, *unfit) {
	var items []pyexpr.Literal
	var kind value.Kind
	switch l := l.(type) {
	case pyexpr.List:
		items, kind = l.Items, value.List
	case pyexpr.Tuple:
		items, kind = l.Items, value.Tuple
	case pyexpr.Set:
		items, kind = l.Items, value.Set
	}
	if want.Kind != value.Invalid && want.Kind != kind {
		return nil, mistyped(l, want)
	}
	of := value.Any()
	if want.Items != nil {
		of = *want.Items
	}
	values := make([]schema.Value, len(items))
	for i, item := range items {
		v, wrong := fromLiteral(item, of)
		if wrong != nil {
			return nil, wrong
		}
		values[i] = v
	}
	switch kind {
	case value.Tuple:
		return &schema.TupleValue{Items: values}, nil
	case value.Set:
		return &schema.SetValue{Items: values}, nil
	default:
		return &schema.ListValue{Items: values}, nil
	}
}

func fromDict(l pyexpr.Dict) (schema.Value, *unfit) {
	m := &schema.MapValue{Entries: make([]schema.MapEntry, len(l.Entries))}
	for i, entry := range l.Entries {
		key, wrong := fromLiteral(entry.Key, value.Any())
		if wrong != nil {
			return nil, wrong
		}
		v, wrong := fromLiteral(entry.Value, value.Any())
		if wrong != nil {
			return nil, wrong
		}
		m.Entries[i] = schema.MapEntry{Key: key, Value: v}
	}
	return m, nil
}

// classNames are the library and the class that a dotted name stands for.
func splitClass(dotted string) (module, class string, ok bool) {
	i := strings.LastIndexByte(dotted, '.')
	if i < 0 {
		return "", "", false
	}
	return dotted[:i], dotted[i+1:], true
}
