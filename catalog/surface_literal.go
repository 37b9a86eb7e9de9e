package catalog

import (
	"encoding/hex"
	"strconv"
	"strings"

	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/types"

	"github.com/contractc/contractc/internal/pyexpr"
	"github.com/contractc/contractc/internal/value"
	"github.com/contractc/contractc/schema"
)

func (s *surface) literalTerm(e ast.Expr) typedTerm {
	v, t, ok := s.literal(e)
	if !ok {
		return typedTerm{bad: true}
	}
	return typedTerm{term: literalTerm(v), typ: t, literal: v, expr: e}
}

// literal translates a literal; a list or map holds literals only.
func (s *surface) literal(e ast.Expr) (schema.Value, value.Type, bool) {
	switch e.Kind() {
	case ast.LiteralKind:
		return s.scalar(e)
	case ast.ListKind:
		return s.list(e)
	case ast.MapKind:
		return s.dict(e)
	}
	s.refuseAt(e, "cel.literal", "write each member as a literal", "a list or map holds something that is no literal")
	return nil, value.Type{}, false
}

func (s *surface) scalar(e ast.Expr) (schema.Value, value.Type, bool) {
	switch v := e.AsLiteral().(type) {
	case types.Bool:
		return &schema.BooleanValue{Boolean: bool(v)}, value.Type{Kind: value.Boolean}, true
	case types.String:
		return &schema.StringValue{String: string(v)}, value.Type{Kind: value.String}, true
	case types.Bytes:
		return &schema.BytesValue{Hex: hex.EncodeToString(v)}, value.Type{Kind: value.Bytes}, true
	case types.Int:
		return s.integer(e, int64(v))
	case types.Double:
		return s.decimal(e)
	case types.Null:
		s.refuseAt(e, "cel.literal", "leave it out: a condition on an absent field is unknown by itself", "null is the absence of a value and compares with nothing")
	default:
		s.refuseAt(e, "cel.literal", "write an integer without u", "a literal of this type is no value of the algebra")
	}
	return nil, value.Type{}, false
}

func (s *surface) integer(e ast.Expr, n int64) (schema.Value, value.Type, bool) {
	if n > value.MaxInteger || n < -value.MaxInteger {
		s.refuseAt(e, "cel.integer", "use a number within ±9007199254740991", "the integer %d is beyond what every reader keeps exact", n)
		return nil, value.Type{}, false
	}
	return &schema.IntegerValue{Integer: strconv.FormatInt(n, 10)}, value.Type{Kind: value.Integer}, true
}

// decimal reads the number as it is written, since cel-go keeps the nearest double only.
func (s *surface) decimal(e ast.Expr) (schema.Value, value.Type, bool) {
	text := s.numberText(s.start(e))
	if literal, err := pyexpr.ParseLiteral(text, pyexpr.Limits{}); err == nil {
		if f, ok := literal.(pyexpr.Float); ok {
			if digits, ok := f.Decimal(); ok {
				return decimalValue(digits), value.Type{Kind: value.Decimal}, true
			}
		}
	}
	s.refuseAt(e, "cel.decimal", "write digits with a point", "%s is no decimal number of the algebra", quote(text))
	return nil, value.Type{}, false
}

// decimalValue is a decimal in its canonical spelling; digits that have none stay as they are, for the readers to refuse.
func decimalValue(digits string) schema.Value {
	v := &schema.DecimalValue{Decimal: digits}
	if canonical, err := value.Canonical(v); err == nil {
		return canonical
	}
	return v
}

func (s *surface) numberText(i int) string {
	var b strings.Builder
	if i < len(s.text) && s.text[i] == '-' {
		b.WriteByte('-')
		i = s.afterSpace(i + 1)
	}
	for ; i < len(s.text); i++ {
		r := s.text[i]
		exponent := (r == '+' || r == '-') && (s.text[i-1] == 'e' || s.text[i-1] == 'E')
		if !isDecimalDigit(r) && r != '.' && r != 'e' && r != 'E' && !exponent {
			break
		}
		b.WriteRune(r)
	}
	return b.String()
}

// list translates a list of literals of one type; an integer among decimals is a decimal.
func (s *surface) list(e ast.Expr) (schema.Value, value.Type, bool) {
	out, items := &schema.ListValue{Items: []schema.Value{}}, value.Any()
	for i, member := range e.AsList().Elements() {
		v, t, ok := s.literal(member)
		if !ok {
			return nil, value.Type{}, false
		}
		if i > 0 && t.Kind != items.Kind {
			s.refuseAt(member, "cel.type", "write a list of one type", "a member of type %s stands in a list of type %s", t, items)
			return nil, value.Type{}, false
		}
		items = t
		out.Items = append(out.Items, v)
	}
	if len(out.Items) == 0 {
		return out, value.Type{Kind: value.List}, true
	}
	return out, value.ListOf(items), true
}

// dict translates a map whose keys are texts and whose values are literals.
func (s *surface) dict(e ast.Expr) (schema.Value, value.Type, bool) {
	out := &schema.MapValue{Entries: []schema.MapEntry{}}
	for _, entry := range e.AsMap().Entries() {
		key, keyType, ok := s.literal(entry.AsMapEntry().Key())
		if !ok {
			return nil, value.Type{}, false
		}
		v, _, ok := s.literal(entry.AsMapEntry().Value())
		if !ok {
			return nil, value.Type{}, false
		}
		if keyType.Kind != value.String {
			s.refuseAt(entry.AsMapEntry().Key(), "cel.type", "write keys as texts", "a key of a map is of type %s", keyType)
			return nil, value.Type{}, false
		}
		out.Entries = append(out.Entries, schema.MapEntry{Key: key, Value: v})
	}
	canonical, err := value.Canonical(out)
	if err != nil {
		s.refuseAt(e, "cel.literal", "write each key once", "%v", err)
		return nil, value.Type{}, false
	}
	return canonical, value.Type{Kind: value.Map}, true
}
