package celenv

import (
	"context"
	"reflect"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"

	"github.com/contractc/contractc/internal/celpolicy"
	"github.com/contractc/contractc/schema"
)

// Turn evaluates rules and facts on the inputs of one turn, up to one
// deadline. Maps by key that were made for one rule are kept for the next. The
// data of its inputs must not change, facts excepted. A turn is not for use by
// several goroutines at once.
type Turn struct {
	env    *Env
	shared *Shared
	run    *celpolicy.Run
	dicts  map[dictKey]*dict
	last   lookup
}

// dictKey is the place and length of a slice; dicts keep their slice alive.
type dictKey struct {
	at     uintptr
	length int
}

// NewTurn returns a turn that ends with the context and shares nothing with
// others. Close it after use.
func (e *Env) NewTurn(ctx context.Context) *Turn { return e.NewShared().NewTurn(ctx) }

// Close gives the turn's resources back. The turn cannot be used afterwards.
func (t *Turn) Close() { t.run.Close() }

// Input is the input of one action, bound to a turn.
type Input struct {
	turn  *Turn
	data  *schema.Input
	judge vars
	shape vars
}

// Input binds the input of one action. Rules of stage shape read the action
// from Actions at Index; Action may be nil for them. Facts may be set later,
// up to the first rule that reads them.
func (t *Turn) Input(in *schema.Input) *Input {
	data := reflect.ValueOf(in).Elem()
	return &Input{
		turn: t, data: in,
		judge: vars{object: newObject(t.env.classes.input, data, t)},
		shape: vars{object: newObject(t.env.classes.shape, data, t)},
	}
}

// vars binds the one variable of rules.
type vars struct {
	name   string
	object *object
}

// ResolveName implements cel.Activation.
func (v *vars) ResolveName(name string) (any, bool) {
	if name != v.name {
		return nil, false
	}
	return v.object, true
}

// Parent implements cel.Activation.
func (v *vars) Parent() cel.Activation { return nil }

// vars returns the variables for a rule of the stage that calls its input by
// the name.
func (in *Input) vars(shape bool, name string) *vars {
	v := &in.judge
	if shape {
		v = &in.shape
	}
	v.name = name
	return v
}

// value turns a part of a generated struct into a value of CEL.
func (t *Turn) value(v reflect.Value) ref.Val {
	if v.Type() == reflect.TypeFor[schema.Any]() {
		return adapter{}.NativeToValue(v.Field(0).Interface())
	}
	switch v.Kind() {
	case reflect.String:
		return types.String(v.String())
	case reflect.Bool:
		return types.Bool(v.Bool())
	case reflect.Int64:
		return types.Int(v.Int())
	case reflect.Float64:
		return types.Double(v.Float())
	case reflect.Struct:
		return newObject(t.env.classes.byType[v.Type()], v, t)
	case reflect.Slice:
		return t.list(v)
	}
	return types.NewErr("a value of type %s cannot be read", v.Type())
}

func (t *Turn) list(v reflect.Value) ref.Val {
	element := v.Type().Elem()
	if key, ok := dictionaries()[element.Name()]; ok {
		return t.dict(v, key)
	}
	items := make([]ref.Val, v.Len())
	for i := range items {
		items[i] = t.value(v.Index(i))
	}
	return types.NewRefValList(adapter{}, items)
}

func (t *Turn) dict(v reflect.Value, key string) *dict {
	at := dictKey{v.Pointer(), v.Len()}
	if d, ok := t.dicts[at]; ok && at.length > 0 && d.data.Type() == v.Type() {
		return d
	}
	d := newDict(t, t.env.classes.byType[v.Type().Elem()], v, key)
	if t.dicts == nil {
		t.dicts = map[dictKey]*dict{}
	}
	t.dicts[at] = d
	return d
}
