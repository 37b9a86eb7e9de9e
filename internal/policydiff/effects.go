package policydiff

import (
	"strings"

	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/algebra"
	"github.com/contractc/contractc/schema"
)

func effectElement(e *index.Effect) *index.Element             { return &e.Element }
func preconditionElement(p *index.Precondition) *index.Element { return &p.Element }
func cellElement(c *index.Cell) *index.Element                 { return &c.Element }

// effects compares effect types, their preconditions and state cells.
func (d *differ) effects() {
	old, new := d.old.Catalog, d.new.Catalog
	for _, p := range pairs(old.Effects, new.Effects, func(e *index.Effect) string { return e.ID }) {
		d.effect(p)
		var before, after []*index.Precondition
		if p.old != nil {
			before = p.old.Preconditions
		}
		if p.new != nil {
			after = p.new.Preconditions
		}
		for _, q := range pairs(before, after, func(p *index.Precondition) string { return p.ID }) {
			d.precondition(p, q)
		}
	}
	for _, p := range pairs(old.Cells, new.Cells, func(c *index.Cell) string { return c.ID }) {
		d.cell(p)
	}
}

func (d *differ) effect(p pair[index.Effect]) {
	c := touched(d, "effect", p, effectElement, p.old != nil && p.new != nil && permitsOther(p.old, p.new))
	switch {
	case c == nil:
	case p.old == nil:
		c.words("", p.new.Sentence)
		c.note(Unchanged, "the effect type is new; the mappings say which tools have it")
	case p.new == nil:
		c.words(p.old.Sentence, "")
		c.lose("the effect type was removed, so that no contract can speak of it")
	default:
		c.words(p.old.Sentence, p.new.Sentence)
		d.changedEffect(c, p.old, p.new)
	}
}

// permitsOther reports whether the enumeration of a field permits other values,
// which are no part of the effect type.
func permitsOther(old, new *index.Effect) bool {
	for _, p := range pairs(pointers(old.Fields), pointers(new.Fields), func(f *index.Field) string { return f.Name }) {
		if p.old != nil && p.new != nil && !sameValues(p.old.Values, p.new.Values) {
			return true
		}
	}
	return false
}

func (d *differ) changedEffect(c *change, old, new *index.Effect) {
	c.wording("the sentence", old.Sentence, new.Sentence)
	if old.Function != new.Function {
		c.lose("its name in traces was %q and is %q, so that traces with the old one are not read", old.Function, new.Function)
	}
	for _, p := range pairs(pointers(old.Fields), pointers(new.Fields), func(f *index.Field) string { return f.Name }) {
		d.field(c, new.ID, p)
	}
	if !sameJSON(old.Assigns, new.Assigns) {
		c.note(Unchanged, "what it assigns to state cells changed; the contracts about them are compared with it")
	}
	if len(c.Aspects) == 0 {
		c.note(Unchanged, "its version changed, or its preconditions")
	}
}

func pointers[T any](list []T) []*T {
	out := make([]*T, len(list))
	for i := range list {
		out[i] = &list[i]
	}
	return out
}

func (d *differ) field(c *change, effect string, p pair[index.Field]) {
	switch {
	case p.old == nil:
		c.note(Unchanged, "the field %q was added", p.id)
	case p.new == nil:
		c.lose("the field %q was removed", p.id)
	default:
		d.changedField(c, effect, p.old, p.new)
	}
}

func (d *differ) changedField(c *change, effect string, old, new *index.Field) {
	switch {
	case old.Secret && !new.Secret:
		c.note(Loosened, "the field %q is not secret any more, so that cards show it", old.Name)
	case !old.Secret && new.Secret:
		c.note(Reworded, "the field %q is secret now, so that cards show its length only", old.Name)
	}
	if !sameFact(d.old.options.Facts(effect, old.Name), d.new.options.Facts(effect, old.Name)) || !sameJSON(old.Type, new.Type) {
		c.note(Unknown, "the field %q was of type %s%s and is of type %s%s, and values that do not fit are not known", old.Name,
			old.Type, boundWords(old), new.Type, boundWords(new))
	}
	switch {
	case old.Required && !new.Required:
		c.note(Loosened, "the field %q is not required any more, so that a call without it is not asked about for that", old.Name)
	case !old.Required && new.Required:
		c.note(Tightened, "the field %q is required now, so that a call without it is asked about", old.Name)
	}
}

func boundWords(f *index.Field) string {
	text := ""
	if f.Minimum != "" {
		text += " from " + f.Minimum
	}
	if f.Maximum != "" {
		text += " to " + f.Maximum
	}
	if len(f.Values) > 0 {
		text += " of " + strings.Join(f.Values, ", ")
	}
	return text
}

// precondition compares a precondition as the contract that every event of its
// effect type meets it.
func (d *differ) precondition(of pair[index.Effect], p pair[index.Precondition]) {
	rests := p.old != nil && p.new != nil && d.groundsDiffer(of.every(p.old), of.every(p.new)) != ""
	c := touched(d, "precondition", p, preconditionElement, rests)
	switch {
	case c == nil:
	case p.old == nil:
		c.words("", p.new.Expression)
		c.note(Tightened, "the precondition is new: %q", p.new.Message)
	case p.new == nil:
		c.words(p.old.Expression, "")
		c.note(Loosened, "the precondition was removed: %q", p.old.Message)
		d.constraint(c, twoConstraints{old: of.every(p.old), new: &schema.Unrestricted{}})
	default:
		c.words(p.old.Expression, p.new.Expression)
		c.wording("the message", p.old.Message, p.new.Message)
		if rests || !sameJSON(p.old.Predicate, p.new.Predicate) {
			d.constraint(c, twoConstraints{old: of.every(p.old), new: of.every(p.new)})
		} else if len(c.Aspects) == 0 {
			c.note(Unchanged, "its version changed")
		}
	}
}

// every is the constraint that every event of the effect type meets a
// precondition.
func (of pair[T]) every(p *index.Precondition) schema.Constraint {
	return &schema.All{Set: schema.EffectSet{Version: "1.0.0", Effects: []string{of.id}}, Predicate: p.Predicate}
}

// cell compares a state cell: what it does, the contracts about it show.
func (d *differ) cell(p pair[index.Cell]) {
	c := touched(d, "cell", p, cellElement, false)
	switch {
	case c == nil:
	case p.old == nil:
		c.note(Unchanged, "the state cell is new; the effect types say what sets it")
	case p.new == nil:
		c.lose("the state cell was removed")
	case sameJSON(p.old.Initial, p.new.Initial) && p.old.Key.Kind == p.new.Key.Kind && p.old.Value.Kind == p.new.Value.Kind:
		c.note(Unchanged, "the version of its library changed")
	default:
		c.note(Unchanged, "its types or its initial value changed; the contracts about it are compared with it")
		c.inherit = d.about(p.id)
	}
}

// about are the changes of contracts that speak of a state cell.
func (d *differ) about(cell string) []*change {
	var list []*change
	for _, c := range d.changes {
		if c.Kind != "contract" {
			continue
		}
		for _, s := range []*side{d.old, d.new} {
			if contract := s.Catalog.Contract(c.Id); contract != nil && asSet(algebra.UsesOf(contract.Constraint).Cells)[cell] {
				list = append(list, c)
				break
			}
		}
	}
	return list
}
