package lower

import (
	"fmt"
	"math/big"
	"strings"

	"github.com/contractc/contractc/internal/monitor"
	"github.com/contractc/contractc/internal/solver"
	"github.com/contractc/contractc/internal/value"
	"github.com/contractc/contractc/schema"
)

// MaxTrace is how many events a trace may have that is read from a model.
const MaxTrace = 10_000

// Symbols returns the constants whose values Trace needs, of a script for traces
// of at most length events.
func (m *SMT) Symbols(length int) []string {
	var out []string
	for i := range length {
		out = append(out, fmt.Sprintf("e%d.times", i), fmt.Sprintf("e%d.effect", i))
		for _, f := range m.fields {
			out = append(out, f.symbol(i, ".known"), f.symbol(i, ""))
		}
		for _, name := range m.traced {
			out = append(out, traced(i, name, "recorded"), traced(i, name, "schema"), traced(i, name, "column"))
		}
	}
	return out
}

// Trace reads a trace from the values of the symbols. Events of effect types
// that no constraint names are left out. The error says which value is none that
// an event can have.
func (m *SMT) Trace(length int, values map[string]solver.Expr) ([]*monitor.Event, error) {
	var out []*monitor.Event
	for i := range length {
		times, err := smallInt(values[fmt.Sprintf("e%d.times", i)])
		if err != nil {
			return nil, err
		}
		if len(out)+times > MaxTrace {
			return nil, fmt.Errorf("the trace has more than %d events", MaxTrace)
		}
		for range times {
			e, err := m.event(i, values)
			if err != nil {
				return nil, err
			}
			if e != nil {
				e.Index = len(out)
				out = append(out, e)
			}
		}
	}
	return out, nil
}

func (m *SMT) event(i int, values map[string]solver.Expr) (*monitor.Event, error) {
	number, err := smallInt(values[fmt.Sprintf("e%d.effect", i)])
	if err != nil || number == 0 || number > len(m.effects) {
		return nil, err
	}
	e := &monitor.Event{Effect: m.effects[number-1], Fields: map[string]schema.Value{}}
	for _, f := range m.fields {
		if known, _ := values[f.symbol(i, ".known")].Bool(); !known {
			continue
		}
		if e.Fields[f.name], err = m.value(f, values[f.symbol(i, "")]); err != nil {
			return nil, fmt.Errorf("the field %q: %w", f.name, err)
		}
	}
	for _, name := range m.traced {
		if recorded, _ := values[traced(i, name, "recorded")].Bool(); !recorded {
			continue
		}
		class, _ := values[traced(i, name, "schema")].Text()
		column, _ := values[traced(i, name, "column")].Text()
		if e.Provenance == nil {
			e.Provenance = map[string]monitor.Origin{}
		}
		e.Provenance[name] = monitor.Origin{Class: class, Column: column}
	}
	return e, nil
}

func (m *SMT) value(f smtField, e solver.Expr) (schema.Value, error) {
	switch f.kind {
	case value.Boolean:
		b, ok := e.Bool()
		return &schema.BooleanValue{Boolean: b}, unless(ok, "the value is no Boolean")
	case value.Integer:
		n, ok := e.Number()
		if !ok || !n.IsInt() {
			return nil, fmt.Errorf("the value is no integer")
		}
		return &schema.IntegerValue{Integer: n.Num().String()}, nil
	case value.Decimal:
		return decimalValue(e)
	}
	text, ok := e.Text()
	if !ok {
		return nil, fmt.Errorf("the value is no text")
	}
	return m.textValue(f, text)
}

func unless(ok bool, problem string) error {
	if ok {
		return nil
	}
	return fmt.Errorf("%s", problem)
}

// decimalValue reads a real, which must be a decimal with a bearable number of
// digits.
func decimalValue(e solver.Expr) (schema.Value, error) {
	n, ok := e.Number()
	if !ok {
		return nil, fmt.Errorf("the value is no number")
	}
	const places = 40
	text := n.FloatString(places)
	if back, ok := new(big.Rat).SetString(text); !ok || back.Cmp(n) != 0 {
		return nil, fmt.Errorf("the value %s is no decimal with %d places", n.RatString(), places)
	}
	canonical, err := value.Canonical(&schema.DecimalValue{Decimal: text})
	return canonical, err
}

func (m *SMT) textValue(f smtField, text string) (schema.Value, error) {
	switch f.kind {
	case value.String:
		return &schema.StringValue{String: text}, nil
	case value.Directory:
		return &schema.DirectoryValue{Directory: text}, nil
	case value.PathPrefix:
		return &schema.PathPrefixValue{Prefix: text}, nil
	case value.ClassReference:
		return &schema.ClassReferenceValue{ClassName: text}, nil
	case value.Enum:
		return &schema.EnumValue{Enum: f.enum, Text: text}, nil
	case value.Bytes:
		return value.Canonical(&schema.BytesValue{Hex: text})
	}
	return m.composite(f, text)
}

// composite reads the text that stands for a list or a map: one that a
// constraint names, or another.
func (m *SMT) composite(f smtField, text string) (schema.Value, error) {
	for _, v := range m.composites {
		if compositeText(v) == text && value.KindOf(v) == f.kind {
			return v, nil
		}
	}
	if !strings.HasPrefix(text, otherComposite) {
		return nil, fmt.Errorf("the text stands for no value")
	}
	other := &schema.StringValue{String: text}
	if f.kind == value.List {
		return &schema.ListValue{Items: []schema.Value{other}}, nil
	}
	return &schema.MapValue{Entries: []schema.MapEntry{{Key: other, Value: other}}}, nil
}

func smallInt(e solver.Expr) (int, error) {
	n, ok := e.Number()
	if !ok || !n.IsInt() || n.Sign() < 0 || !n.Num().IsInt64() || n.Num().Int64() > MaxTrace {
		return 0, fmt.Errorf("a number of events is not between 0 and %d", MaxTrace)
	}
	return int(n.Num().Int64()), nil
}
