package celenv

import (
	"fmt"
	"reflect"

	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
)

// object is an instance of a class in CEL: a generated struct, read where it
// stands. Fields that were read are kept, as several rules ask for the same.
type object struct {
	class *class
	data  reflect.Value
	turn  *Turn
	cache []ref.Val
}

func newObject(c *class, data reflect.Value, t *Turn) *object {
	return &object{class: c, data: data, turn: t}
}

// get returns the value of a field of the object's class, and nil when it is
// absent.
func (o *object) get(f *field) ref.Val {
	if o.cache == nil {
		o.cache = make([]ref.Val, len(o.class.fields))
	}
	if v := o.cache[f.at]; v != nil {
		return v
	}
	raw, ok := f.raw(o)
	if !ok {
		return nil
	}
	v := o.turn.value(raw)
	o.cache[f.at] = v
	return v
}

// ConvertToNative implements ref.Val; only the object itself can be had.
func (o *object) ConvertToNative(t reflect.Type) (any, error) {
	if t == reflect.TypeFor[*object]() {
		return o, nil
	}
	return nil, fmt.Errorf("an object of type %s cannot be converted", o.class.name)
}

// ConvertToType implements ref.Val.
func (o *object) ConvertToType(t ref.Type) ref.Val {
	switch t {
	case types.TypeType:
		return o.class.celTyp
	case o.class.celTyp:
		return o
	}
	return types.NewErr("an object of type %s cannot be converted", o.class.name)
}

// Equal implements ref.Val: same data.
func (o *object) Equal(other ref.Val) ref.Val {
	p, ok := other.(*object)
	return types.Bool(ok && o.class == p.class && reflect.DeepEqual(o.data.Interface(), p.data.Interface()))
}

// Type implements ref.Val.
func (o *object) Type() ref.Type { return o.class.celTyp }

// Value implements ref.Val.
func (o *object) Value() any { return o }

// IsSet implements traits.FieldTester, for objects behind dyn.
func (o *object) IsSet(name ref.Val) ref.Val {
	f, err := o.fieldNamed(name)
	if err != nil {
		return err
	}
	return types.Bool(o.get(f) != nil)
}

// Get implements traits.Indexer, for objects behind dyn.
func (o *object) Get(name ref.Val) ref.Val {
	f, err := o.fieldNamed(name)
	if err != nil {
		return err
	}
	if v := o.get(f); v != nil {
		return v
	}
	return types.WrapErr(f.absent)
}

func (o *object) fieldNamed(name ref.Val) (*field, ref.Val) {
	s, ok := name.(types.String)
	if !ok {
		return nil, types.NewErr("the name of a field must be a string")
	}
	f, ok := o.class.field(string(s))
	if !ok {
		return nil, types.NewErr("%s has no field %q", o.class.name, string(s))
	}
	return f, nil
}
