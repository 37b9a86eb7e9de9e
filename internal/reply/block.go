package reply

import (
	"strings"

	"github.com/contractc/contractc/internal/pyvalue"
)

// block is a stretch of the reply that may be a value as a whole.
type block struct {
	start, end int // without the white space around it
	from       source
	// outerStart and outerEnd include the marks of a fence.
	outerStart, outerEnd int
}

const fence = "```"

// blocks yields the whole text and then the inside of each code fence: from three backticks and an optional lower-case json up to the next
// three backticks.
func (r *reader) blocks(yield func(block) bool) {
	if !yield(r.wholeBlock()) || !r.opt.allows(CodeFence) {
		return
	}
	for at := 0; ; {
		open := strings.Index(r.text[at:], fence)
		if open < 0 {
			return
		}
		open += at
		start := open + len(fence)
		if strings.HasPrefix(r.text[start:], "json") {
			start += len("json")
		}
		size := strings.Index(r.text[start:], fence)
		if size < 0 {
			return
		}
		at = start + size + len(fence)
		if !yield(r.trimmed(block{start: start, end: start + size, from: fenced, outerStart: open, outerEnd: at})) {
			return
		}
	}
}

func (r *reader) wholeBlock() block {
	return r.trimmed(block{end: len(r.text), from: wholeText, outerEnd: len(r.text)})
}

func (r *reader) trimmed(b block) block {
	inside := r.text[b.start:b.end]
	b.start += len(inside) - len(strings.TrimLeftFunc(inside, pyvalue.IsSpace))
	b.end = b.start + len(pyvalue.Strip(inside))
	return b
}

// readBlocks returns the blocks that are one JSON value each. Of those that are no response it keeps the first.
func (r *reader) readBlocks() []candidate {
	var found []candidate
	s := r.scanner(0)
	for b := range r.blocks {
		s.src = r.text[:b.end]
		if rk, ok := s.whole(b.start); ok && (rk < otherRank || len(found) == 0) {
			found = append(found, candidate{start: b.start, end: b.end, rank: rk, from: b.from, block: b})
		}
	}
	return found
}

// whole scans a value of any kind that must fill the text from a place on.
func (s *scanner) whole(at int) (rank, bool) {
	s.pos, s.why, s.nodes = at, valid, 0
	if c := s.peek(); c != '{' && c != '[' {
		return otherRank, s.scalar() && s.trailing()
	}
	ok := s.value(at) && s.trailing()
	return s.starts[0].rank, ok
}

func (s *scanner) trailing() bool {
	s.space()
	return s.pos == len(s.src)
}
