package prove_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/contractc/contractc/internal/lower"
	"github.com/contractc/contractc/internal/monitor"
	"github.com/contractc/contractc/internal/prove"
	"github.com/contractc/contractc/internal/solver"
	"github.com/contractc/contractc/internal/value"
	"github.com/contractc/contractc/schema"
)

func field(name string) schema.Term  { return &schema.FieldTerm{Field: name} }
func lit(v schema.Value) schema.Term { return &schema.LiteralTerm{Literal: v} }
func str(s string) schema.Term       { return lit(&schema.StringValue{String: s}) }
func num(s string) schema.Term       { return lit(&schema.IntegerValue{Integer: s}) }
func dir(s string) schema.Term       { return lit(&schema.DirectoryValue{Directory: s}) }
func yes(b bool) schema.Term         { return lit(&schema.BooleanValue{Boolean: b}) }
func colour(enumeration, s string) schema.Term {
	return lit(&schema.EnumValue{Enum: enumeration, Text: s})
}
func not(p schema.Predicate) schema.Predicate { return &schema.PredicateNot{Operand: p} }

func set(effects ...string) schema.EffectSet {
	return schema.EffectSet{Version: "1.0.0", Effects: effects}
}

func where(p schema.Predicate, effects ...string) schema.EffectSet {
	s := set(effects...)
	s.Where = p
	return s
}

func all(p schema.Predicate, effects ...string) schema.Constraint {
	return &schema.All{Set: set(effects...), Predicate: p}
}

func starts(prefix string) schema.Predicate {
	return &schema.StartsWith{Of: field("path"), Prefix: str(prefix)}
}

func within(directory string) schema.Predicate {
	return &schema.Within{Of: field("path"), Directory: dir(directory)}
}

func compare(a schema.Term, op schema.Comparison, b schema.Term) schema.Predicate {
	return &schema.Compare{Left: a, Op: op, Right: b}
}

func atMost(n string, s schema.EffectSet) schema.Constraint {
	return &schema.Count{Set: s, Op: schema.ComparisonLe, Bound: num(n)}
}

func sum(op schema.Comparison, n string, s schema.EffectSet) schema.Constraint {
	return &schema.Sum{Set: s, Field: "amount", Op: op, Bound: num(n)}
}

func neither(c ...schema.Constraint) schema.Constraint {
	return &schema.Not{Operand: &schema.Or{Operands: c}}
}

// options: amounts of Pay are not negative.
func options() lower.Options {
	zero := value.IntegerNumber(0)
	facts := func(effect, name string) monitor.Fact {
		switch {
		case name == "amount" && effect == "b.Pay":
			return monitor.Fact{Kind: value.Integer, Minimum: &zero}
		case name == "amount":
			return monitor.Fact{Kind: value.Integer}
		case name == "price":
			return monitor.Fact{Kind: value.Decimal}
		case name == "where":
			return monitor.Fact{Kind: value.Map}
		case name == "colour" && effect == "p.Paint":
			return monitor.Fact{Kind: value.Enum, Enum: "p.Colour", Values: []string{"red", "blue"}}
		case name == "colour":
			return monitor.Fact{Kind: value.Enum, Enum: "p.Shade", Values: []string{"red", "dark é"}}
		}
		return monitor.Fact{Kind: value.String}
	}
	return lower.Options{Facts: facts, Cells: []monitor.Cell{
		{Name: "locked", KeyKind: value.String, ValueKind: value.Boolean, Initial: &schema.BooleanValue{Boolean: true}, Assignments: []monitor.Assignment{
			{Effect: "h.Lock", Key: field("door"), Value: yes(true)}, {Effect: "h.Unlock", Key: field("door"), Value: yes(false)},
		}},
		{Name: "twice", KeyKind: value.String, ValueKind: value.Boolean, Initial: &schema.BooleanValue{Boolean: true}, Assignments: []monitor.Assignment{
			{Effect: "h.Swap", Key: field("door"), Value: yes(true)}, {Effect: "h.Swap", Key: field("other"), Value: yes(false)},
		}},
	}}
}

func prover(t *testing.T, names ...string) *prove.Prover {
	t.Helper()
	found, err := solver.Find(names...)
	if err != nil {
		t.Fatal(err)
	}
	if len(found) < max(1, len(names)) {
		t.Fatal(&solver.MissingError{Names: names})
	}
	return &prove.Prover{Solvers: found, Options: options(), Timeout: 60 * time.Second}
}

func show(v any) string {
	data, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return string(data)
}

type question struct {
	name  string
	kind  prove.Kind
	c     []schema.Constraint
	want  prove.Result
	trace string // a part of the trace that is shown
}

func questions() []question {
	of := func(c ...schema.Constraint) []schema.Constraint { return c }
	reads, le, ge := "fs.Read", schema.ComparisonLe, schema.ComparisonGe
	doors := &schema.StateAll{Cell: "locked", Predicate: compare(field("value"), schema.ComparisonEq, yes(true))}
	front := &schema.StateAt{Cell: "locked", Key: str("front"), Op: schema.ComparisonEq, Value: yes(true)}
	back := &schema.StateAt{Cell: "locked", Key: str("back"), Op: schema.ComparisonEq, Value: yes(true)}
	unique := &schema.UniqueBy{Set: set("m.Send"), Key: field("to")}
	to := func(who string) schema.Predicate { return compare(field("to"), schema.ComparisonEq, str(who)) }
	is := func(enumeration, text string) schema.Predicate {
		return compare(field("colour"), schema.ComparisonEq, colour(enumeration, text))
	}
	oneOf := func(enumeration string, texts ...string) schema.Predicate {
		list := &schema.ListValue{}
		for _, text := range texts {
			list.Items = append(list.Items, &schema.EnumValue{Enum: enumeration, Text: text})
		}
		return &schema.In{Element: field("colour"), List: lit(list)}
	}
	both := &schema.And{Operands: of(all(is("p.Colour", "red"), "p.Paint"), all(is("p.Shade", "red"), "p.Dye"))}
	return []question{
		{"every permissible value", prove.Vacuous, of(all(oneOf("p.Colour", "red", "blue"), "p.Paint")), prove.Proved, ""},
		{"not every permissible value", prove.Vacuous, of(all(oneOf("p.Colour", "red"), "p.Paint")), prove.Refuted, `{"type":"EnumValue","enum":"p.Colour","text":"blue"}`},
		{"a value that is not permissible", prove.Satisfiable, of(&schema.Exists{Set: set("p.Paint"), Predicate: is("p.Colour", "green")}), prove.Refuted, ""},
		{"a value of another enumeration", prove.Satisfiable, of(&schema.Exists{Set: set("p.Paint"), Predicate: is("p.Shade", "red")}), prove.Refuted, ""},
		{"the values of another enumeration", prove.Satisfiable, of(&schema.Exists{Set: set("p.Paint"), Predicate: oneOf("p.Shade", "red")}), prove.Refuted, ""},
		{"a field of two enumerations", prove.Implies, of(both, all(oneOf("p.Shade", "red"), "p.Dye")), prove.Proved, ""},
		{"one value of each", prove.Satisfiable, of(&schema.And{Operands: of(
			&schema.Exists{Set: set("p.Paint"), Predicate: not(is("p.Colour", "red"))}, &schema.Exists{Set: set("p.Dye"), Predicate: not(is("p.Shade", "red"))},
		)}), prove.Proved, `{"type":"EnumValue","enum":"p.Shade","text":"dark é"}`},
		{"more events than values", prove.Contradicts, of(&schema.UniqueBy{Set: set("p.Paint"), Key: field("colour")}, neither(atMost("2", set("p.Paint")))), prove.Proved, ""},
		{"as many events as values", prove.Contradicts, of(&schema.UniqueBy{Set: set("p.Paint"), Key: field("colour")}, neither(atMost("1", set("p.Paint")))), prove.Refuted, `"text":"red"`},
		{"a longer prefix", prove.Implies, of(all(starts("/a/b"), reads), all(starts("/a"), reads)), prove.Proved, ""},
		{"a shorter prefix", prove.Implies, of(all(starts("/a"), reads), all(starts("/a/b"), reads)), prove.Refuted, `"fs.Read"`},
		{"other effects", prove.Implies, of(all(starts("/a"), reads), all(starts("/a"), reads, "fs.List")), prove.Refuted, `"fs.List"`},
		{"fewer effects", prove.Implies, of(all(starts("/a"), reads, "fs.List"), all(starts("/a"), reads)), prove.Proved, ""},
		{"none at all", prove.Implies, of(&schema.Empty{Set: set(reads)}, all(starts("/a"), reads)), prove.Proved, ""},
		{"a prefix is not containment", prove.Implies, of(all(starts("/repo"), reads), all(within("/repo"), reads)), prove.Refuted, `"path"`},
		{"not even with a slash", prove.Implies, of(all(starts("/repo/"), reads), all(within("/repo"), reads)), prove.Refuted, `..`},
		{"containment of a folder", prove.Implies, of(all(within("/repo/src"), reads), all(within("/repo"), reads)), prove.Proved, ""},
		{"containment is no prefix", prove.Implies, of(all(within("/repo"), reads), all(starts("/repo"), reads)), prove.Refuted, `"path"`},
		{"a size", prove.Implies, of(all(starts("/a/b"), reads), all(compare(&schema.SizeTerm{Of: field("path")}, ge, num("4")), reads)), prove.Proved, ""},
		{"a pattern", prove.Implies, of(all(&schema.Matches{Of: field("path"), Pattern: `^/a/[a-z]+$`}, reads), all(starts("/a/"), reads)), prove.Proved, ""},
		{"no pattern", prove.Implies, of(all(&schema.Matches{Of: field("path"), Pattern: `\b/a`}, reads), all(starts("/a/"), reads)), prove.Unknown, ""},
		{"unknown is not holds", prove.Implies, of(&schema.Unrestricted{}, all(compare(&schema.SizeTerm{Of: field("path")}, ge, num("0")), reads)), prove.Refuted, `"Fields":{}`},

		{"a smaller bound", prove.Implies, of(atMost("3", set(reads)), atMost("5", set(reads))), prove.Proved, ""},
		{"a large smaller bound", prove.Implies, of(atMost("300", set(reads)), atMost("500", set(reads))), prove.Proved, ""},
		{"a bound of a part", prove.Implies, of(atMost("300", set(reads, "fs.List")), atMost("500", where(starts("/a"), reads))), prove.Proved, ""},
		{"a larger bound", prove.Implies, of(atMost("5", set(reads)), atMost("3", set(reads))), prove.Refuted, `"Index":3`},
		{"two parts", prove.Implies, of(&schema.And{Operands: []schema.Constraint{atMost("10", where(starts("/a"), reads)), atMost("10", where(not(starts("/a")), reads))}}, atMost("20", set(reads))), prove.Proved, ""},
		{"bounds that leave nothing", prove.Satisfiable, of(&schema.And{Operands: []schema.Constraint{atMost("3", set(reads)), &schema.Count{Set: set(reads), Op: ge, Bound: num("4")}}}), prove.Refuted, ""},
		{"many that must be", prove.Satisfiable, of(&schema.Count{Set: set(reads), Op: ge, Bound: num("40")}), prove.Proved, `"Index":39`},
		{"many with different keys", prove.Satisfiable, of(&schema.And{Operands: []schema.Constraint{unique, &schema.Count{Set: set("m.Send"), Op: ge, Bound: num("5")}}}), prove.Proved, `"Index":4`},
		{"many with few keys", prove.Satisfiable, of(&schema.And{Operands: []schema.Constraint{unique,
			all(&schema.In{Element: field("to"), List: lit(&schema.ListValue{Items: []schema.Value{&schema.StringValue{String: "a"}, &schema.StringValue{String: "b"}}})}, "m.Send"),
			&schema.Count{Set: set("m.Send"), Op: ge, Bound: num("3")}}}), prove.Refuted, ""},

		{"a smaller sum", prove.Implies, of(sum(le, "100", set("b.Pay")), sum(le, "200", set("b.Pay"))), prove.Proved, ""},
		{"a larger sum", prove.Implies, of(sum(le, "200", set("b.Pay")), sum(le, "100", set("b.Pay"))), prove.Refuted, `"b.Pay"`},
		{"no sum of nothing", prove.Implies, of(&schema.Empty{Set: set("b.Pay")}, sum(le, "0", set("b.Pay"))), prove.Proved, ""},
		{"a sum that is never negative", prove.Vacuous, of(sum(ge, "0", set("b.Pay"))), prove.Proved, ""},
		{"a sum that may be negative", prove.Vacuous, of(sum(ge, "0", set("b.Move"))), prove.Refuted, `"b.Move"`},

		{"keys that must differ, one each", prove.Implies, of(unique, atMost("1", where(to("ann"), "m.Send"))), prove.Proved, ""},
		{"twice the same", prove.Contradicts, of(unique, &schema.Count{Set: where(to("ann"), "m.Send"), Op: ge, Bound: num("2")}), prove.Proved, ""},
		{"a pair", prove.Contradicts, of(&schema.Empty{Set: set("m.Send")}, &schema.ExistsPair{Left: where(to("ann"), "m.Send"), Right: where(to("bob"), "m.Send"), Key: field("body")}), prove.Proved, ""},
		{"a pair that can be", prove.Satisfiable, of(&schema.ExistsPair{Left: where(to("ann"), "m.Send"), Right: where(to("bob"), "m.Send"), Key: field("body")}), prove.Proved, `"body"`},

		{"all doors and one", prove.Implies, of(doors, front), prove.Proved, ""},
		{"one door and all", prove.Implies, of(front, doors), prove.Refuted, `"h.Unlock"`},
		{"two doors are not all", prove.Implies, of(&schema.And{Operands: []schema.Constraint{front, back}}, doors), prove.Refuted, `"h.Unlock"`},
		{"nobody unlocks", prove.Implies, of(&schema.Empty{Set: set("h.Unlock")}, doors), prove.Proved, ""},
		{"a cell that one event writes twice", prove.Implies, of(&schema.StateAll{Cell: "twice", Predicate: compare(field("value"), schema.ComparisonEq, yes(true))}, &schema.StateAt{Cell: "twice", Key: str("a"), Op: schema.ComparisonEq, Value: yes(true)}), prove.Unknown, ""},

		{"the same", prove.Equivalent, of(all(starts("/a"), reads), &schema.Empty{Set: where(not(starts("/a")), reads)}), prove.Proved, ""},
		{"nearly the same", prove.Equivalent, of(atMost("3", set(reads)), &schema.Count{Set: set(reads), Op: schema.ComparisonLt, Bound: num("3")}), prove.Refuted, `"Index":2`},
		{"by De Morgan", prove.Equivalent, of(neither(&schema.Exists{Set: set(reads), Predicate: starts("/a")}), all(not(starts("/a")), reads)), prove.Proved, ""},
		{"the empty trace meets both", prove.Contradicts, of(all(starts("/a"), reads), all(starts("/b"), reads)), prove.Refuted, "null"},
		{"restricts nothing", prove.Vacuous, of(all(compare(&schema.SizeTerm{Of: field("path")}, ge, num("0")), reads)), prove.Proved, ""},
		{"restricts something", prove.Vacuous, of(all(starts("/a"), reads)), prove.Refuted, `"path"`},
		{"impossible", prove.Satisfiable, of(&schema.Exists{Set: set(reads), Predicate: &schema.PredicateAnd{Operands: []schema.Predicate{starts("/a"), starts("/b")}}}), prove.Refuted, ""},
		{"a decimal between", prove.Satisfiable, of(&schema.Exists{Set: set("b.Buy"), Predicate: &schema.PredicateAnd{Operands: []schema.Predicate{
			compare(field("price"), schema.ComparisonGt, lit(&schema.DecimalValue{Decimal: "0.1"})), compare(field("price"), schema.ComparisonLt, lit(&schema.DecimalValue{Decimal: "0.101"}))}}}), prove.Proved, `"0.10`},
		{"a map", prove.Satisfiable, of(&schema.Exists{Set: set("q.Query"), Predicate: compare(field("where"), schema.ComparisonNe, lit(&schema.MapValue{}))}), prove.Proved, `"where"`},
	}
}

func TestAnswers(t *testing.T) {
	p := prover(t)
	for _, q := range questions() {
		start := time.Now()
		a, err := p.Answer(context.Background(), prove.Question{Kind: q.kind, Constraints: q.c})
		if err != nil {
			t.Errorf("%s: %v", q.name, err)
			continue
		}
		if a.Result != q.want || (a.Reason != "") != (a.Result == prove.Unknown) || !strings.Contains(show(a.Trace), q.trace) {
			t.Errorf("%s is %s (%s), want %s with %s\ntrace %s %v", q.name, a.Result, a.Reason, q.want, q.trace, show(a.Trace), a.Verdicts)
		}
		if spent := time.Since(start); spent > time.Second {
			t.Logf("%s: %s by %s after %s", q.name, a.Result, a.Solver, spent)
		}
	}
}

// A parameter of an enumeration, or a list of such, has values that the
// enumeration permits, and a counterexample shows them.
func TestParametersOfEnumerations(t *testing.T) {
	p := prover(t)
	parameter := &schema.ParameterTerm{Parameter: "p"}
	one, some := value.EnumOf("p.Colour"), value.ListOf(value.EnumOf("p.Colour"))
	red := all(compare(field("colour"), schema.ComparisonEq, colour("p.Colour", "red")), "p.Paint")
	equal := all(compare(field("colour"), schema.ComparisonEq, parameter), "p.Paint")
	among := all(&schema.In{Element: field("colour"), List: parameter}, "p.Paint")
	for _, test := range []struct {
		name     string
		first    schema.Constraint
		symbolic lower.Symbolic
		want     prove.Result
		shown    string
	}{
		{"one value", equal, lower.Symbolic{Type: one, Values: []string{"red"}}, prove.Proved, "null"},
		{"two values", equal, lower.Symbolic{Type: one, Values: []string{"red", "blue"}}, prove.Refuted, `{"p":{"type":"EnumValue","enum":"p.Colour","text":"blue"}}`},
		{"a list", among, lower.Symbolic{Type: some, Values: []string{"red", "blue"}}, prove.Refuted, `{"type":"EnumValue","enum":"p.Colour","text":"blue"}`},
		{"another enumeration", equal, lower.Symbolic{Type: value.EnumOf("p.Shade"), Values: []string{"red"}}, prove.Proved, "null"},
		{"a list of another enumeration", among, lower.Symbolic{Type: value.ListOf(value.EnumOf("p.Shade"))}, prove.Proved, "null"},
	} {
		present := neither(&schema.Empty{Set: set("p.Paint")})
		first := &schema.And{Operands: []schema.Constraint{test.first, present}}
		a, err := p.Answer(context.Background(), prove.Question{
			Kind: prove.Implies, Constraints: []schema.Constraint{first, red}, Symbolic: map[string]lower.Symbolic{"p": test.symbolic},
		})
		if err != nil || a.Result != test.want || !strings.Contains(show(a.Parameters), test.shown) {
			t.Errorf("%s: %s (%s) with %s, %v", test.name, a.Result, a.Reason, show(a.Parameters), err)
		}
	}
}
