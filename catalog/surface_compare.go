package catalog

import (
	"cel.dev/cel-go/common/ast"

	"github.com/contractc/contractc/internal/value"
	"github.com/contractc/contractc/schema"
)

// compare translates a comparison. Both sides are of one type; a literal takes the type of the other side where it can.
func (s *surface) compare(e ast.Expr, op schema.Comparison, args []ast.Expr) schema.Predicate {
	left, right := s.term(args[0]), s.term(args[1])
	if left.bad || right.bad {
		return nil
	}
	left, right = s.adapt(left, right.typ), s.adapt(right, left.typ)
	if left.bad || right.bad {
		return nil
	}
	if !sameType(left.typ, right.typ) {
		s.refuseAt(e, "cel.type", "compare values of one type", "a value of type %s is compared with one of type %s", left.typ, right.typ)
		return nil
	}
	equality := op == schema.ComparisonEq || op == schema.ComparisonNe
	if !equality && !left.typ.Kind.Ordered() {
		s.refuseAt(e, "cel.type", "use == or !=", "values of type %s have no order", left.typ)
		return nil
	}
	return &schema.Compare{Left: left.term, Op: op, Right: right.term}
}

// membership translates element in list.
func (s *surface) membership(args []ast.Expr) schema.Predicate {
	element, list := s.term(args[0]), s.term(args[1])
	if element.bad || list.bad {
		return nil
	}
	if list.typ.Kind != value.List {
		s.refuseAt(args[1], "cel.type", "the right side of in is a list; for a part of a text, use contains", "a value of type %s has no members", list.typ)
		return nil
	}
	list = s.adapt(list, value.ListOf(element.typ))
	if list.bad {
		return nil
	}
	members := value.Any()
	if list.typ.Items != nil {
		members = *list.typ.Items
	}
	element = s.adapt(element, members)
	if element.bad {
		return nil
	}
	if !sameType(element.typ, members) {
		s.refuseAt(args[0], "cel.type", "compare values of one type", "a value of type %s is looked for among members of type %s", element.typ, members)
		return nil
	}
	return &schema.In{Element: element.term, List: list.term}
}

// sameType reports whether values of the types can be equal; any can be equal to every type.
func sameType(a, b value.Type) bool {
	switch {
	case a.Kind == value.Invalid || b.Kind == value.Invalid:
		return true
	case a.Kind != b.Kind:
		return false
	case a.Kind == value.Enum:
		return a.Enum == b.Enum
	case a.Kind == value.List && a.Items != nil && b.Items != nil:
		return sameType(*a.Items, *b.Items)
	}
	return true
}

// adapt gives a literal the type that it is compared with: an integer that of a decimal, a text that of an enumeration, a list member by member.
func (s *surface) adapt(t typedTerm, want value.Type) typedTerm {
	if t.literal == nil {
		return t
	}
	v, ok := s.adaptLiteral(t.expr, t.literal, want)
	if !ok {
		return typedTerm{bad: true}
	}
	if v == t.literal {
		return t
	}
	return typedTerm{term: literalTerm(v), typ: want, literal: v, expr: t.expr}
}

func (s *surface) adaptLiteral(e ast.Expr, v schema.Value, want value.Type) (schema.Value, bool) {
	switch v := v.(type) {
	case *schema.IntegerValue:
		if want.Kind == value.Decimal {
			return decimalValue(v.Integer + ".0"), true
		}
	case *schema.StringValue:
		if want.Kind == value.Enum {
			return s.enumLiteral(e, v.String, want)
		}
		if want.Kind == value.PathPrefix {
			return &schema.PathPrefixValue{Prefix: v.String}, true
		}
	case *schema.ListValue:
		if want.Kind == value.List && want.Items != nil {
			return s.adaptList(e, v, *want.Items)
		}
	}
	return v, true
}

func (s *surface) enumLiteral(e ast.Expr, text string, want value.Type) (schema.Value, bool) {
	if s.enum == nil || !s.enum(want.Enum, text) {
		s.refuseAt(e, "cel.enum", "use one of the permissible values of "+want.Enum, "%s is no value of the enumeration %s", quote(text), want.Enum)
		return nil, false
	}
	return &schema.EnumValue{Enum: want.Enum, Text: text}, true
}

func (s *surface) adaptList(e ast.Expr, v *schema.ListValue, want value.Type) (schema.Value, bool) {
	out, changed := &schema.ListValue{Items: make([]schema.Value, len(v.Items))}, false
	for i, item := range v.Items {
		member, ok := s.adaptLiteral(e, item, want)
		if !ok {
			return nil, false
		}
		changed = changed || member != item
		out.Items[i] = member
	}
	if !changed {
		return v, true
	}
	return out, true
}
