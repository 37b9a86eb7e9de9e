package outputcontract

import (
	"slices"
	"strings"

	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/repair"
	"github.com/contractc/contractc/schema"
)

// Repairs say what is mended in the JSON of replies.
type Repairs struct {
	// Options are the repairs that exist, with their words.
	Options repair.Options
	// Never are classes that are not used, whatever the options allow for texts.
	Never []repair.Class
	// Whole are classes that are used only where the reply is known to be whole,
	// since what is missing may have been cut off.
	Whole []repair.Class
}

// options are the repairs for one value. A strict contract takes JSON as it
// stands out of other text, and mends nothing.
func (r *Repairs) options(strict bool, completeness schema.Completeness, limits Limits) *repair.Options {
	opt := r.Options
	opt.Text = slices.DeleteFunc(slices.Clone(opt.Text), func(c repair.Class) bool {
		return strict && !around(c) || slices.Contains(r.Never, c) || completeness != schema.CompletenessComplete && slices.Contains(r.Whole, c)
	})
	opt.Limits.Bytes, opt.Limits.Depth = limits.Bytes, limits.Depth
	opt.Limits.Values, opt.Limits.ValuesPerKilobyte = limits.Values, limits.ValuesPerKilobyte
	return &opt
}

// around reports a repair that takes the value out of what stands around it.
func around(c repair.Class) bool { return c == repair.CodeFence || c == repair.SurroundingText }

// completeness is what the stop reason says of the reply.
func (k *check) completeness() schema.Completeness {
	if k.stop == schema.StopReasonEnd || k.stop == schema.StopReasonToolUse {
		return schema.CompletenessComplete
	}
	return schema.CompletenessUnknown
}

// extract finds the value in a stretch of the text, and keeps why there is none.
func (k *check) extract(from, to int) *doc.Node {
	if strings.Trim(k.text[from:to], " \t\r\n") == "" {
		k.keep(Problem{Code: JSONNone, Offset: -1})
		return nil
	}
	if from == 0 {
		from = len(k.text) - len(strings.TrimPrefix(k.text, "\uFEFF"))
	}
	opt := k.repairs.options(k.json.strict, k.completeness(), k.limits)
	read := repair.Read(k.text, opt, repair.Request{Completeness: k.completeness(), From: from, To: to})
	if read.Refusal != nil {
		k.keep(k.refused(read.Refusal, from, to))
		return nil
	}
	k.result.Value, k.result.Edits = read.Value, opt.Listed(read.Edits)
	k.result.Repaired = slices.ContainsFunc(read.Edits, func(e repair.Edit) bool { return !around(e.Class) })
	if k.json.bare && slices.ContainsFunc(read.Edits, func(e repair.Edit) bool { return around(e.Class) }) {
		k.keep(Problem{Code: JSONAround, Offset: read.Value.Offset})
	}
	return read.Value
}

// refused is why there is no value, as a problem.
func (k *check) refused(why *repair.Refusal, from, to int) Problem {
	p := Problem{Code: JSONInvalid, Offset: why.Offset, Slots: []Slot{{"problem", why.Reason}}}
	strict := k.strictly(from, to)
	switch {
	case strict != nil && strings.HasPrefix(strict.Code, "limit."):
		return Problem{Code: JSONInvalid, Offset: strict.Offset, Slots: []Slot{{"problem", strict.Message}}}
	case why.None:
		return Problem{Code: JSONNone, Offset: -1}
	case why.Class == repair.SeveralBlocks || why.Class == repair.SeveralValues:
		return Problem{Code: JSONSeveral, Offset: why.Offset}
	case why.Class == "" || len(why.Readings) == 0:
		return p
	}
	// What is not mended is said as JSON's own readers say it.
	if err := k.strictly(why.Readings[0].Offset, to); err != nil {
		p.Offset, p.Slots = err.Offset, []Slot{{"problem", err.Message}}
	}
	return p
}

// strictly is what a strict reader says of the value that begins at a place.
func (k *check) strictly(from, to int) *doc.SyntaxError {
	_, _, err := doc.NewJSONText(k.text[:to]).Value(from, doc.JSONOptions{Discard: true, Limits: doc.Limits{
		Bytes: to - from + 1, Depth: k.limits.Depth, Nodes: k.limits.Values + (to-from)>>10*k.limits.ValuesPerKilobyte,
	}})
	return err
}
