package reply

import (
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/repair"
)

// candidate is a value in the reply that may be the response.
type candidate struct {
	start, end int
	rank       rank
	from       source
	block      block         // of a value that is a whole block
	node       *doc.Node     // of a value in Python's notation, or that was mended
	findings   []doc.Finding // in node
	edits      []repair.Edit // of a value that was mended
}

// source says where a candidate was found.
type source uint8

const (
	wholeText source = iota
	fenced
	embedded
	broken // an action inside a broken value
	python
	mended
)

// best returns the candidate of the lowest rank, the first among equals, or −1.
func best(candidates []candidate) int {
	found := -1
	for i, c := range candidates {
		if found < 0 || c.rank < candidates[found].rank {
			found = i
		}
	}
	return found
}

// responseShaped reports whether one of the candidates is shaped like a response.
func responseShaped(candidates []candidate) bool {
	i := best(candidates)
	return i >= 0 && candidates[i].rank < otherRank
}
