package render

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/contractc/contractc/internal/value"
	"github.com/contractc/contractc/schema"
	"pgregory.net/rapid"
)

func integer(n string) schema.Term { return lit(&schema.IntegerValue{Integer: n}) }

func where(s schema.EffectSet, p schema.Predicate) schema.EffectSet {
	s.Where = p
	return s
}

func equals(l, r schema.Term) schema.Predicate {
	return &schema.Compare{Left: l, Op: schema.ComparisonEq, Right: r}
}

func TestSentence(t *testing.T) {
	reads := set("filesystem.ReadFile", "filesystem.ListDirectory")
	mails := set("email.SendEmail")
	starts := func(p schema.Value) schema.Predicate {
		return &schema.StartsWith{Of: field("path"), Prefix: lit(p)}
	}
	names := lit(&schema.ListValue{Items: []schema.Value{str("HOME"), str("PATH")}})
	tests := []struct {
		c    schema.Constraint
		want string
	}{
		{&schema.Unrestricted{}, `Nothing is restricted.`},
		{&schema.Empty{Set: set("filesystem.WriteFile")}, `No calls to WriteFile are permitted.`},
		{&schema.Empty{Set: set("filesystem.WriteFile", "filesystem.DeletePath", "filesystem.MovePath")},
			`No calls to WriteFile, DeletePath or MovePath are permitted.`},
		{&schema.Empty{Set: set("filesystem.ReadFile", "grep.Grep")}, `No calls to filesystem.ReadFile or grep.Grep are permitted.`},
		{&schema.Empty{Set: where(set("home.UnlockDoor"), equals(field("door"), lit(str("front"))))},
			`No calls to UnlockDoor where door is equal to "front" are permitted.`},
		{&schema.All{Set: reads, Predicate: starts(&schema.PathPrefixValue{Prefix: "test.md"})},
			`Every ReadFile or ListDirectory path must start with "test.md".`},
		{&schema.All{Set: reads, Predicate: starts(str("test.md"))},
			`Every ReadFile or ListDirectory path must start with the text "test.md".`},
		{&schema.All{Set: reads, Predicate: &schema.PredicateNot{Operand: starts(&schema.PathPrefixValue{Prefix: "/etc"})}},
			`Every ReadFile or ListDirectory path must not start with "/etc".`},
		{&schema.All{Set: reads, Predicate: &schema.Within{Of: field("path"), Directory: lit(&schema.DirectoryValue{Directory: "/repo"})}},
			`Every ReadFile or ListDirectory path must lie within "/repo".`},
		{&schema.All{Set: set("env.ReadEnv"), Predicate: &schema.In{Element: field("name"), List: names}},
			`Every ReadEnv name must be one of ["HOME", "PATH"].`},
		{&schema.All{Set: set("env.ReadEnv"), Predicate: &schema.PredicateNot{Operand: &schema.In{Element: field("name"), List: names}}},
			`Every ReadEnv name must not be one of ["HOME", "PATH"].`},
		{&schema.All{Set: set("env.ReadEnv"), Predicate: &schema.Matches{Of: field("name"), Pattern: `^[A-Z]+$`}},
			`Every ReadEnv name must match the pattern "^[A-Z]+$".`},
		{&schema.All{Set: set("web.Fetch"), Predicate: &schema.PredicateNot{Operand: &schema.Contains{Of: field("url"), Needle: lit(str("@"))}}},
			`Every Fetch url must not contain "@".`},
		{&schema.All{Set: set("web.Fetch"), Predicate: &schema.EndsWith{Of: field("url"), Suffix: lit(str("/"))}},
			`Every Fetch url must end with "/".`},
		{&schema.All{Set: set("web.Fetch"), Predicate: &schema.Compare{Left: &schema.SizeTerm{Of: field("url")}, Op: schema.ComparisonLe, Right: integer("100")}},
			`For every call to Fetch, the size of url must be at most 100.`},
		{&schema.All{Set: mails, Predicate: &schema.ComesFrom{Field: "addr", ClassTerm: lit(&schema.ClassReferenceValue{ClassName: "rows.UserRow"}), Column: lit(str("email"))}},
			`Every SendEmail addr must come from the column "email" of the class rows.UserRow.`},
		{&schema.All{Set: mails, Predicate: &schema.Truth{Truth: true}}, `For every call to SendEmail, any value is acceptable.`},
		{&schema.All{Set: set("home.SetThermostat"), Predicate: &schema.PredicateAnd{Operands: []schema.Predicate{
			&schema.Compare{Left: field("temp_f"), Op: schema.ComparisonGe, Right: integer("60")},
			&schema.Compare{Left: field("temp_f"), Op: schema.ComparisonLe, Right: integer("80")}}}},
			`For every call to SetThermostat, (all of temp_f is at least 60 and temp_f is at most 80) must hold.`},
		{&schema.All{Set: mails, Predicate: &schema.PredicateNot{Operand: &schema.PredicateOr{Operands: []schema.Predicate{
			equals(field("addr"), lit(str("a"))), &schema.PredicateNot{Operand: equals(field("msg"), lit(str("b")))}}}}},
			`For every call to SendEmail, it must not be the case that ((either addr is equal to "a" or msg is not equal to "b")).`},
		{&schema.All{Set: where(mails, equals(field("addr"), lit(str("a")))), Predicate: &schema.Contains{Of: field("msg"), Needle: lit(str("x"))}},
			`For every call to SendEmail where addr is equal to "a", msg must contain "x".`},
		{&schema.All{Set: mails, Predicate: equals(field("is"), integer("1"))}, `Every SendEmail field "is" must be equal to 1.`},
		{&schema.Exists{Set: mails, Predicate: equals(field("addr"), lit(str("bob")))},
			`For at least one call to SendEmail, addr must be equal to "bob".`},
		{&schema.UniqueBy{Set: mails, Key: field("addr")}, `No two calls to SendEmail may have the same addr.`},
		{&schema.Count{Set: mails, Op: schema.ComparisonLe, Bound: integer("3")}, `At most 3 calls to SendEmail are permitted.`},
		{&schema.Count{Set: mails, Op: schema.ComparisonLt, Bound: integer("3")}, `Fewer than 3 calls to SendEmail are permitted.`},
		{&schema.Count{Set: mails, Op: schema.ComparisonGe, Bound: integer("3")}, `At least 3 calls to SendEmail are required.`},
		{&schema.Count{Set: mails, Op: schema.ComparisonGt, Bound: integer("3")}, `More than 3 calls to SendEmail are required.`},
		{&schema.Count{Set: mails, Op: schema.ComparisonEq, Bound: integer("3")}, `Exactly 3 calls to SendEmail are required.`},
		{&schema.Count{Set: mails, Op: schema.ComparisonNe, Bound: integer("3")}, `Any number except 3 calls to SendEmail are permitted.`},
		{&schema.Sum{Set: set("bank.Withdraw"), Field: "amount", Op: schema.ComparisonLe, Bound: &schema.AddTerm{Left: integer("10"), Right: integer("2")}},
			`The sum of amount over calls to Withdraw must be at most (10 plus 2).`},
		{&schema.ExistsPair{Left: where(mails, equals(field("addr"), lit(str("a")))), Right: mails, Key: field("msg")},
			`A call to SendEmail where addr is equal to "a" and a call to SendEmail must have the same msg.`},
		{&schema.StateAll{Cell: "home.door_locked", Predicate: equals(field("value"), lit(&schema.BooleanValue{Boolean: true}))},
			`For every entry of home.door_locked at the end, value must be equal to true.`},
		{&schema.StateAt{Cell: "home.door_locked", Key: lit(str("front")), Op: schema.ComparisonNe, Value: lit(&schema.BooleanValue{})},
			`At the end, the value of home.door_locked at "front" must be different from false.`},
		{&schema.And{Operands: []schema.Constraint{&schema.Unrestricted{}, &schema.Not{Operand: &schema.Empty{Set: mails}}}},
			`All of these hold: [Nothing is restricted] and [This does not hold: [No calls to SendEmail are permitted]].`},
		{&schema.Or{Operands: []schema.Constraint{&schema.Empty{Set: mails}, &schema.Empty{Set: reads}}},
			`At least one of these holds: [No calls to email.SendEmail are permitted] or [No calls to filesystem.ReadFile or filesystem.ListDirectory are permitted].`},
	}
	for _, tt := range tests {
		got, err := Sentence(tt.c, SentenceOptions{})
		if err != nil || got != tt.want {
			t.Errorf("got  %s, %v\nwant %s", got, err, tt.want)
		}
	}
}

func TestSentenceOfAnotherLibrary(t *testing.T) {
	got, err := Sentence(&schema.Empty{Set: set("filesystem.ReadFile")}, SentenceOptions{Library: "grep"})
	if want := `No calls to filesystem.ReadFile are permitted.`; got != want || err != nil {
		t.Errorf("got %s, %v, want %s", got, err, want)
	}
}

// TestUnboundSentence checks that the unbound form is a template of the bound one.
func TestUnboundSentence(t *testing.T) {
	c := func(root schema.Term) schema.Constraint {
		return &schema.All{Set: set("filesystem.ReadFile"), Predicate: &schema.PredicateAnd{Operands: []schema.Predicate{
			&schema.StartsWith{Of: field("path"), Prefix: root}, &schema.Contains{Of: field("path"), Needle: lit(str("{x}"))}}}}
	}
	unbound, err := Sentence(c(param("root")), SentenceOptions{Unbound: true})
	if want := `For every call to ReadFile, (all of path starts with {root} and path contains "{{x}}") must hold.`; unbound != want || err != nil {
		t.Fatalf("got %s, %v, want %s", unbound, err, want)
	}
	value := &schema.PathPrefixValue{Prefix: "a{b}"}
	bound, err := Sentence(c(lit(value)), SentenceOptions{})
	if err != nil {
		t.Fatal(err)
	}
	template, err := ParseTemplate(unbound)
	if err != nil {
		t.Fatal(err)
	}
	filled, err := template.Fill([]Slot{{Name: "root", Value: value}})
	if err != nil || filled != bound {
		t.Errorf("filled %s, %v, want %s", filled, err, bound)
	}
}

func TestRefusals(t *testing.T) {
	deep := schema.Constraint(&schema.Unrestricted{})
	for range 100 {
		deep = &schema.Not{Operand: deep}
	}
	deepTerm := field("x")
	for range 100 {
		deepTerm = &schema.SizeTerm{Of: deepTerm}
	}
	deepPredicate := schema.Predicate(&schema.PredicateOr{Operands: []schema.Predicate{&schema.Truth{}}})
	for range 100 {
		deepPredicate = &schema.PredicateNot{Operand: deepPredicate}
	}
	tests := []struct {
		c          schema.Constraint
		kind, part string
	}{
		{nil, "constraint", "there is none"},
		{deep, "constraint", "nested deeper than 32"},
		{&schema.UniqueBy{Set: set("a.B"), Key: deepTerm}, "term", "nested deeper"},
		{&schema.Exists{Set: set("a.B"), Predicate: deepPredicate}, "predicate", "nested deeper"},
		{&schema.Exists{Set: set("a.B")}, "predicate", "there is none"},
		{&schema.UniqueBy{Set: set("a.B")}, "term", "there is none"},
		{&schema.Empty{Set: set()}, "EffectSet", "no effects"},
		{&schema.Empty{Set: set("ReadFile")}, "EffectSet", `"ReadFile" is not a qualified name`},
		{&schema.Empty{Set: set("a.\u202e")}, "EffectSet", "qualified name"},
		{&schema.And{}, "And", "no operands"},
		{&schema.All{Set: set("a.B"), Predicate: &schema.PredicateAnd{}}, "PredicateAnd", "no operands"},
		{&schema.All{Set: set("a.B"), Predicate: equals(field("a b"), field("c"))}, "FieldTerm", "not a name"},
		{&schema.All{Set: set("a.B"), Predicate: equals(field("a"), param("c"))}, "ParameterTerm", "not bound"},
		{&schema.All{Set: set("a.B"), Predicate: equals(field("a"), lit(nil))}, "LiteralTerm", "no value"},
		{&schema.All{Set: set("a.B"), Predicate: &schema.Compare{Left: field("a"), Op: "like", Right: field("b")}}, "Compare", `"like" has no words`},
		{&schema.Count{Set: set("a.B"), Op: "like", Bound: integer("1")}, "Count", "no words"},
		{&schema.StateAll{Cell: "a.x y", Predicate: &schema.Truth{}}, "StateAll", "not a qualified name"},
		{&schema.StateAll{Cell: "x", Predicate: &schema.Truth{}}, "StateAll", "not a qualified name"},
		{&schema.UniqueBy{Set: set("a.B"), Key: lit(str(strings.Repeat("x", 70000)))}, "UniqueBy", "longer than"},
	}
	for _, tt := range tests {
		got, err := Sentence(tt.c, SentenceOptions{})
		var refused *RefusalError
		if !errors.As(err, &refused) || got != "" {
			t.Errorf("got %q, %v, want a refusal of %s", got, err, tt.kind)
			continue
		}
		if refused.Kind != tt.kind || !strings.Contains(refused.Reason, tt.part) {
			t.Errorf("got %v, want %s: %s", err, tt.kind, tt.part)
		}
	}
}

// A drawer draws constraints over very few names and literals, chosen to collide.
type drawer struct{ *rapid.T }

func (d drawer) oneOf(n int) int { return rapid.IntRange(0, n-1).Draw(d.T, "choice") }

func (d drawer) name() string {
	return rapid.SampledFrom([]string{"a", "b", "or", "is", "the", "value", "where", "all", "either", "field", "none", "none_of", "true_", "the_size", "bytes0", "calls"}).Draw(d.T, "name")
}

func (d drawer) cell() string { return []string{"a.", "b."}[d.oneOf(2)] + d.name() }

func (d drawer) literal() schema.Value { return d.value(2) }

// value draws a literal in canonical form.
func (d drawer) value(depth int) schema.Value {
	values := []schema.Value{
		str("a"), str(`" and b is equal to "`), str(""), str(strings.ToValidUTF8(texts().Draw(d.T, "text"), "?")), &schema.PathPrefixValue{Prefix: "a"},
		&schema.DirectoryValue{Directory: "{a}"}, &schema.IntegerValue{Integer: "1"}, &schema.IntegerValue{Integer: "-12345678901234567890"},
		&schema.DecimalValue{Decimal: "1.0"}, &schema.DecimalValue{Decimal: "-0.05"}, &schema.BooleanValue{}, &schema.BooleanValue{Boolean: true},
		&schema.NoneValue{}, &schema.ClassReferenceValue{ClassName: "a"}, &schema.ClassReferenceValue{ClassName: "a.b.c"},
		&schema.ClassReferenceValue{ClassName: "a b."}, &schema.EnumValue{Enum: `a" of "`, Text: "a"}, &schema.BytesValue{Hex: ""}, &schema.BytesValue{Hex: "00ff"},
	}
	if n := d.oneOf(len(values) + 6); n < len(values) {
		return values[n]
	}
	items := []schema.Value{}
	for depth > 0 && d.oneOf(3) > 0 && len(items) < 3 {
		items = append(items, d.value(depth-1))
	}
	var v schema.Value
	switch d.oneOf(4) {
	case 0:
		v = &schema.ListValue{Items: items}
	case 1:
		v = &schema.TupleValue{Items: items}
	case 2:
		v = &schema.SetValue{Items: items}
	default:
		m := &schema.MapValue{Entries: []schema.MapEntry{}}
		for i, item := range items {
			m.Entries = append(m.Entries, schema.MapEntry{Key: &schema.IntegerValue{Integer: fmt.Sprint(i)}, Value: item})
		}
		v = m
	}
	canonical, err := value.Canonical(v)
	if err != nil { // text that is no UTF-8
		return str("a")
	}
	return canonical
}

func (d drawer) term(depth int) schema.Term {
	switch d.oneOf(7) {
	case 0:
		return &schema.SizeTerm{Of: d.leaf()}
	case 1:
		if depth > 0 {
			return &schema.AddTerm{Left: d.term(depth - 1), Right: d.term(depth - 1)}
		}
	case 2:
		if depth > 0 {
			return &schema.SubtractTerm{Left: d.term(depth - 1), Right: d.term(depth - 1)}
		}
	}
	return d.leaf()
}

func (d drawer) leaf() schema.Term {
	if d.oneOf(2) == 0 {
		return field(d.name())
	}
	return lit(d.literal())
}

func (d drawer) predicate(depth int) schema.Predicate {
	n := 12
	if depth == 0 {
		n = 9
	}
	ops := []schema.Comparison{schema.ComparisonEq, schema.ComparisonNe, schema.ComparisonLe}
	switch d.oneOf(n) {
	case 0:
		return &schema.Truth{Truth: d.oneOf(2) == 0}
	case 1:
		return &schema.In{Element: d.term(1), List: d.term(1)}
	case 2:
		return &schema.Contains{Of: d.term(1), Needle: d.term(1)}
	case 3:
		return &schema.StartsWith{Of: d.term(1), Prefix: d.term(1)}
	case 4:
		return &schema.EndsWith{Of: d.term(1), Suffix: d.term(1)}
	case 5:
		return &schema.Within{Of: d.term(1), Directory: d.term(1)}
	case 6:
		return &schema.Matches{Of: d.term(1), Pattern: d.name()}
	case 7:
		return &schema.ComesFrom{Field: d.name(), ClassTerm: d.leaf(), Column: d.leaf()}
	case 9:
		return &schema.PredicateNot{Operand: d.predicate(depth - 1)}
	case 10:
		return &schema.PredicateAnd{Operands: d.predicates(depth - 1)}
	case 11:
		return &schema.PredicateOr{Operands: d.predicates(depth - 1)}
	}
	return &schema.Compare{Left: d.term(1), Op: ops[d.oneOf(3)], Right: d.term(1)}
}

func (d drawer) predicates(depth int) []schema.Predicate {
	out := []schema.Predicate{d.predicate(depth)}
	for d.oneOf(2) == 0 && len(out) < 3 {
		out = append(out, d.predicate(depth))
	}
	return out
}

func (d drawer) set() schema.EffectSet {
	names := []string{"a.A", "a.B", "b.A", "a.or"}
	s := set(names[d.oneOf(4)])
	for d.oneOf(3) == 0 && len(s.Effects) < 3 {
		s.Effects = append(s.Effects, names[d.oneOf(4)])
	}
	if d.oneOf(3) == 0 {
		s.Where = d.predicate(1)
	}
	return s
}

func (d drawer) constraint(depth int) schema.Constraint {
	n := 13
	if depth == 0 {
		n = 10
	}
	ops := []schema.Comparison{schema.ComparisonEq, schema.ComparisonNe, schema.ComparisonLt, schema.ComparisonLe, schema.ComparisonGt, schema.ComparisonGe}
	switch d.oneOf(n) {
	case 0:
		return &schema.Unrestricted{}
	case 1:
		return &schema.Empty{Set: d.set()}
	case 2:
		return &schema.Exists{Set: d.set(), Predicate: d.predicate(2)}
	case 3:
		return &schema.UniqueBy{Set: d.set(), Key: d.term(1)}
	case 4:
		return &schema.Count{Set: d.set(), Op: ops[d.oneOf(6)], Bound: d.term(1)}
	case 5:
		return &schema.Sum{Set: d.set(), Field: d.name(), Op: ops[d.oneOf(6)], Bound: d.term(1)}
	case 6:
		return &schema.ExistsPair{Left: d.set(), Right: d.set(), Key: d.term(1)}
	case 7:
		return &schema.StateAll{Cell: d.cell(), Predicate: d.predicate(2)}
	case 8:
		return &schema.StateAt{Cell: d.cell(), Key: d.leaf(), Op: ops[d.oneOf(6)], Value: d.leaf()}
	case 10:
		return &schema.And{Operands: []schema.Constraint{d.constraint(depth - 1), d.constraint(depth - 1)}}
	case 11:
		return &schema.Or{Operands: []schema.Constraint{d.constraint(depth - 1)}}
	case 12:
		return &schema.Not{Operand: d.constraint(depth - 1)}
	}
	return &schema.All{Set: d.set(), Predicate: d.predicate(2)}
}
