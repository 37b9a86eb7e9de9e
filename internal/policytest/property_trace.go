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

// newMaker collects what the constraint speaks of. Where it names no effect
// type, those of its library are taken.
func (p *property) newMaker() *maker {
	var found constants
	names := map[string]bool{}
	if n, problems := doc.ReadJSON("constraint", []byte(constraintText(p.constraint)), doc.DefaultLimits()); !problems.HasErrors() {
		collect(n.Plain(), &found, names)
	}
	m := &maker{random: rand.New(rand.NewPCG(3, 4)), values: map[string][]schema.Value{}}
	for _, name := range slices.Sorted(maps.Keys(names)) {
		if effect := p.from.Effect(name); effect != nil {
			m.effects = append(m.effects, effect)
		}
	}
	if len(m.effects) == 0 {
		m.effects = effectsOf(p.from, p.contract.Library)
	}
	plain := found.values()
	for _, effect := range m.effects {
		for _, f := range effect.Fields {
			m.values[effect.ID+" "+f.Name] = valuesOf(f.Type, plain)
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

// valuesOf are the plain values that a type takes, lists of one and two of them
// among it.
func valuesOf(t value.Type, plain []any) []schema.Value {
	candidates := plain
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

// trace makes the trace of a number; the first has no event.
func (m *maker) trace(number int) []*monitor.Event {
	if number == 0 || len(m.effects) == 0 {
		return nil
	}
	trace := make([]*monitor.Event, 1+m.random.IntN(maxTrace))
	for i := range trace {
		effect := m.effects[m.random.IntN(len(m.effects))]
		trace[i] = &monitor.Event{Effect: effect.ID, Fields: map[string]schema.Value{}, Index: i}
		for _, f := range effect.Fields {
			values := m.values[effect.ID+" "+f.Name]
			if len(values) > 0 && m.random.IntN(8) > 0 {
				trace[i].Fields[f.Name] = values[m.random.IntN(len(values))]
			}
		}
	}
	return trace
}
