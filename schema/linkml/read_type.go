package linkml

import (
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
)

func (r *reader) readType(name string, at diag.Range, body *doc.Node) *Type {
	t := &Type{Element: r.element(name, at)}
	r.metaslots("type_definition", body, func(key string, v *doc.Node) bool {
		return r.elementField(&t.Element, key, v) || r.typeField(t, key, v) || r.typeFacet(&t.Expr, key, v)
	})
	return t
}

func (r *reader) typeField(t *Type, key string, v *doc.Node) bool {
	switch key {
	case "typeof":
		t.Typeof = r.ref(v)
	case "uri":
		t.URI = r.text(v)
	case "base":
		t.Base = r.text(v)
	case "repr":
		t.Repr = r.text(v)
	case "union_of":
		t.Expr.UnionOf = r.refs(v)
	default:
		return false
	}
	return true
}

func (r *reader) typeFacet(e *TypeExpr, key string, v *doc.Node) bool {
	switch key {
	case "pattern":
		e.Pattern = r.pattern(v)
	case "structured_pattern":
		r.structuredPattern(v, &e.Pattern)
	case "minimum_value":
		e.Minimum = r.number(v)
	case "maximum_value":
		e.Maximum = r.number(v)
	case "equals_string":
		text := r.text(v)
		e.EqualsString = &text
	case "equals_string_in":
		e.EqualsStringIn = r.texts(v)
	case "equals_number":
		e.EqualsNumber = r.number(v)
	case "any_of":
		e.AnyOf = r.typeExprs(v)
	case "all_of":
		e.AllOf = r.typeExprs(v)
	case "exactly_one_of":
		e.ExactlyOneOf = r.typeExprs(v)
	case "none_of":
		e.NoneOf = r.typeExprs(v)
	default:
		return false
	}
	return true
}

func (r *reader) typeExprs(n *doc.Node) []*TypeExpr {
	out := []*TypeExpr{}
	r.nested(n, func() {
		r.each(n, func(item *doc.Node) {
			e := &TypeExpr{}
			r.metaslots("anonymous_type_expression", item, func(key string, v *doc.Node) bool { return r.typeFacet(e, key, v) })
			out = append(out, e)
		})
	})
	return out
}

func (r *reader) readEnum(name string, at diag.Range, body *doc.Node) *Enum {
	e := &Enum{Element: r.element(name, at)}
	r.metaslots("enum_definition", body, func(key string, v *doc.Node) bool {
		return r.elementField(&e.Element, key, v) || r.enumField(e, key, v)
	})
	e.Open = len(e.Values) == 0 && len(e.Inherits) == 0
	return e
}

func (r *reader) enumField(e *Enum, key string, v *doc.Node) bool {
	switch key {
	case "enum_uri":
		e.URI = r.text(v)
	case "is_a":
		e.IsA = r.ref(v)
	case "mixins":
		e.Mixins = r.refs(v)
	case "inherits":
		e.Inherits = r.refs(v)
	case "permissible_values":
		r.named(v, "text", func(name string, at diag.Range, body *doc.Node) {
			e.Values = append(e.Values, r.readPermissibleValue(name, at, body))
		})
	default:
		return false
	}
	return true
}

// readPermissibleValue does not check the text as a name: any text is a permissible value.
func (r *reader) readPermissibleValue(text string, at diag.Range, body *doc.Node) *PermissibleValue {
	p := &PermissibleValue{Element: Element{Name: text, Schema: r.schema, At: at}}
	r.metaslots("permissible_value", body, func(key string, v *doc.Node) bool {
		switch key {
		case "text":
			r.text(v)
		case "meaning":
			p.Meaning = r.text(v)
		case "is_a":
			p.IsA = r.text(v)
		case "mixins":
			p.Mixins = r.texts(v)
		default:
			return r.elementField(&p.Element, key, v)
		}
		return true
	})
	return p
}
