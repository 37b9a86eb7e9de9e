package export

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/owlform"
	"github.com/contractc/contractc/internal/rdf"
	"github.com/contractc/contractc/internal/testbundles"
	"github.com/contractc/contractc/internal/value"
	"github.com/contractc/contractc/schema"
)

// TestRandomFormsAgree does what TestFormsAgree does with random constraints over random traces: Unicode, empty texts,
// absent fields, boundary counts and negative bounds.
func TestRandomFormsAgree(t *testing.T) {
	from := testbundles.All(t)
	x := exportOf(t, from)
	host := from.Contract("filesystem.no_guarantees")
	g := rdf.NewGraph()
	r := &generator{rand.New(rand.NewPCG(7, 11)), from}
	var cases []verdictCase
	seen := map[rdf.IRI]bool{}
	for i := range 400 {
		e := r.example()
		c := *host
		c.Digest = fmt.Sprintf("sha256:%064x", i) // each constraint is a contract of its own
		one, ok := addExample(t, x, g, &c, &e, r.IntN(2) == 0)
		if !ok {
			t.Fatalf("no form of %#v", e.Constraint)
		}
		if seen[one.Class] {
			t.Fatal("two constraints have one class")
		}
		seen[one.Class] = true
		one.name = fmt.Sprintf("case %d", i)
		cases = append(cases, one)
	}
	text, err := g.Turtle()
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		Answers []*bool `json:"answers"`
	}
	graphs(t, "meets", map[string]any{"graph": string(text), "cases": cases}, &got)
	verdicts := map[string]int{}
	for i, c := range cases {
		if c.label != owlform.Faithful {
			t.Errorf("%s is %s", c.name, c.label)
		}
		if !agreesOrMore(c, got.Answers[i]) {
			t.Errorf("%s: the monitor says %s, the ontology %s (closed %v)", c.name, c.verdict, said(got.Answers[i]), c.closed)
		}
		verdicts[string(c.verdict)]++
	}
	t.Logf("verdicts %v", verdicts)
	for _, v := range []string{"holds", "violated", "unknown"} {
		if verdicts[v] < 20 {
			t.Errorf("only %d cases are %s", verdicts[v], v)
		}
	}
}

// agreesOrMore is agrees, where the monitor may also be sure of an open trace of which OWL is not.
func agreesOrMore(c verdictCase, follows *bool) bool {
	return agrees(c, follows) || follows == nil && !c.closed
}

type generator struct {
	*rand.Rand
	from *catalog.Catalog
}

// pick is one of some things.
func pick[T any](r *generator, list ...T) T { return list[r.IntN(len(list))] }

// example is a random constraint with a random trace; addExample binds no arguments to it.
func (r *generator) example() catalog.Example {
	e := catalog.Example{Constraint: r.constraint(2)}
	for range r.IntN(5) {
		effect := r.from.Effect(pick(r, "filesystem.ReadFile", "filesystem.WriteFile", "filesystem.DeletePath", "filesystem.MovePath", "bank.Withdraw", "bank.Withdraw"))
		event := catalog.ExampleEvent{Effect: effect, Fields: map[string]schema.Value{}}
		for _, f := range effect.Fields {
			if v := r.value(f); v != nil && r.IntN(4) > 0 {
				event.Fields[f.Name] = v
			}
		}
		e.Events = append(e.Events, event)
	}
	return e
}

func (r *generator) text() string {
	return pick(r, "", "a", "b", "ab", "/a", "/a/b", "é", "\U0001F600", "a\nb", "$.*", "[a-b]", "A", "\U0001F600a")
}

func (r *generator) integer() string { return strconv.Itoa(r.IntN(7) - 2) }

func (r *generator) value(f index.Field) schema.Value {
	switch f.Type.Kind {
	case value.String:
		return &schema.StringValue{String: r.text()}
	case value.Integer:
		return &schema.IntegerValue{Integer: r.integer()}
	case value.Boolean:
		return &schema.BooleanValue{Boolean: r.IntN(2) == 0}
	}
	return nil
}

func (r *generator) constraint(depth int) schema.Constraint {
	kinds := 7
	if depth == 0 {
		kinds = 4
	}
	set, fields := r.set()
	switch r.IntN(kinds) {
	case 0:
		return &schema.Empty{Set: set}
	case 1:
		return &schema.All{Set: set, Predicate: r.predicate(fields, 2)}
	case 2:
		return &schema.Exists{Set: set, Predicate: r.predicate(fields, 2)}
	case 3:
		return &schema.Count{Set: set, Op: r.comparison(), Bound: literalTerm(&schema.IntegerValue{Integer: r.integer()})}
	case 4:
		return &schema.And{Operands: []schema.Constraint{r.constraint(depth - 1), r.constraint(depth - 1)}}
	case 5:
		return &schema.Or{Operands: []schema.Constraint{r.constraint(depth - 1), r.constraint(depth - 1)}}
	}
	return &schema.Not{Operand: r.constraint(depth - 1)}
}

func (r *generator) comparison() schema.Comparison {
	return pick(r, schema.ComparisonEq, schema.ComparisonNe, schema.ComparisonLt, schema.ComparisonLe, schema.ComparisonGt, schema.ComparisonGe)
}

// set is a set of effect types that share the fields it returns, the texts before the integers.
func (r *generator) set() (schema.EffectSet, [2]string) {
	set, fields := schema.EffectSet{Version: "1.0.0", Effects: []string{"bank.Withdraw"}}, [2]string{"account", "amount"}
	if r.IntN(2) == 0 {
		set.Effects, fields = []string{"filesystem.ReadFile", "filesystem.WriteFile", "filesystem.DeletePath"}[:1+r.IntN(3)], [2]string{"path", ""}
	}
	if r.IntN(4) == 0 {
		set.Where = r.predicate(fields, 1)
	}
	return set, fields
}

func (r *generator) predicate(fields [2]string, depth int) schema.Predicate {
	if depth > 0 && r.IntN(3) == 0 {
		operands := []schema.Predicate{r.predicate(fields, depth-1), r.predicate(fields, depth-1)}
		return pick[schema.Predicate](r, &schema.PredicateAnd{Operands: operands}, &schema.PredicateOr{Operands: operands}, &schema.PredicateNot{Operand: operands[0]})
	}
	if fields[1] != "" && r.IntN(2) == 0 {
		return r.number(&schema.FieldTerm{Field: fields[1]})
	}
	of := &schema.FieldTerm{Field: fields[0]}
	switch r.IntN(8) {
	case 0:
		return &schema.StartsWith{Of: of, Prefix: r.literal()}
	case 1:
		return &schema.EndsWith{Of: of, Suffix: r.literal()}
	case 2:
		return &schema.Contains{Of: of, Needle: r.literal()}
	case 3:
		return &schema.Compare{Left: of, Op: pick(r, schema.ComparisonEq, schema.ComparisonNe), Right: r.literal()}
	case 4:
		return &schema.In{Element: of, List: literalTerm(&schema.ListValue{Items: []schema.Value{&schema.StringValue{String: r.text()}, &schema.StringValue{String: r.text()}}[:r.IntN(3)]})}
	case 5:
		return &schema.Matches{Of: of, Pattern: pick(r, "a", "^a", "b$", "^[a-b]*$", "^.$", "(?i)^a", "^$", "é|/", `\$\.`)}
	case 6:
		return &schema.Truth{Truth: r.IntN(2) == 0}
	}
	return r.number(&schema.SizeTerm{Of: of})
}

// number compares a number with a constant, on either side.
func (r *generator) number(of schema.Term) schema.Predicate {
	bound := literalTerm(&schema.IntegerValue{Integer: r.integer()})
	if r.IntN(2) == 0 {
		return &schema.Compare{Left: bound, Op: r.comparison(), Right: of}
	}
	return &schema.Compare{Left: of, Op: r.comparison(), Right: bound}
}

func (r *generator) literal() schema.Term { return literalTerm(&schema.StringValue{String: r.text()}) }

func literalTerm(v schema.Value) schema.Term { return &schema.LiteralTerm{Literal: v} }
