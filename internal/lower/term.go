package lower

import (
	"github.com/contractc/contractc/internal/monitor"
	"github.com/contractc/contractc/internal/value"
	"github.com/contractc/contractc/schema"
)

// operand is a lowered term. Its value is known where all of known hold; where
// it never is, term is nil and known is false.
type operand struct {
	kind  value.Kind // Invalid where the value is never known
	term  term
	known formula
	fixed bool // made of literals and parameters
	open  bool // made of parameters that have no value yet
}

// never is the operand that is not known.
func never(kind value.Kind) operand { return operand{kind: kind, known: truth(false), fixed: true} }

// scope says what the FieldTerms of an expression name: fields of an event of
// one of the effect types, or the key and the value of an entry of a state cell.
type scope struct {
	event   variable
	effects []string
	entry   *entry
	symbols map[string]string // of a plan, by the names that its FieldTerms have
}

// entry is an entry of a state cell.
type entry struct{ key, value operand }

// eventScope is the scope of events of the effect types.
func eventScope(event variable, effects []string) scope { return scope{event: event, effects: effects} }

// outside is the scope of terms that may not depend on an event.
func outside() scope { return scope{} }

func (b *builder) term(t schema.Term, in scope, at place) (operand, error) {
	if err := b.enter(t.TermClass(), at); err != nil {
		return operand{}, err
	}
	switch t := t.(type) {
	case *schema.FieldTerm:
		return b.field(t.Field, in, at)
	case *schema.ParameterTerm:
		if p, ok := b.opt.Symbolic[t.Parameter]; ok {
			return b.symbolic(t.Parameter, p, at)
		}
		return b.literal(b.opt.Parameters[t.Parameter], at)
	case *schema.LiteralTerm:
		return b.literal(t.Literal, at)
	case *schema.SizeTerm:
		return b.size(t, in, at)
	case *schema.AddTerm:
		return b.arithmetic(t.Left, t.Right, false, in, at)
	case *schema.SubtractTerm:
		return b.arithmetic(t.Left, t.Right, true, in, at)
	}
	return operand{}, at.refuse(t.TermClass(), ReasonKind, "this kind of term is not known")
}

// twoTerms lowers the two terms of an expression, which stand in the slots of
// those names.
func (b *builder) twoTerms(x, y schema.Term, slotX, slotY string, in scope, at place) (operand, operand, error) {
	left, err := b.term(x, in, at.slot(slotX))
	if err != nil {
		return operand{}, operand{}, err
	}
	right, err := b.term(y, in, at.slot(slotY))
	return left, right, err
}

func (b *builder) field(name string, in scope, at place) (operand, error) {
	if in.entry != nil {
		if name == "key" {
			return in.entry.key, nil
		}
		return in.entry.value, nil
	}
	if in.symbols != nil {
		name = in.symbols[name]
	}
	kind, enum, err := b.fieldType(name, in.effects, at)
	if err != nil {
		return operand{}, err
	}
	switch kind {
	case value.Boolean, value.Integer, value.Decimal, value.String, value.Bytes,
		value.Enum, value.PathPrefix, value.Directory, value.ClassReference, value.List, value.Map:
	case value.Tuple, value.Set:
		return operand{}, at.refuse("FieldTerm", ReasonTuple, "field %q is of type %s, which JSON does not have", name, kind)
	case value.Invalid:
		return operand{}, at.refuse("FieldTerm", ReasonUntyped, "no schema says of which type the field %q is", name)
	default:
		return operand{}, at.refuse("FieldTerm", ReasonKind, "field %q is of type %s, which has no encoding", name, kind)
	}
	f := field{in.event, name, kind, enum, at}
	return operand{kind: kind, term: f, known: present{f}}, nil
}

// fieldType returns the kind that a field has in every effect type, Invalid
// where schemas do not promise one, and the enumeration that its values are of.
func (b *builder) fieldType(name string, effects []string, at place) (kind value.Kind, enum string, err error) {
	for i, effect := range effects {
		next := b.opt.factOf(effect, name)
		switch {
		case next.Kind == value.Enum && next.Enum == "":
			return value.Invalid, "", at.refuse("FieldTerm", ReasonUntyped, "no schema says of which enumeration the field %q is", name)
		case i > 0 && next.Kind != kind:
			return value.Invalid, "", nil
		case i > 0 && next.Enum != enum:
			return kind, "", at.refuse("FieldTerm", ReasonKind, "field %q is of the enumeration %q in some effect types and of %q in others; write one constraint for each", name, enum, next.Enum)
		}
		kind, enum = next.Kind, next.Enum
	}
	return kind, enum, nil
}

// literal lowers a literal. None, and what holds a number beyond what predicates
// know, is never known.
func (b *builder) literal(v schema.Value, at place) (operand, error) {
	canonical, err := value.Canonical(v)
	if err != nil {
		return operand{}, at.refuse("LiteralTerm", ReasonText, "%v", err)
	}
	kind := value.KindOf(canonical)
	switch {
	case kind == value.None:
		return never(value.Invalid), nil
	case !value.Known(canonical):
		return never(kind), nil
	}
	return operand{kind: kind, term: constant{canonical, at}, known: truth(true), fixed: true}, nil
}

func (b *builder) size(t *schema.SizeTerm, in scope, at place) (operand, error) {
	of, err := b.term(t.Of, in, at.slot("of"))
	if err != nil || of.term == nil {
		return never(value.Integer), err
	}
	return operand{kind: value.Integer, term: sizeOf{of.term, at}, known: of.known, fixed: of.fixed, open: of.open}, nil
}

// arithmetic lowers a sum or a difference. An integer result beyond what
// predicates know is not known, at every step.
func (b *builder) arithmetic(l, r schema.Term, minus bool, in scope, at place) (operand, error) {
	left, right, err := b.twoTerms(l, r, "left", "right", in, at)
	fixed := left.fixed && right.fixed
	switch {
	case err != nil:
		return operand{}, err
	case left.term == nil || right.term == nil:
		out := never(max(left.kind, right.kind))
		out.fixed = fixed
		return out, nil
	}
	out := operand{kind: left.kind, term: sum{minus, left.term, right.term}, known: allOf(left.known, right.known), fixed: fixed, open: onlyOpen(left, right)}
	if out.kind == value.Integer {
		out.known = allOf(out.known, inRange{out.term})
	}
	return out, nil
}

// onlyOpen reports whether operands are made of literals and parameters, one of
// which has no value yet.
func onlyOpen(over ...operand) bool {
	open := false
	for _, o := range over {
		if !o.fixed && !o.open {
			return false
		}
		open = open || o.open
	}
	return open
}

// truthOfConstants is the truth of a comparison that no event can change.
func (b *builder) truthOfConstants(op schema.Comparison, left, right schema.Term) monitor.Truth {
	return b.truthOf(&schema.Compare{Left: left, Op: op, Right: right}, nil)
}

// truthOf is the truth of a predicate on these fields alone, unknown where it
// does not compile.
func (b *builder) truthOf(p schema.Predicate, fields map[string]schema.Value) monitor.Truth {
	compiled, err := monitor.CompilePredicate(p, monitor.Options{Parameters: b.opt.Parameters})
	if err != nil {
		return monitor.Unknown
	}
	return compiled.Eval(&monitor.Event{Fields: fields}, b.opt.Env)
}
