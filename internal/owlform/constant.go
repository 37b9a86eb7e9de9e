package owlform

import (
	"errors"
	"math/big"

	"github.com/contractc/contractc/internal/rdf"
	"github.com/contractc/contractc/internal/value"
	"github.com/contractc/contractc/schema"
	"github.com/contractc/contractc/schema/linkml"
)

// constant is the value of a term that depends on no event. Of a parameter without a value it is nil.
func (t *translator) constant(term schema.Term) (schema.Value, bool) {
	switch term := term.(type) {
	case *schema.LiteralTerm:
		return term.Literal, true
	case *schema.ParameterTerm:
		return nil, true
	}
	return nil, false
}

// Literal is a value as a literal of a field's property. The error says that it is of another kind, or holds a character
// that XML does not have.
func Literal(v schema.Value, f Field) (rdf.Literal, error) {
	l, why := literal(v, f)
	if why != "" {
		return l, errors.New(why)
	}
	return l, nil
}

// literal is a constant as a literal of a field's property; of a parameter, a text in its place.
func literal(v schema.Value, f Field) (rdf.Literal, string) {
	switch v := v.(type) {
	case nil:
		return rdf.Text("…"), ""
	case *schema.BooleanValue:
		return rdf.Boolean(v.Boolean), ""
	case *schema.IntegerValue:
		if f.Type.Kind == value.Decimal {
			return rdf.Literal{Text: v.Integer, Datatype: rdf.XSD + "decimal"}, ""
		}
		return rdf.Integer(v.Integer), ""
	case *schema.DecimalValue:
		return rdf.Literal{Text: v.Decimal, Datatype: rdf.XSD + "decimal"}, ""
	}
	text, why := textOf(v)
	if why == "" && f.Datatype != "" && f.Datatype != rdf.XSD+"string" {
		return rdf.Literal{Text: text, Datatype: f.Datatype}, ""
	}
	return rdf.Text(text), why
}

// textOf is the text of a value of one of the kinds that are texts.
func textOf(v schema.Value) (string, string) {
	var text string
	switch v := v.(type) {
	case nil:
		return "…", ""
	case *schema.StringValue:
		text = v.String
	case *schema.PathPrefixValue:
		text = v.Prefix
	case *schema.DirectoryValue:
		text = v.Directory
	case *schema.EnumValue:
		text = v.Text
	case *schema.BytesValue:
		text = v.Hex
	case *schema.ClassReferenceValue:
		text = v.ClassName
	default:
		return "", "a value that is no text, number or truth value"
	}
	if _, err := linkml.XSDEscape(text); err != nil {
		return "", err.Error()
	}
	return text, ""
}

// members are the members of a list, set or tuple; of a parameter, one in their place.
func members(v schema.Value) ([]schema.Value, string) {
	switch v := v.(type) {
	case nil:
		return []schema.Value{nil}, ""
	case *schema.ListValue:
		return v.Items, ""
	case *schema.SetValue:
		return v.Items, ""
	case *schema.TupleValue:
		return v.Items, ""
	}
	return nil, "membership in a value that is no list"
}

func wholeNumber(v schema.Value) (*big.Int, bool) {
	i, ok := v.(*schema.IntegerValue)
	if !ok {
		return nil, false
	}
	return new(big.Int).SetString(i.Integer, 10)
}

// orderOf is the facet of XML Schema for a comparison that orders numbers.
func orderOf(op schema.Comparison) rdf.IRI {
	switch op {
	case schema.ComparisonLt:
		return "maxExclusive"
	case schema.ComparisonLe:
		return "maxInclusive"
	case schema.ComparisonGt:
		return "minExclusive"
	}
	return "minInclusive"
}

// size writes that the length of a text compares with a constant; XML Schema counts characters, as the algebra does.
func (t *translator) size(effect string, of *schema.SizeTerm, op schema.Comparison, bound schema.Value) (rdf.Term, string) {
	f, why := t.field(effect, of.Of)
	if why != "" {
		return nil, why
	}
	n, ok := wholeNumber(bound)
	switch {
	case bound == nil:
		n = big.NewInt(0)
	case !ok:
		return nil, "a length that is compared with no whole number"
	}
	one := big.NewInt(1)
	within := func(word rdf.IRI, n *big.Int) rdf.Term {
		if n.Sign() < 0 {
			return not(some(f.Property, rdf.RDFS+"Literal"))
		}
		return some(f.Property, datatype(rdf.XSD+"string", facet{word, rdf.Literal{Text: n.String(), Datatype: rdf.XSD + "nonNegativeInteger"}}))
	}
	switch op {
	case schema.ComparisonEq:
		return within("length", n), ""
	case schema.ComparisonNe:
		return not(within("length", n)), ""
	case schema.ComparisonLe:
		return within("maxLength", n), ""
	case schema.ComparisonLt:
		return within("maxLength", n.Sub(n, one)), ""
	case schema.ComparisonGt:
		n.Add(n, one)
	}
	if n.Sign() < 0 {
		n = big.NewInt(0)
	}
	return within("minLength", n), ""
}
