package lower_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/contractc/contractc/internal/lower"
	"github.com/contractc/contractc/internal/monitor"
	"github.com/contractc/contractc/internal/value"
	"github.com/contractc/contractc/schema"
	"github.com/open-policy-agent/opa/v1/rego"
)

// A module for any input reads its parameters from there, each of its type, and refuses what they alone settle.
func TestAnyInput(t *testing.T) {
	opt := lower.Options{
		AnyInput: true,
		Facts:    func(_, _ string) monitor.Fact { return monitor.Fact{Kind: value.String} },
		Symbolic: map[string]lower.Symbolic{
			"names": {Type: value.ListOf(value.Type{Kind: value.String})}, "name": {Type: value.Type{Kind: value.String}}, "n": {Type: value.Type{Kind: value.Integer}},
		},
	}
	parameter := func(name string) schema.Term { return &schema.ParameterTerm{Parameter: name} }
	set := func(where schema.Predicate) schema.EffectSet {
		return schema.EffectSet{Version: "1.0.0", Effects: []string{"a.B"}, Where: where}
	}
	field := &schema.FieldTerm{Field: "f"}
	in := &schema.In{Element: field, List: parameter("names")}
	m, err := lower.Rego("any", &schema.And{Operands: []schema.Constraint{
		&schema.All{Set: set(nil), Predicate: in}, &schema.Count{Set: set(nil), Op: schema.ComparisonLe, Bound: parameter("n")},
	}}, opt)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"in given.names", "<= given.n", "is_array(p1)", "p1 := input.parameters.names", "known_integer(p0)", "\ttrace;\n\tgiven;\n"} {
		if !strings.Contains(m.Text(), want) {
			t.Errorf("the module lacks %q:\n%s", want, m.Text())
		}
	}
	for name, p := range map[string]schema.Predicate{
		"a comparison": &schema.Compare{Left: parameter("name"), Op: schema.ComparisonEq, Right: parameter("name")},
		"a membership": &schema.In{Element: parameter("name"), List: parameter("names")},
		"a size":       &schema.Compare{Left: &schema.SizeTerm{Of: parameter("name")}, Op: schema.ComparisonGt, Right: &schema.LiteralTerm{Literal: &schema.IntegerValue{Integer: "3"}}},
	} {
		_, err := lower.Rego("any", &schema.Empty{Set: set(p)}, opt)
		var refused *lower.RefusalError
		if !errors.As(err, &refused) || refused.Code != lower.ReasonParameter {
			t.Errorf("%s of parameters alone: %v", name, err)
		}
	}
	opt.AnyInput = false
	if _, err := lower.Rego("any", &schema.All{Set: set(nil), Predicate: in}, opt); err == nil {
		t.Error("a parameter without a value is lowered to a module for one input")
	}
}

// A module for any input takes the permissible values of an enumeration for
// parameters of it, and no others.
func TestAnyInputOfEnumerations(t *testing.T) {
	colour, colours := value.EnumOf("a.Colour"), []string{"red", "blue"}
	opt := lower.Options{
		AnyInput: true,
		Facts: func(_, _ string) monitor.Fact {
			return monitor.Fact{Kind: value.Enum, Enum: "a.Colour", Values: colours}
		},
		Symbolic: map[string]lower.Symbolic{
			"one": {Type: colour, Values: colours}, "some": {Type: value.ListOf(colour), Values: colours}, "other": {Type: value.EnumOf("a.Shade")},
		},
	}
	parameter := func(name string) schema.Term { return &schema.ParameterTerm{Parameter: name} }
	m, err := lower.Rego("any", &schema.All{Set: effects("a.B"), Predicate: and(
		or(eq(field("f"), parameter("one")), in(field("f"), parameter("some"))), not(eq(field("f"), parameter("other"))),
	)}, opt)
	if err != nil {
		t.Fatal(err)
	}
	query, err := rego.New(rego.Query("verdict := "+m.Query()), rego.Module("any.rego", m.Text()), rego.StrictBuiltinErrors(true)).PrepareForEval(t.Context())
	if err != nil {
		t.Fatalf("%v\n%s", err, m.Text())
	}
	events, err := m.Events(trace(event("a.B", "f", enum("a.Colour", "red"))))
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		one  any
		some []any
		want string
	}{
		{"red", []any{}, "holds"}, {"blue", []any{"blue"}, "violated"}, {"blue", []any{"blue", "red"}, "holds"},
		{"green", []any{"red"}, "unknown"}, {"red", []any{"green"}, "unknown"}, {1, []any{"red"}, "unknown"},
	} {
		input := map[string]any{"events": events, "closed": true, "parameters": map[string]any{"one": test.one, "some": test.some, "other": "red"}}
		result, err := query.Eval(t.Context(), rego.EvalInput(input))
		if err != nil || len(result) != 1 || result[0].Bindings["verdict"] != test.want {
			t.Errorf("%v and %v: %v, %v, want %s\n%s", test.one, test.some, result, err, test.want, m.Text())
		}
	}
}
