package prove

import (
	"encoding/json"
	"math/bits"
	"slices"

	"github.com/contractc/contractc/internal/lower"
	"github.com/contractc/contractc/internal/monitor"
	"github.com/contractc/contractc/internal/value"
	"github.com/contractc/contractc/schema"
)

// rail is what a formula says of a constraint: that it is surely true or surely
// false, or that it is not.
type rail uint8

const (
	holds rail = iota
	fails
	notHolds
	notFails
)

// of the negation.
func (r rail) flipped() rail { return [...]rail{fails, holds, notFails, notHolds}[r] }

// unbounded stands for more events than any script has.
const unbounded = 1 << 30

// need is how large a trace must be in which a formula can be met that can be
// met at all.
type need struct {
	// events is how many events are enough, each standing once. If other events
	// of a trace that meets the formula are left out, it meets it still.
	events int

	// witnesses is how many are enough for all but the counts, and quantities
	// are what counts compare, if events may be repeated.
	witnesses  int
	quantities []string

	// ordered says that events may not be repeated, or not leave their places:
	// keys must differ, or a state cell is read.
	ordered bool

	// cells are state cells of which every key is read: with each event, the
	// last one that assigns the same key must be kept.
	cells []string
}

// both is the need of two formulas that must be met by one trace.
func both(a, b need) need {
	c := either(a, b)
	c.events, c.witnesses = min(unbounded, a.events+b.events), a.witnesses+b.witnesses
	return c
}

// either is the need of two formulas of which one must be met.
func either(a, b need) need {
	return need{
		max(a.events, b.events), max(a.witnesses, b.witnesses), union(a.quantities, b.quantities),
		a.ordered || b.ordered, union(a.cells, b.cells),
	}
}

func union(a, b []string) []string {
	out := slices.Concat(a, b)
	slices.Sort(out)
	return slices.Compact(out)
}

// needOf is the need of a question's counterexample, or example.
func needOf(q Question, opt lower.Options) sized {
	n := needs{opt}
	first := q.Constraints[0]
	var total need
	switch q.Kind {
	case Implies:
		total = both(n.of(first, holds), n.of(q.Constraints[1], notHolds))
	case Equivalent:
		second := q.Constraints[1]
		total = either(
			either(both(n.of(first, holds), n.of(second, notHolds)), both(n.of(first, notHolds), n.of(second, holds))),
			either(both(n.of(first, fails), n.of(second, notFails)), both(n.of(first, notFails), n.of(second, fails))))
	case Contradicts:
		total = both(n.of(first, holds), n.of(q.Constraints[1], holds))
	case NotLooser, NotLooserOpen:
		total = n.looserNeed(q.Kind, first, q.Constraints[1])
	case Vacuous:
		total = n.of(first, fails)
	default:
		total = n.of(first, holds)
	}
	return n.size(total)
}

// sized is how long a script's trace must be.
type sized struct {
	length   int
	repeated bool
}

// size chooses the shorter of the two ways to bound a trace.
func (n needs) size(total need) sized {
	plain := total.events
	if len(total.cells) > 0 {
		plain = min(unbounded, 2*plain)
		if !n.apart(total.cells) {
			plain = unbounded
		}
	}
	if total.ordered || len(total.cells) > 0 {
		return sized{plain, false}
	}
	if types := total.witnesses + cone(len(total.quantities)); types < plain {
		return sized{types, true}
	}
	return sized{plain, false}
}

// cone is how many different events are enough to give d counts the values that
// a trace gives them. Events that count for the same ones may stand for each
// other, so one for each set of counts is enough; and so are 2d log2(4d), by
// Eisenbrand and Shmonin, Carathéodory bounds for integer cones (2006).
func cone(d int) int {
	if d == 0 {
		return 0
	}
	theorem := 2 * d * bits.Len(uint(4*d-1))
	if d < 8 {
		return min(theorem, 1<<d-1)
	}
	return theorem
}

// apart reports whether no effect type makes two assignments to the cells: then
// the events that must be kept for others need no further ones.
func (n needs) apart(names []string) bool {
	var effects []string
	for _, cell := range n.opt.Cells {
		if !slices.Contains(names, cell.Name) {
			continue
		}
		for _, a := range cell.Assignments {
			if slices.Contains(effects, a.Effect) {
				return false
			}
			effects = append(effects, a.Effect)
		}
	}
	return true
}

// needs finds the need of constraints.
type needs struct{ opt lower.Options }

func (n needs) of(c schema.Constraint, r rail) need {
	switch c := c.(type) {
	case *schema.And:
		return n.joined(c.Operands, r, r == holds || r == notFails)
	case *schema.Or:
		return n.joined(c.Operands, r, r == fails || r == notHolds)
	case *schema.Not:
		return n.of(c.Operand, r.flipped())
	case *schema.Empty, *schema.All:
		return found(r == fails || r == notHolds, 1)
	case *schema.Exists:
		return found(r == holds || r == notFails, 1)
	case *schema.UniqueBy:
		out := found(r == fails || r == notHolds, 2)
		out.ordered = true
		return out
	case *schema.ExistsPair:
		return found(r == holds || r == notFails, 2)
	case *schema.Count:
		return n.count(c, r)
	case *schema.Sum:
		return found(true, 1) // an event that may be a member, where there is one
	case *schema.StateAt:
		out := found(true, 1)
		out.ordered = true
		return out
	case *schema.StateAll:
		return n.everyKey(c, r)
	}
	return need{}
}

// joined is the need of operands of which all must be met, or one.
func (n needs) joined(operands []schema.Constraint, r rail, all bool) need {
	var out need
	for _, operand := range operands {
		if next := n.of(operand, r); all {
			out = both(out, next)
		} else {
			out = either(out, next)
		}
	}
	return out
}

// found is the need of a formula that looks for events, or is about all events.
func found(looks bool, events int) need {
	if !looks {
		return need{}
	}
	return need{events: events, witnesses: events}
}

// count is the need of a comparison of a number of members: as many as must be
// there at least.
func (n needs) count(c *schema.Count, r rail) need {
	key, err := json.Marshal(c.Set)
	bound, known := n.bound(c.Bound)
	if n.symbolic(c.Bound) {
		bound, known = unbounded, true // any number of events may be what decides
	}
	switch {
	case err != nil:
		return need{events: unbounded, ordered: true}
	case !known:
		return need{}
	}
	out := need{quantities: []string{"low " + string(key), "high " + string(key)}}
	at := schema.Comparison(c.Op)
	upper := at == schema.ComparisonLe || at == schema.ComparisonLt
	lower := at == schema.ComparisonGe || at == schema.ComparisonGt
	switch {
	case upper && (r == holds || r == notHolds), lower && (r == fails || r == notFails):
		out.quantities = out.quantities[1:] // of what may be a member
	case upper || lower:
		out.quantities = out.quantities[:1] // of what surely is one
	}
	if upper && (r == holds || r == notFails) || lower && (r == fails || r == notHolds) {
		return out
	}
	out.events = min(unbounded, max(0, bound+1))
	return out
}

// symbolic reports whether a term names a parameter of which only the type is
// known.
func (n needs) symbolic(t schema.Term) bool {
	switch t := t.(type) {
	case *schema.ParameterTerm:
		_, ok := n.opt.Symbolic[t.Parameter]
		return ok
	case *schema.SizeTerm:
		return n.symbolic(t.Of)
	case *schema.AddTerm:
		return n.symbolic(t.Left) || n.symbolic(t.Right)
	case *schema.SubtractTerm:
		return n.symbolic(t.Left) || n.symbolic(t.Right)
	}
	return false
}

// bound is the value of a bound, unbounded at most; known is false where it has
// none.
func (n needs) bound(t schema.Term) (bound int, known bool) {
	le := func(than int64) monitor.Truth {
		p := &schema.Compare{Left: t, Op: schema.ComparisonLe, Right: &schema.LiteralTerm{Literal: &schema.IntegerValue{Integer: value.IntegerNumber(than).String()}}}
		compiled, err := monitor.CompilePredicate(p, monitor.Options{Parameters: n.opt.Parameters})
		if err != nil {
			return monitor.Unknown
		}
		return compiled.Eval(&monitor.Event{}, monitor.Env{})
	}
	if le(0) == monitor.Unknown {
		return 0, false
	}
	low, high := int64(-1), int64(unbounded) // the bound is above low, or at most -1
	for low+1 < high {
		middle := (low + high) / 2
		if le(middle) == monitor.True {
			high = middle
		} else {
			low = middle
		}
	}
	if le(-1) == monitor.True {
		return -1, true
	}
	return int(high), true
}

// everyKey is the need of a StateAll: an assignment that decides, one at a key
// that is not known, and where a cell has but two keys, one at each.
func (n needs) everyKey(c *schema.StateAll, r rail) need {
	events := [...]int{holds: 0, fails: 1, notHolds: 1, notFails: 1}[r]
	for _, cell := range n.opt.Cells {
		if cell.Name == c.Cell && cell.KeyKind == value.Boolean {
			events = 3
		}
	}
	return need{events: events, witnesses: events, ordered: true, cells: []string{c.Cell}}
}
