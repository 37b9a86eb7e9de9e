package celenv

import (
	"cmp"
	"fmt"
	"maps"
	"reflect"
	"slices"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
	"cel.dev/cel-go/common/types/traits"
	"cel.dev/cel-go/interpreter"
)

// lister and mapper are the lists and maps of CEL.
type (
	lister = traits.Lister
	mapper = traits.Mapper
)

// stringMap is a map with strings as keys that is gone through in their
// order, byte by byte.
type stringMap interface {
	keys() []string
	lookup(key string) ref.Val // nil where there is none
}

// plainMap is a JSON object in CEL. Its members are converted when they are
// read.
type plainMap struct {
	baseMap
	values map[string]any
	sorted []string
}

func newPlainMap(values map[string]any) *plainMap {
	m := &plainMap{values: values}
	m.baseMap.of = m
	return m
}

func (m *plainMap) keys() []string {
	if m.sorted == nil {
		m.sorted = slices.Sorted(maps.Keys(m.values))
	}
	return m.sorted
}

func (m *plainMap) lookup(key string) ref.Val {
	v, ok := m.values[key]
	if !ok {
		return nil
	}
	return adapter{}.NativeToValue(v)
}

// Value implements ref.Val.
func (m *plainMap) Value() any { return m.values }

// Size implements traits.Sizer.
func (m *plainMap) Size() ref.Val { return types.Int(len(m.values)) }

// dict is a list of objects with an identifier, as a map by it. Where two have
// the same identifier, the last counts.
type dict struct {
	baseMap
	turn   *Turn
	class  *class
	data   reflect.Value // slice of structs
	index  map[string]int
	sorted []string
	cache  []ref.Val
}

func newDict(t *Turn, c *class, data reflect.Value, key string) *dict {
	d := &dict{turn: t, class: c, data: data, index: make(map[string]int, data.Len()), cache: make([]ref.Val, data.Len())}
	d.baseMap.of = d
	f, _ := c.field(key)
	for i := range data.Len() {
		d.index[data.Index(i).Field(f.at).String()] = i
	}
	return d
}

func (d *dict) keys() []string {
	if d.sorted == nil {
		d.sorted = slices.Sorted(maps.Keys(d.index))
	}
	return d.sorted
}

func (d *dict) lookup(key string) ref.Val {
	i, ok := d.index[key]
	if !ok {
		return nil
	}
	if d.cache[i] == nil {
		d.cache[i] = newObject(d.class, d.data.Index(i), d.turn)
	}
	return d.cache[i]
}

// Value implements ref.Val.
func (d *dict) Value() any { return d }

// Size implements traits.Sizer.
func (d *dict) Size() ref.Val { return types.Int(len(d.index)) }

// baseMap is what maps with string keys have in common.
type baseMap struct{ of stringMap }

// Find implements traits.Mapper.
func (b *baseMap) Find(key ref.Val) (ref.Val, bool) {
	s, ok := key.(types.String)
	if !ok {
		if types.IsUnknownOrError(key) {
			return key, false
		}
		return nil, false
	}
	v := b.of.lookup(string(s))
	return v, v != nil
}

// Get implements traits.Indexer.
func (b *baseMap) Get(key ref.Val) ref.Val {
	v, ok := b.Find(key)
	if ok || v != nil {
		return v
	}
	return types.NewErr("no such key: %v", key)
}

// Contains implements traits.Container.
func (b *baseMap) Contains(key ref.Val) ref.Val {
	v, ok := b.Find(key)
	if !ok && v != nil {
		return v
	}
	return types.Bool(ok)
}

// Iterator implements traits.Iterable: the keys in order.
func (b *baseMap) Iterator() traits.Iterator {
	return types.NewStringList(adapter{}, b.of.keys()).Iterator()
}

// Equal implements ref.Val: the same keys with equal values.
func (b *baseMap) Equal(other ref.Val) ref.Val {
	m, ok := other.(mapper)
	if !ok || m.Size() != types.Int(len(b.of.keys())) {
		return types.False
	}
	for _, key := range b.of.keys() {
		v, found := m.Find(types.String(key))
		if !found || types.Equal(b.of.lookup(key), v) != types.True {
			return types.False
		}
	}
	return types.True
}

// Type implements ref.Val.
func (b *baseMap) Type() ref.Type { return types.MapType }

// ConvertToType implements ref.Val.
func (b *baseMap) ConvertToType(t ref.Type) ref.Val {
	switch t {
	case types.TypeType:
		return types.MapType
	case types.MapType:
		if v, ok := b.of.(ref.Val); ok {
			return v
		}
	}
	return types.NewErr("a map cannot be converted to %s", t.TypeName())
}

// ConvertToNative implements ref.Val.
func (b *baseMap) ConvertToNative(t reflect.Type) (any, error) {
	return nil, fmt.Errorf("a map cannot be converted to %s", t)
}

// sortedMap is a map that an expression wrote, gone through in the order of
// its keys: cel-go's own order changes from run to run.
type sortedMap struct{ mapper }

// Iterator implements traits.Iterable.
func (m sortedMap) Iterator() traits.Iterator {
	var keys []ref.Val
	for it := m.mapper.Iterator(); it.HasNext() == types.True; {
		keys = append(keys, it.Next())
	}
	slices.SortFunc(keys, compareKeys)
	return types.NewRefValList(adapter{}, keys).Iterator()
}

// compareKeys orders the keys of a map, which are bools, numbers or strings:
// by type, then by value.
func compareKeys(a, b ref.Val) int {
	if c := cmp.Compare(a.Type().TypeName(), b.Type().TypeName()); c != 0 {
		return c
	}
	comparer, ok := a.(traits.Comparer)
	if !ok {
		return 0
	}
	c, _ := comparer.Compare(b).(types.Int)
	return int(c)
}

// sortLiterals makes every map literal of a program a sortedMap.
func sortLiterals() cel.ProgramOption {
	return cel.CustomDecoratorV2(func(i interpreter.InterpretableV2) (interpreter.InterpretableV2, error) {
		c, ok := i.(interpreter.InterpretableConstructor)
		if !ok || c.Type() != types.MapType {
			return i, nil
		}
		return sortedLiteral{c}, nil
	})
}

type sortedLiteral struct {
	interpreter.InterpretableConstructor
}

// Exec implements interpreter.InterpretableV2.
func (s sortedLiteral) Exec(frame *interpreter.ExecutionFrame) ref.Val {
	v := s.InterpretableConstructor.Exec(frame)
	if m, ok := v.(mapper); ok {
		return sortedMap{m}
	}
	return v
}
