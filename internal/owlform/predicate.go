package owlform

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"

	"github.com/contractc/contractc/internal/rdf"
	"github.com/contractc/contractc/internal/value"
	"github.com/contractc/contractc/schema"
	"github.com/contractc/contractc/schema/linkml"
)

// predicate is the class of the events of an effect type for which p is true.
func (t *translator) predicate(effect string, p schema.Predicate) rdf.Term {
	switch p := p.(type) {
	case *schema.Truth:
		if p.Truth {
			return thing
		}
		return nothing
	case *schema.PredicateAnd:
		return t.predicates(effect, p.Operands, intersection)
	case *schema.PredicateOr:
		return t.predicates(effect, p.Operands, union)
	case *schema.PredicateNot:
		return not(t.predicate(effect, p.Operand))
	}
	return t.atom(effect, p)
}

func (t *translator) predicates(effect string, list []schema.Predicate, join func(...rdf.Term) rdf.Term) rdf.Term {
	terms := make([]rdf.Term, len(list))
	for i, p := range list {
		terms[i] = t.predicate(effect, p)
	}
	return join(terms...)
}

// atom is a test of one field.
func (t *translator) atom(effect string, p schema.Predicate) rdf.Term {
	var out rdf.Term
	var why string
	switch p := p.(type) {
	case *schema.Compare:
		out, why = t.compare(effect, p)
	case *schema.In:
		out, why = t.in(effect, p)
	case *schema.StartsWith:
		out, why = t.text(effect, p.Of, p.Prefix, "", anyText)
	case *schema.EndsWith:
		out, why = t.text(effect, p.Of, p.Suffix, anyText, "")
	case *schema.Contains:
		out, why = t.text(effect, p.Of, p.Needle, anyText, anyText)
	case *schema.Matches:
		out, why = t.matches(effect, p)
	case *schema.Within:
		why = "Within makes paths canonical first, and OWL does not compute"
	case *schema.ComesFrom:
		why = "ComesFrom asks where a value was taken from, which is not in the graph"
	case nil:
		why = "there is no predicate"
	default:
		why = p.PredicateClass() + " has no translation"
	}
	if why != "" {
		return t.undefined(p, why)
	}
	return out
}

const anyText = `[\s\S]*`

// undefined is a class that has only a name: that of the predicate's digest, so that equal predicates are one class.
func (t *translator) undefined(p schema.Predicate, why string) rdf.Term {
	t.opaque = append(t.opaque, why)
	text, err := json.Marshal(p)
	if err != nil {
		return t.no("a predicate cannot be written: %v", err)
	}
	name := linkml.Export + rdf.IRI(fmt.Sprintf("undefined/%x", sha256.Sum256(text)))
	t.undefinedClasses = append(t.undefinedClasses, Undefined{name, string(text)})
	return name
}

// field finds the field that a term names, if its values can be tested.
func (t *translator) field(effect string, term schema.Term) (Field, string) {
	f, ok := term.(*schema.FieldTerm)
	if !ok {
		return Field{}, "a computed value, and OWL does not compute"
	}
	found, ok := t.fields(effect, f.Field)
	switch {
	case !ok:
		return Field{}, fmt.Sprintf("the field %q is not in the schema", f.Field)
	case found.Type.Kind == value.Invalid:
		return Field{}, fmt.Sprintf("the field %q holds any JSON, which OWL does not compare", f.Field)
	case found.Type.Kind == value.List:
		return Field{}, fmt.Sprintf("the field %q holds a list, of which a graph keeps neither order nor length", f.Field)
	case found.Datatype == rdf.XSD+"float" || found.Datatype == rdf.XSD+"double":
		return Field{}, fmt.Sprintf("the field %q holds floating-point numbers in a graph and exact ones here", f.Field)
	}
	return found, ""
}

// compare writes a comparison of a field, or of its length, with a constant.
func (t *translator) compare(effect string, p *schema.Compare) (rdf.Term, string) {
	left, right, op := p.Left, p.Right, p.Op
	if _, constant := t.constant(left); constant {
		left, right, op = right, left, mirrored(op)
	}
	bound, constant := t.constant(right)
	if !constant {
		return nil, "a comparison of two values of an event, which no class expression does"
	}
	if size, ok := left.(*schema.SizeTerm); ok {
		return t.size(effect, size, op, bound)
	}
	f, why := t.field(effect, left)
	if why != "" {
		return nil, why
	}
	if op == schema.ComparisonEq || op == schema.ComparisonNe {
		return t.equals(f, op, bound)
	}
	if !f.Type.Kind.Numeric() {
		return nil, "an order of texts, and OWL orders numbers and times only"
	}
	base := rdf.XSD + "decimal"
	if f.Type.Kind == value.Integer {
		base = rdf.XSD + "integer"
	}
	l, why := literal(bound, f)
	if why != "" {
		return nil, why
	}
	if l.Datatype == rdf.XSD+"decimal" {
		base = l.Datatype
	}
	return some(f.Property, datatype(base, facet{orderOf(op), l})), ""
}

// mirrored is the comparison with its sides exchanged.
func mirrored(op schema.Comparison) schema.Comparison {
	switch op {
	case schema.ComparisonLt:
		return schema.ComparisonGt
	case schema.ComparisonLe:
		return schema.ComparisonGe
	case schema.ComparisonGt:
		return schema.ComparisonLt
	case schema.ComparisonGe:
		return schema.ComparisonLe
	}
	return op
}

func (t *translator) equals(f Field, op schema.Comparison, bound schema.Value) (rdf.Term, string) {
	l, why := literal(bound, f)
	if why != "" {
		return nil, why
	}
	if op == schema.ComparisonEq {
		return has(f.Property, l), ""
	}
	return not(has(f.Property, l)), ""
}

// in writes that a field is one of some constants.
func (t *translator) in(effect string, p *schema.In) (rdf.Term, string) {
	list, constant := t.constant(p.List)
	if !constant {
		return nil, "membership in a value of the event"
	}
	f, why := t.field(effect, p.Element)
	if why != "" {
		return nil, why
	}
	items, why := members(list)
	if why != "" {
		return nil, why
	}
	values := rdf.List{}
	for _, item := range items {
		l, why := literal(item, f)
		if why != "" {
			return nil, why
		}
		values = append(values, l)
	}
	if len(values) == 0 {
		return not(some(f.Property, rdf.RDFS+"Literal")), ""
	}
	return some(f.Property, oneOf(values)), ""
}

// text writes that a field holds a constant text between two patterns.
func (t *translator) text(effect string, of, part schema.Term, before, after string) (rdf.Term, string) {
	bound, constant := t.constant(part)
	if !constant {
		return nil, "a comparison of two values of an event, which no class expression does"
	}
	f, why := t.field(effect, of)
	if why != "" {
		return nil, why
	}
	text, why := textOf(bound)
	if why != "" {
		return nil, why
	}
	escaped, err := linkml.XSDEscape(text)
	if err != nil {
		return nil, err.Error()
	}
	return some(f.Property, datatype(rdf.XSD+"string", facet{"pattern", rdf.Text(before + escaped + after)})), ""
}

func (t *translator) matches(effect string, p *schema.Matches) (rdf.Term, string) {
	f, why := t.field(effect, p.Of)
	if why != "" {
		return nil, why
	}
	text, err := linkml.XSDPattern(p.Pattern)
	if err != nil {
		return nil, "a pattern that XML Schema has no word for: " + err.Error()
	}
	return some(f.Property, datatype(rdf.XSD+"string", facet{"pattern", rdf.Text(text)})), ""
}
