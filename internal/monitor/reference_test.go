package monitor_test

import (
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strings"

	"github.com/contractc/contractc/internal/monitor"
	"github.com/contractc/contractc/internal/value"
	"github.com/contractc/contractc/schema"
)

// reference evaluates constraints by their definition: from scratch, over the
// whole trace, pair by pair, without a thought of speed. It shares no code with
// the monitor; what it knows of values is in reference_value_test.go.
type reference struct {
	env   monitor.Env
	cells []monitor.Cell
	facts monitor.Facts
}

// now is the truth of a constraint if the trace ended with its last event.
func (r reference) now(c schema.Constraint, trace []*monitor.Event) monitor.Truth {
	switch c := c.(type) {
	case *schema.Unrestricted:
		return monitor.True
	case *schema.Empty:
		return r.each(c.Set, trace, func(*monitor.Event) monitor.Truth { return monitor.False })
	case *schema.All:
		return r.each(c.Set, trace, func(e *monitor.Event) monitor.Truth { return r.predicate(c.Predicate, e) })
	case *schema.Exists:
		return r.each(c.Set, trace, func(e *monitor.Event) monitor.Truth { return r.predicate(c.Predicate, e).Not() }).Not()
	case *schema.UniqueBy:
		return r.unique(c, trace)
	case *schema.Count:
		return r.count(c, trace)
	case *schema.Sum:
		return r.sum(c, trace)
	case *schema.ExistsPair:
		return r.pair(c, trace)
	case *schema.StateAt:
		return r.stateAt(c, trace)
	case *schema.StateAll:
		return r.stateAll(c, trace)
	case *schema.And:
		truth := monitor.True
		for _, operand := range c.Operands {
			truth = min(truth, r.now(operand, trace))
		}
		return truth
	case *schema.Or:
		truth := monitor.False
		for _, operand := range c.Operands {
			truth = max(truth, r.now(operand, trace))
		}
		return truth
	case *schema.Not:
		return r.now(c.Operand, trace).Not()
	}
	panic(fmt.Sprintf("%T", c))
}

// member is the truth of an event being in a set.
func (r reference) member(set schema.EffectSet, e *monitor.Event) monitor.Truth {
	if !slices.Contains(set.Effects, e.Effect) {
		return monitor.False
	}
	if set.Where == nil {
		return monitor.True
	}
	return r.predicate(set.Where, e)
}

// each is the conjunction, over all events, of "a member implies the test".
func (r reference) each(set schema.EffectSet, trace []*monitor.Event, test func(*monitor.Event) monitor.Truth) monitor.Truth {
	truth := monitor.True
	for _, e := range trace {
		truth = min(truth, max(r.member(set, e).Not(), test(e)))
	}
	return truth
}

func (r reference) unique(c *schema.UniqueBy, trace []*monitor.Event) monitor.Truth {
	truth := monitor.True
	for i, a := range trace {
		for _, b := range trace[i+1:] {
			same := refCompare("eq", r.term(c.Key, a), r.term(c.Key, b))
			truth = min(truth, min(r.member(c.Set, a), r.member(c.Set, b), same).Not())
		}
	}
	return truth
}

func (r reference) pair(c *schema.ExistsPair, trace []*monitor.Event) monitor.Truth {
	truth := monitor.False
	for _, a := range trace {
		for _, b := range trace {
			same := refCompare("eq", r.term(c.Key, a), r.term(c.Key, b))
			truth = max(truth, min(r.member(c.Left, a), r.member(c.Right, b), same))
		}
	}
	return truth
}

func (r reference) count(c *schema.Count, trace []*monitor.Event) monitor.Truth {
	bound, ok := ratOf(r.term(c.Bound, nil))
	if !ok {
		return monitor.Unknown
	}
	low, high := int64(0), int64(0)
	for _, e := range trace {
		switch r.member(c.Set, e) {
		case monitor.True:
			low++
			high++
		case monitor.Unknown:
			high++
		}
	}
	return refRange(c.Op, big.NewRat(low, 1), big.NewRat(high, 1), bound)
}

// refRange is the truth of "x op bound" for an x between low and high; nil is
// no end.
func refRange(op schema.Comparison, low, high, bound *big.Rat) monitor.Truth {
	below := low == nil || low.Cmp(bound) < 0
	above := high == nil || high.Cmp(bound) > 0
	at := (low == nil || low.Cmp(bound) <= 0) && (high == nil || high.Cmp(bound) >= 0)
	var can, cannot bool // whether some x meets the comparison, and some does not
	for _, side := range []struct {
		there bool
		sign  int
	}{{below, -1}, {at, 0}, {above, 1}} {
		if side.there {
			meets := refSign(op, side.sign)
			can, cannot = can || meets, cannot || !meets
		}
	}
	switch {
	case !cannot:
		return monitor.True
	case !can:
		return monitor.False
	}
	return monitor.Unknown
}

func (r reference) sum(c *schema.Sum, trace []*monitor.Event) monitor.Truth {
	boundValue := r.term(c.Bound, nil)
	bound, ok := ratOf(boundValue)
	if !ok {
		return monitor.Unknown
	}
	low, high := new(big.Rat), new(big.Rat)
	for _, e := range trace {
		member := r.member(c.Set, e)
		if member == monitor.False {
			continue
		}
		least, greatest := r.summand(e, c.Field, boundValue)
		if member == monitor.Unknown {
			least, greatest = ratMin(least), ratMax(greatest)
		}
		low, high = ratAdd(low, least), ratAdd(high, greatest)
	}
	return refRange(c.Op, low, high, bound)
}

// summand returns the ends between which the summand of a member lies.
func (r reference) summand(e *monitor.Event, field string, bound schema.Value) (least, greatest *big.Rat) {
	if r.facts != nil {
		fact := r.facts(e.Effect, field)
		if fact.Minimum != nil {
			least, _ = new(big.Rat).SetString(fact.Minimum.String())
		}
		if fact.Maximum != nil {
			greatest, _ = new(big.Rat).SetString(fact.Maximum.String())
		}
	}
	v := refKnown(e.Fields[field])
	x, ok := ratOf(v)
	switch {
	case !ok || refKind(v) != refKind(bound):
		return least, greatest
	case least != nil && x.Cmp(least) < 0 || greatest != nil && x.Cmp(greatest) > 0:
		return least, greatest
	}
	return x, x
}

func ratAdd(a, b *big.Rat) *big.Rat {
	if a == nil || b == nil {
		return nil
	}
	return new(big.Rat).Add(a, b)
}

// ratMin and ratMax put a summand that may not be there between 0 and itself.
func ratMin(a *big.Rat) *big.Rat {
	if a != nil && a.Sign() > 0 {
		return new(big.Rat)
	}
	return a
}

func ratMax(a *big.Rat) *big.Rat {
	if a != nil && a.Sign() < 0 {
		return new(big.Rat)
	}
	return a
}

func (r reference) cell(name string) monitor.Cell {
	for _, cell := range r.cells {
		if cell.Name == name {
			return cell
		}
	}
	panic(name)
}

// refOfKind is nil for a value of another kind than a cell declares.
func refOfKind(v schema.Value, kind value.Kind) schema.Value {
	if kind != value.Invalid && strings.ToLower(refKind(v)) != kind.String()+"value" {
		return nil
	}
	return v
}

func join(a, b monitor.Truth) monitor.Truth {
	if a == b {
		return a
	}
	return monitor.Unknown
}

func (r reference) stateAt(c *schema.StateAt, trace []*monitor.Event) monitor.Truth {
	cell := r.cell(c.Cell)
	key, want := r.term(c.Key, nil), r.term(c.Value, nil)
	truth := refCompare(c.Op, refKnown(cell.Initial), want)
	for _, e := range trace {
		for _, a := range cell.Assignments {
			if a.Effect != e.Effect {
				continue
			}
			next := refCompare(c.Op, refOfKind(r.term(a.Value, e), cell.ValueKind), want)
			switch refCompare("eq", refOfKind(r.term(a.Key, e), cell.KeyKind), key) {
			case monitor.True:
				truth = next
			case monitor.Unknown:
				truth = join(truth, next)
			}
		}
	}
	return truth
}

// stateAll keeps the truth of every key that was touched and of one key that
// was not. Where there are endlessly many keys, an assignment at an unknown key
// cannot mend all of those that were not touched.
func (r reference) stateAll(c *schema.StateAll, trace []*monitor.Event) monitor.Truth {
	cell := r.cell(c.Cell)
	endless := cell.KeyKind.String() == "string" || cell.KeyKind.String() == "integer"
	judge := func(key, val schema.Value) monitor.Truth {
		fields := map[string]schema.Value{"key": key, "value": val}
		return r.predicate(c.Predicate, &monitor.Event{Fields: fields})
	}
	untouched := judge(nil, cell.Initial)
	keys := map[string]monitor.Truth{}
	for _, e := range trace {
		for _, a := range cell.Assignments {
			if a.Effect != e.Effect {
				continue
			}
			key, val := refOfKind(r.term(a.Key, e), cell.KeyKind), refOfKind(r.term(a.Value, e), cell.ValueKind)
			if key != nil {
				keys[refText(key)] = judge(key, val)
				continue
			}
			next := judge(nil, val)
			for k := range keys {
				keys[k] = join(keys[k], next)
			}
			if !endless || untouched != monitor.False {
				untouched = join(untouched, next)
			}
		}
	}
	truth := monitor.True
	if cell.KeyKind.String() != "boolean" || len(keys) < 2 {
		truth = untouched
	}
	for _, t := range keys {
		truth = min(truth, t)
	}
	return truth
}

func (r reference) predicate(p schema.Predicate, e *monitor.Event) monitor.Truth {
	texts := func(a, b schema.Term, test func(a, b string) bool) monitor.Truth {
		x, okX := r.term(a, e).(*schema.StringValue)
		y := r.term(b, e)
		switch y := y.(type) {
		case *schema.StringValue:
			if okX {
				return refTruth(test(x.String, y.String))
			}
		case *schema.PathPrefixValue:
			if okX {
				return refTruth(test(x.String, y.Prefix))
			}
		}
		return monitor.Unknown
	}
	switch p := p.(type) {
	case *schema.Truth:
		return refTruth(p.Truth)
	case *schema.Compare:
		return refCompare(p.Op, r.term(p.Left, e), r.term(p.Right, e))
	case *schema.In:
		return refIn(r.term(p.Element, e), r.term(p.List, e))
	case *schema.Contains:
		return texts(p.Of, p.Needle, strings.Contains)
	case *schema.StartsWith:
		return texts(p.Of, p.Prefix, strings.HasPrefix)
	case *schema.EndsWith:
		return texts(p.Of, p.Suffix, strings.HasSuffix)
	case *schema.Within:
		return r.within(r.term(p.Of, e), r.term(p.Directory, e))
	case *schema.Matches:
		if s, ok := r.term(p.Of, e).(*schema.StringValue); ok {
			return refTruth(regexp.MustCompile(p.Pattern).MatchString(s.String))
		}
		return monitor.Unknown
	case *schema.ComesFrom:
		return r.comesFrom(p, e)
	case *schema.PredicateAnd:
		truth := monitor.True
		for _, operand := range p.Operands {
			truth = min(truth, r.predicate(operand, e))
		}
		return truth
	case *schema.PredicateOr:
		truth := monitor.False
		for _, operand := range p.Operands {
			truth = max(truth, r.predicate(operand, e))
		}
		return truth
	case *schema.PredicateNot:
		return r.predicate(p.Operand, e).Not()
	}
	panic(fmt.Sprintf("%T", p))
}

func (r reference) comesFrom(p *schema.ComesFrom, e *monitor.Event) monitor.Truth {
	origin, recorded := e.Provenance[p.Field]
	class := r.term(p.ClassTerm, e).(*schema.ClassReferenceValue).ClassName
	column := r.term(p.Column, e).(*schema.StringValue).String
	switch {
	case refKnown(e.Fields[p.Field]) == nil:
		return monitor.Unknown
	case recorded:
		return refTruth(origin.Class == class && origin.Column == column)
	case r.env.ProvenanceComplete:
		return monitor.False
	}
	return monitor.Unknown
}

func (r reference) within(path, directory schema.Value) monitor.Truth {
	inner, okInner := r.segments(path)
	outer, okOuter := r.segments(directory)
	if !okInner || !okOuter {
		return monitor.Unknown
	}
	return refTruth(len(outer) <= len(inner) && slices.Equal(outer, inner[:len(outer)]))
}

// segments resolves a path segment by segment.
func (r reference) segments(v schema.Value) (segments []string, ok bool) {
	text := ""
	switch v := v.(type) {
	case *schema.StringValue:
		text = v.String
	case *schema.DirectoryValue:
		text = v.Directory
	}
	if text == "" || text[0] == '~' || strings.ContainsRune(text, 0) {
		return nil, false
	}
	if text[0] != '/' {
		if r.env.WorkingDirectory == "" {
			return nil, false
		}
		text = r.env.WorkingDirectory + "/" + text
	}
	for _, segment := range strings.Split(text, "/") {
		switch segment {
		case "", ".":
		case "..":
			segments = segments[:max(0, len(segments)-1)]
		default:
			segments = append(segments, segment)
		}
	}
	return segments, true
}
