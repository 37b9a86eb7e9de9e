package lower_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/contractc/contractc/internal/lower"
	"github.com/contractc/contractc/internal/monitor"
	"github.com/contractc/contractc/internal/value"
	"github.com/contractc/contractc/schema"
)

// lowerTo lowers a constraint to one target, for any trace or a given one.
func lowerTo(target lower.Target, c schema.Constraint, opt lower.Options, trace []*monitor.Event) error {
	switch target {
	case lower.TargetCEL:
		p, err := lower.CEL("one", c, opt)
		if err == nil {
			_, err = p.Events(trace)
		}
		return err
	case lower.TargetRego:
		m, err := lower.Rego("one", c, opt)
		if err == nil {
			_, err = m.Events(trace)
		}
		return err
	}
	m, err := lower.NewSMT(opt, c)
	switch {
	case err != nil:
		return err
	case trace == nil:
		_, err = m.Any(lower.AnyTrace{Length: 1})
	default:
		_, err = m.Given(trace)
	}
	return err
}

// TestRefusals has an accepted or a refused constraint for each reason, target
// by target.
func TestRefusals(t *testing.T) {
	facts := func(effect, name string) monitor.Fact {
		kinds := map[string]value.Kind{"s": value.String, "n": value.Integer, "d": value.Decimal, "l": value.List, "m": value.Map, "t": value.Tuple, "e": value.Enum, "c": value.Enum, "k": value.Enum}
		enumerations := map[string]string{"c": "a.Colour", "k": effect + "Kind"}
		return monitor.Fact{Kind: kinds[name], Enum: enumerations[name]}
	}
	all := func(p schema.Predicate) schema.Constraint { return &schema.All{Set: effects("a.E"), Predicate: p} }
	wide := lit(num(1))
	for range 7 {
		wide = add(wide, wide)
	}
	many := make([]schema.Predicate, lower.MaxNodes)
	for i := range many {
		many[i] = truth(true)
	}
	const (
		everyone = "cel rego smt"
		texts    = "cel rego"
	)
	for _, test := range []struct {
		name    string
		c       schema.Constraint
		targets string // that refuse it
		code    lower.Reason
		path    string
		reason  string
		trace   []*monitor.Event
	}{
		{name: "accepted", c: all(eq(field("s"), lit(str("a"))))},
		{"untyped", all(eq(field("x"), lit(str("a")))), everyone, lower.ReasonUntyped, "predicate.left", `"x"`, nil},
		{"tuple", all(eq(field("t"), lit(tuple()))), everyone, lower.ReasonTuple, "predicate.left", "tuple", nil},
		{name: "enumeration", c: all(eq(field("c"), lit(enum("a.Colour", "red")))), trace: trace(event("a.E", "c", enum("a.Colour", "red")))},
		{"enumeration without a name", all(eq(field("e"), field("e"))), everyone, lower.ReasonUntyped, "predicate.left", `which enumeration the field "e" is`, nil},
		{"two enumerations", &schema.All{Set: effects("a.E", "a.F"), Predicate: eq(field("k"), field("k"))}, everyone, lower.ReasonKind, "predicate.left", `"a.EKind" in some effect types and of "a.FKind"`, nil},
		{"enumeration in a list", all(in(field("c"), field("l"))), texts, lower.ReasonKind, "predicate", "enum", trace(event("a.E"))},
		{"list of an enumeration", all(eq(field("l"), lit(list(enum("a.Colour", "red"))))), texts, lower.ReasonKind, "predicate.right", "enum", nil},
		{"tag character of an enumeration", all(eq(field("c"), lit(enum("a.Colour", "\U000e0041")))), "smt", lower.ReasonCodePoint, "predicate.right", "U+E0041", nil},
		{"size", &schema.Exists{Set: effects("a.E"), Predicate: and(many...)}, everyone, lower.ReasonLimit, "predicate.operands[1998]", "2000", nil},
		{"cell", &schema.StateAll{Cell: "loose", Predicate: truth(true)}, everyone, lower.ReasonUntyped, "cell", `"loose"`, nil},
		{"wide sum", all(compare(wide, schema.ComparisonLe, field("n"))), "cel", lower.ReasonLimit, "predicate.left.left.left.left.left.left.left.left", "64", nil},
		{"large decimal", all(eq(field("d"), lit(dec("1000000000000.0")))), "cel", lower.ReasonDecimal, "predicate.right", "10^11", nil},
		{"long decimal", all(eq(field("d"), lit(dec("0.1")))), "cel", lower.ReasonDecimal, "fields.d", "6 digits", trace(event("a.E", "d", dec("0.1234567")))},
		{"decimal in a map", all(eq(field("m"), lit(dict(str("a"), dec("1.0"))))), "rego", lower.ReasonNested, "predicate.right", "several spellings", nil},
		{"map with odd keys", all(eq(field("m"), lit(dict(num(1), num(1))))), texts, lower.ReasonKind, "predicate.right", "keys of type integer", nil},
		{"directory in a list", all(eq(field("l"), lit(list(dir("/a"))))), texts, lower.ReasonKind, "predicate.right", "directory", nil},
		{"decimal in a list", all(in(field("d"), field("l"))), texts, lower.ReasonKind, "predicate", "decimal", trace(event("a.E"))},
		{"list of any trace", all(in(field("s"), field("l"))), "smt", lower.ReasonList, "predicate", `"l"`, nil},
		{name: "list of a given trace", c: all(in(field("s"), field("l"))), trace: trace(event("a.E"))},
		{"size of any list", all(eq(size(field("l")), lit(num(1)))), "smt", lower.ReasonSize, "predicate.left", `"l"`, nil},
		{"tag character", all(eq(field("s"), lit(str("\U000e0041")))), "smt", lower.ReasonCodePoint, "predicate.right", "U+E0041", nil},
		{name: "last character", c: all(eq(field("s"), lit(str("\U0002ffff"))))},
		{"tag character of an event", all(eq(field("s"), lit(str("a")))), "smt", lower.ReasonCodePoint, "predicate.left", "U+30000", trace(event("a.E", "s", str("\U00030000")))},
		{name: "tag character of another field", c: all(eq(field("s"), lit(str("a")))), trace: trace(event("a.E", "x", str("\U00030000")))},
		{"tag character in a pattern", all(matches(field("s"), `[\x{e0001}-\x{e007f}]`)), "smt", lower.ReasonCodePoint, "predicate", "U+E0001", nil},
		{name: "all but one character", c: all(matches(field("s"), `[^\x{e000}]`))},
		{"word boundary", all(matches(field("s"), `\bx`)), "smt", lower.ReasonPattern, "predicate", "word boundaries", nil},
		{"lines", all(matches(field("s"), `(?m)^x`)), "smt", lower.ReasonPattern, "predicate", "lines", nil},
		{"inner anchor", all(matches(field("s"), `x^y`)), "smt", lower.ReasonAnchor, "predicate", "within the pattern", nil},
		{"repeated anchor", all(matches(field("s"), `(x|^)*y`)), "smt", lower.ReasonAnchor, "predicate", "repetition", nil},
		{name: "anchors of alternatives", c: all(matches(field("s"), `(^a|b)c(d|e$)?`))},
	} {
		for _, target := range []lower.Target{lower.TargetCEL, lower.TargetRego, lower.TargetSMT} {
			opt := lower.Options{Facts: facts, Cells: []monitor.Cell{{Name: "loose", Initial: num(0)}}}
			err := lowerTo(target, test.c, opt, test.trace)
			var refused *lower.RefusalError
			switch want := strings.Contains(test.targets, string(target)); {
			case want && !errors.As(err, &refused):
				t.Errorf("%s, %s: %v, want a refusal", test.name, target, err)
			case !want && err != nil:
				t.Errorf("%s, %s: %v", test.name, target, err)
			case want && (refused.Code != test.code || refused.Path != test.path || refused.Target != target || !strings.Contains(refused.Reason, test.reason)):
				t.Errorf("%s, %s: %v (%s at %q), want %s at %q: %s", test.name, target, err, refused.Code, refused.Path, test.code, test.path, test.reason)
			}
		}
	}
}

// TestNotWellTyped: what does not compile as a monitor is that error, for every
// target.
func TestNotWellTyped(t *testing.T) {
	wrong := &schema.All{Set: effects("a.E"), Predicate: eq(lit(num(1)), lit(str("1")))}
	for _, target := range []lower.Target{lower.TargetCEL, lower.TargetRego, lower.TargetSMT} {
		var compile *monitor.CompileError
		if err := lowerTo(target, wrong, lower.Options{}, nil); !errors.As(err, &compile) {
			t.Errorf("%s: %v", target, err)
		}
	}
	if _, err := lower.Rego("a.not", &schema.Unrestricted{}, lower.Options{}); err == nil {
		t.Error("a keyword is a package's name")
	}
}

// Every reason has words of its own.
func TestReasonsHaveWords(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range []lower.Reason{
		lower.ReasonUntyped, lower.ReasonKind, lower.ReasonTuple, lower.ReasonDecimal, lower.ReasonNested, lower.ReasonCodePoint, lower.ReasonText,
		lower.ReasonName, lower.ReasonPattern, lower.ReasonAnchor, lower.ReasonList, lower.ReasonSize, lower.ReasonParameter, lower.ReasonLimit,
	} {
		words := r.Words()
		if words == string(r) || seen[words] {
			t.Errorf("%s: %q", r, words)
		}
		seen[words] = true
	}
	if got := lower.Reason("later").Words(); got != "later" {
		t.Errorf("got %q", got)
	}
}
