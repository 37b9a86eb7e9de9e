package lower_test

import (
	"strconv"

	"github.com/contractc/contractc/internal/monitor"
	"github.com/contractc/contractc/schema"
)

// Short ways to write values, terms, predicates and sets in tests.

func str(s string) schema.Value     { return &schema.StringValue{String: s} }
func num(i int) schema.Value        { return &schema.IntegerValue{Integer: strconv.Itoa(i)} }
func integer(s string) schema.Value { return &schema.IntegerValue{Integer: s} }
func dec(s string) schema.Value     { return &schema.DecimalValue{Decimal: s} }
func yes(b bool) schema.Value       { return &schema.BooleanValue{Boolean: b} }
func dir(s string) schema.Value     { return &schema.DirectoryValue{Directory: s} }
func prefix(s string) schema.Value  { return &schema.PathPrefixValue{Prefix: s} }
func class(s string) schema.Value   { return &schema.ClassReferenceValue{ClassName: s} }
func none() schema.Value            { return &schema.NoneValue{} }
func enum(e, s string) schema.Value { return &schema.EnumValue{Enum: e, Text: s} }

func list(items ...schema.Value) schema.Value {
	return &schema.ListValue{Items: append([]schema.Value{}, items...)}
}
func tuple(items ...schema.Value) schema.Value {
	return &schema.TupleValue{Items: append([]schema.Value{}, items...)}
}
func setOf(items ...schema.Value) schema.Value {
	return &schema.SetValue{Items: append([]schema.Value{}, items...)}
}

func strs(texts ...string) schema.Value {
	l := &schema.ListValue{Items: []schema.Value{}}
	for _, text := range texts {
		l.Items = append(l.Items, str(text))
	}
	return l
}

func dict(items ...schema.Value) schema.Value {
	m := &schema.MapValue{}
	for i := 0; i+1 < len(items); i += 2 {
		m.Entries = append(m.Entries, schema.MapEntry{Key: items[i], Value: items[i+1]})
	}
	return m
}

func field(name string) schema.Term      { return &schema.FieldTerm{Field: name} }
func lit(v schema.Value) schema.Term     { return &schema.LiteralTerm{Literal: v} }
func size(t schema.Term) schema.Term     { return &schema.SizeTerm{Of: t} }
func add(a, b schema.Term) schema.Term   { return &schema.AddTerm{Left: a, Right: b} }
func minus(a, b schema.Term) schema.Term { return &schema.SubtractTerm{Left: a, Right: b} }

func truth(b bool) schema.Predicate { return &schema.Truth{Truth: b} }

func compare(a schema.Term, op schema.Comparison, b schema.Term) schema.Predicate {
	return &schema.Compare{Left: a, Op: op, Right: b}
}

func eq(a, b schema.Term) schema.Predicate { return compare(a, schema.ComparisonEq, b) }

func in(a, b schema.Term) schema.Predicate         { return &schema.In{Element: a, List: b} }
func contains(a, b schema.Term) schema.Predicate   { return &schema.Contains{Of: a, Needle: b} }
func startsWith(a, b schema.Term) schema.Predicate { return &schema.StartsWith{Of: a, Prefix: b} }
func endsWith(a, b schema.Term) schema.Predicate   { return &schema.EndsWith{Of: a, Suffix: b} }
func within(a, b schema.Term) schema.Predicate     { return &schema.Within{Of: a, Directory: b} }

func matches(a schema.Term, pattern string) schema.Predicate {
	return &schema.Matches{Of: a, Pattern: pattern}
}

func comesFrom(f, cls, column string) schema.Predicate {
	return &schema.ComesFrom{Field: f, ClassTerm: lit(class(cls)), Column: lit(str(column))}
}

func not(p schema.Predicate) schema.Predicate { return &schema.PredicateNot{Operand: p} }
func and(p ...schema.Predicate) schema.Predicate {
	return &schema.PredicateAnd{Operands: append([]schema.Predicate{}, p...)}
}
func or(p ...schema.Predicate) schema.Predicate { return &schema.PredicateOr{Operands: p} }

func effects(names ...string) schema.EffectSet {
	return schema.EffectSet{Version: "1.0.0", Effects: names}
}

func where(p schema.Predicate, names ...string) schema.EffectSet {
	return schema.EffectSet{Version: "1.0.0", Effects: names, Where: p}
}

// event takes names and values in turn; a nil value is left out.
func event(effect string, fields ...any) *monitor.Event {
	e := &monitor.Event{Effect: effect, Fields: map[string]schema.Value{}}
	for i := 0; i+1 < len(fields); i += 2 {
		if v, ok := fields[i+1].(schema.Value); ok {
			e.Fields[fields[i].(string)] = v
		}
	}
	return e
}

// trace numbers events.
func trace(events ...*monitor.Event) []*monitor.Event {
	for i, e := range events {
		e.Index = i
	}
	return events
}
