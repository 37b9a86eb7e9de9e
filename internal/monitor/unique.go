package monitor

import (
	"math/bits"

	"github.com/contractc/contractc/internal/value"
	"github.com/contractc/contractc/schema"
)

// pairs counts the events that two rules over pairs look at: UniqueBy, whose
// events are all on the left, and ExistsPair.
type pairs struct {
	left, right               int64  // possible members
	unknownLeft, unknownRight int64  // of them, those whose key is not known
	leftKinds, rightKinds     uint16 // kinds of the keys, a bit each
}

// unique is UniqueBy. Keys of different kinds are not comparable: whether they
// are equal is unknown.
type unique struct {
	member predicate
	key    *term
}

func (c *compiler) uniqueBy(p *schema.UniqueBy, at place) (*leaf, error) {
	member, effects, err := c.member(p.Set, at.slot("set"))
	if err != nil {
		return nil, err
	}
	key, err := c.term(p.Key, at.slot("key"))
	if err != nil {
		return nil, err
	}
	return &leaf{rule: &unique{member, key}, uses: usesOf(effects, 0), fills: c.fills}, nil
}

func (r *unique) start(*frame, *state) {}

func (r *unique) step(f *frame, st *state, _ int) {
	member := r.member.eval(f)
	if member == False {
		return
	}
	before := st.pairs.left
	st.pairs.left++
	key := r.key.get(f)
	if !key.known() {
		st.pairs.unknownLeft++
		if before > 0 {
			st.unsure.add(f.event.Index)
		}
		return
	}
	st.pairs.leftKinds |= kindBit(key.kind)
	if before > 0 && (st.pairs.unknownLeft > 0 || bits.OnesCount16(st.pairs.leftKinds) > 1) {
		st.unsure.add(f.event.Index)
	}
	r.remember(f, st, key, member)
}

func kindBit(k value.Kind) uint16 { return 1 << k }

// remember compares the event's key with those seen.
func (r *unique) remember(f *frame, st *state, key *datum, member Truth) {
	old, found := st.lookup(f.encode(key))
	if !found {
		f.store(st, entry{left: member, leftIndex: f.event.Index})
		return
	}
	switch old.left.And(member) {
	case True:
		st.hits.add(old.leftIndex)
		st.hits.add(f.event.Index)
	default:
		st.unsure.add(f.event.Index)
	}
	if member > old.left {
		f.store(st, entry{left: member, leftIndex: f.event.Index})
	}
}

func (r *unique) status(st *state) status {
	switch {
	case st.hits.count > 0:
		return leafStatus(False, true)
	case st.unsure.count > 0:
		return leafStatus(Unknown, false)
	}
	return leafStatus(True, r.member.fixed && r.member.truth == False)
}

func (r *unique) explain(st *state) explanation {
	switch {
	case st.hits.count > 0:
		because := st.hits.list()
		return explanation{because, events(because) + " have the same key"}
	case st.unsure.count > 0:
		because := st.unsure.list()
		return explanation{because, "it is not known whether the key of " + events(because) + " was there before"}
	}
	return explanation{nil, "no two members of the set have the same key"}
}
