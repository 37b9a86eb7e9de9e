package solver_test

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/contractc/contractc/internal/solver"
)

// start starts a solver; a test that lacks it fails and says how to install it.
func start(t *testing.T, name string, effort time.Duration) *solver.Session {
	t.Helper()
	found, err := solver.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	s, err := found[0].Start(context.Background(), solver.Limit{Effort: effort, Time: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

func TestCheck(t *testing.T) {
	for _, name := range []string{solver.Z3, solver.CVC5} {
		s := start(t, name, 5*time.Second)
		for _, test := range []struct {
			script string
			want   solver.Result
		}{
			{`(declare-const x Int) (assert (> x 3))`, solver.Sat},
			{`(declare-const x Int) (assert (and (> x 3) (< x 4)))`, solver.Unsat},
			{`(declare-const x String) (assert (str.prefixof "/a" x)) (assert (not (str.prefixof "/" x)))`, solver.Unsat},
			{`(declare-const x Bool)`, solver.Sat},
		} {
			symbols := []string{"x"}
			got, values, err := s.Check(test.script, symbols)
			if err != nil || got != test.want || (got == solver.Sat) != (len(values) == 1) {
				t.Errorf("%s: %s is %s with %v, %v; want %s", name, test.script, got, values, err, test.want)
			}
		}
	}
}

func TestValues(t *testing.T) {
	const script = `(declare-const i Int) (declare-const r Real) (declare-const s String) (declare-const b Bool)
(assert (= i (- 9007199254740993))) (assert (= (* 3.0 r) (- 1.0))) (assert (= s "a""\u{1f600}\u{5c}")) (assert b)`
	for _, name := range []string{solver.Z3, solver.CVC5} {
		_, values, err := start(t, name, 5*time.Second).Check(script, []string{"i", "r", "s", "b"})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		i, _ := values["i"].Number()
		r, _ := values["r"].Number()
		text, _ := values["s"].Text()
		yes, _ := values["b"].Bool()
		if i.RatString() != "-9007199254740993" || r.Cmp(big.NewRat(-1, 3)) != 0 || text != "a\"\U0001f600\\" || !yes {
			t.Errorf("%s: %v %v %q %v", name, i, r, text, yes)
		}
	}
}

// TestErrors: whatever is wrong with the commands is an error, and ends the
// session.
func TestErrors(t *testing.T) {
	for _, name := range []string{solver.Z3, solver.CVC5} {
		for _, script := range []string{`(assert (= "\u{e0041}" 1))`, `(assert x)`, `(check-sat)) (`, `(exit)`} {
			s := start(t, name, time.Second)
			_, _, err := s.Check(script, nil)
			var failed *solver.FailedError
			var late *solver.TimeoutError
			if !errors.As(err, &failed) && !errors.As(err, &late) {
				t.Errorf("%s: %s gives %v", name, script, err)
			}
			if _, _, err := s.Check("", nil); !errors.As(err, &failed) {
				t.Errorf("%s goes on after %s: %v", name, script, err)
			}
		}
	}
}

// fake is a solver that prints what it is told to.
func fake(t *testing.T, script string, within time.Duration) *solver.Session {
	t.Helper()
	path := filepath.Join(t.TempDir(), "z3")
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+script), 0o755); err != nil {
		t.Fatal(err)
	}
	s, err := solver.Solver{Name: solver.Z3, Path: path}.Start(context.Background(), solver.Limit{Effort: time.Second, Time: within})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// TestUntrustedOutput: no output that is not a framed answer is one.
func TestUntrustedOutput(t *testing.T) {
	const late = "was stopped after"
	const framed = "\necho 'end of answer 1'\nsleep 5"
	for _, test := range []struct{ script, want string }{
		{"read line; exit 0", "no answer"},
		{"read line; echo sat", "no answer"},
		{"echo 'sat' | tr -d '\\n'" + framed, late},
		{"true" + framed, "it printed nothing"},
		{"echo maybe" + framed, `"maybe"`},
		{`echo '(error "x")'` + "\necho sat" + framed, "(error"},
		{"echo sat\n" + `echo '(error "x")'` + framed, "(error"},
		{"echo unsat\nsleep 9", late},
		{"yes", late},
	} {
		within := time.Minute
		if test.want == late {
			within = 500 * time.Millisecond
		}
		_, _, err := fake(t, test.script, within).Check("", nil)
		if err == nil || !strings.Contains(err.Error(), test.want) && !strings.Contains(err.Error(), "bytes") {
			t.Errorf("%q gives %v, want %q", test.script, err, test.want)
		}
	}
}

// pigeons asks whether n+1 pigeons have holes of their own among n, which takes
// solvers long that try.
func pigeons(n int) string {
	var b strings.Builder
	at := func(pigeon, hole int) string { return fmt.Sprintf("p%d_%d", pigeon, hole) }
	for p := range n + 1 {
		b.WriteString("(assert (or")
		for h := range n {
			b.WriteString(" " + at(p, h))
		}
		b.WriteString("))\n")
	}
	declared := ""
	for p := range n + 1 {
		for h := range n {
			declared += "(declare-const " + at(p, h) + " Bool)\n"
			for other := range p {
				fmt.Fprintf(&b, "(assert (not (and %s %s)))\n", at(p, h), at(other, h))
			}
		}
	}
	return declared + b.String()
}

// TestEffort: a solver gives up by itself, after its own steps, and again after
// them for the next question.
func TestEffort(t *testing.T) {
	for _, name := range []string{solver.Z3, solver.CVC5} {
		s := start(t, name, 20*time.Millisecond)
		for range 3 {
			if got, _, err := s.Check(pigeons(12), nil); err != nil || got != solver.Unknown {
				t.Errorf("%s: %s, %v", name, got, err)
			}
			if got, _, err := s.Check("(declare-const x Int)(assert (> x 3))", nil); err != nil || got != solver.Sat {
				t.Errorf("%s, what is easy: %s, %v", name, got, err)
			}
		}
	}
}

// TestStopped: the clock stops a solver that would go on, and that is no answer.
func TestStopped(t *testing.T) {
	found, err := solver.Find(solver.Z3)
	if err != nil {
		t.Fatal(err)
	}
	got, _, err := found[0].Check(context.Background(), solver.Limit{Effort: time.Hour, Time: 100 * time.Millisecond}, pigeons(12), nil)
	var late *solver.TimeoutError
	if got != "" || !errors.As(err, &late) {
		t.Errorf("%s, %v", got, err)
	}
}

func TestMissing(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	_, err := solver.Find()
	var missing *solver.MissingError
	if !errors.As(err, &missing) || !slices.Equal(missing.Names, []string{"z3", "cvc5"}) || !strings.Contains(err.Error(), "apt-get install z3 cvc5") {
		t.Errorf("%v", err)
	}
}
