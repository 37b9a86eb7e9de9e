package policydiff

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"os"
	"testing"
	"time"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/internal/invariant"
	"github.com/contractc/contractc/internal/prove"
	"github.com/contractc/contractc/internal/solver"
)

// whenText draws a condition over the arguments a and b of a call.
func (d drawer) whenText(depth int) string {
	if depth > 0 && d.IntN(2) == 0 {
		switch a, b := d.whenText(depth-1), d.whenText(depth-1); d.IntN(4) {
		case 0:
			return "(" + a + " && " + b + ")"
		case 1:
			return "(" + a + " || " + b + ")"
		case 2:
			return "!" + a
		default:
			return "(" + a + " ? " + b + " : " + d.whenText(0) + ")"
		}
	}
	return "(" + pick(d, "args.a == 1", "args.a != 'x'", "args.a in ['x', 1]", "has(args.a)", "'a' in args", "args.a == null", "args.b == true", "args.b != false",
		"args.a < 2", "args.a >= 1", "args.a.startsWith('x')", "size(args.a) > 1", "string(args.a) == '1'", "has(args.a.k)", "args.a.k == 'x'", "'k' in args.a", "args['b'] == true",
		"args.a == args.b", "type(args.a) == int", "args.a in [true, null]", "args.a.contains('y')") + ")"
}

// calls are arguments of every kind.
func calls() []map[string]any {
	var list []map[string]any
	absent := new(int)
	for _, a := range []any{absent, nil, true, false, json.Number("1"), json.Number("2"), json.Number("1.0"), json.Number("1.5"), json.Number("123456789012345678901234567890"), "", "x", "xy", "1",
		[]any{}, []any{"k"}, map[string]any{}, map[string]any{"k": "x"}, map[string]any{"k": nil}} {
		for _, b := range []any{absent, true, false, "x", json.Number("1")} {
			args := map[string]any{}
			if a != absent {
				args["a"] = a
			}
			if b != absent {
				args["b"] = b
			}
			list = append(list, args)
		}
	}
	return list
}

// TestConditionsAgree: what is proved of two conditions is so on calls of every
// kind, and what is shown is shown on a call that was evaluated.
func TestConditionsAgree(t *testing.T) {
	from, problems := eval.Load([]catalog.Source{{FS: os.DirFS("testdata/bundle"), Origin: catalog.OriginFolder}})
	if problems.HasErrors() {
		t.Fatal(problems)
	}
	found, err := solver.Find()
	if err != nil {
		t.Fatal(err)
	}
	s, ctx := newSide(Side{Catalog: from}), context.Background()
	differ := &differ{old: s, new: s}
	draw, opt := drawer{rand.New(rand.NewPCG(3, 4))}, invariant.Options{Solvers: found, Timeout: 20 * time.Second}
	counts := map[prove.Result]int{}
	for range 25 {
		old := &index.Expression{Source: draw.whenText(2)}
		new := &index.Expression{Source: pick(draw, draw.whenText(2), "!!"+old.Source, old.Source+" && "+draw.whenText(0), old.Source+" || "+draw.whenText(0))}
		two, err := differ.twoConditions(ctx, old, new)
		if err != nil {
			t.Fatal(err)
		}
		for _, q := range []invariant.Question{invariant.Lost, invariant.Gained, invariant.FailedBefore, invariant.FailsNow} {
			a, err := two.Ask(ctx, q, opt)
			if err != nil {
				t.Fatal(err)
			}
			counts[a.Result]++
			for _, args := range calls() {
				before, after := metOn(ctx, s, old, args), metOn(ctx, s, new, args)
				if a.Result == prove.Proved && q.Shown(before, after) {
					t.Errorf("question %d about %s and %s is proved, and not so on %v: %+v %+v", q, old.Source, new.Source, args, before, after)
				}
			}
		}
	}
	t.Log(counts)
	if counts[prove.Proved] < 20 || counts[prove.Refuted] < 10 {
		t.Errorf("little is known: %v", counts)
	}
}
