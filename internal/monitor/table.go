package monitor

import "maps"

// table remembers keys: those that UniqueBy and ExistsPair have seen, and those
// of a cell that events have assigned. What is frozen is shared with forks and
// never changed; entries lie over it.
type table struct {
	frozen  map[string]entry
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
	if e, ok := st.table.entries[string(key)]; ok {
		return e, true
	}
	e, ok := st.table.frozen[string(key)]
	return e, ok
}

// store sets the entry of the key that encode put into the frame.
func (f *frame) store(st *state, e entry) {
	if st.table == nil {
		st.table = &table{}
	}
	if st.table.entries == nil {
		st.table.entries = map[string]entry{}
	}
	key := string(f.key)
	f.journal.entry(st.table, key)
	st.table.entries[key] = e
}

// encode puts the encoding of a key into the frame and returns it.
func (f *frame) encode(d *datum) []byte {
	f.key = d.appendKey(f.key[:0])
	return f.key
}

// all calls visit for every entry, in no order.
func (t *table) all(visit func(entry)) {
	if t == nil {
		return
	}
	for _, e := range t.entries {
		visit(e)
	}
	for key, e := range t.frozen {
		if _, over := t.entries[key]; !over {
			visit(e)
		}
	}
}

// freeze makes all entries shareable.
func (t *table) freeze() {
	switch {
	case t == nil || len(t.entries) == 0:
		return
	case t.frozen == nil:
		t.frozen = t.entries
	default:
		frozen := maps.Clone(t.frozen)
		maps.Copy(frozen, t.entries)
		t.frozen = frozen
	}
	t.entries = nil
}

// clone returns a copy that shares nothing that changes.
func (t *table) clone() *table {
	if t == nil {
		return nil
	}
	return &table{t.frozen, maps.Clone(t.entries)}
}
