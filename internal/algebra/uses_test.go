package algebra

import (
	"testing"

	"github.com/contractc/contractc/internal/testbundles"
	"github.com/contractc/contractc/schema"
	"github.com/google/go-cmp/cmp"
)

// TestUsesOf lists the names in a constraint with every kind of part.
func TestUsesOf(t *testing.T) {
	field := func(name string) schema.Term { return &schema.FieldTerm{Field: name} }
	where := &schema.StartsWith{Of: field("path"), Prefix: &schema.ParameterTerm{Parameter: "root"}}
	c := &schema.And{Operands: []schema.Constraint{
		&schema.Sum{Set: schema.EffectSet{Effects: []string{"a.Pay"}, Where: where}, Field: "amount", Bound: &schema.ParameterTerm{Parameter: "most"}},
		&schema.Or{Operands: []schema.Constraint{
			&schema.ExistsPair{Left: schema.EffectSet{Effects: []string{"a.Open"}}, Right: schema.EffectSet{Effects: []string{"a.Close"}}, Key: field("id")},
			&schema.Not{Operand: &schema.All{Set: schema.EffectSet{Effects: []string{"a.Run"}}, Predicate: &schema.Matches{Of: &schema.SizeTerm{Of: field("name")}, Pattern: "^x"}}},
		}},
		&schema.StateAll{Cell: "a.mode", Predicate: &schema.Compare{Left: field("value"), Right: &schema.LiteralTerm{}}},
	}}
	want := &Uses{
		Effects: []string{"a.Pay", "a.Open", "a.Close", "a.Run"}, Fields: []string{"path", "amount", "id", "name", "value"},
		Parameters: []string{"root", "most"}, Cells: []string{"a.mode"}, Patterns: []string{"^x"},
	}
	if diff := cmp.Diff(want, UsesOf(c)); diff != "" {
		t.Error(diff)
	}
	if got := UsesOfPredicate(where).Fields; !cmp.Equal(got, []string{"path"}) {
		t.Errorf("the predicate names %q", got)
	}
}

// TestUsesOfBundles checks on every contract that it names an effect type, a cell
// or nothing at all where it restricts nothing.
func TestUsesOfBundles(t *testing.T) {
	for _, c := range testbundles.All(t).Contracts {
		_, unrestricted := c.Constraint.(*schema.Unrestricted)
		u := UsesOf(c.Constraint)
		if none := len(u.Effects)+len(u.Cells) == 0; none != unrestricted {
			t.Errorf("%s: names no effect type and no cell: %t; restricts nothing: %t", c.ID, none, unrestricted)
		}
	}
}
