package monitor

import (
	"math/bits"

	"github.com/contractc/contractc/schema"
)

// existsPair is ExistsPair. One event that is a member of both sets makes a
// pair with itself.
type existsPair struct {
	left, right predicate
	key         *term
}

// The sides that an effect type is on, the args of existsPair.
const (
	onLeft  = 1
	onRight = 2
)

func (c *compiler) existsPair(p *schema.ExistsPair, at place) (*leaf, error) {
	left, leftEffects, err := c.member(p.Left, at.slot("left"))
	if err != nil {
		return nil, err
	}
	fills := c.fills
	right, rightEffects, err := c.member(p.Right, at.slot("right"))
	if err != nil {
		return nil, err
	}
	fills = append(fills, c.fills...)
	uses := sides(leftEffects, rightEffects)
	c.begin(effectsUsed(uses))
	key, err := c.term(p.Key, at.slot("key"))
	if err != nil {
		return nil, err
	}
	return &leaf{rule: &existsPair{left, right, key}, uses: uses, fills: append(fills, c.fills...)}, nil
}

// sides says on which sides each effect type is.
func sides(left, right []string) []use {
	uses := usesOf(left, onLeft)
	for _, effect := range right {
		if i := indexOfUse(uses, effect); i >= 0 {
			uses[i].arg |= onRight
			continue
		}
		uses = append(uses, use{effect, onRight})
	}
	return uses
}

func indexOfUse(uses []use, effect string) int {
	for i, u := range uses {
		if u.effect == effect {
			return i
		}
	}
	return -1
}

func effectsUsed(uses []use) []string {
	effects := make([]string, len(uses))
	for i, u := range uses {
		effects[i] = u.effect
	}
	return effects
}

func (r *existsPair) start(*frame, *state) {}

func (r *existsPair) step(f *frame, st *state, arg int) {
	left, right := False, False
	if arg&onLeft != 0 {
		left = r.left.eval(f)
	}
	if arg&onRight != 0 {
		right = r.right.eval(f)
	}
	if left == False && right == False {
		return
	}
	key := r.key.get(f)
	st.pairs.add(left, right, key)
	if key.known() {
		r.remember(f, st, key, left, right)
	}
	if st.pairs.undecided() {
		st.unsure.add(f.event.Index)
	}
}

// add counts an event that may be a member of either set.
func (p *pairs) add(left, right Truth, key *datum) {
	if left != False {
		p.left++
	}
	if right != False {
		p.right++
	}
	switch {
	case key.known() && left != False && right != False:
		p.leftKinds |= kindBit(key.kind)
		p.rightKinds |= kindBit(key.kind)
	case key.known() && left != False:
		p.leftKinds |= kindBit(key.kind)
	case key.known():
		p.rightKinds |= kindBit(key.kind)
	default:
		p.addUnknown(left, right)
	}
}

func (p *pairs) addUnknown(left, right Truth) {
	if left != False {
		p.unknownLeft++
	}
	if right != False {
		p.unknownRight++
	}
}

// undecided reports whether an unknown key, or keys of different kinds, could
// make a pair.
func (p *pairs) undecided() bool {
	if p.unknownLeft > 0 && p.right > 0 || p.unknownRight > 0 && p.left > 0 {
		return true
	}
	return p.leftKinds != 0 && p.rightKinds != 0 && bits.OnesCount16(p.leftKinds|p.rightKinds) > 1
}

// remember notes the event under its key and sees whether that makes a pair.
func (r *existsPair) remember(f *frame, st *state, key *datum, left, right Truth) {
	old, _ := st.lookup(f.encode(key))
	e := old
	if left > e.left {
		e.left, e.leftIndex = left, f.event.Index
	}
	if right > e.right {
		e.right, e.rightIndex = right, f.event.Index
	}
	switch e.left.And(e.right) {
	case True:
		st.hits.add(e.leftIndex)
		st.hits.add(e.rightIndex)
	case Unknown:
		st.unsure.add(f.event.Index)
	}
	if e != old {
		f.store(st, e)
	}
}

func (r *existsPair) status(st *state) status {
	switch {
	case st.hits.count > 0:
		return leafStatus(True, true)
	case st.unsure.count > 0:
		return leafStatus(Unknown, false)
	}
	never := r.left.fixed && r.left.truth == False || r.right.fixed && r.right.truth == False
	return leafStatus(False, never)
}

func (r *existsPair) explain(st *state) explanation {
	switch {
	case st.hits.count > 0:
		because := st.hits.list()
		return explanation{because, events(because) + agree(because, " is a member of both sets", " have the same key")}
	case st.unsure.count > 0:
		because := st.unsure.list()
		return explanation{because, "it is not known whether the key of " + events(because) + " makes a pair"}
	}
	return explanation{nil, "no member of the left set has the key of a member of the right set"}
}
