package predicate_test

import (
	"context"
	"encoding/json"
	"errors"
	"testing"

	"pgregory.net/rapid"

	"github.com/contractc/contractc/internal/celenv"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/subset/predicate"
	"github.com/contractc/contractc/internal/subset/sample"
	"github.com/contractc/contractc/internal/subset/tree"
)

func environment(t testing.TB) *celenv.Env {
	t.Helper()
	env, err := celenv.New(celenv.Options{CostEstimate: 1 << 62})
	if err != nil {
		t.Fatal(err)
	}
	return env
}

// text writes a value for a message.
func text(v any) string {
	b, _ := json.Marshal(v)
	return string(b)
}

// evaluate evaluates a condition on a value.
func evaluate(env *celenv.Env, x *celenv.Expression, value any) (bool, error) {
	turn := env.NewTurn(context.Background())
	defer turn.Close()
	got, err := x.Eval(turn, value)
	holds, _ := got.(bool)
	return holds, err
}

// TestAgreesWithChecker makes schemas and values, and compares what the
// expression of a schema says with what the checker of schemas says.
func TestAgreesWithChecker(t *testing.T) {
	env := environment(t)
	counts := map[string]int{}
	rapid.Check(t, func(t *rapid.T) {
		g := &sample.Generator{T: t, Options: sample.Options{Old: rapid.Bool().Draw(t, "old")}}
		schema := g.Document()
		d, list := tree.Read("test", doc.FromPlain(schema))
		if list.HasErrors() && list[0].Code == "schema.loop" {
			return
		}
		if list.HasErrors() {
			t.Fatalf("%s: %v", text(schema), list)
		}
		w := &predicate.Writer{Document: d}
		c, err := w.Schema(d.Root, predicate.Place{Expr: "value", Known: predicate.Any})
		var unsayable *predicate.Unsayable
		if errors.As(err, &unsayable) {
			counts[string(unsayable.Reason)]++
			return
		}
		x, list := env.CompileExpression("test", "value", &doc.Node{Kind: doc.String, Text: c.Text()}, false)
		if x == nil {
			counts["not compiled"]++ // such as for loops inside loops
			if list[0].Code != "cel.check" && list[0].Code != "cel.syntax" {
				t.Fatalf("%s\n%s\n%v", text(schema), c.Text(), list)
			}
			return
		}
		for range 5 {
			value := g.Near(schema, schema, 4)
			want := len(d.Checker.Check(value)) == 0
			got, err := evaluate(env, x, value)
			if err != nil || got != want {
				t.Fatalf("schema %s\nvalue %s\n%s is %v (%v), want %v", text(schema), text(value), c.Text(), got, err, want)
			}
			counts[text(want)]++
		}
	})
	if counts["true"] == 0 || counts["false"] == 0 {
		t.Errorf("%v", counts)
	}
	t.Log(counts)
}
