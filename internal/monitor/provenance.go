package monitor

import (
	"github.com/contractc/contractc/internal/value"
	"github.com/contractc/contractc/schema"
)

// comesFrom compiles a test of provenance. It is unknown where the field is
// absent, and where nothing is recorded of it, unless provenance is complete:
// then the value is a literal.
func (c *compiler) comesFrom(p *schema.ComesFrom, at place) (predicate, error) {
	if c.cell != nil {
		return predicate{}, wrong(at, "an entry of a state cell has no provenance")
	}
	class, column, err := c.twoTerms(p.ClassTerm, p.Column, "class_term", "column", at)
	if err != nil {
		return predicate{}, err
	}
	if k := class.kind; k != value.Invalid && k != value.ClassReference && k != value.String {
		return predicate{}, wrong(at.slot("class_term"), "a value of type %s is not a reference to a class", k)
	}
	if k := column.kind; k != value.Invalid && k != value.String {
		return predicate{}, wrong(at.slot("column"), "a value of type %s is not the name of a column", k)
	}
	field := p.Field
	slot := c.fieldSlot(field)
	return predicate{eval: func(f *frame) Truth {
		if !f.slots[slot].known() {
			return Unknown
		}
		return taken(f, field, class.get(f), column.get(f))
	}}, nil
}

func taken(f *frame, field string, class, column *datum) Truth {
	if class.kind != value.ClassReference && class.kind != value.String || column.kind != value.String {
		return Unknown
	}
	origin, ok := f.event.Provenance[field]
	switch {
	case ok:
		return truthOf(origin.Class == class.text && origin.Column == column.text)
	case f.env.ProvenanceComplete:
		return False
	}
	return Unknown
}
