package celenv

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/traits"

	"github.com/contractc/contractc/schema"
)

// typePrefix stands before the names of classes in CEL.
const typePrefix = "contractc."

// class is a LinkML class as a type of CEL. A class that was made for several
// kinds of action has no Go type of its own.
type class struct {
	name   string
	celTyp *cel.Type
	fields []*field
	index  map[string]int
}

// field is a slot of a class. Its place in class.fields is its place in the
// cache of an object.
type field struct {
	name   string
	typ    *cel.Type
	owner  *class
	at     int
	absent error
	// always says that no object of the class lacks it.
	always bool
	// raw returns the Go value, and false when it is absent.
	raw func(o *object) (reflect.Value, bool)
	cel *types.FieldType
}

func newClass(name string) *class {
	full := typePrefix + name
	return &class{
		name:   full,
		celTyp: types.NewObjectType(full, traits.FieldTesterType|traits.IndexerType),
		index:  map[string]int{},
	}
}

// add appends a field.
func (c *class) add(name string, typ *cel.Type, raw func(o *object) (reflect.Value, bool)) {
	f := &field{name: name, typ: typ, raw: raw, owner: c, at: len(c.fields), absent: fmt.Errorf("the field %q is absent", name)}
	f.cel = &types.FieldType{Type: typ, IsSet: f.isSet, GetFrom: f.getFrom}
	c.index[name] = f.at
	c.fields = append(c.fields, f)
}

func (c *class) field(name string) (*field, bool) {
	i, ok := c.index[name]
	if !ok {
		return nil, false
	}
	return c.fields[i], true
}

// in is the field of that name in another class; the same field in its own.
func (f *field) in(c *class) (*field, bool) {
	if c == f.owner {
		return f, true
	}
	return c.field(f.name)
}

func (f *field) isSet(target any) bool {
	o, ok := target.(*object)
	if !ok {
		return false
	}
	own, ok := f.in(o.class)
	return ok && o.get(own) != nil
}

func (f *field) getFrom(target any) (any, error) {
	o, ok := target.(*object)
	if !ok {
		return nil, fmt.Errorf("the value with the field %q is no object", f.name)
	}
	if own, ok := f.in(o.class); ok {
		if v := o.get(own); v != nil {
			return v, nil
		}
	}
	return nil, f.absent
}

// dictionaries names the classes with an identifier, whose lists are maps by
// that slot in rules.
func dictionaries() map[string]string {
	return map[string]string{"InputBelief": "key", "Established": "key", "Document": "name", "InputDomain": "name"}
}

// actionTypes are the values of an action's slot type with their classes, in
// the order of the schema.
func actionTypes() []actionType {
	return []actionType{
		{"call_tool", reflect.TypeFor[schema.CallTool]()},
		{"cite", reflect.TypeFor[schema.Cite]()},
		{"claim", reflect.TypeFor[schema.Claim]()},
		{"answer", reflect.TypeFor[schema.Answer]()},
	}
}

type actionType struct {
	name string
	typ  reflect.Type
}

// ActionTypes returns the types of action in the order of the schema.
func ActionTypes() []string {
	var names []string
	for _, a := range actionTypes() {
		names = append(names, a.name)
	}
	return names
}

// classes are the classes that input leads to.
type classes struct {
	mutex   sync.RWMutex
	byType  map[reflect.Type]*class
	byName  map[string]*class
	actions map[string]*class
	// input is the input of rules on typed actions, shape that of rules on
	// actions as read.
	input, shape *class
}

// fieldNames are the names of the fields of all classes, sorted.
func (cs *classes) fieldNames() []string {
	cs.mutex.RLock()
	defer cs.mutex.RUnlock()
	var names []string
	for _, c := range slices.Concat([]*class{cs.input, cs.shape}, slices.Collect(maps.Values(cs.byName)), slices.Collect(maps.Values(cs.actions))) {
		for _, f := range c.fields {
			names = append(names, f.name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

func newClasses() *classes {
	cs := &classes{byType: map[reflect.Type]*class{}, byName: map[string]*class{}, actions: map[string]*class{}}
	for _, a := range actionTypes() {
		c := cs.of(a.typ)
		c.add("type", cel.StringType, func(*object) (reflect.Value, bool) { return reflect.ValueOf(a.name), true })
		cs.actions[a.name] = c
	}
	cs.input = cs.of(reflect.TypeFor[schema.Input]())
	cs.shape = cs.variant("Input(shape)", "action", cel.DynType, rawAction)
	return cs
}

// named finds a class by its name in CEL.
func (cs *classes) named(name string) (*class, bool) {
	cs.mutex.RLock()
	defer cs.mutex.RUnlock()
	c, ok := cs.byName[name]
	return c, ok
}

// of returns the class of a generated struct, which it makes at first.
func (cs *classes) of(t reflect.Type) *class {
	if c, ok := cs.byType[t]; ok {
		return c
	}
	c := newClass(t.Name())
	cs.byType[t], cs.byName[c.name] = c, c
	for i := range t.NumField() {
		f := t.Field(i)
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		c.add(name, cs.celType(f.Type), rawField(i, f.Type, options == "omitempty"))
		c.fields[len(c.fields)-1].always = options != "omitempty"
	}
	return c
}

// celType is the type in CEL of a Go type of the generated structs.
func (cs *classes) celType(t reflect.Type) *cel.Type {
	if t == reflect.TypeFor[schema.Any]() {
		return cel.DynType
	}
	switch t.Kind() {
	case reflect.Pointer:
		return cs.celType(t.Elem())
	case reflect.Slice:
		element := cs.celType(t.Elem())
		if _, ok := dictionaries()[t.Elem().Name()]; ok {
			return cel.MapType(cel.StringType, element)
		}
		return cel.ListType(element)
	case reflect.Struct:
		return cs.of(t).celTyp
	case reflect.Bool:
		return cel.BoolType
	case reflect.Int64:
		return cel.IntType
	case reflect.Float64:
		return cel.DoubleType
	case reflect.String:
		return cel.StringType
	}
	return cel.DynType
}

// rawField reads a field of a struct. A nil pointer or interface is absent,
// and so is an empty list of an optional slot, which the JSON form does not
// have either.
func rawField(i int, t reflect.Type, optional bool) func(o *object) (reflect.Value, bool) {
	switch {
	case t.Kind() == reflect.Pointer:
		return func(o *object) (reflect.Value, bool) { return o.data.Field(i).Elem(), !o.data.Field(i).IsNil() }
	case t.Kind() == reflect.Interface:
		return func(o *object) (reflect.Value, bool) {
			v := o.data.Field(i)
			if v.IsNil() || v.Elem().IsNil() {
				return v, false
			}
			return v.Elem().Elem(), true
		}
	case t.Kind() == reflect.Slice && optional:
		return func(o *object) (reflect.Value, bool) { return o.data.Field(i), o.data.Field(i).Len() > 0 }
	}
	return func(o *object) (reflect.Value, bool) { return o.data.Field(i), true }
}

// rawAction reads the action of an input as read.
func rawAction(o *object) (reflect.Value, bool) {
	in, ok := o.data.Addr().Interface().(*schema.Input)
	if !ok || in.Index < 0 || in.Index >= int64(len(in.Actions)) {
		return reflect.Value{}, false
	}
	return reflect.ValueOf(in.Actions[in.Index]), true
}

// variant is the class Input with one field of another type.
func (cs *classes) variant(name, replaced string, typ *cel.Type, raw func(o *object) (reflect.Value, bool)) *class {
	c := newClass(name)
	cs.byName[c.name] = c
	for _, f := range cs.input.fields {
		if f.name == replaced {
			c.add(f.name, typ, raw)
		} else {
			c.add(f.name, f.typ, f.raw)
		}
		c.fields[len(c.fields)-1].always = f.always
	}
	return c
}

// inputClass is the type of input for rules on actions of the named types,
// which are in the order of the schema.
func (cs *classes) inputClass(names []string) *class {
	cs.mutex.Lock()
	defer cs.mutex.Unlock()
	name := "Input(" + strings.Join(names, ",") + ")"
	if known, ok := cs.byName[typePrefix+name]; ok {
		return known
	}
	action, _ := cs.input.field("action")
	return cs.variant(name, "action", cs.actionClass(names).celTyp, action.raw)
}

// actionClass is the class of actions of the named types: their own class
// where there is one, otherwise a class with all their fields, those with
// different types, or not in every class, as dyn.
func (cs *classes) actionClass(names []string) *class {
	if len(names) == 1 {
		return cs.actions[names[0]]
	}
	c := newClass("Action(" + strings.Join(names, ",") + ")")
	cs.byName[c.name] = c
	for _, name := range names {
		for _, f := range cs.actions[name].fields {
			if _, done := c.index[f.name]; !done {
				c.add(f.name, cs.commonType(names, f), f.raw)
				c.fields[len(c.fields)-1].always = cs.always(names, f.name)
			}
		}
	}
	return c
}

// always reports whether the actions of all the named types have a field.
func (cs *classes) always(names []string, field string) bool {
	return !slices.ContainsFunc(names, func(name string) bool {
		f, ok := cs.actions[name].field(field)
		return !ok || !f.always
	})
}

func (cs *classes) commonType(names []string, f *field) *cel.Type {
	different := slices.ContainsFunc(names, func(name string) bool {
		g, ok := cs.actions[name].field(f.name)
		return !ok || !g.typ.IsExactType(f.typ)
	})
	if different {
		return cel.DynType
	}
	return f.typ
}
