package value_test

import (
	"github.com/contractc/contractc/schema"
)

func str(s string) schema.Value       { return &schema.StringValue{String: s} }
func integer(s string) schema.Value   { return &schema.IntegerValue{Integer: s} }
func decimal(s string) schema.Value   { return &schema.DecimalValue{Decimal: s} }
func boolean(b bool) schema.Value     { return &schema.BooleanValue{Boolean: b} }
func hex(s string) schema.Value       { return &schema.BytesValue{Hex: s} }
func prefix(s string) schema.Value    { return &schema.PathPrefixValue{Prefix: s} }
func directory(s string) schema.Value { return &schema.DirectoryValue{Directory: s} }
func class(s string) schema.Value     { return &schema.ClassReferenceValue{ClassName: s} }
func enum(e, s string) schema.Value   { return &schema.EnumValue{Enum: e, Text: s} }
func none() schema.Value              { return &schema.NoneValue{} }

func list(items ...schema.Value) schema.Value {
	return &schema.ListValue{Items: append([]schema.Value{}, items...)}
}
func tuple(items ...schema.Value) schema.Value {
	return &schema.TupleValue{Items: append([]schema.Value{}, items...)}
}
func set(items ...schema.Value) schema.Value {
	return &schema.SetValue{Items: append([]schema.Value{}, items...)}
}

// dict takes keys and values in turn.
func dict(items ...schema.Value) schema.Value {
	m := &schema.MapValue{Entries: []schema.MapEntry{}}
	for i := 0; i+1 < len(items); i += 2 {
		m.Entries = append(m.Entries, schema.MapEntry{Key: items[i], Value: items[i+1]})
	}
	return m
}
