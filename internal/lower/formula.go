package lower

import (
	"slices"

	"github.com/contractc/contractc/internal/value"
	"github.com/contractc/contractc/schema"
)

// formula is a formula of two-valued logic over the events of a trace. Atoms
// other than present speak of terms whose values are known; where they are not,
// an atom has no meaning, and a formula must not depend on it.
type formula interface{ isFormula() }

// variable names an event that a quantifier binds.
type variable string

type (
	// truth is always true, or always false.
	truth bool
	// and holds where all of its operands do. They are evaluated in order: one
	// may speak of a value that an earlier one says is known.
	and []formula
	// or holds where one of its operands does.
	or []formula
	// not is the negation.
	not struct{ of formula }
	// every holds where its body does for every event.
	every struct {
		event variable
		body  formula
	}
	// some holds where its body does for at least one event.
	some struct {
		event variable
		body  formula
	}
	// named is the formula of a definition.
	named string
	// effectIs says that the event is of one of the effect types.
	effectIs struct {
		event   variable
		effects []string
	}
	// earlier says that one event stands before another in the trace.
	earlier struct{ first, second variable }
	// present says that a field has a value that predicates know.
	present struct{ field field }
	// inRange says that an integer is within what predicates know.
	inRange struct{ of term }
	// relation compares two values of one kind.
	relation struct {
		op          schema.Comparison
		left, right term
	}
	// textTest tests a text against a part.
	textTest struct {
		test     textOp
		of, part term
	}
	// match says that a part of the text matches the pattern.
	match struct {
		of      term
		pattern string
		at      place
	}
	// among says that the element equals one of the members, all of its kind.
	among struct {
		element term
		members []schema.Value
	}
	// memberOf says that a list, the value of a parameter of which only the type
	// is known, has the element as a member.
	memberOf struct {
		element term
		list    parameter
	}
	// holds says that a list, the value of a field, has a member that equals
	// the element.
	holds struct {
		list    field
		element term
		at      place
	}
	// allOfKind says that all members of a list are of a kind.
	allOfKind struct {
		list field
		kind value.Kind
		at   place
	}
	// located says that it is known where a path leads.
	located struct{ path term }
	// inside says that a path is the directory or lies in it, where it is known
	// where both lead.
	inside struct{ path, directory term }
	// complete says that provenance is complete.
	complete struct{}
	// recorded says that it is known from where the value of a field was taken.
	recorded struct {
		event variable
		field string
	}
	// taken says that the value of a field was taken from a column of a class,
	// where that is recorded.
	taken struct {
		event         variable
		field         string
		class, column term
	}
	// countIs compares how many events the body holds for with a bound.
	countIs struct {
		event variable
		body  formula
		op    schema.Comparison
		bound term
	}
	// sumEnd compares one end of the interval that a Sum lies in with a bound.
	sumEnd struct {
		of    *summed
		end   end
		op    schema.Comparison
		bound term
	}
	// sumIs compares the sum over all events of the summand of the first case
	// that holds, 0 where none does, with a bound of the same kind.
	sumIs struct {
		event variable
		cases []summand
		op    schema.Comparison
		bound term
	}
)

// summand is what an event adds to a sum where a formula holds of it.
type summand struct {
	when   formula
	amount term
}

// textOp is a test of a text.
type textOp uint8

const (
	startsWith textOp = iota
	endsWith
	contains
)

func (truth) isFormula()     {}
func (and) isFormula()       {}
func (or) isFormula()        {}
func (not) isFormula()       {}
func (every) isFormula()     {}
func (some) isFormula()      {}
func (named) isFormula()     {}
func (effectIs) isFormula()  {}
func (earlier) isFormula()   {}
func (present) isFormula()   {}
func (inRange) isFormula()   {}
func (relation) isFormula()  {}
func (textTest) isFormula()  {}
func (match) isFormula()     {}
func (among) isFormula()     {}
func (memberOf) isFormula()  {}
func (holds) isFormula()     {}
func (allOfKind) isFormula() {}
func (located) isFormula()   {}
func (inside) isFormula()    {}
func (recorded) isFormula()  {}
func (complete) isFormula()  {}
func (taken) isFormula()     {}
func (countIs) isFormula()   {}
func (sumEnd) isFormula()    {}
func (sumIs) isFormula()     {}

// term is a value of a kind.
type term interface{ kindOf() value.Kind }

type (
	// field is the value of a field of an event.
	field struct {
		event variable
		name  string
		kind  value.Kind
		enum  string // name of the enumeration, of a value of one
		at    place
	}
	// constant is a literal that predicates know, in canonical form.
	constant struct {
		value schema.Value
		at    place
	}
	// parameter is a parameter of which only the type is known.
	parameter struct {
		name string
		of   Symbolic
		at   place
	}
	// sizeOf is the number of code points of a text, of octets of bytes, of
	// members of a list, tuple or set, of entries of a map.
	sizeOf struct {
		of term
		at place
	}
	// sum is the sum of two numbers, or their difference.
	sum struct {
		minus       bool
		left, right term
	}
)

func (t field) kindOf() value.Kind     { return t.kind }
func (t constant) kindOf() value.Kind  { return value.KindOf(t.value) }
func (t parameter) kindOf() value.Kind { return t.of.Type.Kind }
func (sizeOf) kindOf() value.Kind      { return value.Integer }
func (t sum) kindOf() value.Kind       { return t.left.kindOf() }

// enumOf is the name of the enumeration that a term has a value of; empty where
// it is of another kind.
func enumOf(t term) string {
	switch t := t.(type) {
	case field:
		return t.enum
	case constant:
		return enumName(t.value)
	case parameter:
		return t.of.Type.Enum
	}
	return ""
}

// enumName is the name of the enumeration that a value is of; empty where it is
// of another kind.
func enumName(v schema.Value) string {
	if e, ok := v.(*schema.EnumValue); ok {
		return e.Enum
	}
	return ""
}

// allOf returns the conjunction, simplified.
func allOf(operands ...formula) formula {
	var kept and
	for _, f := range operands {
		parts, isAnd := f.(and)
		if !isAnd {
			parts = and{f}
		}
		for _, part := range parts {
			switch {
			case is(part, false) || contradicted(kept, part):
				return truth(false)
			case is(part, true) || implied(kept, part):
			default:
				kept = append(kept, part)
			}
		}
	}
	switch len(kept) {
	case 0:
		return truth(true)
	case 1:
		return kept[0]
	}
	return kept
}

// is reports whether a formula is that constant.
func is(f formula, constant bool) bool {
	t, ok := f.(truth)
	return ok && bool(t) == constant
}

// implied reports whether a formula follows from another operand: that says the
// same, or one of the alternatives.
func implied(operands []formula, f formula) bool {
	alternatives, ok := f.(or)
	if !ok {
		alternatives = or{f}
	}
	return slices.ContainsFunc(alternatives, func(f formula) bool {
		return slices.ContainsFunc(operands, func(g formula) bool { return same(f, g) })
	})
}

// contradicted reports whether another operand says the opposite.
func contradicted(operands []formula, f formula) bool {
	opposite := negated(f)
	return slices.ContainsFunc(operands, func(g formula) bool { return same(opposite, g) })
}

// same reports whether two formulas are known to say the same. It looks at
// simple ones only.
func same(f, g formula) bool {
	switch f := f.(type) {
	case named:
		g, ok := g.(named)
		return ok && f == g
	case not:
		g, ok := g.(not)
		return ok && same(f.of, g.of)
	case present:
		g, ok := g.(present)
		return ok && f.field.event == g.field.event && f.field.name == g.field.name
	case effectIs:
		g, ok := g.(effectIs)
		return ok && f.event == g.event && slices.Equal(f.effects, g.effects)
	}
	return false
}

// anyOf returns the disjunction, simplified.
func anyOf(operands ...formula) formula {
	var kept or
	for _, f := range operands {
		parts, isOr := f.(or)
		if !isOr {
			parts = or{f}
		}
		for _, part := range parts {
			switch {
			case is(part, true) || contradicted(kept, part):
				return truth(true)
			case is(part, false) || slices.ContainsFunc(kept, func(g formula) bool { return same(part, g) }):
			default:
				kept = append(kept, part)
			}
		}
	}
	switch len(kept) {
	case 0:
		return truth(false)
	case 1:
		return kept[0]
	}
	return kept
}

// negated returns the negation, simplified.
func negated(f formula) formula {
	switch f := f.(type) {
	case truth:
		return !f
	case not:
		return f.of
	}
	return not{f}
}

// everyEvent returns the formula for all events, simplified.
func everyEvent(event variable, body formula) formula {
	if t, ok := body.(truth); ok && bool(t) {
		return t
	}
	return every{event, body}
}

// someEvent returns the formula for one event, simplified.
func someEvent(event variable, body formula) formula {
	if t, ok := body.(truth); ok && !bool(t) {
		return t
	}
	return some{event, body}
}
