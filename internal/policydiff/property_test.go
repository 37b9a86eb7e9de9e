package policydiff

import (
	"context"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"
	"time"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/internal/monitor"
	"github.com/contractc/contractc/internal/solver"
	"github.com/contractc/contractc/schema"
)

// drawer draws constraints over the effects of the pairs' bundle.
type drawer struct{ *rand.Rand }

// newDrawer draws from a stream of numbers of its own. CONTRACTC_SEED is where the
// stream begins; CONTRACTC_PAIRS is how many pairs are compared, 15 where it is not
// set.
func newDrawer(stream uint64) (d drawer, pairs int) {
	seed, pairs := stream, 15
	if n, err := strconv.ParseUint(os.Getenv("CONTRACTC_SEED"), 10, 64); err == nil {
		seed = n
	}
	if n, err := strconv.Atoi(os.Getenv("CONTRACTC_PAIRS")); err == nil {
		pairs = n
	}
	return drawer{rand.New(rand.NewPCG(seed, stream))}, pairs
}

func pick[T any](d drawer, list ...T) T { return list[d.IntN(len(list))] }

func text(s string) schema.Term { return &schema.LiteralTerm{Literal: &schema.StringValue{String: s}} }
func integer(n int) schema.Term {
	return &schema.LiteralTerm{Literal: &schema.IntegerValue{Integer: strconv.Itoa(n)}}
}
func fieldOf(n string) schema.Term { return &schema.FieldTerm{Field: n} }

// predicate draws a predicate over the fields that all of the effects have.
func (d drawer) predicate(effects []string, depth int) schema.Predicate {
	if depth > 0 && d.IntN(3) == 0 {
		operands := []schema.Predicate{d.predicate(effects, depth-1), d.predicate(effects, depth-1)}
		switch d.IntN(3) {
		case 0:
			return &schema.PredicateAnd{Operands: operands}
		case 1:
			return &schema.PredicateOr{Operands: operands}
		}
		return &schema.PredicateNot{Operand: operands[0]}
	}
	if effects[0] == "t.Pay" {
		return &schema.Compare{Left: fieldOf("amount"), Op: pick(d, schema.ComparisonValues()...), Right: integer(d.IntN(3))}
	}
	path := fieldOf("path")
	switch d.IntN(4) {
	case 0:
		return &schema.StartsWith{Of: path, Prefix: text(pick(d, "", "a", "ab"))}
	case 1:
		return &schema.Compare{Left: path, Op: pick(d, schema.ComparisonEq, schema.ComparisonNe), Right: text(pick(d, "a", "ab", "b"))}
	case 2:
		return &schema.Contains{Of: path, Needle: text(pick(d, "a", "b"))}
	}
	return &schema.Compare{Left: &schema.SizeTerm{Of: path}, Op: pick(d, schema.ComparisonValues()...), Right: integer(d.IntN(3))}
}

func (d drawer) set(depth int) schema.EffectSet {
	s := schema.EffectSet{Version: "1.0.0", Effects: pick(d, []string{"t.Read"}, []string{"t.Write"}, []string{"t.Read", "t.Write"}, []string{"t.Pay"})}
	if d.IntN(3) == 0 {
		s.Where = d.predicate(s.Effects, depth)
	}
	return s
}

func key(s schema.EffectSet) schema.Term {
	if s.Effects[0] == "t.Pay" {
		return fieldOf("amount")
	}
	return fieldOf("path")
}

func (d drawer) constraint(depth int) schema.Constraint {
	if depth > 0 && d.IntN(3) == 0 {
		operands := []schema.Constraint{d.constraint(depth - 1), d.constraint(depth - 1)}
		switch d.IntN(3) {
		case 0:
			return &schema.And{Operands: operands}
		case 1:
			return &schema.Or{Operands: operands}
		}
		return &schema.Not{Operand: operands[0]}
	}
	s := d.set(1)
	switch d.IntN(8) {
	case 0:
		return &schema.Empty{Set: s}
	case 1, 2:
		return &schema.All{Set: s, Predicate: d.predicate(s.Effects, 1)}
	case 3:
		return &schema.Exists{Set: s, Predicate: d.predicate(s.Effects, 1)}
	case 4:
		return &schema.UniqueBy{Set: s, Key: key(s)}
	case 5:
		return &schema.StateAt{Cell: "t.locked", Key: text(pick(d, "a", "b")), Op: schema.ComparisonEq, Value: &schema.LiteralTerm{Literal: &schema.BooleanValue{Boolean: d.IntN(2) == 0}}}
	case 6:
		return &schema.Sum{Set: schema.EffectSet{Version: "1.0.0", Effects: []string{"t.Pay"}}, Field: "amount", Op: pick(d, schema.ComparisonLe, schema.ComparisonGe), Bound: integer(d.IntN(3))}
	}
	return &schema.Count{Set: s, Op: pick(d, schema.ComparisonValues()...), Bound: integer(d.IntN(3))}
}

// nearby draws a constraint that has much in common with another one.
func (d drawer) nearby(c schema.Constraint) schema.Constraint {
	switch c := c.(type) {
	case *schema.Empty:
		return &schema.All{Set: c.Set, Predicate: d.predicate(c.Set.Effects, 1)}
	case *schema.All:
		return pick[schema.Constraint](d, &schema.Empty{Set: c.Set}, &schema.All{Set: c.Set, Predicate: &schema.PredicateOr{Operands: []schema.Predicate{c.Predicate, d.predicate(c.Set.Effects, 0)}}}, &schema.All{Set: d.set(0), Predicate: &schema.Truth{Truth: true}})
	case *schema.Exists:
		return &schema.Exists{Set: c.Set, Predicate: &schema.PredicateAnd{Operands: []schema.Predicate{c.Predicate, d.predicate(c.Set.Effects, 0)}}}
	case *schema.Count:
		return &schema.Count{Set: c.Set, Op: pick(d, c.Op, schema.ComparisonLe), Bound: integer(d.IntN(4))}
	case *schema.Sum:
		return &schema.Sum{Set: c.Set, Field: c.Field, Op: c.Op, Bound: integer(d.IntN(4))}
	case *schema.And:
		return pick[schema.Constraint](d, c.Operands[0], &schema.Or{Operands: c.Operands}, &schema.And{Operands: []schema.Constraint{c.Operands[0], d.constraint(0)}})
	case *schema.Or:
		return pick[schema.Constraint](d, c.Operands[1], &schema.And{Operands: c.Operands})
	}
	return pick[schema.Constraint](d, d.constraint(1), &schema.And{Operands: []schema.Constraint{c, d.constraint(0)}})
}

// events are those that traces are made of.
func events() []*monitor.Event {
	var list []*monitor.Event
	path := func(effect string, s string) {
		list = append(list, &monitor.Event{Effect: effect, Fields: map[string]schema.Value{"path": &schema.StringValue{String: s}}})
	}
	for _, s := range []string{"", "a", "b", "ab"} {
		path("t.Read", s)
	}
	path("t.Write", "a")
	path("t.Write", "ba")
	list = append(list, &monitor.Event{Effect: "t.Read"}, &monitor.Event{Effect: "t.Pay"})
	for n := range 3 {
		list = append(list, &monitor.Event{Effect: "t.Pay", Fields: map[string]schema.Value{"amount": &schema.IntegerValue{Integer: strconv.Itoa(n)}}})
	}
	door := map[string]schema.Value{"door": &schema.StringValue{String: "a"}}
	return append(list, &monitor.Event{Effect: "t.Open", Fields: door}, &monitor.Event{Effect: "t.Close", Fields: door})
}

// traces are all traces of at most two events, and some of three.
func traces() [][]*monitor.Event {
	list := [][]*monitor.Event{nil}
	for _, a := range events() {
		list = append(list, []*monitor.Event{a})
		for _, b := range events() {
			list = append(list, []*monitor.Event{a, b}, []*monitor.Event{a, b, a})
		}
	}
	return list
}

// enumerated says what all traces show.
func enumerated(t *testing.T, s *side, old, new schema.Constraint, all [][]*monitor.Event) (looser, tighter bool) {
	t.Helper()
	for _, trace := range all {
		for _, closed := range []bool{true, false} {
			before, err := s.judge(old, map[string]schema.Value{}, nil, monitor.Env{}, trace, closed)
			if err != nil {
				t.Fatal(err)
			}
			after, err := s.judge(new, map[string]schema.Value{}, nil, monitor.Env{}, trace, closed)
			if err != nil {
				t.Fatal(err)
			}
			looser = looser || strictness(after, closed) < strictness(before, closed)
			tighter = tighter || strictness(after, closed) > strictness(before, closed)
		}
	}
	return looser, tighter
}

// TestNothingLooserIsCalledTightened holds the class of random changes against
// the monitor's verdicts on all small traces.
func TestNothingLooserIsCalledTightened(t *testing.T) {
	from, problems := eval.Load([]catalog.Source{{FS: os.DirFS("testdata/bundle"), Origin: catalog.OriginFolder}})
	if problems.HasErrors() {
		t.Fatal(problems)
	}
	found, err := solver.Find()
	if err != nil {
		t.Fatal(err)
	}
	s := newSide(Side{Catalog: from})
	d, pairs := newDrawer(7)
	counts, all := map[Class]int{}, traces()
	type drawn struct {
		old, new schema.Constraint
		change   *change
	}
	differ := &differ{old: s, new: s, opt: Options{Solvers: found, Timeout: 4 * time.Second, Parallel: 2}}
	var list []drawn
	for len(list) < pairs {
		old := d.constraint(1)
		p := drawn{old: old, new: d.nearby(old), change: &change{}}
		differ.constraint(p.change, twoConstraints{old: p.old, new: p.new})
		list = append(list, p)
	}
	differ.answer(context.Background())
	for _, p := range list {
		class := p.change.of.class()
		counts[class]++
		looser, tighter := enumerated(t, s, p.old, p.new, all)
		before, _ := marshal(p.old)
		after, _ := marshal(p.new)
		if looser && class != Loosened && class != Incomparable && class != Unknown {
			t.Errorf("what loosens is called %s:\n%s\n%s", class, before, after)
		}
		if tighter && (class == Unchanged || class == Loosened && !p.change.of.open) {
			t.Errorf("what tightens is called %s:\n%s\n%s", class, before, after)
		}
		if p.change.of.looser && len(p.change.Witnesses) == 0 {
			t.Errorf("what loosens has no witness:\n%s\n%s", before, after)
		}
	}
	t.Logf("%d pairs on %d traces: %v", pairs, len(all), counts)
	if counts[Unknown] > pairs/3 {
		t.Errorf("of %d pairs %d are unknown", pairs, counts[Unknown])
	}
}
