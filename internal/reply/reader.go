package reply

import (
	"fmt"
	"slices"

	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/repair"
	"github.com/contractc/contractc/schema"
)

// reader reads one reply.
type reader struct {
	text    string
	opt     Options
	json    *doc.JSONText
	places  *doc.Places
	reply   *Reply
	cutAt   int // where a value begins inside which the text ends, or −1
	unread  int // from where on the text was not read, or −1
	values  int // how many values were built
	raw     []doc.Finding
	doubled []Finding       // the first duplicate key outside actions
	around  []Finding       // names around actions that another reader may take for others
	doubt   *repair.Refusal // why a response that is nearly JSON was not mended, where it has several readings
	native  bool            // actions come from an envelope, in which arguments are JSON-encoded strings by rights
}

func newReader(text string, opt Options) *reader {
	places := doc.NewPlaces(text)
	return &reader{
		text: text, opt: opt, json: doc.NewJSONText(text), places: places, cutAt: -1, unread: -1,
		reply: &Reply{source: text, places: places, Text: text, Envelope: PlainText, StopReason: opt.StopReason},
	}
}

// scanner returns a scanner of the text up to a place.
func (r *reader) scanner(to int) scanner {
	return scanner{src: r.text[:to], limits: r.opt.Limits, values: r.opt.Limits.values(len(r.text))}
}

// read finds the response and its actions.
func (r *reader) read() {
	if len(r.text) > r.opt.Limits.Bytes {
		r.reply.Unusable = fmt.Sprintf("response is longer than %d bytes", r.opt.Limits.Bytes)
		return
	}
	found := r.readBlocks()
	decoded := len(found) > 0
	if !responseShaped(found) {
		found = append(found, r.search()...)
	}
	i := best(found)
	if r.incomplete(found, i) && r.mends(repair.ForText) {
		if c, ok := r.mend(); ok {
			r.cutAt, r.unread = -1, -1
			r.take([]candidate{c}, 0)
			return
		}
		r.noteDoubt()
	}
	if i < 0 || found[i].rank == otherRank && !decoded {
		r.reply.Unusable = r.notJSON(r.wholeBlock())
		return
	}
	r.take(found, i)
}

// incomplete reports whether what was found is no response, or parts of a broken one.
func (r *reader) incomplete(found []candidate, i int) bool {
	return i < 0 || found[i].rank == otherRank || found[i].from == broken
}

// search looks for a response that is not a block of JSON: JSON in other text, and if there is none a block in Python's notation.
func (r *reader) search() []candidate {
	if r.opt.Everything {
		return r.searchAll()
	}
	if !r.opt.allows(Embedded) {
		return r.readPython()
	}
	found := r.scanEmbedded(0, len(r.text))
	if !responseShaped(found) {
		found = append(found, r.readPython()...)
	}
	return found
}

// searchAll is search for all there is. What is JSON inside a block in Python's notation is a part of that block and no response of its own.
func (r *reader) searchAll() []candidate {
	literals := r.readPython()
	var found []candidate
	if r.opt.allows(Embedded) {
		found = r.sweepAll(0, len(r.text))
		if slices.ContainsFunc(literals, func(l candidate) bool { return l.start <= r.unread && r.unread < l.end }) {
			found = r.sweepAround(literals)
		}
	}
	found = slices.DeleteFunc(found, func(c candidate) bool {
		return slices.ContainsFunc(literals, func(l candidate) bool { return l.start <= c.start && c.end <= l.end })
	})
	return append(found, literals...)
}

// sweepAround finds what stands between blocks in Python's notation, whose braces are no broken JSON.
func (r *reader) sweepAround(literals []candidate) (found []candidate) {
	r.unread = -1
	from := 0
	for _, l := range literals {
		found = append(found, r.sweepAll(from, max(from, l.block.outerStart))...)
		from = max(from, l.block.outerEnd)
	}
	return append(found, r.sweepAll(from, len(r.text))...)
}

// take makes actions of the chosen candidate, and of the others what the options say.
func (r *reader) take(found []candidate, i int) {
	chosen := found[i]
	if r.opt.Everything && chosen.rank == actionRank && (chosen.from == embedded || chosen.from == broken) {
		r.takeEach(found)
		return
	}
	if r.addAll(&r.reply.Actions, chosen); r.reply.Unusable != "" {
		return
	}
	r.noteSource(chosen)
	others := slices.Delete(slices.Clone(found), i, i+1)
	if r.opt.Everything && chosen.from != embedded {
		others = append(r.sweepAll(0, chosen.block.outerStart), r.sweepAll(chosen.block.outerEnd, len(r.text))...)
	}
	others = slices.DeleteFunc(others, func(c candidate) bool { return c.rank > actionRank })
	slices.SortStableFunc(others, func(a, b candidate) int { return a.start - b.start })
	if len(others) > 0 {
		r.edit(SeveralValues, chosen.start)
	}
	if r.opt.Everything {
		r.extra(others)
	}
}

// takeEach takes all actions that were found one by one.
func (r *reader) takeEach(found []candidate) {
	each := slices.DeleteFunc(slices.Clone(found), func(c candidate) bool { return c.rank != actionRank })
	if len(each) > 1 || each[0].from == broken {
		if !r.opt.allows(OneByOne) {
			r.refuse(r.notJSON(r.wholeBlock()))
			return
		}
		r.edit(OneByOne, each[0].start)
	}
	for _, c := range each {
		r.addAll(&r.reply.Actions, c)
		r.noteSource(c)
	}
}

// addAll adds the actions of a candidate; one that is no response makes the reply unusable.
func (r *reader) addAll(list *[]RawAction, c candidate) {
	nodes, why := r.actionsOf(c)
	if why != "" {
		r.refuse(why)
	}
	for _, n := range nodes {
		r.add(list, n)
		if c.from == mended && len(*list) > 0 {
			r.mendedAction(&(*list)[len(*list)-1], c.edits)
		}
	}
}

// mendedAction notes what was mended in a call that may not be.
func (r *reader) mendedAction(a *RawAction, edits []repair.Edit) {
	if kind := a.Node.Get("type"); kind != nil && kind.Text == "call_tool" {
		r.mendedCall(a, edits)
	}
}

// extra lists the actions of other candidates; those that are no response have none.
func (r *reader) extra(others []candidate) {
	for _, c := range others {
		edits := len(r.reply.Edits)
		nodes, _ := r.actionsOf(c)
		for _, n := range nodes {
			r.add(&r.reply.Extra, n)
		}
		r.reply.Edits = r.reply.Edits[:edits] // of what is not acted on
	}
}

// refuse gives up the response.
func (r *reader) refuse(why string) {
	r.reply.Unusable = why
	r.reply.Actions, r.reply.Extra = nil, nil
}

// noteSource records how the response was found.
func (r *reader) noteSource(c candidate) {
	switch c.from {
	case embedded, broken:
		r.edit(Embedded, c.start)
	case fenced:
		r.edit(CodeFence, c.start)
	case mended:
		r.reply.Edits = append(r.reply.Edits, r.opt.Repairs.Listed(c.edits)...)
	case python:
		if c.block.from == fenced {
			r.edit(CodeFence, c.start)
		}
		r.edit(PythonLiteral, c.start)
	}
}

func (r *reader) edit(name LeniencyName, offset int) {
	words := r.opt.Leniencies[name]
	r.reply.Edits = append(r.reply.Edits, schema.Edit{
		Offset: int64(offset), What: words.What, Why: words.Why, Leniency: (*string)(&name),
	})
}

// finish says whether the reply is whole.
func (r *reader) finish() *Reply {
	reply := r.reply
	reply.Completeness = CompletenessOf(reply.StopReason)
	if r.stopped() {
		r.fault(CodeStopped, 0, r.opt.Stopped(reply.StopReason))
		if reply.Unusable != "" {
			reply.Unusable = r.opt.Stopped(reply.StopReason)
		}
	}
	reply.Findings = append(append(reply.Findings, r.outside()...), r.around...)
	r.spread()
	if r.cutAt >= 0 {
		reply.Completeness = schema.CompletenessCut
		r.fault(CodeCut, r.cutAt, "the reply ends inside the value that begins here")
	}
	if r.unread >= 0 { // as good as cut there: what follows is not known
		reply.Completeness = schema.CompletenessCut
		r.fault(CodeUnread, r.unread, "the reply holds too much that looks like JSON and is not; it was not read from here on")
	}
	slices.SortStableFunc(reply.Edits, func(a, b schema.Edit) int { return int(a.Offset - b.Offset) })
	return reply
}

// fault adds a finding on the reply as a whole.
func (r *reader) fault(code string, offset int, message string) {
	r.reply.Findings = append(r.reply.Findings, Finding{Code: code, Offset: offset, Position: r.places.At(offset), Message: message})
}

// CompletenessOf is what a stop reason says of a reply; nothing is said by none.
func CompletenessOf(stop schema.StopReason) schema.Completeness {
	switch stop {
	case schema.StopReasonEnd, schema.StopReasonToolUse:
		return schema.CompletenessComplete
	case "":
		return schema.CompletenessUnknown
	}
	return schema.CompletenessCut
}
