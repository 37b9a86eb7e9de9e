package monitor

import (
	"unicode/utf8"

	"github.com/contractc/contractc/internal/value"
	"github.com/contractc/contractc/schema"
)

// term is a compiled Term: a constant, a slot that is filled before the event
// is judged, or a computation.
type term struct {
	kind     value.Kind // Invalid where it is not known before the event
	constant *datum
	slot     int
	compute  func(*frame) *datum
}

// get returns the value of the term. It points into the frame or to a constant,
// and must not be changed.
func (t *term) get(f *frame) *datum {
	switch {
	case t.constant != nil:
		return t.constant
	case t.compute != nil:
		return t.compute(f)
	}
	return &f.slots[t.slot]
}

func (c *compiler) term(t schema.Term, at place) (*term, error) {
	if err := c.enter(at); err != nil {
		return nil, err
	}
	switch t := t.(type) {
	case *schema.FieldTerm:
		return c.fieldTerm(t.Field, at)
	case *schema.ParameterTerm:
		v, ok := c.opt.Parameters[t.Parameter]
		if !ok {
			return nil, wrong(at, "parameter %q has no value; bind it first", t.Parameter)
		}
		return literal(v, at)
	case *schema.LiteralTerm:
		return literal(t.Literal, at)
	case *schema.SizeTerm:
		return c.sizeTerm(t, at)
	case *schema.AddTerm:
		return c.arithmetic(t.Left, t.Right, value.Number.Add, at)
	case *schema.SubtractTerm:
		return c.arithmetic(t.Left, t.Right, value.Number.Sub, at)
	case nil:
		return nil, wrong(at, "the term is missing")
	}
	return nil, wrong(at, "the monitor does not know terms of the kind %q", t.TermClass())
}

func (c *compiler) fieldTerm(name string, at place) (*term, error) {
	if c.cell != nil {
		return c.cell.term(name, at)
	}
	kind, err := c.fieldKind(name, at)
	if err != nil {
		return nil, err
	}
	return &term{kind: kind, slot: c.fieldSlot(name)}, nil
}

func (s *cellScope) term(name string, at place) (*term, error) {
	switch name {
	case "key":
		s.usesKey = true
		return &term{kind: s.keyKind, slot: s.key}, nil
	case "value":
		return &term{kind: s.valueKind, slot: s.value}, nil
	}
	return nil, wrong(at, "an entry of a state cell has no field %q, only key and value", name)
}

// literal is a constant term. None, and a number beyond what predicates know,
// is a constant that is not known.
func literal(v schema.Value, at place) (*term, error) {
	canonical, err := value.Canonical(v)
	if err != nil {
		return nil, wrong(at, "%v", err)
	}
	d := new(datum)
	d.resolve(canonical)
	kind := value.KindOf(canonical)
	if kind == value.None {
		kind = value.Invalid
	}
	return &term{kind: kind, constant: d}, nil
}

func (c *compiler) sizeTerm(t *schema.SizeTerm, at place) (*term, error) {
	of, err := c.term(t.Of, at.slot("of"))
	if err != nil {
		return nil, err
	}
	if k := of.kind; k != value.Invalid && k != value.String && k != value.Bytes && !k.Composite() {
		return nil, wrong(at, "a value of type %s has no size", k)
	}
	return c.computed(value.Integer, of.constant != nil, func(f *frame, out *datum) {
		out.resolveSize(of.get(f))
	}), nil
}

// resolveSize sets d to the size of another datum: code points of a text,
// octets of bytes, members of a list, tuple or set, entries of a map.
func (d *datum) resolveSize(of *datum) {
	size := 0
	switch of.kind {
	case value.String:
		size = utf8.RuneCountInString(of.text)
	case value.Bytes:
		size = len(of.text) / 2
	case value.List, value.Tuple, value.Set:
		size = len(value.Members(of.composite))
	case value.Map:
		size = len(of.composite.(*schema.MapValue).Entries)
	default:
		d.kind = value.Invalid
		return
	}
	d.kind, d.number = value.Integer, value.IntegerNumber(int64(size))
}

// arithmetic compiles a sum or a difference of two numbers of one kind. An
// integer result beyond ±(2^53-1) is unknown, so that every step stays within
// what all readers keep exact.
func (c *compiler) arithmetic(l, r schema.Term, op func(a, b value.Number) value.Number, at place) (*term, error) {
	left, err := c.term(l, at.slot("left"))
	if err != nil {
		return nil, err
	}
	right, err := c.term(r, at.slot("right"))
	if err != nil {
		return nil, err
	}
	kind, err := sameKind(left, right, at)
	if err != nil {
		return nil, err
	}
	if kind != value.Invalid && !kind.Numeric() {
		return nil, wrong(at, "values of type %s cannot be added or subtracted, only numbers", kind)
	}
	constant := left.constant != nil && right.constant != nil
	return c.computed(kind, constant, func(f *frame, out *datum) {
		out.resolveArithmetic(left.get(f), right.get(f), op)
	}), nil
}

func (d *datum) resolveArithmetic(a, b *datum, op func(a, b value.Number) value.Number) {
	if a.kind != b.kind || !a.kind.Numeric() {
		d.kind = value.Invalid
		return
	}
	kind, n := a.kind, op(a.number, b.number)
	d.kind, d.number = kind, n
	if kind == value.Integer && !n.Safe() {
		d.kind = value.Invalid
	}
}

// computed returns a term with a slot of its own for its result, or a constant
// where the operands are constant.
func (c *compiler) computed(kind value.Kind, constant bool, set func(*frame, *datum)) *term {
	if constant {
		d := new(datum)
		set(nil, d)
		return &term{kind: kind, constant: d}
	}
	slot := c.newSlot()
	return &term{kind: kind, compute: func(f *frame) *datum {
		out := &f.slots[slot]
		set(f, out)
		return out
	}}
}

// sameKind returns the kind of two terms that must be of one kind, Invalid
// where neither is known before the event.
func sameKind(a, b *term, at place) (value.Kind, error) {
	switch {
	case a.kind == value.Invalid:
		return b.kind, nil
	case b.kind == value.Invalid || a.kind == b.kind:
		return a.kind, nil
	}
	return value.Invalid, wrong(at, "the left side is of type %s and the right side of type %s; both must be of one type", a.kind, b.kind)
}
