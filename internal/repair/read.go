package repair

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/schema"
)

// run is the reading of one text.
type run struct {
	text   string // up to where it is read
	whole  string
	opt    *Options
	req    Request
	limits doc.Limits
	strict *doc.JSONText
	places *doc.Places
}

// Read reads the JSON of a text. What is wrong with the text is in the result;
// the options are those that [Decode] returned.
func Read(text string, opt *Options, req Request) *Result {
	to := req.To
	if to <= 0 || to > len(text) {
		to = len(text)
	}
	r := &run{text: text[:to], whole: text, opt: opt, req: req, places: req.Places}
	from := max(0, min(req.From, to))
	r.limits = opt.Limits.json(to - from)
	switch {
	case req.Completeness == schema.CompletenessCut:
		return r.refuse(&Refusal{Reason: "the text was cut, so it is not read", Offset: from})
	case to-from > opt.Limits.Bytes:
		return r.refuse(&Refusal{Reason: fmt.Sprintf("the text is longer than the limit of %d bytes", opt.Limits.Bytes), Offset: from})
	}
	r.strict = doc.NewJSONText(r.text)
	s := readStrict(r.strict, from, r.limits, false)
	switch {
	case s.clean() && r.strict.End(s.end) == nil:
		return &Result{Value: s.node, Start: s.node.Offset, End: s.end}
	case s.err != nil && s.err.Code == doc.CodeLimitNodes:
		return r.refuse(&Refusal{Reason: s.err.Message, Offset: s.err.Offset})
	}
	return r.mend(from)
}

// mend reads a text that is not JSON as it stands.
func (r *run) mend(from int) *Result {
	if b := r.escaped(from); b != nil {
		return r.judge(b)
	}
	whole := r.block(from, false)
	if whole.fault == nil || whole.fault.limit && looksLikeJSON(r.text, from) || r.req.Alone {
		return r.judge(whole)
	}
	return r.search(from, whole)
}

// block is a stretch of the text that is read as JSON.
type block struct {
	from, end int
	fenced    bool
	fence     int // where the fence begins
	clean     bool
	value     *doc.Node
	edits     []Edit
	fault     *fault
	doubt     *doubt
	readings  []*doc.Node
}

// maxDoubts is how many doubtful places are tried both ways.
const maxDoubts = 4

// block reads the block that begins at a place, up to the end of the text unless
// it is a part of it. Places that can be read in two ways are read both ways;
// a way that leads nowhere is none.
func (r *run) block(from int, part bool) *block {
	first := r.attempt(from, part, nil, false)
	if first.fault != nil && first.fault.limit {
		return first.block()
	}
	if first.unequal != nil && first.fault == nil {
		return r.repeated(first, part)
	}
	for _, d := range first.doubts[:min(len(first.doubts), maxDoubts)] {
		other := r.attempt(from, part, map[int]bool{d.at: true}, false)
		switch {
		case other.fault != nil:
		case first.fault != nil && other.unequal == nil && settled(other, d):
			return other.block()
		case first.fault == nil && !reflect.DeepEqual(first.value.Plain(), other.value.Plain()):
			b := first.block()
			b.doubt, b.readings = &d, []*doc.Node{first.value, other.value}
			return b
		}
	}
	b := first.block()
	if n := len(first.doubts); n > maxDoubts && b.fault == nil {
		b.fault = &fault{at: first.doubts[maxDoubts].at, why: "the text can be read in many ways"}
	}
	return b
}

// settled reports whether a reading has no other doubtful place than one.
func settled(a *attempt, d doubt) bool {
	return !slices.ContainsFunc(a.doubts, func(other doubt) bool { return other.at != d.at })
}

// repeated is a block in which a key stands twice with two values.
func (r *run) repeated(last *attempt, part bool) *block {
	first := r.attempt(last.from, part, nil, true)
	b := last.block()
	b.doubt = &doubt{last.unequalAt, fmt.Sprintf("the key %q stands twice, with two values", last.unequal.Key)}
	b.readings = []*doc.Node{first.value, last.value}
	return b
}

// attempt is one way to read a block.
type attempt struct {
	from, end int
	value     *doc.Node
	edits     []Edit
	doubts    []doubt
	fault     *fault
	unequal   *doc.Field
	unequalAt int // where its value stands in the source
}

func (a *attempt) block() *block {
	return &block{from: a.from, end: a.end, value: a.value, edits: a.edits, fault: a.fault}
}

// bytesPerChange is about how far apart changes are in a text that needs many.
const bytesPerChange = 64

// attempt reads a block in one way: it mends the text and reads what comes out
// strictly. Of equal keys the first stays where first is true.
func (r *run) attempt(from int, part bool, flip map[int]bool, first bool) *attempt {
	p := newParser(r.text, from, r.opt.Limits, flip)
	p.changes = make([]change, 0, 8+min(r.opt.Limits.Edits, (len(r.text)-from)/bytesPerChange))
	ok := false
	if part {
		ok = p.value()
	} else {
		ok = p.document()
	}
	a := &attempt{from: from, end: p.pos, edits: p.edits, doubts: p.doubts, fault: p.fault}
	if !ok || p.fault != nil {
		return a
	}
	m := apply(r.text, from, p.pos, p.changes)
	r.settle(a, &m, first)
	return a
}

// settle reads what came out of a reading strictly.
func (r *run) settle(a *attempt, m *mended, first bool) {
	limits := r.limits
	limits.Bytes = len(m.text) + 1
	t := doc.NewJSONText(m.text)
	s := readStrict(t, 0, limits, first)
	if s.err == nil {
		s.err = t.End(s.end)
	}
	switch {
	case s.err != nil:
		a.fault = &fault{at: m.start(s.err.Offset), why: s.err.Message, limit: strings.HasPrefix(s.err.Code, "limit.")}
		return
	case s.wrong != nil:
		a.fault = &fault{at: m.start(s.wrong.Offset), why: s.wrong.Summary()}
		return
	}
	for _, at := range s.equal {
		a.edits = append(a.edits, Edit{EqualDuplicates, m.start(at), m.start(at), m.start(at)})
	}
	slices.SortStableFunc(a.edits, byOffset)
	if s.unequal != nil { // it may be no part of the tree
		a.unequalAt = m.start(s.unequal.Value.Offset)
	}
	at := r.position().Cursor()
	m.rebase(s.node, &at)
	a.value, a.unequal = s.node, s.unequal
}

// position gives the positions of offsets in the text.
func (r *run) position() *doc.Places {
	if r.places == nil {
		r.places = doc.NewPlaces(r.whole)
	}
	return r.places
}

// judge makes the result of a block: what is in doubt or not allowed is refused.
func (r *run) judge(b *block) *Result {
	switch {
	case b.fault != nil:
		return r.refuse(&Refusal{Reason: b.fault.why, Offset: b.fault.at})
	case b.doubt != nil:
		return r.refuse(&Refusal{Reason: b.doubt.why, Offset: b.doubt.at, Readings: b.readings})
	}
	for _, e := range b.edits {
		if why := r.opt.Forbids(e, r.text, r.req); why != "" {
			return r.refuse(&Refusal{Reason: why, Class: e.Class, Offset: e.Offset, Readings: []*doc.Node{b.value}})
		}
	}
	return &Result{Value: b.value, Start: b.value.Offset, End: b.value.EndOffset, Edits: b.edits}
}

// Forbids says why a repair of a text is not allowed; empty where it is.
func (o *Options) Forbids(e Edit, text string, req Request) string {
	c := e.Class
	switch {
	case !slices.Contains(o.allowed(req.For), c):
		return fmt.Sprintf("repairs of the class %q are switched off%s", c, map[Purpose]string{ForCall: " for calls of tools"}[req.For])
	case req.For == ForText:
		return ""
	case c == Comments && strings.ContainsAny(text[e.Offset:e.End], "\"'{}[]"):
		return "a comment in a call of a tool holds what may be a part of the call"
	case !c.Closes():
		return ""
	case c == MissingQuotes:
		return "a string of a call of a tool is never closed"
	case req.Completeness != schema.CompletenessComplete:
		what := strings.ReplaceAll(string(c), "_", " ")
		return fmt.Sprintf("a call of a tool is not repaired by %s where nothing says that the text is whole", what)
	case strings.TrimSpace(text[e.Offset:]) == "" && endsInWord(text[:e.Offset]):
		return "a number or a word of a call of a tool may have been cut at the end of the text"
	}
	return ""
}

// endsInWord reports whether a text ends in a number or a word, which more could
// have followed.
func endsInWord(text string) bool {
	return text != "" && isKeyByte(text[len(text)-1])
}

func (r *run) refuse(why *Refusal) *Result {
	why.Position = r.position().At(why.Offset)
	return &Result{Refusal: why}
}
