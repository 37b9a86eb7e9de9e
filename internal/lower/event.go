package lower

import (
	"encoding/json"
	"maps"
	"slices"
	"unicode/utf8"

	"github.com/contractc/contractc/internal/monitor"
	"github.com/contractc/contractc/internal/value"
	"github.com/contractc/contractc/schema"
)

// Events encodes typed events as plain JSON values, in the form that the
// generated Rego reads under input.events: effect, fields by name, and
// provenance by field, as schema and field. Only the fields that the constraint
// reads are written; one that is absent, null or of another type than its schema
// says is left out. The error is a *RefusalError: a list or a map that holds
// what JSON does not have, or text that is not well formed.
func (m *RegoModule) Events(trace []*monitor.Event) ([]any, error) {
	e := encoder{opt: m.opt, target: TargetRego, fields: m.fields, number: plainNumber, null: null{}}
	return e.events(trace)
}

// PlainEvent encodes one typed event with all of its fields, in the form that
// Events has. The error is a *RefusalError.
func PlainEvent(opt Options, event *monitor.Event) (any, error) {
	names := make([]string, 0, len(event.Fields))
	for name := range event.Fields {
		names = append(names, name)
	}
	slices.Sort(names)
	e := encoder{opt: opt, target: TargetRego, fields: names, number: plainNumber, null: null{}}
	fields, err := e.fieldsOf(event)
	if err != nil {
		return nil, err
	}
	out := map[string]any{"effect": event.Effect, "fields": fields}
	if from := e.provenance(event); len(from) > 0 {
		out["provenance"] = from
	}
	return out, nil
}

// SchemaEvent is PlainEvent as a document has it.
func SchemaEvent(opt Options, event *monitor.Event) (schema.Event, error) {
	plain, err := PlainEvent(opt, event)
	if err != nil {
		return schema.Event{}, err
	}
	parts, _ := plain.(map[string]any)
	out := schema.Event{Effect: event.Effect, Fields: &schema.Any{Value: parts["fields"]}}
	if from, ok := parts["provenance"]; ok {
		out.Provenance = &schema.Any{Value: from}
	}
	return out, nil
}

// PlainValues encodes typed values by name as plain JSON. The error is a
// *RefusalError.
func PlainValues(values map[string]schema.Value) (map[string]any, error) {
	e := encoder{target: TargetRego, number: plainNumber, null: null{}}
	out := make(map[string]any, len(values))
	for _, name := range slices.Sorted(maps.Keys(values)) {
		var err error
		if out[name], err = e.plain(values[name], false, place{TargetRego, name}); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// encoder writes events for a target.
type encoder struct {
	opt    Options
	target Target
	fields []string
	number func(kind value.Kind, text string, nested bool, at place) (v any, ok bool, err error)
	null   any // a null within a list or a map; nil would leave it out
}

func (e encoder) events(trace []*monitor.Event) ([]any, error) {
	out := make([]any, len(trace))
	for i, event := range trace {
		fields, err := e.fieldsOf(event)
		if err != nil {
			return nil, err
		}
		out[i] = map[string]any{"effect": event.Effect, "fields": fields, "provenance": e.provenance(event)}
	}
	return out, nil
}

func (e encoder) fieldsOf(event *monitor.Event) (map[string]any, error) {
	out := map[string]any{}
	for _, name := range e.fields {
		known := knownField(e.opt, event, name)
		if known == nil {
			continue
		}
		v, err := e.plain(known, false, place{e.target, "fields." + name})
		if err != nil {
			return nil, err
		}
		if v != nil {
			out[name] = v
		}
	}
	return out, nil
}

// knownField returns the canonical value of a field of the type that its schema
// says; nil where it is absent. Numbers in it may be beyond what predicates know.
func knownField(opt Options, event *monitor.Event, name string) schema.Value {
	canonical, err := value.Canonical(event.Fields[name])
	fact := opt.factOf(event.Effect, name)
	if err != nil || value.KindOf(canonical) != fact.Kind || enumName(canonical) != fact.Enum {
		return nil
	}
	return canonical
}

func (e encoder) provenance(event *monitor.Event) map[string]any {
	out := map[string]any{}
	for _, name := range e.fields {
		if origin, ok := event.Provenance[name]; ok {
			out[name] = map[string]any{"schema": origin.Class, "field": origin.Column}
		}
	}
	return out
}

// plain writes a canonical value, nil where it is to be left out. Its recursion
// is bounded, as canonical values are.
func (e encoder) plain(v schema.Value, nested bool, at place) (any, error) {
	switch v := v.(type) {
	case *schema.BooleanValue:
		return v.Boolean, nil
	case *schema.IntegerValue:
		return e.numeral(value.Integer, v.Integer, nested, at)
	case *schema.DecimalValue:
		return e.numeral(value.Decimal, v.Decimal, nested, at)
	case *schema.StringValue:
		return e.text(v.String, at)
	case *schema.ListValue:
		return e.list(v, at)
	case *schema.MapValue:
		return e.object(v, at)
	}
	return e.other(v, nested, at)
}

// other writes the kinds that are text in JSON, where their place says which.
func (e encoder) other(v schema.Value, nested bool, at place) (any, error) {
	switch v := v.(type) {
	case *schema.NoneValue:
		return e.null, nil
	case *schema.BytesValue:
		if !nested {
			return v.Hex, nil
		}
	case *schema.PathPrefixValue:
		if !nested {
			return e.text(v.Prefix, at)
		}
	case *schema.DirectoryValue:
		if !nested {
			return e.text(v.Directory, at)
		}
	case *schema.ClassReferenceValue:
		if !nested {
			return e.text(v.ClassName, at)
		}
	case *schema.EnumValue:
		if !nested {
			return e.text(v.Text, at)
		}
	}
	return nil, at.refuse(v.ValueClass(), ReasonKind, "a value of type %s in a list or a map has no encoding", value.KindOf(v))
}

// null is JSON's null.
type null struct{}

// MarshalJSON writes null.
func (null) MarshalJSON() ([]byte, error) { return []byte("null"), nil }

func (e encoder) text(s string, at place) (any, error) {
	if !utf8.ValidString(s) {
		return nil, at.refuse("StringValue", ReasonText, "the text is not well formed")
	}
	return s, nil
}

func (e encoder) numeral(kind value.Kind, text string, nested bool, at place) (any, error) {
	v, ok, err := e.number(kind, text, nested, at)
	if err != nil || !ok {
		return nil, err
	}
	return v, nil
}

// plainNumber writes a number as JSON.
func plainNumber(_ value.Kind, text string, _ bool, _ place) (any, bool, error) {
	return json.Number(text), true, nil
}

func (e encoder) list(v *schema.ListValue, at place) (any, error) {
	out := make([]any, len(v.Items))
	for i, item := range v.Items {
		plain, err := e.plain(item, true, at)
		switch {
		case err != nil:
			return nil, err
		case plain == nil: // a number that nobody knows makes the whole unknown
			return nil, nil
		}
		out[i] = plain
	}
	return out, nil
}

func (e encoder) object(v *schema.MapValue, at place) (any, error) {
	out := make(map[string]any, len(v.Entries))
	for _, entry := range v.Entries {
		key, ok := entry.Key.(*schema.StringValue)
		if !ok {
			return nil, at.refuse(entry.Key.ValueClass(), ReasonKind, "a map with keys of type %s has no encoding", value.KindOf(entry.Key))
		}
		plain, err := e.plain(entry.Value, true, at)
		switch {
		case err != nil:
			return nil, err
		case plain == nil:
			return nil, nil
		}
		out[e.key(key.String)] = plain
	}
	return out, nil
}

// key writes the key of a map. In CEL a key that begins with $ gets a second
// one, so that no map looks like a decimal.
func (e encoder) key(key string) string {
	if e.target == TargetCEL && len(key) > 0 && key[0] == '$' {
		return "$" + key
	}
	return key
}
