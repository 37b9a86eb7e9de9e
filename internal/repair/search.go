package repair

import (
	"cmp"
	"reflect"
	"slices"
	"strings"

	"github.com/contractc/contractc/internal/doc"
)

// search looks for the JSON in a text that is more than that: inside fences, and
// anywhere in prose. All blocks are looked at, then the best is taken.
func (r *run) search(from int, whole *block) *Result {
	s := searching{run: r, at: from, budget: 8*(len(r.text)-from) + 1<<16}
	s.all()
	best := s.best()
	if best != nil && !best.fenced {
		s.goesOn(best)
	}
	switch {
	case s.broken != nil && (best == nil || !best.fenced || looksLikeJSON(r.text, from)):
		return r.judge(s.broken)
	case best == nil && (looksLikeJSON(r.text, from) || from == len(r.text)):
		return r.judge(whole)
	case best == nil:
		return r.refuse(&Refusal{Reason: "there is no JSON in the text", Offset: from, None: true})
	}
	s.edits(best)
	return r.judge(best)
}

// searching is the search for blocks in a text.
type searching struct {
	*run
	at       int
	budget   int // bytes that may be read in vain
	failures int
	found    []*block
	broken   *block // the first block in prose that looks like JSON and cannot be read
}

func (s *searching) all() {
	for i := s.next(); i >= 0 && len(s.found) < s.opt.Limits.Candidates; i = s.next() {
		s.at = i
		if strings.HasPrefix(s.text[i:], "```") {
			s.fence()
			continue
		}
		s.bracket()
		if s.budget < 0 || s.failures > s.opt.Limits.Failures {
			s.broken = &block{fault: &fault{at: s.at, why: "too much of the text looks like JSON and is not", limit: true}}
			return
		}
	}
}

// goesOn notes that a block seems to go on behind its end, so that it is not all.
func (s *searching) goesOn(b *block) {
	if b.fault != nil {
		return
	}
	p := newParser(s.text, b.end, Limits{}, nil)
	i := p.blank(b.end, true)
	c := p.byteAt(i)
	if c == ',' || c == ':' {
		next := p.blank(i+1, true)
		kind, _ := quoteAt(s.text, next)
		if d := p.byteAt(next); kind == noQuote && d != '{' && d != '[' && !isDigit(d) && !isCloser(d) {
			return
		}
	} else if c != '}' && c != ']' && (c != '"' || strings.TrimSpace(s.text[:b.from]) != "") {
		return
	}
	s.broken = &block{fault: &fault{at: i, why: "the JSON seems to go on behind its end"}}
}

// next returns where the next fence or bracket stands; behind a block that
// cannot be read, which has no known end, only fences count.
func (s *searching) next() int {
	set := "{["
	fence := strings.Index(s.text[s.at:], "```")
	if s.broken != nil {
		set = ""
	}
	i := strings.IndexAny(s.text[s.at:], set)
	switch {
	case fence >= 0 && (i < 0 || fence < i):
		return s.at + fence
	case i >= 0:
		return s.at + i
	}
	return -1
}

// fence looks at a block in a fence. One that does not begin like JSON is passed
// as a whole.
func (s *searching) fence() {
	open := s.at
	begin := s.inside(open)
	if c := s.byteAt(begin); c != '{' && c != '[' && c != '(' {
		s.at = s.fenceEnd(begin)
		return
	}
	b := s.read(begin)
	if b.fault != nil {
		s.at = s.fenceEnd(begin)
		if part := s.bounded(begin, s.at); part != nil {
			b = part
		}
	} else {
		s.at = s.fenceEnd(b.end)
	}
	b.fenced, b.fence = true, open
	s.found = append(s.found, b)
}

// bounded reads a block up to the end of its fence.
func (s *searching) bounded(begin, end int) *block {
	inner := *s.run
	inner.text = strings.TrimRight(s.text[:end], "`")
	inner.strict = doc.NewJSONText(inner.text)
	return inner.block(begin, false)
}

// inside returns where the content of a fence begins, behind the name of a language.
func (s *searching) inside(open int) int {
	i := open
	for s.byteAt(i) == '`' {
		i++
	}
	for isKeyByte(s.byteAt(i)) {
		i++
	}
	for i < len(s.text) {
		size, _ := spaceAt(s.text, i)
		if size == 0 {
			break
		}
		i += size
	}
	return i
}

// fenceEnd returns where the fence ends that is open at a place.
func (s *searching) fenceEnd(i int) int {
	if n := strings.Index(s.text[i:], "```"); n >= 0 {
		return i + n + 3
	}
	return len(s.text)
}

func (s *searching) byteAt(i int) byte {
	if i < len(s.text) {
		return s.text[i]
	}
	return 0
}

// read reads the block that begins at a place, strictly where that can be done.
func (s *searching) read(at int) *block {
	if b := s.readClean(at); b != nil {
		return b
	}
	b := s.block(at, true)
	if b.fault != nil {
		s.budget -= b.end - at
	}
	return b
}

// readClean reads a block that is JSON as it stands; nil where it is none. What it
// costs to see that is taken from the budget.
func (s *searching) readClean(at int) *block {
	if _, _, err := s.strict.Value(at, doc.JSONOptions{Limits: s.limits, Tolerant: true, Discard: true}); err != nil {
		s.budget -= err.Offset - at
		return nil
	}
	v := readStrict(s.strict, at, s.limits, false)
	if !v.clean() {
		return nil
	}
	return &block{from: at, end: v.end, clean: true, value: v.node}
}

// bracket looks at a block in prose. What does not look like JSON counts only if
// it is JSON.
func (s *searching) bracket() {
	at := s.at
	if b := s.readClean(at); b != nil {
		s.found = append(s.found, b)
		s.at = b.end
		return
	}
	if !looksLikeJSON(s.text, at) {
		s.failures++
		s.at++
		return
	}
	b := s.block(at, true)
	if b.fault != nil {
		s.broken = b
		s.at++
		return
	}
	s.found = append(s.found, b)
	s.at = max(b.end, at+1)
}

// looksLikeJSON reports whether a bracket at a place begins an object with a key
// or a list of strings, lists or objects.
func looksLikeJSON(text string, at int) bool {
	p := newParser(text, at, Limits{}, nil)
	for i := p.blank(at, true); ; {
		next := p.blank(i+1, true)
		kind, _ := quoteAt(text, next)
		switch c := p.byteAt(next); {
		case p.byteAt(i) == '{':
			return p.keyAt(next) || kind != noQuote
		case p.byteAt(i) != '[':
			return false
		case kind != noQuote:
			return true
		case c != '{' && c != '[' || next > at+maxKey:
			return false
		}
		i = next
	}
}

// best returns the block that comes first by rank, then by place; nil where there is none.
func (s *searching) best() *block {
	if len(s.found) == 0 {
		return nil
	}
	return slices.MinFunc(s.found, func(a, b *block) int { return cmp.Or(s.rank(a)-s.rank(b), a.from-b.from) })
}

// rank orders blocks: those that fit first, of these fenced ones, then objects, lists of objects and other
// lists, and of each kind those first that need no repair.
func (s *searching) rank(b *block) int {
	rank := 0
	if s.req.Fits != nil && (b.value == nil || !s.req.Fits(b.value)) {
		rank += 1000
	}
	if !b.fenced {
		rank += 100
	}
	switch {
	case b.value == nil:
		rank += 40
	case b.value.Kind == doc.Map:
	case b.value.Kind == doc.List && len(b.value.Items) > 0 && b.value.Items[0].Kind == doc.Map:
		rank += 10
	case b.value.Kind == doc.List:
		rank += 20
	}
	if !b.clean {
		rank++
	}
	return rank
}

// edits notes that a block was taken out of other text, and that others of its
// rank were left.
func (s *searching) edits(best *block) {
	notes := []Edit{{SurroundingText, best.from, best.from, best.from}}
	if best.fenced {
		notes = []Edit{{CodeFence, best.fence, best.fence, best.fence}}
		if strings.TrimSpace(s.text[:best.fence]) != "" || strings.TrimSpace(s.text[s.fenceEnd(best.end):]) != "" {
			notes = append(notes, Edit{SurroundingText, best.from, best.from, best.from})
		}
	}
	for _, b := range s.found {
		if b != best && b.fenced == best.fenced && s.rank(b)/1000 == s.rank(best)/1000 && s.rank(b)%100 < 20 && b.value != nil && best.value != nil && !reflect.DeepEqual(b.value.Plain(), best.value.Plain()) {
			notes = append(notes, Edit{SeveralBlocks, best.from, best.from, best.from})
			break
		}
	}
	best.edits = append(notes, best.edits...)
}
