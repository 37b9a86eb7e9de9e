package monitor

import (
	"github.com/contractc/contractc/internal/value"
	"github.com/contractc/contractc/schema"
)

// stateAll is StateAll: the predicate holds for the final value of every key of
// a cell, whether an event has touched the key or not. Of a key, only the truth
// of the predicate is remembered. The keys that no event touched are one
// generic key, of which only the initial value is known.
//
// An assignment at a key that is not known may be at any: the truth of each key
// becomes what it was or the new one. That is done for all keys at once, by the
// epoch of such an assignment.
type stateAll struct {
	*cellRule
	scope cellScope
	test  predicate
}

// cells is what a stateAll remembers of all keys together. (The generic key's
// truth is the state's own.)
type cells struct {
	count       [3]int64 // touched keys by their truth
	epoch       int64    // of the last assignment at an unknown key
	doubtFalse  int64    // epoch since which what was False is Unknown
	doubtTrue   int64    // epoch since which what was True is Unknown
	canBeFalse  bool     // a later assignment can make a key's truth other than True
	canBeTrue   bool     // a later assignment can make a key's truth other than False
	keysTouched int64
}

func (c *compiler) stateAll(p *schema.StateAll, at place) (*leaf, error) {
	r, l, err := c.cellNamed(p.Cell, at)
	if err != nil {
		return nil, err
	}
	all := &stateAll{cellRule: r, scope: cellScope{
		key: c.newSlot(), value: c.newSlot(), keyKind: r.cell.KeyKind, valueKind: r.cell.ValueKind}}
	c.begin(nil)
	c.cell = &all.scope
	all.test, err = c.predicate(p.Predicate, at.slot("predicate"))
	c.cell = nil
	l.rule = all
	return l, err
}

// judge is the truth of the predicate for an entry; nil is a key or a value
// that is not known.
func (r *stateAll) judge(f *frame, key, val *datum) Truth {
	unknown := datum{}
	f.slots[r.scope.key], f.slots[r.scope.value] = unknown, unknown
	if key != nil {
		f.slots[r.scope.key] = *key
	}
	if val != nil {
		f.slots[r.scope.value] = *asKind(val, r.cell.ValueKind)
	}
	return r.test.eval(f)
}

func (r *stateAll) start(f *frame, st *state) {
	st.truth = r.judge(f, nil, r.initial)
	for _, writes := range r.writes {
		for _, w := range writes {
			truth := Unknown
			if w.value.constant != nil {
				truth = r.judge(f, nil, w.value.constant)
			}
			st.cells.canBeTrue = st.cells.canBeTrue || truth != False
			st.cells.canBeFalse = st.cells.canBeFalse || truth != True
		}
	}
}

func (r *stateAll) step(f *frame, st *state, arg int) {
	for _, w := range r.writes[arg] {
		key, val := asKind(w.key.get(f), r.cell.KeyKind), w.value.get(f)
		if !key.known() {
			r.writeSomewhere(f, st, r.judge(f, nil, val))
			continue
		}
		r.write(f, st, key, r.judge(f, key, val))
	}
}

func (r *stateAll) write(f *frame, st *state, key *datum, truth Truth) {
	old, found := st.lookup(f.encode(key))
	if found {
		st.cells.count[st.cells.truthOf(old)]--
	} else {
		st.cells.keysTouched++
	}
	st.cells.count[truth]++
	f.store(st, entry{left: truth, leftIndex: f.event.Index, epoch: st.cells.epoch})
}

// truthOf is the truth of a key now.
func (c *cells) truthOf(e entry) Truth {
	if e.left == False && e.epoch < c.doubtFalse || e.left == True && e.epoch < c.doubtTrue {
		return Unknown
	}
	return e.left
}

// writeSomewhere takes in an assignment at a key that is not known.
func (r *stateAll) writeSomewhere(f *frame, st *state, truth Truth) {
	c := &st.cells
	c.epoch++
	st.unsure.add(f.event.Index)
	if truth != False {
		c.count[Unknown], c.count[False], c.doubtFalse = c.count[Unknown]+c.count[False], 0, c.epoch
	}
	if truth != True {
		c.count[Unknown], c.count[True], c.doubtTrue = c.count[Unknown]+c.count[True], 0, c.epoch
	}
	if !r.endless() || st.truth != False {
		st.truth = st.truth.join(truth)
	}
}

// endless reports whether there are always keys that no event has touched.
func (r *stateAll) endless() bool {
	return r.cell.KeyKind == value.String || r.cell.KeyKind == value.Integer
}

// untouched reports whether there may be keys that no event has touched.
func (r *stateAll) untouched(st *state) bool {
	return r.cell.KeyKind != value.Boolean || st.cells.keysTouched < 2
}

func (r *stateAll) status(st *state) status {
	generic := True
	if r.untouched(st) {
		generic = st.truth
	}
	switch {
	case generic == False && r.endless():
		return leafStatus(False, true)
	case generic == False || st.cells.count[False] > 0:
		return leafStatus(False, !st.cells.canBeTrue)
	case generic == Unknown || st.cells.count[Unknown] > 0:
		return leafStatus(Unknown, false)
	}
	return leafStatus(True, !st.cells.canBeFalse)
}

func (r *stateAll) explain(st *state) explanation {
	name := r.cell.Name
	switch r.status(st).now {
	case True:
		return explanation{nil, "the value of " + name + " at every key meets the condition"}
	case False:
		if because := r.written(st, False); len(because) > 0 {
			return explanation{because, "the value of " + name + " after " + events(because) + " does not meet the condition"}
		}
		return explanation{nil, "the initial value of " + name + " does not meet the condition"}
	}
	because := ascending(append(r.written(st, Unknown), st.unsure.list()...))
	return explanation{because, "it is not known whether the value of " + name + " at every key meets the condition"}
}

// written returns the events that last wrote the keys that have this truth, the
// first few of them.
func (r *stateAll) written(st *state, truth Truth) []int {
	var indexes []int
	st.table.all(func(e entry) {
		if st.cells.truthOf(e) == truth {
			indexes = append(indexes, e.leftIndex)
		}
	})
	indexes = ascending(indexes)
	return indexes[:min(len(indexes), len(st.hits.first)+1)]
}
