package monitor_test

import (
	"github.com/contractc/contractc/internal/monitor"
	"github.com/contractc/contractc/internal/value"
	"github.com/contractc/contractc/schema"
	"pgregory.net/rapid"
)

// Random constraints and traces over small domains, where equal values, absent
// fields and boundaries are common. Every effect type has every field.

var (
	effectNames = []string{"x.Read", "x.Pay", "x.Flip", "y.Other"}
	fieldNames  = []string{"path", "amount", "price", "flag", "tags"}
)

// world is what constraints are compiled and traces judged under.
type world struct {
	env         monitor.Env
	facts       monitor.Facts
	nonNegative bool
}

func worlds() *rapid.Generator[world] {
	return rapid.Custom(func(t *rapid.T) world {
		w := world{env: monitor.Env{
			WorkingDirectory:   rapid.SampledFrom([]string{"", "/a"}).Draw(t, "cwd"),
			ProvenanceComplete: rapid.Bool().Draw(t, "complete"),
		}}
		if w.nonNegative = rapid.Bool().Draw(t, "facts"); w.nonNegative {
			w.facts = nonNegative
		}
		return w
	})
}

// nonNegative promises the types of all fields, and that amounts are not
// negative.
func nonNegative(_, field string) monitor.Fact {
	switch field {
	case "amount":
		return atLeast(0)
	case "price":
		return monitor.Fact{Kind: value.Decimal}
	case "flag":
		return monitor.Fact{Kind: value.Boolean}
	case "tags":
		return monitor.Fact{Kind: value.List}
	}
	return stringFact
}

func (w world) options() monitor.Options {
	return monitor.Options{Facts: w.facts, Cells: cells()}
}

func (w world) reference() reference {
	return reference{env: w.env, facts: w.facts, cells: cells()}
}

// cells are keyed by a text, by an integer and by a boolean.
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
		{Name: "still", KeyKind: value.String, ValueKind: value.Integer, Initial: num(0)},
	}
}

// fieldValue draws a value of a field's type.
func (w world) fieldValue(t *rapid.T, name string) schema.Value {
	switch name {
	case "path":
		return str(rapid.SampledFrom([]string{"", "/a", "/a/b", "/ab", "/a/../c", "b", "é"}).Draw(t, name))
	case "amount":
		return num(rapid.IntRange(w.least(), 3).Draw(t, name))
	case "price":
		return dec(rapid.SampledFrom([]string{"-0.5", "0.0", "0.50", "1.5"}).Draw(t, name))
	case "flag":
		return yes(rapid.Bool().Draw(t, name))
	}
	return strs(rapid.SliceOfN(rapid.SampledFrom([]string{"/a", "b"}), 0, 2).Draw(t, name)...)
}

func (w world) least() int {
	if w.nonNegative {
		return 0
	}
	return -2
}

// event draws an event, now and then with a field that is absent, null, too
// large or of another type.
func (w world) event(t *rapid.T, index int) *monitor.Event {
	e := &monitor.Event{Effect: rapid.SampledFrom(effectNames).Draw(t, "effect"), Index: index}
	e.Fields = map[string]schema.Value{}
	for _, name := range fieldNames {
		switch rapid.IntRange(0, 20).Draw(t, "case of "+name) {
		case 0, 1:
		case 2:
			e.Fields[name] = none()
		case 3:
			e.Fields[name] = rapid.SampledFrom([]schema.Value{
				integer("9007199254740992"), yes(true), str("/a"), list(), tuple(), num(1), dec("1.5"), str("~"),
			}).Draw(t, "odd value")
		default:
			e.Fields[name] = w.fieldValue(t, name)
		}
	}
	if rapid.IntRange(0, 3).Draw(t, "provenance") == 0 {
		column := rapid.SampledFrom([]string{"email", "name"}).Draw(t, "column")
		e.Provenance = map[string]monitor.Origin{"path": {Class: "db.Row", Column: column}}
	}
	return e
}

func (w world) trace(t *rapid.T, most int) []*monitor.Event {
	events := make([]*monitor.Event, rapid.IntRange(0, most).Draw(t, "length"))
	for i := range events {
		events[i] = w.event(t, i)
	}
	return events
}

// completed returns the trace with every value that is not known replaced by
// one of the field's type.
func (w world) completed(t *rapid.T, trace []*monitor.Event) []*monitor.Event {
	out := make([]*monitor.Event, len(trace))
	for i, e := range trace {
		full := *e
		full.Fields = map[string]schema.Value{}
		for _, name := range fieldNames {
			if full.Fields[name] = refKnown(e.Fields[name]); full.Fields[name] == nil {
				full.Fields[name] = w.fieldValue(t, name)
			}
		}
		out[i] = &full
	}
	return out
}

func comparisons(t *rapid.T, ordered bool) schema.Comparison {
	ops := []schema.Comparison{"eq", "ne", "lt", "le", "gt", "ge"}
	if !ordered {
		ops = ops[:2]
	}
	return rapid.SampledFrom(ops).Draw(t, "op")
}

// term draws a term of a field's type, over these fields.
func (w world) term(t *rapid.T, like string, depth int) schema.Term {
	choice := rapid.IntRange(0, 5).Draw(t, "term")
	numeric := like == "amount" || like == "price"
	switch {
	case choice <= 1:
		return lit(w.fieldValue(t, like))
	case choice == 2 && like == "amount" && depth > 0:
		return size(field(rapid.SampledFrom([]string{"path", "tags"}).Draw(t, "sized")))
	case choice == 3 && numeric && depth > 0:
		a, b := w.term(t, like, depth-1), w.term(t, like, depth-1)
		if rapid.Bool().Draw(t, "add") {
			return add(a, b)
		}
		return minus(a, b)
	}
	return field(like)
}

func (w world) predicate(t *rapid.T, depth int) schema.Predicate {
	choice := rapid.IntRange(0, 14).Draw(t, "predicate")
	if depth == 0 {
		choice %= 11
	}
	switch choice {
	case 0:
		return truth(rapid.Bool().Draw(t, "truth"))
	case 1:
		return in(field("path"), lit(strs(rapid.SliceOfN(rapid.SampledFrom([]string{"/a", "b", ""}), 0, 2).Draw(t, "list")...)))
	case 2:
		return in(lit(str("/a")), field("tags"))
	case 3:
		return contains(w.term(t, "path", depth), w.term(t, "path", depth))
	case 4:
		return startsWith(field("path"), lit(prefix("/a")))
	case 5:
		return endsWith(field("path"), w.term(t, "path", depth))
	case 6:
		return within(w.term(t, "path", depth), lit(dir(rapid.SampledFrom([]string{"/a", "/", "b"}).Draw(t, "directory"))))
	case 7:
		return matches(w.term(t, "path", depth), rapid.SampledFrom([]string{"^/a", ".", "é$"}).Draw(t, "pattern"))
	case 8:
		return comesFrom("path", "db.Row", "email")
	case 9, 10:
		return w.comparison(t, depth)
	case 11, 12:
		return not(w.predicate(t, depth-1))
	case 13:
		return and(w.predicates(t, depth-1)...)
	}
	return or(w.predicates(t, depth-1)...)
}

func (w world) comparison(t *rapid.T, depth int) schema.Predicate {
	like := rapid.SampledFrom(fieldNames).Draw(t, "type")
	ordered := like != "flag" && like != "tags"
	return compare(w.term(t, like, depth), comparisons(t, ordered), w.term(t, like, depth))
}

func (w world) predicates(t *rapid.T, depth int) []schema.Predicate {
	operands := make([]schema.Predicate, rapid.IntRange(0, 3).Draw(t, "operands"))
	for i := range operands {
		operands[i] = w.predicate(t, depth)
	}
	return operands
}

func (w world) set(t *rapid.T) schema.EffectSet {
	names := rapid.SliceOfN(rapid.SampledFrom(effectNames), 0, 3).Draw(t, "effects")
	if rapid.Bool().Draw(t, "filtered") {
		return where(w.predicate(t, 1), names...)
	}
	return effects(names...)
}

// statePredicate draws a predicate over key and value of a cell.
func statePredicate(t *rapid.T, cell string) schema.Predicate {
	want := lit(num(rapid.IntRange(0, 2).Draw(t, "value")))
	key := lit(yes(true))
	switch cell {
	case "door":
		want, key = lit(yes(rapid.Bool().Draw(t, "value"))), lit(str("/a"))
	case "still":
		key = lit(str("/a"))
	case "level":
		key = lit(num(1))
	}
	p := compare(field("value"), comparisons(t, cell != "door"), want)
	switch rapid.IntRange(0, 3).Draw(t, "state predicate") {
	case 0:
		return or(p, eq(field("key"), key))
	case 1:
		return or(p, not(eq(field("key"), key)))
	}
	return p
}

func stateAt(t *rapid.T, cell string) schema.Constraint {
	key, want := lit(yes(rapid.Bool().Draw(t, "key"))), lit(num(rapid.IntRange(0, 2).Draw(t, "value")))
	switch cell {
	case "door":
		key, want = lit(str(rapid.SampledFrom([]string{"/a", "b"}).Draw(t, "key"))), lit(yes(rapid.Bool().Draw(t, "value")))
	case "still":
		key = lit(str("/a"))
	case "level":
		key = lit(num(rapid.IntRange(0, 2).Draw(t, "key")))
	}
	return &schema.StateAt{Cell: cell, Key: key, Op: comparisons(t, cell != "door"), Value: want}
}

// leaf draws a constraint without operands.
func (w world) leaf(t *rapid.T) schema.Constraint {
	cell := rapid.SampledFrom([]string{"door", "level", "switch", "still"}).Draw(t, "cell")
	key := rapid.SampledFrom(fieldNames).Draw(t, "key")
	switch rapid.IntRange(0, 10).Draw(t, "kind") {
	case 0:
		return &schema.Unrestricted{}
	case 1:
		return &schema.Empty{Set: w.set(t)}
	case 2:
		return &schema.All{Set: w.set(t), Predicate: w.predicate(t, 2)}
	case 3:
		return &schema.Exists{Set: w.set(t), Predicate: w.predicate(t, 2)}
	case 4:
		return &schema.UniqueBy{Set: w.set(t), Key: w.term(t, key, 1)}
	case 5:
		bound := lit(num(rapid.IntRange(-1, 3).Draw(t, "bound")))
		return &schema.Count{Set: w.set(t), Op: comparisons(t, true), Bound: bound}
	case 6, 7:
		name := rapid.SampledFrom([]string{"amount", "price"}).Draw(t, "summed")
		return &schema.Sum{Set: w.set(t), Field: name, Op: comparisons(t, true), Bound: lit(w.fieldValue(t, name))}
	case 8:
		return &schema.ExistsPair{Left: w.set(t), Right: w.set(t), Key: w.term(t, key, 1)}
	case 9:
		return &schema.StateAll{Cell: cell, Predicate: statePredicate(t, cell)}
	}
	return stateAt(t, cell)
}

func (w world) constraint(t *rapid.T, depth int) schema.Constraint {
	choice := rapid.IntRange(0, 6).Draw(t, "constraint")
	if depth == 0 || choice <= 3 {
		return w.leaf(t)
	}
	if choice == 4 {
		return &schema.Not{Operand: w.constraint(t, depth-1)}
	}
	operands := make([]schema.Constraint, rapid.IntRange(0, 3).Draw(t, "operands"))
	for i := range operands {
		operands[i] = w.constraint(t, depth-1)
	}
	if choice == 5 {
		return &schema.And{Operands: operands}
	}
	return &schema.Or{Operands: operands}
}
