package regorules

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/contractc/contractc/schema"
	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/topdown"
)

// judgeClaim judges a claim with the value by a rule with the statements.
func judgeClaim(t *testing.T, opt Options, statements string, value any) (Result, error) {
	t.Helper()
	e := engine(t, []Source{library("m", annotated("demo.a", statements))}, nil, opt)
	return judgeWith(t, e, value)
}

func judgeWith(t *testing.T, e *Engine, value any) (Result, error) {
	t.Helper()
	turn, err := e.NewTurn(map[string]any{"context": map[string]any{"mode": "declared"}})
	if err != nil {
		t.Fatal(err)
	}
	return turn.Eval(context.Background(), Query{
		Stage: schema.RuleStageJudge, Type: "claim",
		Fields: map[string]any{"action": map[string]any{"type": "claim", "key": "k", "value": value}},
	})
}

// fails asserts that an evaluation failed in the way wanted and said nothing
// else.
func fails(t *testing.T, r Result, err error, want Failure, words string) {
	t.Helper()
	var failed *EvalError
	if !errors.As(err, &failed) {
		t.Fatalf("no evaluation error but %v", err)
	}
	if failed.Failure != want || !strings.Contains(failed.Message, words) {
		t.Errorf("got %v, want %s: %s", failed, want, words)
	}
	if r.Fired != nil || r.Coverage != nil {
		t.Errorf("a failed evaluation has the result %v", r)
	}
}

func TestABuiltinErrorFails(t *testing.T) {
	r, err := judgeClaim(t, Options{}, `to_number(input.action.value) > 3`, "three")
	fails(t, r, err, FailedBuiltin, "to_number")
	var failed *EvalError
	if errors.As(err, &failed); failed.File != "demo/m.rego" || failed.Line != 12 {
		t.Errorf("place %s:%d", failed.File, failed.Line)
	}
	r, err = judgeClaim(t, Options{}, `10 / input.action.value > 3`, json.Number("0"))
	fails(t, r, err, FailedBuiltin, "divide by zero")
	r, err = judgeClaim(t, Options{}, `to_number(input.action.value) > 3`, "4")
	if err != nil || len(r.Fired) != 1 {
		t.Errorf("got %v, %v", r, err)
	}
}

func TestAMisspeltFieldDoesNotLoad(t *testing.T) {
	_, problems := Check([]Source{library("m", annotated("demo.a", "input.action.valeu == 3"))}, CheckOptions{Input: inputType(t)})
	if !problems.HasErrors() {
		t.Fatal("accepted")
	}
}

// An index that was made for other files, or by hand, still fails.
func TestAModuleThatDoesNotCompileFails(t *testing.T) {
	good := []Source{library("m", annotated("demo.a", "true"))}
	described, problems := Check(good, CheckOptions{Input: inputType(t)})
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	for name, body := range map[string]string{
		"syntax":   "violation contains {",
		"unsafe":   annotated("demo.a", "not x == 1"),
		"builtin":  annotated("demo.a", "opa.runtime().env.HOME"),
		"rule":     annotated("demo.b", "true"),
		"guard":    strings.Replace(annotated("demo.a", "true"), `== "claim"`, `!= "claim"`, 1),
		"metadata": strings.Replace(annotated("demo.a", "true"), "#   id: demo.a\n", "", 1),
	} {
		t.Run(name, func(t *testing.T) {
			e, err := New([]Source{library("m", body)}, described, Options{})
			if err != nil {
				t.Fatal(err)
			}
			r, err := judgeWith(t, e, 1)
			var failed *CompileError
			if !errors.As(err, &failed) || r.Fired != nil {
				t.Errorf("got %v, %v", r, err)
			}
		})
	}
	moved := good[0]
	moved.Text = strings.Replace(moved.Text, "package demo.m", "package demo.n", 1)
	e, err := New([]Source{moved}, described, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := judgeWith(t, e, 1); err == nil || !strings.Contains(err.Error(), "not those of its index") {
		t.Errorf("another package: %v", err)
	}
}

func TestARunawayComprehensionStops(t *testing.T) {
	start := time.Now()
	r, err := judgeClaim(t, Options{Deadline: 50 * time.Millisecond, Grace: time.Minute},
		`count([x | some i in numbers.range(1, 100000); some j in numbers.range(1, 100000); x := i + j]) > 5`, 1)
	fails(t, r, err, FailedDeadline, "stopped at its deadline")
	if took := time.Since(start); took > time.Minute {
		t.Errorf("took %v", took)
	}
}

func TestTheCallersContextStopsTheEvaluation(t *testing.T) {
	e := engine(t, []Source{library("m", annotated("demo.a", `count(numbers.range(1, 2000000000)) > 5`))}, nil, Options{Deadline: time.Minute, Grace: time.Minute})
	turn, err := e.NewTurn(nil)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(20*time.Millisecond, cancel)
	r, err := turn.Eval(ctx, Query{Stage: schema.RuleStageJudge, Type: "claim", Fields: map[string]any{"action": map[string]any{"type": "claim"}}})
	fails(t, r, err, FailedDeadline, "")
}

// Work that ignores its cancellation is given up; too much of it and nothing
// is evaluated any more.
func TestTheWatchdog(t *testing.T) {
	w := &watchdog{deadline: 5 * time.Millisecond, grace: 5 * time.Millisecond, maxStuck: 2}
	release := make(chan struct{})
	stuck := func(topdown.Cancel) error { <-release; return nil }
	for range 2 {
		fails(t, Result{}, w.run(context.Background(), stuck), FailedStuck, "did not stop")
	}
	fails(t, Result{}, w.run(context.Background(), func(topdown.Cancel) error { return nil }), FailedStuck, "2 earlier evaluations never stopped")
	close(release)
	w.deadline, w.grace = time.Minute, time.Minute // what follows ends by itself, on a busy machine too
	for w.stuck.Load() > 0 {
		time.Sleep(time.Millisecond)
	}
	if err := w.run(context.Background(), func(topdown.Cancel) error { return nil }); err != nil {
		t.Errorf("after all had stopped: %v", err)
	}
	fails(t, Result{}, w.run(context.Background(), func(topdown.Cancel) error { panic("\x1b[31m") }), FailedPanic, `panic: \u{1B}[31m`)
}

// A panic inside OPA's evaluator or compiler is an error.
func TestAPanicFails(t *testing.T) {
	e := engine(t, []Source{library("m", annotated("demo.a", "input.action.value == 1"))}, nil, Options{})
	if err := e.Prepare(schema.RuleStageJudge, []string{"claim"}); err != nil {
		t.Fatal(err)
	}
	e.programs[0].compiler.RuleTree = nil
	r, err := judgeWith(t, e, 1)
	fails(t, r, err, FailedPanic, "panic")

	e = engine(t, []Source{library("m", annotated("demo.a", "true"))}, nil, Options{})
	e.language = func() (language, error) { panic("no language") }
	_, err = judgeWith(t, e, 1)
	var failed *CompileError
	if !errors.As(err, &failed) || !strings.Contains(err.Error(), "no language") {
		t.Errorf("got %v", err)
	}
}

func TestHeadShapes(t *testing.T) {
	head := `{"id": rego.metadata.rule().custom.id, "message": "broken"}`
	id := `"id": rego.metadata.rule().custom.id`
	for name, tc := range map[string]struct {
		head, statements string
		want             Failure
		words            string
	}{
		"text":           {`v`, `v := sprintf("%v", [input.action.key])`, FailedShape, "no object"},
		"no message":     {`{` + id + `}`, "true", FailedShape, "no message"},
		"empty message":  {`{` + id + `, "message": m}`, `m := trim(input.action.key, "k")`, FailedShape, "no message"},
		"number":         {`{` + id + `, "message": input.index}`, "true", FailedShape, "message that is no text"},
		"other fields":   {`v`, `v := {"id": concat(".", ["demo", "a"]), "message": "m", "severity": "warn"}`, FailedShape, `field "severity"`},
		"path":           {`v`, `v := {"id": concat(".", ["demo", "a"]), "message": "m", "path": ["key"]}`, FailedShape, "path that is no text"},
		"unknown id":     {`v`, `v := {"id": concat(".", ["demo", input.action.key]), "message": "m"}`, FailedUnknown, `"demo.k"`},
		"id of another":  {`v`, `v := {"id": concat(".", ["demo", "other"]), "message": "m"}`, FailedUnknown, `package "demo.m" reported the id "demo.other"`},
		"id not in sets": {`v`, `v := {"id": concat(".", ["demo", "old"]), "message": "m"}`, FailedUnknown, `"demo.old"`},
		"id is a number": {`v`, `v := {"id": input.index, "message": "m"}`, FailedShape, "id that is no text"},
	} {
		t.Run(name, func(t *testing.T) {
			old := strings.Replace(annotated("demo.old", "true"), "#   severity", "#   sets: [demo@1]\n#   severity", 1)
			e := engine(t, []Source{
				library("m", strings.Replace(annotated("demo.a", tc.statements), head, tc.head, 1)+"\n"+old),
				library("o", annotated("demo.other", "input.index == 5")),
			}, nil, Options{})
			turn, err := e.NewTurn(map[string]any{"index": 7})
			if err != nil {
				t.Fatal(err)
			}
			r, err := turn.Eval(context.Background(), Query{Stage: schema.RuleStageJudge, Type: "claim", Fields: map[string]any{"action": map[string]any{"type": "claim", "key": "k"}}})
			fails(t, r, err, tc.want, tc.words)
		})
	}
}

func TestCoverageShapes(t *testing.T) {
	for entry, words := range map[string]string{
		`{"domain": "d", "status": "fine"}`:                           `coverage status "fine"`,
		`{"domain": "d"}`:                                             "no status",
		`{"domain": "d", "status": "covered", "actions": [1]}`:        `field "actions"`,
		`{"domain": "", "status": "covered"}`:                         "no domain",
		`["d", "covered"]`:                                            "no object",
		`{"domain": "d", "status": "covered", "detail": input.index}`: "detail that is no text",
	} {
		body := "# METADATA\n# title: x\n# custom:\n#   id: demo.c\n#   version: 1.0.0\ncoverage contains " + entry + " if true\n"
		e := engine(t, []Source{library("m", body)}, nil, Options{})
		turn, err := e.NewTurn(map[string]any{"index": 7})
		if err != nil {
			t.Fatal(err)
		}
		r, err := turn.Eval(context.Background(), Query{Stage: schema.RuleStageJudge, Type: "call_tool"})
		fails(t, r, err, FailedShape, words)
	}
}

func TestAConflictFails(t *testing.T) {
	body := annotated("demo.a", "f(input.action.key) == 1") + "\nf(x) := 1 if x != \"\"\n\nf(x) := 2 if x == \"k\"\n"
	r, err := judgeWith(t, engine(t, []Source{library("m", body)}, nil, Options{}), 1)
	fails(t, r, err, FailedConflict, "")
}

// What is no plain value is no input.
func TestInputThatCannotBeConverted(t *testing.T) {
	e := engine(t, []Source{library("m", annotated("demo.a", "true"))}, nil, Options{})
	deep := any(1)
	for range MaxInputDepth + 2 {
		deep = []any{deep}
	}
	for name, v := range map[string]any{
		"struct": struct{}{}, "float": 1.5, "no number": json.Number("0x10"), "deep": deep, "bytes": []byte("x"),
		"inside": map[string]any{"a": []any{make(chan int)}},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := e.NewTurn(map[string]any{"x": v})
			fails(t, Result{}, err, FailedInput, "")
			r, err := judgeWith(t, e, v)
			fails(t, r, err, FailedInput, "")
		})
	}
	if v, err := Convert([]any{nil, true, "a", 1, int64(2), json.Number("1.50"), []string{"b"}, map[string]any{"k": ast.String("v")}}); err != nil || v.String() != `[null, true, "a", 1, 2, 1.50, ["b"], {"k": "v"}]` {
		t.Errorf("got %v, %v", v, err)
	}
}
