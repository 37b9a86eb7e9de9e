package eval

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"sync"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/monitor"
	"github.com/contractc/contractc/internal/value"
	"github.com/contractc/contractc/schema"
)

// vocabulary is what events of a catalog's effect types are read and judged
// with. It may be used by several goroutines.
type vocabulary struct {
	catalog *catalog.Catalog
	types   map[string]map[string]value.Type // by effect and field
	values  map[string]map[string][]string   // that enumerations permit, by effect and field
	options monitor.Options                  // that guarantees are compiled with
	whole   monitor.Options                  // the same for traces that are known whole
	tests   sync.Map                         // effect → func() ([]*monitor.Predicate, error)
}

func newVocabulary(from *catalog.Catalog) *vocabulary {
	v := &vocabulary{catalog: from, types: make(map[string]map[string]value.Type, len(from.Effects)), values: map[string]map[string][]string{}}
	for _, effect := range from.Effects {
		types := make(map[string]value.Type, len(effect.Fields))
		for _, f := range effect.Fields {
			types[f.Name] = f.Type
			if len(f.Values) > 0 {
				v.permit(effect.ID, f)
			}
		}
		v.types[effect.ID] = types
	}
	v.options = monitor.Options{Facts: factsOf(from), Cells: cellsOf(from)}
	v.whole = monitor.Options{Facts: kindsOf(v.options.Facts), Cells: v.options.Cells}
	return v
}

// permit notes the values that the enumeration of a field permits.
func (v *vocabulary) permit(effect string, f index.Field) {
	if v.values[effect] == nil {
		v.values[effect] = map[string][]string{}
	}
	v.values[effect][f.Name] = f.Values
}

// fields gives the fields of an event of an effect type their types. One of
// another type is absent, and listed; so is a value that its enumeration does not
// permit.
func (v *vocabulary) fields(effect string, plain map[string]any) (map[string]schema.Value, []value.Mistyped) {
	return value.Fields(plain, v.types[effect], v.values[effect])
}

// precondition is a precondition of an effect type with its truth for an event.
type precondition struct {
	*index.Precondition
	truth monitor.Truth
}

// preconditions judges an event by what every event of its type must meet. They
// are compiled at their first use.
func (v *vocabulary) preconditions(effect *index.Effect, event *monitor.Event, env monitor.Env) ([]precondition, error) {
	if len(effect.Preconditions) == 0 {
		return nil, nil
	}
	compile, ok := v.tests.Load(effect.ID)
	if !ok {
		compile, _ = v.tests.LoadOrStore(effect.ID, sync.OnceValues(func() ([]*monitor.Predicate, error) { return compilePreconditions(effect) }))
	}
	tests, err := compile.(func() ([]*monitor.Predicate, error))()
	if err != nil {
		return nil, err
	}
	list := make([]precondition, len(tests))
	for i, test := range tests {
		list[i] = precondition{effect.Preconditions[i], test.Eval(event, env)}
	}
	return list, nil
}

func compilePreconditions(effect *index.Effect) ([]*monitor.Predicate, error) {
	tests := make([]*monitor.Predicate, len(effect.Preconditions))
	for i, p := range effect.Preconditions {
		var err error
		if tests[i], err = monitor.CompilePredicate(p.Predicate, monitor.Options{}, effect.ID); err != nil {
			return nil, fmt.Errorf("precondition %s: %w", p.ID, err)
		}
	}
	return tests, nil
}

// event reads an event of a trace. find looks up its effect type by name; the
// library is that which the event names, empty where it names none.
func (v *vocabulary) event(source *schema.Event, at int, find func(name, library string) (*index.Effect, error)) (*index.Effect, *monitor.Event, []value.Mistyped, error) {
	library := ""
	if source.Library != nil {
		library = *source.Library
	}
	effect, err := find(source.Effect, library)
	if err != nil {
		return nil, nil, nil, err
	}
	plain, err := objectOf(source.Fields, "fields")
	if err != nil {
		return nil, nil, nil, err
	}
	values, mistyped := v.fields(effect.ID, plain)
	event := &monitor.Event{Effect: effect.ID, Fields: values, Index: at}
	event.Provenance, err = v.provenance(source.Provenance, effect.Library)
	return effect, event, mistyped, err
}

// objectOf is a value that must be an object; nil where there is none.
func objectOf(v *schema.Any, what string) (map[string]any, error) {
	if v == nil || v.Value == nil {
		return nil, nil
	}
	object, ok := v.Value.(map[string]any)
	if !ok {
		return nil, fmt.Errorf("its %s are no object", what)
	}
	return object, nil
}

// provenance reads from which column of which class each field's value was
// taken. A class is named as in the event's library, or in full.
func (v *vocabulary) provenance(source *schema.Any, library string) (map[string]monitor.Origin, error) {
	plain, err := objectOf(source, "provenance")
	if err != nil || len(plain) == 0 {
		return nil, err
	}
	origins := make(map[string]monitor.Origin, len(plain))
	for _, field := range slices.Sorted(maps.Keys(plain)) {
		entry, ok := plain[field].(map[string]any)
		name, named := entry["schema"].(string)
		column, inColumn := entry["field"].(string)
		if !ok || !named || !inColumn {
			return nil, fmt.Errorf("the provenance of %q is no object with schema and field", field)
		}
		class, err := v.catalog.ClassNamed(name, library)
		if err != nil {
			return nil, fmt.Errorf("the provenance of %q: %w", field, err)
		}
		origins[field] = monitor.Origin{Class: class.ID, Column: column, Row: rowOf(entry["row"])}
	}
	return origins, nil
}

func rowOf(v any) int {
	n, ok := v.(interface{ String() string })
	if !ok {
		return 0
	}
	row, _ := strconv.Atoi(n.String())
	return row
}
