package reply

// rank says how much a JSON value is like a response of the claim contract; lower is more.
type rank uint8

const (
	responseRank rank = iota // an object with actions
	actionRank               // an object with a type, or a list of objects at least one of which has a type
	listRank                 // a list of objects without
	otherRank
)

// reason says why a text is not a JSON value.
type reason uint8

const (
	valid reason = iota
	malformed
	ended // the text ends inside the value
	overLimit
)

// start is a place where a list or an object begins, and what became of it.
type start struct {
	at, end int32 // end is 0 for a value that is not complete
	rank    rank
}

// frame is a list or object that is open.
type frame struct {
	place      int32 // in scanner.starts
	list       bool
	begun      bool // an item was read
	hasActions bool // of an object
	hasType    bool // of an object; of a list, in one of its objects
	mixed      bool // of a list: not only objects
}

// scanner finds where JSON values end, in Python's dialect, without building them. It accepts what doc.JSONText accepts in its
// tolerant reading, and keeps what it learnt about the lists and objects inside a value that turns out to be broken.
type scanner struct {
	src    string // up to where a value may reach
	limits Limits
	values int // how many values one value may hold

	pos    int
	why    reason
	nodes  int
	frames []frame
	starts []start
}

// value scans the list or object that begins at a place. The result says whether it is complete; end, rank and starts are set.
func (s *scanner) value(at int) bool {
	s.pos, s.why, s.nodes = at, valid, 0
	s.frames, s.starts = s.frames[:0], s.starts[:0]
	if !s.open() {
		return false
	}
	for len(s.frames) > 0 {
		s.space()
		top := &s.frames[len(s.frames)-1]
		if c := s.peek(); c == ']' && top.list || c == '}' && !top.list {
			s.finish()
			continue
		}
		if top.begun && !s.skip(',') || !s.item(top) {
			return false
		}
	}
	return true
}

// end and rank are those of the value that was scanned last.
func (s *scanner) end() int   { return int(s.starts[0].end) }
func (s *scanner) rank() rank { return s.starts[0].rank }

// responseLike reports whether what was scanned of a broken value is like a response of the claim contract.
func (s *scanner) responseLike() bool {
	for _, f := range s.frames[:min(2, len(s.frames))] {
		if f.hasActions || f.hasType {
			return true
		}
	}
	return false
}

func (s *scanner) fail(why reason) bool {
	s.why = why
	if why == malformed && s.pos >= len(s.src) {
		s.why = ended
	}
	return false
}

func (s *scanner) space() {
	for s.pos < len(s.src) && isJSONSpace(s.src[s.pos]) {
		s.pos++
	}
}

func isJSONSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

func (s *scanner) peek() byte {
	if s.pos < len(s.src) {
		return s.src[s.pos]
	}
	return 0
}

// skip passes a character and the white space behind it.
func (s *scanner) skip(c byte) bool {
	if s.peek() != c {
		return s.fail(malformed)
	}
	s.pos++
	s.space()
	return true
}

// item scans the key of an entry and a scalar, or up to behind the opening of a list or object.
func (s *scanner) item(top *frame) bool {
	top.begun = true
	if !top.list && !s.key(top) {
		return false
	}
	if c := s.peek(); c == '{' || c == '[' {
		top.mixed = top.mixed || c == '['
		return s.open()
	}
	top.mixed = true
	return s.count() && s.scalar()
}

func (s *scanner) count() bool {
	s.nodes++
	return s.nodes <= s.values || s.fail(overLimit)
}

func (s *scanner) open() bool {
	if !s.count() || len(s.frames) >= s.limits.Depth {
		return s.fail(overLimit)
	}
	s.frames = append(s.frames, frame{place: int32(len(s.starts)), list: s.src[s.pos] == '['})
	s.starts = append(s.starts, start{at: int32(s.pos), rank: otherRank})
	s.pos++
	return true
}

// finish closes the innermost list or object.
func (s *scanner) finish() {
	s.pos++
	f := s.frames[len(s.frames)-1]
	s.frames = s.frames[:len(s.frames)-1]
	s.starts[f.place].end, s.starts[f.place].rank = int32(s.pos), f.rank()
	if n := len(s.frames); n > 0 && s.frames[n-1].list && !f.list {
		s.frames[n-1].hasType = s.frames[n-1].hasType || f.hasType
	}
}

func (f frame) rank() rank {
	switch {
	case f.list && (f.mixed || !f.begun):
		return otherRank
	case f.hasActions:
		return responseRank
	case f.hasType:
		return actionRank
	case f.list:
		return listRank
	}
	return otherRank
}
