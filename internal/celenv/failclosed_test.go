package celenv_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/contractc/contractc/internal/celenv"
	"github.com/contractc/contractc/internal/celenv/domain"
	"github.com/contractc/contractc/internal/celpolicy"
	"github.com/contractc/contractc/schema"
)

const slowRule = `
name: slow
metadata: {id: t.slow, version: 1.0.0, severity: deny}
rule:
  match:
    - condition: input.actions.all(a, input.actions.all(b, input.actions.all(c, a == a && b == b && c == c)))
      output: "'all the same'"
`

func manyActions(n int) *schema.Input {
	in := sample(claim())
	in.Actions = make([]schema.Any, n)
	for i := range in.Actions {
		in.Actions[i] = number("1")
	}
	return in
}

func TestCostLimit(t *testing.T) {
	e := newEnv(t, "claim@2")
	if _, list := e.CompileRule("slow.yaml", parseYAML(t, "slow.yaml", slowRule)); !strings.Contains(list.Error(), "more than the limit of") {
		t.Errorf("a rule that can reach the cost limit compiles: %v", list)
	}
	r, list := e.PrepareRule("slow.yaml", parseYAML(t, "slow.yaml", slowRule))
	if list.HasErrors() {
		t.Fatal(list)
	}
	turn := e.NewTurn(t.Context())
	defer turn.Close()
	_, err := r.Eval(turn.Input(manyActions(500)))
	wantFailure(t, err, celpolicy.FailedCost)
	// The limit is per evaluation: the turn goes on.
	if fired, err := r.Eval(turn.Input(manyActions(3))); err != nil || len(fired) != 1 {
		t.Errorf("got %v, %v", fired, err)
	}
}

func TestDeadline(t *testing.T) {
	e, err := celenv.New(celenv.Options{Functions: domain.Functions(domain.Values(tablesOf(t)), "claim@2"), CostLimit: 1 << 60})
	if err != nil {
		t.Fatal(err)
	}
	r, list := e.PrepareRule("slow.yaml", parseYAML(t, "slow.yaml", slowRule))
	if list.HasErrors() {
		t.Fatal(list)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	turn := e.NewTurn(ctx)
	defer turn.Close()
	start := time.Now()
	_, err = r.Eval(turn.Input(manyActions(2000)))
	wantFailure(t, err, celpolicy.FailedDeadline)
	if took := time.Since(start); took > 20*time.Second {
		t.Errorf("stopped after %v", took)
	}
	_, err = r.Eval(turn.Input(manyActions(1)))
	wantFailure(t, err, celpolicy.FailedDeadline)
}

func wantFailure(t *testing.T, err error, want celpolicy.Failure) {
	t.Helper()
	var failure *celpolicy.EvalError
	if !errors.As(err, &failure) || failure.Failure != want {
		t.Errorf("got %v, want a failure %q", err, want)
	}
}

func TestPanicInAFunction(t *testing.T) {
	e, err := celenv.New(celenv.Options{Functions: celenv.Functions{Repr: func(any) string { panic("boom \x1b[31m") }}})
	if err != nil {
		t.Fatal(err)
	}
	for name, condition := range map[string]string{
		"alone":            "text.repr(1) == ''",
		"hidden":           "text.repr(1) == '' || true",
		"in a variable":    "variables.v == '' || true",
		"in a loop":        "[1, 2].exists(x, text.repr(x) == '' || true)",
		"in two variables": "variables.w || true",
	} {
		src := "name: p\nmetadata: {id: t.p, version: 1.0.0, severity: deny}\nrule:\n  variables:\n    - {name: v, expression: 'text.repr(1)'}\n" +
			"    - {name: w, expression: 'variables.v == \"\" || true'}\n  match:\n    - condition: \"" + condition + "\"\n      output: \"'x'\"\n"
		r, list := e.CompileRule("p.yaml", parseYAML(t, "p.yaml", src))
		if list.HasErrors() {
			t.Fatal(name, list)
		}
		turn := e.NewTurn(t.Context())
		_, err := r.Eval(turn.Input(sample(claim())))
		wantFailure(t, err, celpolicy.FailedPanic)
		if err != nil && strings.ContainsRune(err.Error(), 0x1b) {
			t.Errorf("%s: the message holds an escape character", name)
		}
		turn.Close()
	}
}

func TestCompileErrorAtFirstUse(t *testing.T) {
	e := newEnv(t, "claim@2")
	const src = "name: p\nmetadata: {id: t.p, version: 1.0.0, severity: deny}\nrule:\n  match:\n    - condition: input.action.kye == 'x'\n      output: \"'x'\"\n"
	r, list := e.PrepareRule("p.yaml", parseYAML(t, "p.yaml", src))
	if list.HasErrors() {
		t.Fatal(list)
	}
	turn := e.NewTurn(t.Context())
	defer turn.Close()
	_, err := r.Eval(turn.Input(sample(claim())))
	wantFailure(t, err, celpolicy.FailedCompile)
	if want := "p.yaml:5:31: cel evaluation failed (compile): undefined field 'kye'"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestUndeclaredFunctionsDoNotCompile(t *testing.T) {
	e, err := celenv.New(celenv.Options{})
	if err != nil {
		t.Fatal(err)
	}
	_, list := e.CompileFact("f", "f", []string{"claim"}, parseNode("formula.keys(input.action.formula)"))
	if !list.HasErrors() {
		t.Error("a call of a function that is not given compiles")
	}
}
