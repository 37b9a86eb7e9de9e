package monitor

import "maps"

// table remembers keys: those that UniqueBy and ExistsPair have seen, and those
// of a cell that events have assigned.
type table struct {
	entries map[string]entry
}

// entry is what is remembered of one key.
type entry struct {
	left, right           Truth // of an event with the key being a member; StateAll: left is that of the value
	leftIndex, rightIndex int   // the event
	epoch                 int64 // StateAll: when it was written
}

// lookup returns the entry of an encoded key.
func (st *state) lookup(key []byte) (entry, bool) {
	if st.table == nil {
		return entry{}, false
	}
	e, ok := st.table.entries[string(key)]
	return e, ok
}

// store sets the entry of an encoded key. old is the entry that lookup found.
func (f *frame) store(st *state, e, old entry, found bool) {
	if st.table == nil {
		st.table = &table{entries: map[string]entry{}}
	}
	key := string(f.key)
	f.journal.entry(st.table, key, old, found)
	st.table.entries[key] = e
}

// clone returns a copy that shares nothing.
func (t *table) clone() *table {
	if t == nil {
		return nil
	}
	return &table{entries: maps.Clone(t.entries)}
}

// encode puts the encoding of a key into the frame and returns it.
func (f *frame) encode(d *datum) []byte {
	f.key = d.appendKey(f.key[:0])
	return f.key
}
