package monitor

import (
	"slices"

	"github.com/contractc/contractc/internal/value"
)

// state is what one leaf of a Program remembers of a trace. It is copied by
// value into the journal and by Fork; what it points to is either never changed
// (numbers) or journaled and cloned by itself (the table). Which parts are used
// depends on the leaf.
type state struct {
	status status
	hits   marks // events that surely count
	unsure marks // events of which that is not known

	sum   interval
	truth Truth // StateAt: of the cell's value; StateAll: of keys that no event touched
	cells cells
	pairs pairs
	table *table
}

// interval holds the least and the greatest that a sum can be.
type interval struct {
	low, high     value.Number
	noLow, noHigh bool // it has no bound on that side
}

// marks are the indexes of events in the order they came: all of them counted,
// the first few and the last one kept.
type marks struct {
	count int64
	first [7]int
	last  int
}

func (m *marks) add(index int) {
	if m.count < int64(len(m.first)) {
		m.first[m.count] = index
	}
	m.last = index
	m.count++
}

// reset forgets all marks.
func (m *marks) reset() { *m = marks{} }

// list returns the indexes kept, ascending, none twice.
func (m *marks) list() []int {
	kept := slices.Clone(m.first[:min(m.count, int64(len(m.first)))])
	if m.count > int64(len(m.first)) {
		kept = append(kept, m.last)
	}
	return ascending(kept)
}

// ascending sorts indexes in place and drops repeated ones.
func ascending(indexes []int) []int {
	slices.Sort(indexes)
	return slices.Compact(indexes)
}
