package lower_test

import (
	"github.com/contractc/contractc/internal/lower"
	"github.com/contractc/contractc/internal/monitor"
	"github.com/contractc/contractc/internal/value"
	"github.com/contractc/contractc/schema"
	"pgregory.net/rapid"
)

// Random well-typed constraints and traces over small domains, where equal
// values, absent fields and boundaries are common, and whatever is hard to write
// in another language is there: text of every kind, integers and decimals of any
// size, names that are words of a language.

var effectNames = []string{"x.Read", "x.Pay", "x.Flip", "y.Other", `y.an "odd" näme`}

// kinds are the fields, which every effect type has, with their types.
var kinds = map[string]value.Kind{
	"path": value.String, "note": value.String, "amount": value.Integer, "price": value.Decimal, "flag": value.Boolean,
	"tags": value.List, "where": value.Map, "dir": value.Directory, "blob": value.Bytes, "in": value.String, "a b": value.Integer,
	"mode": value.Enum, "colour": value.Enum, "paint": value.Enum,
}

var fieldNames = []string{"path", "note", "amount", "price", "flag", "tags", "where", "dir", "blob", "in", "a b", "mode", "colour", "paint"}

// enumerations are those of the fields; a text may be a value of both.
var enumerations = map[string]string{"mode": "x.Mode", "colour": "y.an odd Colour", "paint": "y.an odd Colour"}

var permissible = map[string][]string{"x.Mode": {"red", "off", "é \"x\""}, "y.an odd Colour": {"red", "blue"}}

// namesOf are the fields of a type.
func namesOf(kind value.Kind) []string {
	var names []string
	for _, name := range fieldNames {
		if kinds[name] == kind {
			names = append(names, name)
		}
	}
	return names
}

// world is what a constraint is lowered and traces are judged under.
type world struct {
	env      monitor.Env
	minimum  string // what the schema promises of amounts and prices
	maximum  string
	untyped  bool // the schema promises no type for note
	extremes bool // values are drawn from everything that is hard
	dense    bool // or from very few, so that many are equal
}

func worlds() *rapid.Generator[world] {
	return rapid.Custom(func(t *rapid.T) world {
		bounds := rapid.SampledFrom([][2]string{{"", ""}, {"0", ""}, {"1", ""}, {"-2", "3"}, {"", "-1"}, {"", "0"}, {"0", "0"}}).Draw(t, "bounds")
		return world{
			env: monitor.Env{
				WorkingDirectory:   rapid.SampledFrom([]string{"", "/a", "/a/../b", "c", "/ä b"}).Draw(t, "cwd"),
				ProvenanceComplete: rapid.Bool().Draw(t, "complete"),
			},
			minimum: bounds[0], maximum: bounds[1],
			untyped:  rapid.IntRange(0, 39).Draw(t, "untyped") == 39,
			extremes: rapid.Bool().Draw(t, "extremes"), dense: rapid.Bool().Draw(t, "dense"),
		}
	})
}

func (w world) facts(_, field string) monitor.Fact {
	if w.untyped && field == "note" {
		return monitor.Fact{}
	}
	fact := monitor.Fact{Kind: kinds[field], Enum: enumerations[field], Values: permissible[enumerations[field]]}
	if fact.Kind.Numeric() {
		if n, ok := value.ParseNumber(w.minimum); ok {
			fact.Minimum = &n
		}
		if n, ok := value.ParseNumber(w.maximum); ok {
			fact.Maximum = &n
		}
	}
	return fact
}

func (w world) options() lower.Options {
	return lower.Options{Facts: w.facts, Cells: cells(), Env: w.env}
}

// cells are keyed by texts, integers, booleans and decimals; some events assign
// one twice.
func cells() []monitor.Cell {
	return []monitor.Cell{
		{Name: "door", KeyKind: value.String, ValueKind: value.Boolean, Initial: yes(true), Assignments: []monitor.Assignment{
			{Effect: "x.Flip", Key: field("path"), Value: field("flag")},
			{Effect: "x.Read", Key: lit(str("/a")), Value: lit(yes(true))},
		}},
		{Name: "level", KeyKind: value.Integer, ValueKind: value.Integer, Initial: num(0), Assignments: []monitor.Assignment{
			{Effect: "x.Pay", Key: field("amount"), Value: size(field("path"))},
			{Effect: "x.Pay", Key: size(field("path")), Value: field("amount")},
		}},
		{Name: "switch", KeyKind: value.Boolean, ValueKind: value.Integer, Initial: num(1), Assignments: []monitor.Assignment{
			{Effect: "x.Flip", Key: field("flag"), Value: field("amount")},
			{Effect: "x.Pay", Key: field("flag"), Value: lit(num(2))},
		}},
		{Name: "rate", KeyKind: value.Decimal, ValueKind: value.String, Initial: none(), Assignments: []monitor.Assignment{
			{Effect: "x.Pay", Key: field("price"), Value: field("path")},
			{Effect: "x.Read", Key: add(field("price"), lit(dec("0.5"))), Value: lit(str("/a"))},
		}},
		{Name: "pair", KeyKind: value.String, ValueKind: value.Boolean, Initial: yes(true), Assignments: []monitor.Assignment{
			{Effect: "x.Flip", Key: field("path"), Value: field("flag")},
			{Effect: "x.Flip", Key: field("in"), Value: lit(yes(true))},
		}},
		{Name: "latch", KeyKind: value.String, ValueKind: value.Boolean, Initial: yes(false), Assignments: []monitor.Assignment{
			{Effect: "x.Read", Key: lit(str("/b")), Value: field("flag")},
			{Effect: "x.Pay", Key: field("path"), Value: lit(yes(true))},
		}},
		{Name: "still", KeyKind: value.String, ValueKind: value.Integer, Initial: num(0)},
		{Name: "lamp", KeyKind: value.Enum, ValueKind: value.Enum, Initial: enum("x.Mode", "off"), Assignments: []monitor.Assignment{
			{Effect: "x.Flip", Key: field("colour"), Value: field("mode")},
			{Effect: "x.Pay", Key: field("mode"), Value: field("paint")},
			{Effect: "x.Read", Key: lit(enum("x.Mode", "red")), Value: lit(enum("x.Mode", "red"))},
		}},
	}
}

func easyTexts() []string { return []string{"", "/a", "/a/b", "/ab", "/a/../c", "b", "é"} }

func hardTexts() []string {
	return []string{
		"", "/a", "/a/b", "a/..", "../../a/./b//", "/..", "~/x", "C:/x", "a://b", `a\b`, "b", "é", "e\u0301", "\x00", "a\nb", "\t",
		`"`, `\u{41}`, "${x}", "{{x}}", "\u202e", "\u2028", "\ufffd", "\uffff", "\U00010000", "😀/a", "\U0002ffff", "\U00030000", "\U000e0041", "ſ", "K", "ÀÉ",
	}
}

func (w world) text(t *rapid.T, label string) string {
	switch {
	case w.dense:
		return rapid.SampledFrom([]string{"", "/", "/a"}).Draw(t, label)
	case !w.extremes:
		return rapid.SampledFrom(easyTexts()).Draw(t, label)
	}
	switch rapid.IntRange(0, 5).Draw(t, "sort of "+label) {
	case 0:
		return rapid.StringN(0, 4, -1).Draw(t, label)
	case 1:
		return rapid.SampledFrom(easyTexts()).Draw(t, label) + rapid.SampledFrom(hardTexts()).Draw(t, label)
	}
	return rapid.SampledFrom(hardTexts()).Draw(t, label)
}

func (w world) integer(t *rapid.T, label string) schema.Value {
	if w.dense {
		return num(rapid.IntRange(0, 2).Draw(t, label))
	}
	if w.extremes && rapid.IntRange(0, 2).Draw(t, "sort of "+label) == 0 {
		return integer(rapid.SampledFrom([]string{
			"9007199254740991", "-9007199254740991", "9007199254740990", "9007199254740992", "-9007199254740992",
			"9223372036854775807", "-9223372036854775809", "1234567890123456789012345678901234567890",
		}).Draw(t, label))
	}
	return num(rapid.IntRange(-2, 3).Draw(t, label))
}

func (w world) decimal(t *rapid.T, label string) schema.Value {
	pool := []string{"-0.5", "0.0", "-0.0", "0.50", "1.5", "2.0", "3.000000"}
	switch {
	case w.dense:
		pool = []string{"0.5", "1.0"}
	case w.extremes:
		pool = append(pool, "1.1", "3.3", "0.000001", "0.0000001", "99999999999.999999", "-100000000000.5",
			"123456789012345678901234567890.5", "9007199254740993.25")
	}
	return dec(rapid.SampledFrom(pool).Draw(t, label))
}

// fieldValue draws a value of a field's type.
func (w world) fieldValue(t *rapid.T, name string) schema.Value {
	switch kinds[name] {
	case value.Integer:
		return w.integer(t, name)
	case value.Decimal:
		return w.decimal(t, name)
	case value.Boolean:
		return yes(rapid.Bool().Draw(t, name))
	case value.List:
		return list(w.members(t, name)...)
	case value.Map:
		return w.mapValue(t, name)
	case value.Directory:
		return dir(w.text(t, name))
	case value.Enum:
		return enum(enumerations[name], rapid.SampledFrom(permissible[enumerations[name]]).Draw(t, name))
	case value.Bytes:
		return &schema.BytesValue{Hex: rapid.SampledFrom([]string{"", "00", "00ff", "beef"}).Draw(t, name)}
	}
	return str(w.text(t, name))
}

func (w world) members(t *rapid.T, name string) []schema.Value {
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) schema.Value {
		switch rapid.IntRange(0, 12).Draw(t, "member of "+name) {
		case 0:
			return w.integer(t, name)
		case 1:
			return yes(true)
		case 2:
			return rapid.SampledFrom([]schema.Value{
				none(), dec("1.0"), dec("1.50"), list(str("/a")), dict(str("$decimal"), str("1.0")), enum("x.Mode", "red"), enum("y.an odd Colour", "red"),
			}).Draw(t, name)
		}
		return str(w.text(t, name))
	}), 0, 3).Draw(t, name)
}

func (w world) mapValue(t *rapid.T, name string) schema.Value {
	m := &schema.MapValue{}
	for _, key := range []string{"a", "$b", "é"} {
		if rapid.Bool().Draw(t, "has "+key) {
			m.Entries = append(m.Entries, schema.MapEntry{Key: str(key), Value: rapid.SampledFrom([]schema.Value{
				str("x"), num(1), dec("1.0"), yes(true), none(), integer("9007199254740992"),
			}).Draw(t, name)})
		}
	}
	return m
}

// event draws an event, now and then with a field that is absent or null. A value
// of another type than the schema says is absent before any reader sees it.
func (w world) event(t *rapid.T, effect string, index int) *monitor.Event {
	e := &monitor.Event{Effect: effect, Index: index, Fields: map[string]schema.Value{}}
	for _, name := range fieldNames {
		switch rapid.IntRange(0, 20).Draw(t, "case of "+name) {
		case 0, 1:
		case 2:
			e.Fields[name] = none()
		default:
			e.Fields[name] = w.fieldValue(t, name)
		}
	}
	if rapid.IntRange(0, 3).Draw(t, "provenance") == 0 {
		column := rapid.SampledFrom([]string{"email", "name"}).Draw(t, "column")
		e.Provenance = map[string]monitor.Origin{rapid.SampledFrom([]string{"path", "in"}).Draw(t, "taken"): {Class: "db.Row", Column: column}}
	}
	return e
}

// trace draws a trace, now and then of events of one or two effect types.
func (w world) trace(t *rapid.T, most int) []*monitor.Event {
	names := effectNames
	if rapid.Bool().Draw(t, "few effects") {
		names = rapid.SliceOfN(rapid.SampledFrom(effectNames), 1, 2).Draw(t, "effects")
	}
	events := make([]*monitor.Event, rapid.IntRange(0, most).Draw(t, "length"))
	for i := range events {
		events[i] = w.event(t, rapid.SampledFrom(names).Draw(t, "effect"), i)
	}
	return events
}

func comparisons(t *rapid.T, kind value.Kind) schema.Comparison {
	ops := []schema.Comparison{"eq", "ne", "lt", "le", "gt", "ge"}
	if !kind.Ordered() {
		ops = ops[:2]
	}
	return rapid.SampledFrom(ops).Draw(t, "op")
}

// term draws a term of a type.
func (w world) term(t *rapid.T, kind value.Kind, depth int) schema.Term {
	name := rapid.SampledFrom(namesOf(kind)).Draw(t, "field")
	choice := rapid.IntRange(0, 5).Draw(t, "term")
	switch {
	case choice <= 1:
		if rapid.IntRange(0, 30).Draw(t, "none") == 0 {
			return lit(none())
		}
		if kind == value.Enum && rapid.IntRange(0, 5).Draw(t, "permissible") == 0 {
			return lit(enum(enumerations[name], "none of them"))
		}
		return lit(w.fieldValue(t, name))
	case choice == 2 && kind == value.Integer && depth > 0:
		return size(w.sized(t))
	case choice == 3 && kind.Numeric() && depth > 0:
		a, b := w.term(t, kind, depth-1), w.term(t, kind, depth-1)
		if kind == value.Integer && w.extremes && !w.dense {
			a = lit(integer(rapid.SampledFrom([]string{"9007199254740990", "-9007199254740990"}).Draw(t, "edge")))
		}
		if rapid.Bool().Draw(t, "add") {
			return add(a, b)
		}
		return minus(a, b)
	}
	return field(name)
}

func (w world) sized(t *rapid.T) schema.Term {
	if rapid.IntRange(0, 4).Draw(t, "sized literal") == 0 {
		return lit(setOf(w.members(t, "sized")...))
	}
	return field(rapid.SampledFrom([]string{"path", "in", "tags", "where", "blob"}).Draw(t, "sized"))
}
