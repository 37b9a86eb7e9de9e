package reply

import (
	"slices"
	"strings"

	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/schema"
)

// end reads the text of the message and says whether the message is whole. Text that is no response does not matter next to calls.
func (m *message) end() {
	if m.whole && m.calls > 0 && m.stop == schema.StopReasonEnd {
		m.reply.StopReason = schema.StopReasonToolUse
	}
	joined := m.join()
	m.reply.Text = joined.text
	if m.reply.Unusable != "" || joined.text == "" {
		if m.calls == 0 && m.reply.Unusable == "" {
			m.reply.Unusable = "response holds neither text nor calls of tools"
		}
		return
	}
	opt := m.opt
	opt.StopReason = m.stop
	sub := newReader(joined.text, opt)
	sub.values = m.values
	sub.read()
	inner := sub.finish()
	if sub.cutAt >= 0 && m.cutAt < 0 {
		m.cutAt, _, _ = joined.span(sub.cutAt, sub.cutAt)
	}
	if inner.Unusable != "" {
		if m.calls == 0 {
			m.reply.Unusable = inner.Unusable
		}
		return
	}
	m.merge(joined, inner)
}

// merge puts the actions of the text before those of the message.
func (m *message) merge(joined joinedText, inner *Reply) {
	m.reply.Actions = append(joined.actions(inner.Actions), m.reply.Actions...)
	for i := range m.reply.Actions {
		m.reply.Actions[i].Index = i
	}
	m.reply.Extra = joined.actions(inner.Extra)
	for _, e := range inner.Edits {
		at, _, _ := joined.span(int(e.Offset), int(e.Offset))
		e.Offset = int64(at)
		m.reply.Edits = append(m.reply.Edits, e)
	}
	for _, f := range inner.Findings {
		if f.Code != CodeCut { // noted already
			m.reply.Findings = append(m.reply.Findings, joined.finding(f))
		}
	}
}

// joinedText is the blocks of text of a message in a row.
type joinedText struct {
	text   string
	starts []int // of each block
	blocks []innerText
}

func (m *message) join() joinedText {
	j := joinedText{blocks: m.texts}
	var b strings.Builder
	for _, block := range m.texts {
		j.starts = append(j.starts, b.Len())
		b.WriteString(block.whole.Text)
	}
	j.text = b.String()
	return j
}

// span returns where a stretch of the text stands in the message.
func (j joinedText) span(start, end int) (int, int, diag.Range) {
	from, _, rng := j.block(start).span(start-j.starts[j.at(start)], start-j.starts[j.at(start)])
	_, to, last := j.block(end).span(end-j.starts[j.at(end)], end-j.starts[j.at(end)])
	return from, to, diag.Range{Start: rng.Start, End: last.End}
}

func (j joinedText) at(offset int) int {
	i, exact := slices.BinarySearch(j.starts, offset)
	if exact {
		return i
	}
	return i - 1
}

func (j joinedText) block(offset int) innerText { return j.blocks[j.at(offset)] }

func (j joinedText) actions(list []RawAction) []RawAction {
	out := make([]RawAction, 0, len(list))
	for _, a := range list {
		a.Node = rebase(a.Node, j.span)
		a.Offset, a.End, a.Position = a.Node.Offset, a.Node.EndOffset, a.Node.Range.Start
		for i := range a.Findings {
			a.Findings[i] = j.finding(a.Findings[i])
		}
		out = append(out, a)
	}
	return out
}

func (j joinedText) finding(f Finding) Finding {
	var rng diag.Range
	f.Offset, _, rng = j.span(f.Offset, f.Offset)
	f.Position = rng.Start
	return f
}
