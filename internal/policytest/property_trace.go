package policytest

import (
	"encoding/json"
	"maps"
	"math/rand/v2"
	"slices"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/monitor"
	"github.com/contractc/contractc/internal/value"
	"github.com/contractc/contractc/schema"
)

// maxTrace is how many events a generated trace has at most.
const maxTrace = 5

// maker makes traces from the effect types and the constants of a constraint,
// the same every time.
type maker struct {
	random  *rand.Rand
	effects []*index.Effect
	values  map[string][]schema.Value // that a field may have, by effect and field
}

// Traces makes traces of at most one event from the effect types and the constants
// of a constraint of a library, the same every time; the first is empty.
func Traces(from *catalog.Catalog, library string, of schema.Constraint, count int) [][]*monitor.Event {
	m := newMaker(from, library, of)
	list := [][]*monitor.Event{nil}
	for i := 1; i < count && len(m.effects) > 0; i++ {
		list = append(list, []*monitor.Event{m.event(m.effects[i%len(m.effects)])})
	}
	return list
}

// newMaker collects what a constraint speaks of. Where it names no effect type,
// those of its library are taken.
func newMaker(from *catalog.Catalog, library string, of schema.Constraint) *maker {
	var found constants
	names := map[string]bool{}
	if n, problems := doc.ReadJSON("constraint", []byte(constraintText(of)), doc.DefaultLimits()); !problems.HasErrors() {
		collect(n.Plain(), &found, names)
	}
	m := &maker{random: rand.New(rand.NewPCG(3, 4)), values: map[string][]schema.Value{}}
	for _, name := range slices.Sorted(maps.Keys(names)) {
		if effect := from.Effect(name); effect != nil {
			m.effects = append(m.effects, effect)
		}
	}
	if len(m.effects) == 0 {
		m.effects = effectsOf(from, library)
	}
	plain := found.values()
	for _, effect := range m.effects {
		for _, f := range effect.Fields {
			m.values[effect.ID+" "+f.Name] = valuesOf(&f, plain)
		}
	}
	return m
}

func effectsOf(from *catalog.Catalog, library string) []*index.Effect {
	var list []*index.Effect
	for _, e := range from.Effects {
		if e.Library == library {
			list = append(list, e)
		}
	}
	return list
}

// collect finds the constants and the effect types of a constraint.
func collect(v any, found *constants, effects map[string]bool) {
	switch x := v.(type) {
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(x)) {
			text, isText := x[key].(string)
			switch {
			case isText && slices.Contains([]string{"string", "prefix", "directory", "text"}, key):
				found.texts = append(found.texts, text, text+"/x")
			case isText && (key == "integer" || key == "decimal"):
				found.numbers = append(found.numbers, text)
			case key == "effects":
				for _, name := range listOf(x[key]) {
					effects[name] = true
				}
			default:
				collect(x[key], found, effects)
			}
		}
	case []any:
		for _, item := range x {
			collect(item, found, effects)
		}
	}
}

func listOf(v any) []string {
	var texts []string
	items, _ := v.([]any)
	for _, item := range items {
		if text, ok := item.(string); ok {
			texts = append(texts, text)
		}
	}
	return texts
}

// valuesOf are the plain values that a field takes, lists of one and two of them
// among it; of an enumeration, those that it permits.
func valuesOf(f *index.Field, plain []any) []schema.Value {
	t, candidates := f.Type, plain
	if len(f.Values) > 0 {
		candidates = permissible(f.Values)
		plain = candidates
	}
	if t.Kind == value.List {
		for _, v := range plain {
			candidates = append(candidates, []any{v}, []any{v, plain[0]})
		}
	}
	if t == value.Any() {
		candidates = plain[:min(len(plain), 12)]
	}
	var list []schema.Value
	for _, v := range candidates {
		if v == nil {
			continue
		}
		if typed, err := value.FromPlain(v, t); err == nil && typed != nil {
			list = append(list, typed)
		}
	}
	for _, n := range []json.Number{"0", "1", "2"} {
		if typed, err := value.FromPlain(n, t); err == nil && typed != nil {
			list = append(list, typed)
		}
	}
	return list
}

// permissible are the values that an enumeration permits; an event has no others.
func permissible(values []string) []any {
	list := make([]any, len(values))
	for i, v := range values {
		list[i] = v
	}
	return list
}

// trace makes the trace of a number; the first has no event.
func (m *maker) trace(number int) []*monitor.Event {
	if number == 0 || len(m.effects) == 0 {
		return nil
	}
	trace := make([]*monitor.Event, 1+m.random.IntN(maxTrace))
	for i := range trace {
		trace[i] = m.event(m.effects[m.random.IntN(len(m.effects))])
		trace[i].Index = i
	}
	return trace
}

// event makes an event of an effect type, in which some fields may be absent.
func (m *maker) event(effect *index.Effect) *monitor.Event {
	e := &monitor.Event{Effect: effect.ID, Fields: map[string]schema.Value{}}
	for _, f := range effect.Fields {
		values := m.values[effect.ID+" "+f.Name]
		if len(values) > 0 && m.random.IntN(8) > 0 {
			e.Fields[f.Name] = values[m.random.IntN(len(values))]
		}
	}
	return e
}
