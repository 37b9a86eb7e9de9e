package solver_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/contractc/contractc/internal/solver"
)

// program is a solver that is a script.
func program(t *testing.T, name, script string) solver.Solver {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+script), 0o755); err != nil {
		t.Fatal(err)
	}
	return solver.Solver{Name: name, Path: path}
}

// answers prints one answer.
func answers(with string) string { return "echo " + with + "\necho 'end of answer 1'\nsleep 5" }

// TestNoOtherAnswer: where the clock stops a solver, the next one is not asked,
// since on a faster machine the first one would have answered.
func TestNoOtherAnswer(t *testing.T) {
	slow, fast := program(t, solver.Z3, "sleep 60"), program(t, solver.CVC5, answers("unsat"))
	q := solver.NewInquiry([]solver.Solver{slow, fast}, nil, solver.Limit{Effort: time.Minute, Time: 300 * time.Millisecond})
	var why []string
	a := q.InTurn(context.Background(), "(assert true)", nil, func(s string) { why = append(why, s) })
	var late *solver.TimeoutError
	if a.Result != solver.Unknown || !errors.As(q.Late(), &late) || late.Solver != solver.Z3 || len(why) != 1 {
		t.Errorf("%+v, %v, %q", a, q.Late(), why)
	}
	if _, _, err := q.Check(context.Background(), fast, 1, "", nil); !errors.As(err, &late) {
		t.Errorf("and then %v", err)
	}
}

// TestInTurn: one that gives up or fails leaves the question to the next, and
// those that give up have no more than the effort together.
func TestInTurn(t *testing.T) {
	limit := solver.Limit{Effort: time.Minute, Time: time.Minute}
	for _, test := range []struct {
		name, z3, cvc5 string
		want           solver.Result
		by             string
		why            []string
	}{
		{"the first", answers("sat"), answers("unsat"), solver.Sat, solver.Z3, nil},
		{"the second", answers("unknown"), answers("unsat"), solver.Unsat, solver.CVC5, []string{"z3 does not know"}},
		{"one that fails", "echo '(error \"no\")'", answers("unsat"), solver.Unsat, solver.CVC5, []string{`z3 gave no answer: it printed "(error \"no\")"`}},
		{"none", answers("unknown"), answers("unknown"), solver.Unknown, "", []string{
			"z3 does not know", "cvc5 does not know", "z3 does not know", "cvc5 does not know", "z3 does not know", solver.ErrSpent.Error(),
		}},
	} {
		q := solver.NewInquiry([]solver.Solver{program(t, solver.Z3, test.z3), program(t, solver.CVC5, test.cvc5)}, nil, limit)
		var why []string
		a := q.InTurn(context.Background(), "(assert true)", nil, func(s string) { why = append(why, s) })
		if a.Result != test.want || a.By != test.by || !slices.Equal(why, test.why) {
			t.Errorf("%s: %+v, %q", test.name, a, why)
		}
	}
}
