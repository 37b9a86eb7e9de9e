package lower

import (
	"slices"

	"github.com/contractc/contractc/internal/monitor"
	"github.com/contractc/contractc/internal/value"
	"github.com/contractc/contractc/schema"
)

// cells lowers what is read through a state cell: each assignment, at an event
// that a variable names.
type cells struct {
	*builder
	cell monitor.Cell
	at   place
}

// write is one assignment of the cell, made by an event.
type write struct {
	event      variable
	n          int // position in the list of assignments
	is         formula
	key, value operand
}

func (b *builder) cellNamed(name string, at place) (*cells, error) {
	i := slices.IndexFunc(b.opt.Cells, func(c monitor.Cell) bool { return c.Name == name })
	c := &cells{b, b.opt.Cells[i], at.slot("cell")}
	if c.cell.KeyKind == value.Invalid || c.cell.ValueKind == value.Invalid {
		return nil, c.at.refuse("StateCell", ReasonUntyped, "the cell %q does not declare the types of its keys and values", name)
	}
	return c, nil
}

// writes are the assignments that an event may make.
func (c *cells) writes(event variable) ([]write, error) {
	var out []write
	for i, a := range c.cell.Assignments {
		in := eventScope(event, []string{a.Effect})
		key, val, err := c.twoTerms(a.Key, a.Value, "key", "value", in, c.at)
		if err != nil {
			return nil, err
		}
		out = append(out, write{event, i, effectIs{event, in.effects}, key, val})
	}
	return out, nil
}

// eachWrite is the conjunction of a formula over all assignments of an event.
func eachWrite(writes []write, f func(write) formula) formula {
	out := make([]formula, len(writes))
	for i, w := range writes {
		out[i] = anyOf(negated(w.is), f(w))
	}
	return allOf(out...)
}

// someWrite is the disjunction of a formula over all assignments of an event.
func someWrite(writes []write, f func(write) formula) formula {
	out := make([]formula, len(writes))
	for i, w := range writes {
		out[i] = allOf(w.is, f(w))
	}
	return anyOf(out...)
}

// after are the assignments that the event of w makes after w.
func (c *cells) after(w write, writes []write) []write {
	return slices.DeleteFunc(slices.Clone(writes), func(other write) bool {
		return other.n <= w.n || c.cell.Assignments[other.n].Effect != c.cell.Assignments[w.n].Effect
	})
}

// later says that an assignment after w meets f: of the same event, or of a
// later one.
func (c *cells) later(w write, same []write, f func(write) formula) (formula, error) {
	v := c.bind()
	defer c.release(1)
	others, err := c.writes(v)
	if err != nil {
		return nil, err
	}
	return anyOf(someWrite(c.after(w, same), f), someEvent(v, allOf(earlier{w.event, v}, someWrite(others, f)))), nil
}

// allLater says that every assignment after w meets f.
func (c *cells) allLater(w write, same []write, f func(write) formula) (formula, error) {
	v := c.bind()
	defer c.release(1)
	others, err := c.writes(v)
	if err != nil {
		return nil, err
	}
	return allOf(eachWrite(c.after(w, same), f), everyEvent(v, anyOf(negated(earlier{w.event, v}), eachWrite(others, f)))), nil
}

// stateAt lowers StateAt. An assignment matters unless its key is known to be
// another or a later one is known to be at the key; the answer is known where
// all that matter agree, the initial value among them.
func (b *builder) stateAt(c *schema.StateAt, at place) (form, error) {
	cell, err := b.cellNamed(c.Cell, at)
	if err != nil {
		return form{}, err
	}
	key, want, err := b.twoTerms(c.Key, c.Value, "key", "value", outside(), at)
	if err != nil {
		return form{}, err
	}
	one := &cellAt{cell, key, want, c.Op}
	yes, err := one.agrees(func(r rails) formula { return r.yes })
	if err != nil {
		return form{}, err
	}
	no, err := one.agrees(func(r rails) formula { return r.no })
	return leaf(yes, no, finallyIf(!one.changes(monitor.True, c), !one.changes(monitor.False, c))), err
}

// cellAt is a StateAt that is being lowered.
type cellAt struct {
	*cells
	key, want operand
	op        schema.Comparison
}

// agrees says that all assignments that matter have this rail.
func (c *cellAt) agrees(rail func(rails) formula) (formula, error) {
	initial, err := c.literal(c.cell.Initial, c.at)
	if err != nil {
		return nil, err
	}
	test, err := compareOperands(c.op, initial, c.want, c.at)
	if err != nil {
		return nil, err
	}
	v := c.bind()
	defer c.release(1)
	writes, err := c.writes(v)
	if err != nil {
		return nil, err
	}
	overwritten := someEvent(v, someWrite(writes, func(w write) formula { return c.here(w).yes }))
	each := make([]formula, len(writes))
	for i, w := range writes {
		if each[i], err = c.agreesAt(w, writes, rail); err != nil {
			return nil, err
		}
	}
	return allOf(anyOf(rail(test), overwritten), everyEvent(v, allOf(each...))), nil
}

func (c *cellAt) agreesAt(w write, writes []write, rail func(rails) formula) (formula, error) {
	value, err := compareOperands(c.op, w.value, c.want, c.at)
	if err != nil {
		return nil, err
	}
	overwritten, err := c.later(w, writes, func(w write) formula { return c.here(w).yes })
	return anyOf(negated(w.is), c.here(w).no, rail(value), overwritten), err
}

// here is "the assignment is at the key".
func (c *cellAt) here(w write) rails {
	r, err := compareOperands(schema.ComparisonEq, w.key, c.key, c.at)
	if err != nil { // keys of a kind that cannot be compared are refused with the cell's type
		return neither()
	}
	return r
}

// changes reports whether a later assignment can make the truth other than t.
func (c *cellAt) changes(t monitor.Truth, of *schema.StateAt) bool {
	return slices.ContainsFunc(c.cell.Assignments, func(a monitor.Assignment) bool {
		key, value := fixedTerm(a.Key), fixedTerm(a.Value)
		if key && c.truthOfConstants(schema.ComparisonEq, a.Key, of.Key) == monitor.False {
			return false
		}
		return !value || c.truthOfConstants(of.Op, a.Value, of.Value) != t
	})
}

// fixedTerm reports whether a term is made of literals and parameters.
func fixedTerm(t schema.Term) bool {
	switch t := t.(type) {
	case *schema.FieldTerm:
		return false
	case *schema.SizeTerm:
		return fixedTerm(t.Of)
	case *schema.AddTerm:
		return fixedTerm(t.Left) && fixedTerm(t.Right)
	case *schema.SubtractTerm:
		return fixedTerm(t.Left) && fixedTerm(t.Right)
	}
	return true
}
