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
