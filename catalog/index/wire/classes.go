package wire

import (
	"reflect"
	"sync"

	"github.com/contractc/contractc/schema"
)

// classes are the types that stand behind interfaces, in the order of their numbers.
var classes = sync.OnceValue(func() []reflect.Type {
	list := []any{
		&schema.Unrestricted{}, &schema.Empty{}, &schema.All{}, &schema.Exists{}, &schema.UniqueBy{}, &schema.Count{}, &schema.Sum{},
		&schema.ExistsPair{}, &schema.StateAll{}, &schema.StateAt{}, &schema.And{}, &schema.Or{}, &schema.Not{},
		&schema.Truth{}, &schema.Compare{}, &schema.In{}, &schema.Contains{}, &schema.StartsWith{}, &schema.EndsWith{}, &schema.Within{},
		&schema.Matches{}, &schema.ComesFrom{}, &schema.PredicateAnd{}, &schema.PredicateOr{}, &schema.PredicateNot{},
		&schema.FieldTerm{}, &schema.ParameterTerm{}, &schema.LiteralTerm{}, &schema.SizeTerm{}, &schema.AddTerm{}, &schema.SubtractTerm{},
		&schema.NoneValue{}, &schema.BooleanValue{}, &schema.IntegerValue{}, &schema.DecimalValue{}, &schema.StringValue{}, &schema.BytesValue{},
		&schema.ListValue{}, &schema.TupleValue{}, &schema.SetValue{}, &schema.MapValue{}, &schema.EnumValue{}, &schema.PathPrefixValue{},
		&schema.DirectoryValue{}, &schema.ClassReferenceValue{},
	}
	types := make([]reflect.Type, len(list))
	for i, v := range list {
		types[i] = reflect.TypeOf(v)
	}
	return types
})
