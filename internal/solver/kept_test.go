package solver_test

import (
	"context"
	"testing"
	"time"

	"github.com/contractc/contractc/internal/solver"
)

// TestKept asks several questions of one process; what one declares and demands
// is gone for the next, and after a failure a new process answers.
func TestKept(t *testing.T) {
	programs, err := solver.Find()
	if err != nil {
		t.Fatal(err)
	}
	for _, program := range programs {
		k := solver.Keep(context.Background(), 10*time.Second)
		for i, test := range []struct {
			script string
			want   solver.Result
		}{
			{"(declare-const x Int)(assert (> x 3))(assert (< x 4))", solver.Unsat},
			{"(declare-const x Int)(assert (> x 3))", solver.Sat},
			{"(declare-const x String)(assert (= x \"a\"))", solver.Sat},
			{"(assert (= nothing 1))", ""},
			{"(declare-const x Int)(assert (= x 3))", solver.Sat},
		} {
			got, _, err := k.Check(program, test.script, nil)
			if got != test.want || (err != nil) != (test.want == "") {
				t.Errorf("%s %d: %q, %v", program.Name, i, got, err)
			}
		}
		k.Close()
	}
}
