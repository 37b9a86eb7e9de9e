package monitor

// journal is what Restore needs to undo steps: the earlier states of the leaves
// that they touched and the earlier entries of tables. It is empty while there
// is no snapshot, so that a long trace leaves nothing behind.
type journal struct {
	open    int // snapshots that are neither restored nor discarded
	states  []savedState
	entries []savedEntry
}

type savedState struct {
	leaf  int
	state state
}

type savedEntry struct {
	table *table
	key   string
	entry entry
	found bool
}

// state notes the state of a leaf before it changes.
func (j *journal) state(leaf int, st *state) {
	if j.open > 0 {
		j.states = append(j.states, savedState{leaf, *st})
	}
}

// entry notes the entry of a key before it changes.
func (j *journal) entry(t *table, key string) {
	if j.open > 0 {
		old, found := t.entries[key]
		j.entries = append(j.entries, savedEntry{t, key, old, found})
	}
}

// undo puts back an entry.
func (s savedEntry) undo() {
	if s.found {
		s.table.entries[s.key] = s.entry
		return
	}
	delete(s.table.entries, s.key)
}

// close ends a snapshot; with the last one, nothing needs to be kept.
func (j *journal) close() {
	if j.open--; j.open == 0 {
		clear(j.states)
		clear(j.entries)
		j.states, j.entries = j.states[:0], j.entries[:0]
	}
}

// truncate drops what was noted since a snapshot, and does not hold on to it.
func (j *journal) truncate(to Snapshot) {
	clear(j.states[to.states:])
	clear(j.entries[to.entries:])
	j.states, j.entries = j.states[:to.states], j.entries[:to.entries]
}
