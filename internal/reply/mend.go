package reply

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/repair"
	"github.com/contractc/contractc/schema"
)

// CodeMended is the code of a finding on JSON that was mended where it may not be,
// or that can be mended in more than one way.
const CodeMended = "reply.mended"

// mends reports whether JSON that is nearly right may be mended. In a reply that
// is known to be cut nothing is.
func (r *reader) mends(purpose repair.Purpose) bool {
	return r.opt.Repairs != nil && r.opt.Repairs.Enabled(purpose) && !r.stopped()
}

// stopped reports whether the stop reason says that the reply is not complete.
func (r *reader) stopped() bool {
	return CompletenessOf(r.reply.StopReason) == schema.CompletenessCut
}

// mend looks for a response that is nearly JSON: as the whole text, in a fence,
// and in prose. What is not known to be whole is used only if nothing had to be
// closed.
func (r *reader) mend() (candidate, bool) {
	if !strings.Contains(r.text, "actions") && !strings.Contains(r.text, "type") {
		return candidate{}, false
	}
	whole := CompletenessOf(r.reply.StopReason)
	read := repair.Read(r.text, r.opt.Repairs, repair.Request{
		Completeness: whole, Places: r.places, Fits: func(n *doc.Node) bool { return rankOf(n) < otherRank },
	})
	if read.Refusal != nil {
		if len(read.Refusal.Readings) > 1 && rankOf(read.Refusal.Readings[0]) < otherRank {
			r.doubt = read.Refusal
		}
		return candidate{}, false
	}
	for _, e := range read.Edits {
		if e.Class.Closes() && whole != schema.CompletenessComplete || !r.allowsRepair(e.Class) {
			return candidate{}, false
		}
	}
	c := candidate{start: read.Start, end: read.End, rank: rankOf(read.Value), from: mended, node: read.Value, edits: read.Edits}
	c.block = block{start: read.Start, end: read.End, from: mended, outerStart: read.Start, outerEnd: read.End}
	return c, c.rank < otherRank
}

// allowsRepair is false for repairs that do what a leniency does that is not allowed.
func (r *reader) allowsRepair(class repair.Class) bool {
	switch class {
	case repair.CodeFence:
		return r.opt.allows(CodeFence)
	case repair.SurroundingText:
		return r.opt.allows(Embedded)
	case repair.SeveralBlocks:
		return r.opt.allows(SeveralValues)
	}
	return true
}

// mendedCall notes what was mended in a call, or before it, that may not be.
func (r *reader) mendedCall(a *RawAction, edits []repair.Edit) {
	req := repair.Request{For: repair.ForCall, Completeness: CompletenessOf(r.reply.StopReason)}
	for _, e := range edits {
		why := ""
		switch {
		case e.Begin >= a.Offset && e.Begin < a.End:
			why = r.opt.Repairs.Forbids(e, r.text, req)
		case e.Begin < a.Offset && e.Class.MovesStrings():
			why = "a string before the call was mended, so that it is in doubt where the call begins"
		}
		if why != "" {
			a.Findings = append(a.Findings, Finding{Code: CodeMended, Offset: e.Offset, Position: r.places.At(e.Offset), Message: why})
			return
		}
	}
}

// mendArgs mends the arguments of a call that are a string of nearly JSON. Where
// they cannot be mended in one way the string stays, and why is noted.
func (r *reader) mendArgs(a *RawAction, f *doc.Field) {
	text := f.Value.Text
	if !r.mends(repair.ForCall) || !strings.HasPrefix(strings.TrimLeft(text, " \t\r\n"), "{") {
		return
	}
	inner := r.innerText(f.Value)
	read := repair.Read(text, r.opt.Repairs, repair.Request{
		For: repair.ForCall, Alone: true, Completeness: CompletenessOf(r.reply.StopReason),
	})
	if why := read.Refusal; why != nil {
		at := inner.offset(why.Offset)
		a.Findings = append(a.Findings, Finding{Code: CodeMended, Path: "/args", Offset: at, Position: r.places.At(at), Message: doubtText(why)})
		return
	}
	r.values += size(read.Value)
	for _, e := range r.opt.Repairs.Listed(read.Edits) {
		e.Offset = int64(inner.offset(int(e.Offset)))
		r.reply.Edits = append(r.reply.Edits, e)
	}
	if !r.native {
		r.edit(ArgsText, f.Value.Offset)
	}
	f.Value = inner.tree(read.Value)
}

// maxReading is how much of a reading is shown, in characters.
const maxReading = 200

// doubtText says why a text was refused, with what it may mean.
func doubtText(why *repair.Refusal) string {
	if len(why.Readings) < 2 {
		return why.Reason
	}
	readings := make([]string, 0, len(why.Readings))
	for _, n := range why.Readings {
		text, err := json.Marshal(n.Plain())
		if err != nil {
			continue
		}
		shown := firstRunes(string(text), maxReading)
		if len(shown) < len(text) {
			shown += fmt.Sprintf(" [and %d bytes more]", len(text)-len(shown))
		}
		readings = append(readings, shown)
	}
	return why.Reason + ": it may mean " + strings.Join(readings, " or ")
}

// noteDoubt says what about the reply can be read in more than one way.
func (r *reader) noteDoubt() {
	if r.doubt != nil {
		r.fault(CodeMended, r.doubt.Offset, doubtText(r.doubt))
	}
}
