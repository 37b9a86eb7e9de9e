package belief

import (
	"github.com/contractc/contractc/internal/canonical"
	"github.com/contractc/contractc/schema"
)

// A Base is a belief state with the rules that it is read by. It is not changed
// once it is made and may be used by several goroutines.
type Base struct {
	rules  *Rules
	state  schema.State
	digest string

	places    map[reference]int // of the revisions
	byKey     map[string][]int  // places of a key's revisions, in order
	keys      []string          // in the order in which they were made
	support   []support         // of each revision
	order     []int             // held revisions, so that what supports one comes before it
	conflicts map[string]int    // of keys with incompatible held values, how many are held
}

// Empty returns the base in which nothing is believed.
func (r *Rules) Empty() *Base {
	b := r.index(schema.State{Format: schema.StateFormat})
	if err := b.seal(); err != nil {
		panic(err) // it holds nothing that could be wrong
	}
	return b
}

// index finds the revisions of a state and what holds them.
func (r *Rules) index(state schema.State) *Base {
	b := &Base{rules: r, state: state, places: make(map[reference]int, len(state.Revisions)), byKey: map[string][]int{}}
	for i := range state.Revisions {
		b.add(i)
	}
	b.settle()
	b.conflicts = map[string]int{}
	for _, key := range b.keys {
		if n := b.incompatible(key); n > 0 {
			b.conflicts[key] = n
		}
	}
	return b
}

// seal writes into the state what follows from it, and digests it. The error
// says that the state has no canonical form.
func (b *Base) seal() (err error) {
	for i := range b.state.Revisions {
		b.state.Revisions[i].Status = b.support[i].status()
	}
	b.digest, err = canonical.DigestExact(b.state)
	return err
}

// add indexes the revision at a place.
func (b *Base) add(i int) {
	r := &b.state.Revisions[i]
	b.places[reference{r.Key, r.Version}] = i
	if _, known := b.byKey[r.Key]; !known {
		b.keys = append(b.keys, r.Key)
	}
	b.byKey[r.Key] = append(b.byKey[r.Key], i)
}

// State returns the state as it is written to a file. Its parts are shared and
// must not be changed.
func (b *Base) State() schema.State { return b.state }

// Digest returns the digest of the canonical state, which cards are bound to.
func (b *Base) Digest() string { return b.digest }

// Turn returns how many replies were applied.
func (b *Base) Turn() int64 { return b.state.Turn }

// nameOf is the reference of the revision at a place.
func (b *Base) nameOf(i int) string {
	r := &b.state.Revisions[i]
	return reference{r.Key, r.Version}.String()
}

// held returns the places of the revisions of a key that are held.
func (b *Base) held(key string) []int {
	var list []int
	for _, i := range b.byKey[key] {
		if b.support[i].held {
			list = append(list, i)
		}
	}
	return list
}

// last is the place of the revision that speaks for a key: the last one held,
// or else the last one; -1 where there is none.
func (b *Base) last(key string) int {
	if list := b.held(key); len(list) > 0 {
		return list[len(list)-1]
	}
	if list := b.byKey[key]; len(list) > 0 {
		return list[len(list)-1]
	}
	return -1
}

// conflicted reports whether incompatible values of a key are held.
func (b *Base) conflicted(key string) bool { return b.conflicts[key] > 0 }

// incompatible counts the held revisions of a key if not all of them have the
// same value, and is 0 otherwise.
func (b *Base) incompatible(key string) int {
	list := b.held(key)
	for _, i := range list {
		if !b.rules.equal(b.state.Revisions[list[0]].Value.Value, b.state.Revisions[i].Value.Value) {
			return len(list)
		}
	}
	return 0
}
