package monitor

import (
	"slices"

	"github.com/contractc/contractc/internal/value"
	"github.com/contractc/contractc/schema"
)

// write is a compiled Assignment of a cell.
type write struct {
	key, value *term
}

// cellRule is what StateAll and StateAt share: the cell and who writes it.
type cellRule struct {
	cell    *Cell
	initial *datum
	writes  [][]write // by the arg of the effect type, in the order of the declarations
}

// cellNamed finds a cell, compiles its assignments and starts the leaf.
func (c *compiler) cellNamed(name string, at place) (*cellRule, *leaf, error) {
	i := slices.IndexFunc(c.opt.Cells, func(cell Cell) bool { return cell.Name == name })
	if i < 0 {
		return nil, nil, wrong(at.slot("cell"), "no state cell is named %q", name)
	}
	cell := c.opt.Cells[i]
	r := &cellRule{cell: &cell}
	initial, err := literal(r.cell.Initial, at.slot("cell"))
	if err != nil {
		return nil, nil, err
	}
	if k := r.cell.ValueKind; k != value.Invalid && initial.kind != value.Invalid && initial.kind != k {
		return nil, nil, wrong(at.slot("cell"), "the initial value of %q is of type %s; its values are of type %s", name, initial.kind, k)
	}
	r.initial = initial.constant
	l := &leaf{}
	for _, a := range r.cell.Assignments {
		if err := c.assignment(r, l, a, at.slot("cell")); err != nil {
			return nil, nil, err
		}
	}
	return r, l, nil
}

// assignment compiles one assignment and notes which effect type makes it.
func (c *compiler) assignment(r *cellRule, l *leaf, a Assignment, at place) error {
	c.begin([]string{a.Effect})
	key, value, err := c.twoTerms(a.Key, a.Value, "key", "value", at)
	if err != nil {
		return err
	}
	if err := r.checkKinds(key, value, at); err != nil {
		return err
	}
	l.fills = append(l.fills, c.fills...)
	i := indexOfUse(l.uses, a.Effect)
	if i < 0 {
		i = len(l.uses)
		l.uses = append(l.uses, use{a.Effect, i})
		r.writes = append(r.writes, nil)
	}
	r.writes[i] = append(r.writes[i], write{key, value})
	return nil
}

func (r *cellRule) checkKinds(key, val *term, at place) error {
	if k := r.cell.KeyKind; k != value.Invalid && key.kind != value.Invalid && key.kind != k {
		return wrong(at, "an assignment of %q has a key of type %s; its keys are of type %s", r.cell.Name, key.kind, k)
	}
	if k := r.cell.ValueKind; k != value.Invalid && val.kind != value.Invalid && val.kind != k {
		return wrong(at, "an assignment of %q has a value of type %s; its values are of type %s", r.cell.Name, val.kind, k)
	}
	return nil
}

// asKind returns d, or a datum that is not known where a kind is declared and d
// is of another.
func asKind(d *datum, kind value.Kind) *datum {
	if kind == value.Invalid || d.kind == kind {
		return d
	}
	return new(datum)
}

// stateAt is StateAt: one key of a cell. An assignment at a key that is not
// known may or may not be at this key.
type stateAt struct {
	*cellRule
	key  *datum
	op   schema.Comparison
	want *datum
}

func (c *compiler) stateAt(p *schema.StateAt, at place) (*leaf, error) {
	r, l, err := c.cellNamed(p.Cell, at)
	if err != nil {
		return nil, err
	}
	c.begin(nil)
	key, want, err := c.twoTerms(p.Key, p.Value, "key", "value", at)
	switch {
	case err != nil:
		return nil, err
	case key.constant == nil || want.constant == nil:
		return nil, wrong(at, "key and value must be made of literals and parameters")
	}
	if err := r.checkKinds(key, want, at); err != nil {
		return nil, err
	}
	l.rule = &stateAt{r, key.constant, p.Op, want.constant}
	return l, comparable(want.kind, p.Op, at)
}

func (r *stateAt) start(_ *frame, st *state) { st.truth = r.test(r.initial) }

func (r *stateAt) test(d *datum) Truth {
	return compareData(r.op, asKind(d, r.cell.ValueKind), r.want)
}

func (r *stateAt) step(f *frame, st *state, arg int) {
	for _, w := range r.writes[arg] {
		switch here := compareData(schema.ComparisonEq, w.key.get(f), r.key); here {
		case True:
			st.hits.reset()
			st.unsure.reset()
			st.truth = r.test(w.value.get(f))
			st.hits.add(f.event.Index)
		case Unknown:
			st.truth = st.truth.join(r.test(w.value.get(f)))
			st.unsure.add(f.event.Index)
		}
	}
}

func (r *stateAt) status(st *state) status {
	if st.truth == Unknown {
		return leafStatus(Unknown, false)
	}
	return leafStatus(st.truth, !r.changes(st.truth))
}

// changes reports whether a later assignment can make the truth other than t.
func (r *stateAt) changes(t Truth) bool {
	for _, writes := range r.writes {
		for _, w := range writes {
			if w.key.constant != nil && compareData(schema.ComparisonEq, w.key.constant, r.key) == False {
				continue
			}
			if w.value.constant == nil || r.test(w.value.constant) != t {
				return true
			}
		}
	}
	return false
}

func (r *stateAt) explain(st *state) explanation {
	because := ascending(append(st.hits.list(), st.unsure.list()...))
	switch st.truth {
	case True:
		return explanation{because, "the value of " + r.cell.Name + " at the key is as required"}
	case False:
		return explanation{because, "the value of " + r.cell.Name + " at the key is not as required"}
	}
	return explanation{because, "the value of " + r.cell.Name + " at the key is not known"}
}
