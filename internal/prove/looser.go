package prove

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/contractc/contractc/internal/lower"
	"github.com/contractc/contractc/internal/monitor"
	"github.com/contractc/contractc/schema"
)

// The questions that compare two versions of a constraint: the later one is
// first, the earlier one second. Proved means that the later one is nowhere
// looser.
const (
	// NotLooser is about closed traces: where the later one holds, so did the
	// earlier one, and where the earlier one was violated, so is the later one.
	NotLooser Kind = "not_looser"

	// NotLooserOpen is about open traces: where the earlier one was violated,
	// whatever follows, so is the later one.
	NotLooserOpen Kind = "not_looser_open"
)

// Lasting reports whether a constraint that is violated stays so, whatever
// follows. Where the later version is one, NotLooserOpen follows from NotLooser.
func Lasting(c schema.Constraint) bool { return lasting(c, false) }

func lasting(c schema.Constraint, negated bool) bool {
	switch c := c.(type) {
	case *schema.Unrestricted:
		return true
	case *schema.Not:
		return lasting(c.Operand, !negated)
	case *schema.And:
		return allLasting(c.Operands, negated)
	case *schema.Or:
		return allLasting(c.Operands, negated)
	case *schema.Empty, *schema.All, *schema.UniqueBy:
		return !negated
	case *schema.Exists, *schema.ExistsPair:
		return negated
	case *schema.Count:
		return risingBound(schema.Comparison(c.Op), negated)
	}
	return false
}

func allLasting(operands []schema.Constraint, negated bool) bool {
	for _, operand := range operands {
		if !lasting(operand, negated) {
			return false
		}
	}
	return true
}

// risingBound reports whether a number that never falls and violates a bound
// violates it for good.
func risingBound(op schema.Comparison, negated bool) bool {
	switch op {
	case schema.ComparisonLe, schema.ComparisonLt:
		return !negated
	case schema.ComparisonGe, schema.ComparisonGt:
		return negated
	}
	return false
}

// looserGoal asserts that a trace is one on which the later constraint is looser.
// Plain asks for one that was refused and is allowed.
func looserGoal(kind Kind, later, earlier lower.SMTNames, plain bool) string {
	switch {
	case kind == NotLooserOpen:
		return fmt.Sprintf("(and %s (not %s))", refusedFor(earlier), refusedFor(later))
	case plain:
		return fmt.Sprintf("(and %s %s)", later.Holds, earlier.Violated)
	}
	return fmt.Sprintf("(or (and %[1]s (not %[2]s)) (and (not %[3]s) %[4]s))", later.Holds, earlier.Holds, later.Violated, earlier.Violated)
}

// refusedFor says that a constraint is violated on an open trace.
func refusedFor(n lower.SMTNames) string {
	return fmt.Sprintf("(and (not %s) %s %s)", n.Holds, n.Violated, n.Final)
}

// looser reports whether the verdicts on a trace are those of a later constraint
// that is looser, the later one first.
func looser(kind Kind, v []schema.Verdict) bool {
	if kind == NotLooserOpen {
		return v[1] == schema.VerdictViolated && v[0] != schema.VerdictViolated
	}
	return strictness(v[0]) < strictness(v[1])
}

// strictness orders verdicts on closed traces.
func strictness(v schema.Verdict) int {
	switch v {
	case schema.VerdictViolated:
		return 2
	case schema.VerdictUnknown:
		return 1
	}
	return 0
}

// looserNeed is the need of a trace on which the later constraint is looser.
func (n needs) looserNeed(kind Kind, later, earlier schema.Constraint) need {
	if kind == NotLooserOpen {
		return both(n.every(later), n.every(earlier))
	}
	return either(
		both(n.of(later, holds), n.of(earlier, notHolds)),
		both(n.of(later, notFails), n.of(earlier, fails)))
}

// every is the need of all that is said of the leaves of a constraint, so that
// any formula over them is kept.
func (n needs) every(c schema.Constraint) need {
	switch c := c.(type) {
	case *schema.And:
		return n.everyOf(c.Operands)
	case *schema.Or:
		return n.everyOf(c.Operands)
	case *schema.Not:
		return n.every(c.Operand)
	}
	return both(either(n.of(c, holds), n.of(c, notHolds)), either(n.of(c, fails), n.of(c, notFails)))
}

func (n needs) everyOf(operands []schema.Constraint) need {
	var out need
	for _, operand := range operands {
		out = both(out, n.every(operand))
	}
	return out
}

// plainer looks for a short trace that was refused and is allowed: it says more
// than one of which something is not known.
func (s *search) plainer(ctx context.Context, a Answer, of lower.AnyTrace) Answer {
	if s.question.Kind != NotLooser || a.Verdicts[0] == schema.VerdictHolds && a.Verdicts[1] == schema.VerdictViolated {
		return a
	}
	goal := looserGoal(NotLooser, s.smt.Names(0), s.smt.Names(1), true)
	for ; of.Length <= min(s.need.length, maxShort); of.Length++ {
		if plain, found := s.traceFor(ctx, of, goal); found {
			return plain
		}
	}
	return a
}

// trimmed leaves out of a trace what decides nothing: events first, then fields.
func (s *search) trimmed(a Answer) Answer {
	for i := 0; i < len(a.Trace); {
		if !s.decides(&a, slices.Delete(slices.Clone(a.Trace), i, i+1)) {
			i++
		}
	}
	for i := range a.Trace {
		for _, name := range slices.Sorted(maps.Keys(a.Trace[i].Fields)) {
			s.decides(&a, withoutField(a.Trace, i, name))
		}
	}
	return a
}

func withoutField(trace []*monitor.Event, i int, name string) []*monitor.Event {
	fewer, e := slices.Clone(trace), *trace[i]
	e.Fields = maps.Clone(e.Fields)
	delete(e.Fields, name)
	fewer[i] = &e
	return fewer
}

// decides takes a smaller trace in the place of an answer's own if the monitor
// gives the same verdicts on it.
func (s *search) decides(a *Answer, smaller []*monitor.Event) bool {
	for i, e := range smaller {
		own := *e
		own.Index = i
		smaller[i] = &own
	}
	verdicts, err := s.prover.judge(s.question, a.Parameters, smaller)
	if err != nil || !slices.Equal(verdicts, a.Verdicts) {
		return false
	}
	a.Trace = smaller
	return true
}
