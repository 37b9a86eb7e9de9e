package monitor_test

import (
	"strings"
	"testing"

	"github.com/contractc/contractc/internal/monitor"
	"github.com/contractc/contractc/schema"
)

const maxInteger = "9007199254740991"

// TestPredicates judges each predicate on one event.
func TestPredicates(t *testing.T) {
	ev := event("a.Effect",
		"path", str("/repo/src/x.go"), "rel", str("src/x.go"), "home", str("~/x"), "empty", str(""),
		"accent", str("é"), "astral", str("\U00010000"), "bmp", str("\uffff"),
		"n", num(7), "max", integer(maxInteger), "over", integer("9007199254740992"), "minus", num(-3),
		"price", dec("3.30"), "yes", yes(true), "null", none(), "bytes", &schema.BytesValue{Hex: "00ff"},
		"tags", strs("a", "b"), "tuple", tuple(str("a"), str("b")), "set", setOf(str("b"), str("a"), str("a")),
		"mixed", list(str("a"), num(1)), "where", dict(str("b"), num(1), str("a"), yes(true)),
		"bigmap", dict(str("a"), integer("9007199254740992")), "bad", setOf(nil), "addr", str("x"), "lit", str("y"))
	ev.Provenance = map[string]monitor.Origin{"addr": {Class: "db.UserRow", Column: "email"}}
	env := monitor.Env{WorkingDirectory: "/repo"}
	lt, le, gt, ge, ne := schema.ComparisonLt, schema.ComparisonLe, schema.ComparisonGt, schema.ComparisonGe, schema.ComparisonNe
	const no, unknown, yes_ = monitor.False, monitor.Unknown, monitor.True
	for _, test := range []struct {
		name string
		p    schema.Predicate
		want monitor.Truth
	}{
		{"true", truth(true), yes_},
		{"false", truth(false), no},
		{"string equal", eq(field("path"), lit(str("/repo/src/x.go"))), yes_},
		{"string not equal", compare(field("path"), ne, lit(str("/repo"))), yes_},
		{"literal on the left", eq(lit(str("/repo/src/x.go")), field("path")), yes_},
		{"two fields", eq(field("path"), field("rel")), no},
		{"strings stand by code points", compare(field("bmp"), lt, field("astral")), yes_},
		{"empty is least", compare(field("empty"), lt, field("path")), yes_},
		{"absent", eq(field("nothing"), lit(str(""))), unknown},
		{"absent twice", eq(field("nothing"), field("nothing")), unknown},
		{"null is absent", eq(field("null"), lit(none())), unknown},
		{"wrong type", eq(field("n"), lit(str("7"))), unknown},
		{"not of unknown", not(eq(field("nothing"), lit(num(1)))), unknown},
		{"integer less", compare(field("n"), lt, lit(num(8))), yes_},
		{"integer at most", compare(field("n"), le, lit(num(7))), yes_},
		{"integer more", compare(field("n"), gt, lit(num(7))), no},
		{"negative", compare(field("minus"), ge, lit(num(-3))), yes_},
		{"largest", eq(field("max"), lit(integer(maxInteger))), yes_},
		{"beyond is unknown", compare(field("over"), gt, lit(num(0))), unknown},
		{"literal beyond is unknown", compare(field("n"), lt, lit(integer("9007199254740992"))), unknown},
		{"boolean", eq(field("yes"), lit(yes(true))), yes_},
		{"decimal is exact", eq(field("price"), lit(dec("3.3"))), yes_},
		{"decimal sum is exact", eq(add(lit(dec("1.1")), add(lit(dec("1.1")), lit(dec("1.1")))), field("price")), yes_},
		{"decimal and integer", compare(field("price"), gt, lit(num(3))), unknown},
		{"bytes", eq(field("bytes"), lit(&schema.BytesValue{Hex: "00ff"})), yes_},
		{"map in any order", eq(field("where"), lit(dict(str("a"), yes(true), str("b"), num(1)))), yes_},
		{"map differs", eq(field("where"), lit(dict(str("a"), yes(false), str("b"), num(1)))), no},
		{"map that holds too much", eq(field("bigmap"), field("bigmap")), unknown},
		{"list and tuple", eq(field("tags"), field("tuple")), unknown},
		{"set has no member twice", eq(field("set"), lit(setOf(str("a"), str("b")))), yes_},
		{"not well formed", eq(field("bad"), field("bad")), unknown},

		{"in", in(field("rel"), lit(strs("x", "src/x.go"))), yes_},
		{"not in", in(field("rel"), lit(strs("src/x"))), no},
		{"in nothing", in(field("rel"), lit(strs())), no},
		{"absent in nothing", in(field("nothing"), lit(strs())), unknown},
		{"in integers", in(field("n"), lit(list(num(1), num(7)))), yes_},
		{"in other type", in(field("n"), lit(strs("7"))), unknown},
		{"in a tuple", in(field("n"), lit(tuple(num(7)))), yes_},
		{"in a set of lists", in(field("tags"), lit(setOf(strs("a", "b")))), yes_},
		{"in a field", in(lit(str("b")), field("tags")), yes_},
		{"not in a field", in(lit(str("c")), field("tags")), no},
		{"in a mixed field", in(lit(num(1)), field("mixed")), yes_},
		{"perhaps in a mixed field", in(lit(num(2)), field("mixed")), unknown},
		{"in a map", in(lit(str("a")), field("where")), unknown},
		{"in none", in(field("n"), lit(none())), unknown},

		{"contains", contains(field("path"), lit(str("/src/"))), yes_},
		{"contains nothing", contains(field("path"), lit(str(""))), yes_},
		{"contains not", contains(field("path"), lit(str("SRC"))), no},
		{"list contains", contains(field("tags"), lit(str("a"))), unknown},
		{"starts with", startsWith(field("path"), lit(prefix("/rep"))), yes_},
		{"starts not with", startsWith(field("path"), lit(str("/repo/src/x.go/"))), no},
		{"ends with", endsWith(field("path"), lit(str(".go"))), yes_},
		{"ends not with", endsWith(field("path"), lit(str(".py"))), no},
		{"starts with a field", startsWith(field("path"), field("empty")), yes_},
		{"number starts with", startsWith(field("n"), lit(str("7"))), unknown},

		{"within", within(field("path"), lit(dir("/repo"))), yes_},
		{"within itself", within(field("path"), field("path")), yes_},
		{"not within", within(field("path"), lit(dir("/rep"))), no},
		{"relative within", within(field("rel"), lit(dir("/repo/src"))), yes_},
		{"relative directory", within(field("path"), lit(dir("src"))), yes_},
		{"constant within", within(lit(str("/a/../b")), lit(dir("/b"))), yes_},
		{"home", within(field("home"), lit(dir("/repo"))), unknown},
		{"empty path", within(field("empty"), lit(dir("/repo"))), unknown},
		{"number within", within(field("n"), lit(dir("/repo"))), unknown},
		{"within a number", within(field("path"), field("n")), unknown},

		{"matches a part", matches(field("path"), `src/.\.go`), yes_},
		{"matches all", matches(field("path"), `^src`), no},
		{"matches code points", matches(field("accent"), `^.$`), yes_},
		{"number matches", matches(field("n"), `.`), unknown},

		{"comes from", comesFrom("addr", "db.UserRow", "email"), yes_},
		{"comes from another column", comesFrom("addr", "db.UserRow", "name"), no},
		{"comes from another class", comesFrom("addr", "db.Row", "email"), no},
		{"provenance is not recorded", comesFrom("lit", "db.UserRow", "email"), unknown},
		{"provenance of nothing", comesFrom("nothing", "db.UserRow", "email"), unknown},

		{"size in code points", eq(size(field("astral")), lit(num(1))), yes_},
		{"size of nothing", eq(size(field("empty")), lit(num(0))), yes_},
		{"size of a list", eq(size(field("tags")), lit(num(2))), yes_},
		{"size of a set", eq(size(field("set")), lit(num(2))), yes_},
		{"size of a map", eq(size(field("where")), lit(num(2))), yes_},
		{"size of bytes", eq(size(field("bytes")), lit(num(2))), yes_},
		{"size of a literal", eq(size(lit(str("é"))), lit(num(1))), yes_},
		{"size of a number", eq(size(field("n")), lit(num(1))), unknown},
		{"size of absent", compare(size(field("nothing")), ge, lit(num(0))), unknown},
		{"sum", eq(add(field("n"), field("minus")), lit(num(4))), yes_},
		{"difference", eq(minus(field("n"), field("minus")), lit(num(10))), yes_},
		{"sum beyond", compare(add(field("max"), lit(num(1))), gt, lit(num(0))), unknown},
		{"sum beyond and back", compare(minus(add(field("max"), lit(num(1))), lit(num(1))), gt, lit(num(0))), unknown},
		{"sum of texts", eq(add(field("path"), field("rel")), field("path")), unknown},
		{"sum of absent", eq(add(field("n"), field("nothing")), lit(num(7))), unknown},

		{"and", and(truth(true), eq(field("n"), lit(num(7)))), yes_},
		{"and unknown", and(eq(field("n"), lit(num(7))), eq(field("nothing"), lit(num(7)))), unknown},
		{"and false", and(eq(field("nothing"), lit(num(7))), eq(field("n"), lit(num(8)))), no},
		{"and nothing", and(), yes_},
		{"or", or(eq(field("nothing"), lit(num(7))), eq(field("n"), lit(num(7)))), yes_},
		{"or unknown", or(eq(field("nothing"), lit(num(7))), eq(field("n"), lit(num(8)))), unknown},
		{"or false", or(truth(false), eq(field("n"), lit(num(8)))), no},
		{"or nothing", or(), no},
	} {
		got, err := monitor.EvalPredicate(test.p, ev, env)
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
		} else if got != test.want {
			t.Errorf("%s is %s, want %s", test.name, got, test.want)
		}
	}
}

func TestEnvironment(t *testing.T) {
	relative := within(field("path"), lit(dir("/repo")))
	if got, _ := monitor.EvalPredicate(relative, event("a.E", "path", str("x")), monitor.Env{}); got != monitor.Unknown {
		t.Errorf("without a working directory: %s", got)
	}
	literal := comesFrom("addr", "db.UserRow", "email")
	complete := monitor.Env{ProvenanceComplete: true}
	if got, _ := monitor.EvalPredicate(literal, event("a.E", "addr", str("x")), complete); got != monitor.False {
		t.Errorf("a literal where provenance is complete: %s", got)
	}
	if got, _ := monitor.EvalPredicate(literal, event("a.E"), complete); got != monitor.Unknown {
		t.Errorf("an absent field where provenance is complete: %s", got)
	}
}

func TestParameters(t *testing.T) {
	p := and(startsWith(field("path"), param("root")), compare(size(field("path")), schema.ComparisonLe, add(param("n"), lit(num(1)))))
	opt := monitor.Options{Parameters: map[string]schema.Value{"root": prefix("/a"), "n": num(2)}}
	compiled, err := monitor.CompilePredicate(p, opt)
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]monitor.Truth{"/ab": monitor.True, "/abc": monitor.False, "/b": monitor.False} {
		if got := compiled.Eval(event("a.E", "path", str(path)), monitor.Env{}); got != want {
			t.Errorf("%q is %s, want %s", path, got, want)
		}
	}
}

// TestNotCompiled has one rejected input for each check of the compiler.
func TestNotCompiled(t *testing.T) {
	facts := func(effect, field string) monitor.Fact {
		kinds := map[string]monitor.Fact{"a.E.path": stringFact, "a.E.n": integerFact, "b.E.path": integerFact}
		return kinds[effect+"."+field]
	}
	all := func(p schema.Predicate) schema.Constraint { return &schema.All{Set: effects("a.E"), Predicate: p} }
	deep := truth(true)
	for range monitor.MaxDepth + 1 {
		deep = not(deep)
	}
	wide := make([]schema.Predicate, monitor.MaxNodes)
	for i := range wide {
		wide[i] = truth(true)
	}
	count := func(bound schema.Term, op schema.Comparison) schema.Constraint {
		return &schema.Count{Set: effects("a.E"), Op: op, Bound: bound}
	}
	sum := func(field string, bound schema.Term) schema.Constraint {
		return &schema.Sum{Set: effects("a.E"), Field: field, Op: schema.ComparisonLe, Bound: bound}
	}
	for _, test := range []struct {
		c    schema.Constraint
		want string
	}{
		{nil, "the constraint is missing"},
		{&schema.Not{}, "operand: the constraint is missing"},
		{&schema.And{Operands: []schema.Constraint{&schema.Unrestricted{}, nil}}, "operands[1]: the constraint is missing"},
		{all(nil), "predicate: the predicate is missing"},
		{all(eq(nil, lit(num(1)))), "predicate.left: the term is missing"},
		{all(eq(lit(nil), lit(num(1)))), "predicate.left: the invalid value is missing"},
		{all(eq(lit(integer("1e3")), field("n"))), "predicate.left: the integer value is not written as decimal digits"},
		{all(eq(param("root"), field("n"))), `predicate.left: parameter "root" has no value`},
		{all(eq(lit(num(1)), lit(str("1")))), "predicate: the left side is of type integer and the right side of type string"},
		{all(eq(field("path"), lit(num(1)))), "predicate: the left side is of type string and the right side of type integer"},
		{all(compare(lit(yes(true)), schema.ComparisonLt, lit(yes(true)))), "predicate: values of type boolean can be compared with eq and ne only"},
		{all(compare(lit(num(1)), "equals", lit(num(1)))), `predicate.op: "equals" is no comparison`},
		{all(in(lit(num(1)), lit(strs("a")))), "predicate.list: the members are of type string and the element is of type integer"},
		{all(in(field("x"), lit(list(num(1), str("a"))))), "predicate.list: member 1 is of type string and those before it are of type integer"},
		{all(in(field("x"), lit(list(none())))), "predicate.list: member 0 is of type none"},
		{all(in(field("x"), lit(dict()))), "predicate.list: a value of type map has no members"},
		{all(in(field("x"), lit(str("a")))), "predicate.list: a value of type string has no members"},
		{all(contains(lit(num(1)), lit(str("a")))), "predicate.of: a value of type integer is not a text"},
		{all(contains(field("x"), lit(num(1)))), "predicate.needle: a value of type integer is not a text"},
		{all(startsWith(field("x"), lit(dir("/a")))), "predicate.prefix: a directory is not a text; use within"},
		{all(endsWith(field("x"), lit(list()))), "predicate.suffix: a value of type list is not a text"},
		{all(within(field("x"), lit(prefix("/a")))), "predicate.directory: a path prefix is not a directory"},
		{all(within(lit(num(1)), lit(dir("/a")))), "predicate.of: a value of type integer is not a path"},
		{all(matches(field("x"), "(")), `predicate.pattern: "(" is no pattern`},
		{all(matches(field("x"), strings.Repeat("a", monitor.MaxPattern+1))), "predicate.pattern: the pattern is longer"},
		{all(matches(lit(num(1)), "a")), "predicate.of: a value of type integer is not a text"},
		{all(&schema.ComesFrom{Field: "x", ClassTerm: lit(num(1)), Column: lit(str("a"))}), "predicate.class_term: a value of type integer is not a reference"},
		{all(&schema.ComesFrom{Field: "x", ClassTerm: lit(class("a")), Column: lit(num(1))}), "predicate.column: a value of type integer is not the name"},
		{all(eq(size(lit(num(1))), lit(num(1)))), "predicate.left: a value of type integer has no size"},
		{all(eq(add(lit(str("a")), lit(str("b"))), lit(str("ab")))), "predicate.left: values of type string cannot be added"},
		{all(eq(add(lit(num(1)), lit(dec("1.0"))), lit(num(2)))), "predicate.left: the left side is of type integer and the right side of type decimal"},
		{all(deep), "expressions nest deeper than 64"},
		{all(and(wide...)), "the constraint holds more than 10000 expressions"},
		{&schema.Empty{Set: effects("")}, "set.effects: an effect type has no name"},
		{&schema.All{Set: effects("a.E", "b.E"), Predicate: eq(field("path"), lit(num(1)))}, `field "path" is of type string in "a.E" and of type integer in "b.E"`},
		{count(field("n"), schema.ComparisonLe), "bound: the bound depends on an event"},
		{count(lit(dec("1.0")), schema.ComparisonLe), "bound: the bound is of type decimal; it must be of type integer"},
		{count(lit(num(1)), "up to"), `bound.op: "up to" is no comparison`},
		{sum("n", lit(str("1"))), "bound: the bound is of type string; it must be a number"},
		{sum("n", lit(dec("1.0"))), `field: field "n" is of type integer and the bound of type decimal`},
		{sum("path", lit(num(1))), `field: field "path" is of type string; only numbers have a sum`},
		{sum("", lit(num(1))), "field: the field has no name"},
		{&schema.StateAll{Cell: "door", Predicate: truth(true)}, `cell: no state cell is named "door"`},
		{&schema.StateAll{Cell: "level", Predicate: eq(field("path"), lit(num(1)))}, `predicate.left: an entry of a state cell has no field "path"`},
		{&schema.StateAll{Cell: "level", Predicate: comesFrom("value", "a", "b")}, "predicate: an entry of a state cell has no provenance"},
		{&schema.StateAll{Cell: "level", Predicate: eq(field("value"), lit(str("a")))}, "predicate: the left side is of type integer and the right side of type string"},
		{&schema.StateAt{Cell: "level", Key: field("path"), Op: schema.ComparisonEq, Value: lit(num(1))}, "key and value must be made of literals"},
		{&schema.StateAt{Cell: "level", Key: lit(num(1)), Op: schema.ComparisonEq, Value: lit(num(1))}, "has a key of type integer; its keys are of type string"},
		{&schema.StateAt{Cell: "level", Key: lit(str("a")), Op: schema.ComparisonEq, Value: lit(str("a"))}, "has a value of type string; its values are of type integer"},
		{&schema.StateAt{Cell: "level", Key: lit(str("a")), Op: "is", Value: lit(num(1))}, `"is" is no comparison`},
		{&schema.StateAt{Cell: "wrong", Key: lit(str("a")), Op: schema.ComparisonEq, Value: lit(num(1))}, `the initial value of "wrong" is of type string`},
	} {
		opt := monitor.Options{Facts: facts, Cells: []monitor.Cell{
			{Name: "level", KeyKind: stringFact.Kind, ValueKind: integerFact.Kind, Initial: num(0)},
			{Name: "wrong", KeyKind: stringFact.Kind, ValueKind: integerFact.Kind, Initial: str("0")},
		}}
		_, err := monitor.Compile([]schema.Constraint{&schema.Unrestricted{}, test.c}, opt)
		compile, ok := err.(*monitor.CompileError)
		if !ok || !strings.Contains(err.Error(), test.want) || compile.Guarantee != 1 {
			t.Errorf("error %v, want %q", err, test.want)
		}
	}
}
