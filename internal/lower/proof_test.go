package lower_test

import (
	"context"
	"testing"
	"time"

	"github.com/contractc/contractc/internal/monitor"
	"github.com/contractc/contractc/internal/prove"
	"github.com/contractc/contractc/internal/solver"
	"github.com/contractc/contractc/schema"
	"pgregory.net/rapid"
)

// TestProofs: what is proved of random constraints is true of random traces, by
// the monitor. One question is asked for each 50 pairs of the agreement test.
func TestProofs(t *testing.T) {
	solvers, err := solver.Find(solver.Z3, solver.CVC5)
	if err != nil || len(solvers) < 2 {
		t.Fatal(&solver.MissingError{Names: []string{solver.Z3, solver.CVC5}})
	}
	count, spent := map[prove.Kind]map[prove.Result]int{}, time.Now()
	reasons := map[string]int{}
	for seed := range *pairs / 50 {
		one := rapid.Custom(drawProof).Example(seed)
		p := &prove.Prover{Solvers: solvers, Options: one.world.options(), Timeout: 4 * time.Second}
		answer, err := p.Answer(context.Background(), one.question)
		if err != nil {
			continue // not well typed
		}
		if count[one.question.Kind] == nil {
			count[one.question.Kind] = map[prove.Result]int{}
		}
		count[one.question.Kind][answer.Result]++
		if answer.Result == prove.Unknown {
			reasons[answer.Reason]++
		}
		decides := prove.Proved
		if one.question.Kind == prove.Satisfiable {
			decides = prove.Refuted
		}
		if answer.Result == decides {
			one.check(t, answer)
		}
	}
	t.Logf("%v in %s", count, time.Since(spent).Round(time.Second))
	for _, reason := range sorted(reasons) {
		t.Logf("unknown %d: %s", reasons[reason], reason)
	}
}

type proof struct {
	world    world
	question prove.Question
	traces   [][]*monitor.Event
}

func drawProof(t *rapid.T) proof {
	w := worlds().Draw(t, "world")
	w.extremes = false
	kind := rapid.SampledFrom([]prove.Kind{prove.Implies, prove.Implies, prove.Equivalent, prove.Contradicts, prove.Vacuous, prove.Satisfiable}).Draw(t, "question")
	first := w.constraint(t, 1)
	p := proof{world: w, question: prove.Question{Kind: kind, Constraints: []schema.Constraint{first}}}
	if kind.Operands() == 2 {
		p.question.Constraints = append(p.question.Constraints, w.related(t, first))
	}
	for range 200 {
		p.traces = append(p.traces, w.trace(t, 6))
	}
	return p
}

// related draws a constraint that follows from another, or nearly does.
func (w world) related(t *rapid.T, c schema.Constraint) schema.Constraint {
	other := w.constraint(t, 1)
	switch rapid.IntRange(0, 4).Draw(t, "related") {
	case 0:
		return &schema.Or{Operands: []schema.Constraint{other, c}}
	case 1:
		return &schema.Not{Operand: &schema.And{Operands: []schema.Constraint{&schema.Not{Operand: c}, other}}}
	case 2:
		if count, ok := c.(*schema.Count); ok {
			return &schema.Count{Set: count.Set, Op: count.Op, Bound: lit(w.integer(t, "other bound"))}
		}
		if sum, ok := c.(*schema.Sum); ok && sum.Field == "amount" {
			return &schema.Sum{Set: sum.Set, Field: sum.Field, Op: sum.Op, Bound: lit(w.integer(t, "other bound"))}
		}
		if all, ok := c.(*schema.All); ok {
			return &schema.All{Set: all.Set, Predicate: or(all.Predicate, w.predicate(t, 1))}
		}
	}
	return other
}

// check looks for a trace that an answer says there is none of.
func (p proof) check(t *testing.T, answer prove.Answer) {
	t.Helper()
	program, err := monitor.Compile(p.question.Constraints, monitor.Options{Facts: p.world.facts, Cells: cells()})
	if err != nil {
		t.Fatal(err)
	}
	for _, trace := range p.traces {
		set := program.Start(p.world.env)
		for _, e := range trace {
			set.Step(e)
		}
		var v []schema.Verdict
		for i := range p.question.Constraints {
			v = append(v, set.Verdict(i, true))
		}
		if p.against(v) {
			t.Fatalf("%s is %s by %s, and there is a trace with %v\nworld %+v\nconstraints %s\ntrace %s",
				p.question.Kind, answer.Result, answer.Solver, v, p.world, show(p.question.Constraints), show(trace))
		}
	}
}

// against reports whether these verdicts contradict what is proved.
func (p proof) against(v []schema.Verdict) bool {
	switch p.question.Kind {
	case prove.Implies:
		return v[0] == schema.VerdictHolds && v[1] != schema.VerdictHolds
	case prove.Equivalent:
		return v[0] != v[1]
	case prove.Contradicts:
		return v[0] == schema.VerdictHolds && v[1] == schema.VerdictHolds
	case prove.Vacuous:
		return v[0] == schema.VerdictViolated
	}
	return v[0] == schema.VerdictHolds // of what cannot be satisfied
}
