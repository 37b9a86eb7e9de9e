package linkml

import (
	"math/big"
	"strconv"

	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
)

// slots reads a collection of slot definitions: top-level slots, attributes, slot_usage or slot_conditions.
func (r *reader) slots(n *doc.Node, metaclass string) []*Slot {
	out := []*Slot{}
	r.nested(n, func() {
		r.named(n, "name", func(name string, at diag.Range, body *doc.Node) {
			out = append(out, r.readSlot(metaclass, name, at, body))
		})
	})
	return out
}

func (r *reader) readSlot(metaclass, name string, at diag.Range, body *doc.Node) *Slot {
	s := &Slot{Element: r.element(name, at)}
	s.Expr.At = at
	r.metaslots(metaclass, body, func(key string, v *doc.Node) bool {
		return r.elementField(&s.Element, key, v) || r.slotField(s, key, v) || r.slotRange(&s.Expr, key, v) || r.slotFacet(&s.Expr, key, v)
	})
	return s
}

func (r *reader) slotField(s *Slot, key string, v *doc.Node) bool {
	switch key {
	case "is_a":
		s.IsA = r.ref(v)
	case "mixins":
		s.Mixins = r.refs(v)
	case "domain":
		s.Domain = r.ref(v)
	case "abstract", "mixin", "recommended":
		r.flag(v)
	case "alias":
		s.Alias = r.text(v)
	case "slot_uri":
		s.SlotURI = r.text(v)
	case "identifier":
		s.Expr.Identifier = r.boolean(v)
	case "key":
		s.Expr.Key = r.boolean(v)
	case "designates_type":
		s.Expr.DesignatesType = r.boolean(v)
	case "ifabsent":
		t := r.text(v)
		s.Expr.IfAbsent = &t
	case "subproperty_of":
		t := r.text(v)
		s.Expr.SubpropertyOf = &t
	case "list_elements_unique":
		s.Expr.Unique = r.boolean(v)
	case "array":
		s.Expr.Array = r.readArray(v)
	default:
		return false
	}
	return true
}

// slotExpr reads an anonymous slot expression.
func (r *reader) slotExpr(n *doc.Node) *SlotExpr {
	e := &SlotExpr{At: n.Range}
	r.nested(n, func() {
		r.metaslots("anonymous_slot_expression", n, func(key string, v *doc.Node) bool {
			return r.slotRange(e, key, v) || r.slotFacet(e, key, v)
		})
	})
	return e
}

func (r *reader) slotExprs(n *doc.Node) []*SlotExpr {
	out := []*SlotExpr{}
	r.each(n, func(item *doc.Node) { out = append(out, r.slotExpr(item)) })
	return out
}

// slotRange reads what says which kind of value, how many and in which form.
func (r *reader) slotRange(e *SlotExpr, key string, v *doc.Node) bool {
	switch key {
	case "range":
		e.Range = r.ref(v)
	case "range_expression":
		e.RangeExpression = r.readClassExpr(v)
	case "required":
		e.Required = r.boolean(v)
	case "multivalued":
		e.Multivalued = r.boolean(v)
	case "inlined":
		e.Inlined = r.boolean(v)
	case "inlined_as_list":
		e.InlinedAsList = r.boolean(v)
	case "minimum_cardinality":
		e.MinCardinality = r.count(v)
	case "maximum_cardinality":
		e.MaxCardinality = r.count(v)
	case "exact_cardinality":
		e.ExactCardinal = r.count(v)
	case "any_of":
		e.AnyOf = r.slotExprs(v)
	case "all_of":
		e.AllOf = r.slotExprs(v)
	case "exactly_one_of":
		e.ExactlyOneOf = r.slotExprs(v)
	case "none_of":
		e.NoneOf = r.slotExprs(v)
	case "has_member":
		e.HasMember = r.slotExpr(v)
	case "all_members":
		e.AllMembers = r.slotExpr(v)
	default:
		return false
	}
	return true
}

// slotFacet reads what constrains a single value.
func (r *reader) slotFacet(e *SlotExpr, key string, v *doc.Node) bool {
	switch key {
	case "minimum_value":
		e.Minimum = r.number(v)
	case "maximum_value":
		e.Maximum = r.number(v)
	case "pattern":
		e.Pattern = r.pattern(v)
	case "structured_pattern":
		r.structuredPattern(v, &e.Pattern)
	case "equals_string":
		t := r.text(v)
		e.EqualsString = &t
	case "equals_string_in":
		e.EqualsStringIn = r.texts(v)
	case "equals_number":
		e.EqualsNumber = r.number(v)
	case "value_presence":
		e.ValuePresence = r.presence(v)
	default:
		return false
	}
	return true
}

func (r *reader) presence(v *doc.Node) *string {
	t := r.text(v)
	switch t {
	case "PRESENT", "ABSENT", "UNCOMMITTED":
		return &t
	}
	r.errorf(v.Range, CodeShape, "%q is not a value of value_presence", t).detail("Write PRESENT, ABSENT or UNCOMMITTED.")
	return nil
}

// number reads an exact number. The exponent is bounded by the reader of the document.
func (r *reader) number(v *doc.Node) *Number {
	if v.Kind != doc.Number || len(v.Text) > 1000 {
		r.errorf(v.Range, CodeNumber, "expected a number, not %s", v.Kind).detail("Write a decimal number of at most 1000 digits without quotes.")
		return nil
	}
	value, ok := parseRat(v.Text)
	if !ok {
		r.errorf(v.Range, CodeNumber, "%q is not a number that can be compared exactly", v.Text).detail("Write a decimal number.")
		return nil
	}
	return &Number{Text: v.Text, Value: value, At: v.Range}
}

// count reads a cardinality, at most 2^31-1.
func (r *reader) count(v *doc.Node) *int {
	i, err := strconv.ParseInt(v.Text, 10, 32)
	if v.Kind != doc.Number || err != nil || i < 0 {
		r.errorf(v.Range, CodeNumber, "expected a count, not %s", v.Kind).detail("Write an integer that is not negative.")
		return nil
	}
	n := int(i)
	return &n
}

// parseRat reads a JSON or YAML number exactly; exponents beyond ±1000 are refused.
func parseRat(text string) (*big.Rat, bool) {
	for i := range text {
		if text[i] != 'e' && text[i] != 'E' {
			continue
		}
		if exp, err := strconv.Atoi(text[i+1:]); err != nil || exp > 1000 || exp < -1000 {
			return nil, false
		}
	}
	return new(big.Rat).SetString(text)
}

func (r *reader) readArray(n *doc.Node) *Array {
	a := &Array{At: n.Range}
	r.metaslots("array_expression", n, func(key string, v *doc.Node) bool {
		switch key {
		case "exact_number_dimensions":
			a.Exact = r.count(v)
		case "minimum_number_dimensions":
			a.Minimum = r.count(v)
		case "maximum_number_dimensions":
			if v.Kind != doc.Bool {
				a.Maximum = r.count(v)
			}
		case "dimensions":
			r.each(v, func(item *doc.Node) { a.Dimensions = append(a.Dimensions, r.readDimension(item)) })
		default:
			return false
		}
		return true
	})
	return a
}

func (r *reader) readDimension(n *doc.Node) Dimension {
	var d Dimension
	r.metaslots("dimension_expression", n, func(key string, v *doc.Node) bool {
		switch key {
		case "alias":
			r.text(v)
		case "exact_cardinality":
			d.Exact = r.count(v)
		case "minimum_cardinality":
			d.Minimum = r.count(v)
		case "maximum_cardinality":
			d.Maximum = r.count(v)
		default:
			return false
		}
		return true
	})
	return d
}
