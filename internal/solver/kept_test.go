package solver_test

import (
	"context"
	"reflect"
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
			got, _, err := k.Check(program, time.Minute, test.script, nil)
			if got != test.want || (err != nil) != (test.want == "") {
				t.Errorf("%s %d: %q, %v", program.Name, i, got, err)
			}
		}
		k.Close()
	}
}

// TestForgets: what was asked before changes no answer, not even the values.
func TestForgets(t *testing.T) {
	programs, err := solver.Find()
	if err != nil {
		t.Fatal(err)
	}
	const script = `(declare-const s String) (declare-const t String) (declare-const n Int)
(assert (or (and (> n 3) (str.contains s "a") (not (= s t))) (and (= n 1) (str.prefixof s t))))
(assert (not (str.prefixof "b" s))) (assert (< (str.len t) n))`
	symbols := []string{"s", "t", "n"}
	limit := solver.Limit{Effort: 10 * time.Second, Time: time.Minute}
	for _, program := range programs {
		_, fresh, err := program.Check(context.Background(), limit, script, symbols)
		if err != nil || len(fresh) != len(symbols) {
			t.Fatalf("%s: %v, %v", program.Name, fresh, err)
		}
		k := solver.Keep(context.Background(), limit.Effort)
		for i := range 4 {
			_, again, err := k.Check(program, limit.Time, script, symbols)
			if err != nil || !reflect.DeepEqual(fresh, again) {
				t.Errorf("%s, after %d questions: %v, %v; alone %v", program.Name, i, again, err, fresh)
			}
		}
		k.Close()
	}
}
