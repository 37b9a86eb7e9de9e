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

// blocks returns the whole text and then the inside of each code fence: from three backticks and an optional lower-case json up to the next
// three backticks.
func blocks(text string, opt *Options) []block {
	list := []block{trimmed(text, block{end: len(text), from: wholeText, outerEnd: len(text)})}
	if !opt.allows(CodeFence) {
		return list
	}
	for at := 0; ; {
		open := strings.Index(text[at:], fence)
		if open < 0 {
			return list
		}
		open += at
		start := open + len(fence)
		if strings.HasPrefix(text[start:], "json") {
			start += len("json")
		}
		size := strings.Index(text[start:], fence)
		if size < 0 {
			return list
		}
		at = start + size + len(fence)
		list = append(list, trimmed(text, block{start: start, end: start + size, from: fenced, outerStart: open, outerEnd: at}))
	}
}

func trimmed(text string, b block) block {
	inside := text[b.start:b.end]
	b.start += len(inside) - len(strings.TrimLeftFunc(inside, pyvalue.IsSpace))
	b.end = b.start + len(pyvalue.Strip(inside))
	return b
}

// readBlocks returns the blocks that are one JSON value each.
func (r *reader) readBlocks(list []block) []candidate {
	var found []candidate
	for _, b := range list {
		s := r.scanner(b.end)
		rk, ok := s.whole(b.start)
		if ok {
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
