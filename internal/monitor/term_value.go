package monitor

import (
	"strings"

	"github.com/contractc/contractc/internal/value"
	"github.com/contractc/contractc/schema"
)

// EvalTerm returns the value of a term without parameters for an event, nil
// where it is not known. The error is a *CompileError.
func EvalTerm(t schema.Term, event *Event) (schema.Value, error) {
	switch t := t.(type) {
	case *schema.FieldTerm:
		return event.Fields[t.Field], nil
	case *schema.LiteralTerm:
		return t.Literal, nil
	}
	c := newCompiler(Options{})
	c.begin(nil)
	compiled, err := c.term(t, place{})
	if err != nil {
		return nil, err
	}
	f := &frame{event: event, slots: make([]datum, c.slots)}
	for _, fill := range c.fills {
		f.slots[fill.slot].resolve(event.Fields[fill.field])
	}
	return compiled.get(f).computedValue(), nil
}

// computedValue is the result of a computation, which is a number where it is
// known.
func (d *datum) computedValue() schema.Value {
	switch d.kind {
	case value.Integer:
		return &schema.IntegerValue{Integer: d.number.String()}
	case value.Decimal:
		text := d.number.String()
		if !strings.Contains(text, ".") {
			text += ".0"
		}
		return &schema.DecimalValue{Decimal: text}
	}
	return nil
}
