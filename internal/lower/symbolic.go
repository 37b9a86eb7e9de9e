package lower

import (
	"github.com/contractc/contractc/internal/value"
)

// symbolic lowers a parameter of which only the type is known. Integers are
// those that predicates know, since no other can be bound.
func (b *builder) symbolic(name string, p Symbolic, at place) (operand, error) {
	if b.target != TargetSMT && !(b.target == TargetRego && b.opt.AnyInput) {
		return operand{}, at.refuse("ParameterTerm", ReasonParameter, "the parameter %q has no value; bind it first", name)
	}
	switch p.Type.Kind {
	case value.Boolean, value.Integer, value.Decimal, value.String, value.Bytes, value.Enum, value.PathPrefix, value.Directory, value.ClassReference, value.List, value.Map:
	default:
		return operand{}, at.refuse("ParameterTerm", ReasonKind, "the parameter %q is of type %s, of which not all values can be said", name, p.Type)
	}
	return operand{kind: p.Type.Kind, term: parameter{name, p, at}, known: truth(true), open: true}, nil
}

// inParameter is membership in a list of which only the type is known.
func inParameter(element operand, list parameter, at place) (rails, error) {
	items := list.of.Type.Items
	switch {
	case element.term == nil:
		return neither(), nil
	case items == nil || items.Kind == value.Invalid || items.Kind.Composite():
		return rails{}, at.refuse("In", ReasonKind, "the members of the parameter %q are of no type of which all values can be said", list.name)
	case items.Kind != element.kind:
		return rails{}, at.refuse("In", ReasonKind, "a value of type %s is looked for among members of type %s", element.kind, *items)
	case items.Enum != enumOf(element.term):
		return atom(element.known, truth(false)), nil
	}
	return atom(element.known, memberOf{element.term, list}), nil
}
