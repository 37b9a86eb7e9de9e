package invariant_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"time"

	"cel.dev/cel-go/cel"

	"github.com/contractc/contractc/internal/invariant"
	"github.com/contractc/contractc/internal/prove"
	"github.com/contractc/contractc/internal/solver"
)

// TestAgreement holds the lowering against CEL: of a random expression on random
// inputs a solver must prove the value that CEL gives, and refute another one, or
// find the error that CEL finds.
func TestAgreement(t *testing.T) {
	solvers, err := solver.Find(solver.Z3)
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1, 2))
	const questions = 60
	var policy strings.Builder
	policy.WriteString("name: agreement\nrule:\n  match:\n    - output: \"'x'\"\nverification:\n  invariants:\n")
	var want []bool
	e := agreementEnv(t)
	for i := range questions {
		in := map[string]any{"x": number(r), "y": number(r), "s": text(r), "b": r.IntN(2) == 0}
		expression := condition(r, 3)
		value, failed := evaluate(t, e, expression, in)
		assertion := expression
		if !failed && !value {
			assertion = "!(" + expression + ")"
		}
		assume := fmt.Sprintf("x == %s && y == %s && s == %s && b == %v", literal(in["x"]), literal(in["y"]), strconv.Quote(in["s"].(string)), in["b"])
		fmt.Fprintf(&policy, "    - id: q%d\n      assume: [%s]\n      assert: [%s]\n", i, single(assume), single(assertion))
		want = append(want, !failed)
	}
	s := subject(t, "x int\ny int\ns string\nb bool", policy.String())
	answers, err := invariant.Prove(context.Background(), s, invariant.Options{Solvers: solvers, Timeout: 20 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	for i, a := range answers {
		if expected := map[bool]prove.Result{true: prove.Proved, false: prove.Refuted}[want[i]]; a.Result != expected {
			t.Errorf("%s: want %s: %s %v", words(a), expected, a.Invariant.Assume[0].Source, a.Invariant.Assert[0].Source)
		}
	}
}

func single(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }

func agreementEnv(t *testing.T) *cel.Env {
	t.Helper()
	e, err := cel.NewEnv(cel.Variable("x", cel.IntType), cel.Variable("y", cel.IntType), cel.Variable("s", cel.StringType), cel.Variable("b", cel.BoolType))
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func evaluate(t *testing.T, e *cel.Env, expression string, in map[string]any) (value, failed bool) {
	t.Helper()
	checked, issues := e.Compile(expression)
	if issues.Err() != nil {
		t.Fatal(expression, issues.Err())
	}
	program, err := e.Program(checked)
	if err != nil {
		t.Fatal(err)
	}
	v, _, err := program.Eval(in)
	if err != nil {
		return false, true
	}
	return v.Value().(bool), false
}

func number(r *rand.Rand) int64 {
	edges := []int64{0, 1, -1, 2, 7, -7, math.MaxInt64, math.MinInt64, math.MaxInt64 - 1, 3_037_000_500}
	return edges[r.IntN(len(edges))]
}

func literal(n any) string { return strconv.FormatInt(n.(int64), 10) }

func text(r *rand.Rand) string {
	return []string{"", "a", "ab", "b", "aé", "\\", "\"", "a\u2028b"}[r.IntN(8)]
}

func pick(r *rand.Rand, list ...string) string { return list[r.IntN(len(list))] }

// condition is a random condition over the inputs.
func condition(r *rand.Rand, depth int) string {
	if depth == 0 {
		return pick(r, "b", "true", "(x > y)", "(s == 'a')")
	}
	switch r.IntN(9) {
	case 0:
		return "(" + condition(r, depth-1) + " && " + condition(r, depth-1) + ")"
	case 1:
		return "(" + condition(r, depth-1) + " || " + condition(r, depth-1) + ")"
	case 2:
		return "!" + condition(r, depth-1)
	case 3, 4:
		return "(" + whole(r, depth-1) + pick(r, " < ", " <= ", " == ", " != ", " > ", " >= ") + whole(r, depth-1) + ")"
	case 5:
		return "(" + words1(r, depth-1) + pick(r, " < ", " <= ", " == ", " != ", " > ", " >= ") + words1(r, depth-1) + ")"
	case 6:
		return words1(r, depth-1) + "." + pick(r, "startsWith", "endsWith", "contains") + "(" + words1(r, depth-1) + ")"
	case 7:
		return "[" + whole(r, depth-1) + ", " + whole(r, depth-1) + "]." + pick(r, "exists", "all", "exists_one") + "(i, i > y || 10 / i == 1)"
	}
	return "(" + condition(r, depth-1) + " ? " + condition(r, depth-1) + " : " + condition(r, depth-1) + ")"
}

func whole(r *rand.Rand, depth int) string {
	if depth == 0 {
		return pick(r, "x", "y", "3", "size(s)")
	}
	switch r.IntN(4) {
	case 0:
		return "-" + "(" + whole(r, depth-1) + ")"
	case 1:
		return "(" + condition(r, depth-1) + " ? " + whole(r, depth-1) + " : " + whole(r, depth-1) + ")"
	}
	return "(" + whole(r, depth-1) + pick(r, " + ", " - ", " * ", " / ", " % ") + whole(r, depth-1) + ")"
}

func words1(r *rand.Rand, depth int) string {
	if depth == 0 {
		return pick(r, "s", "'a'", "''", "'é'")
	}
	return "(" + words1(r, depth-1) + " + " + words1(r, depth-1) + ")"
}
