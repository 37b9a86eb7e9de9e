package outputcontract

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/schema"
)

// Reply is a reply without what a provider puts around it.
type Reply struct {
	Text       string
	StopReason schema.StopReason // empty where nothing says
}

// Limits bound a check.
type Limits struct {
	// Bytes is the size of a reply, Depth how deep its value may nest.
	Bytes int `json:"bytes"`
	Depth int `json:"depth"`
	// Values is how many values may be read, and ValuesPerKilobyte how many more
	// for each 1,024 bytes.
	Values            int `json:"values"`
	ValuesPerKilobyte int `json:"values_per_kilobyte"`
	// Problems is how many problems are listed.
	Problems int `json:"problems"`
}

// Result is what was found about one reply.
type Result struct {
	// Problems are all problems; none where the reply conforms.
	Problems []Problem
	// More is how many problems the limit left out.
	More int
	// Unchecked are the ids of rules that have no answer for a value with other
	// problems.
	Unchecked []string
	// Value is the JSON value; nil where there is none.
	Value *doc.Node
	// Edits are what was done to read it; Repaired says that they changed it.
	Edits    []schema.Edit
	Repaired bool
	// Failure is our own failure; the reply then does not conform.
	Failure error
}

// Conforms reports whether the reply was held against all of the contract and
// nothing is wrong with it.
func (r *Result) Conforms() bool { return r.Failure == nil && len(r.Problems) == 0 }

// Check holds a reply against the contract; repairs say what is mended in its
// JSON. A reply that was cut, refused or
// filtered is only that: nothing else is looked at.
func (c *Contract) Check(ctx context.Context, reply Reply, limits Limits, repairs *Repairs) *Result {
	k := &check{Contract: c, ctx: ctx, text: reply.Text, limits: limits, repairs: repairs, result: &Result{}, stop: reply.StopReason}
	if p, unusable := k.unusable(); unusable {
		k.keep(p)
	} else {
		k.run()
	}
	k.finish()
	return k.result
}

// check is one check.
type check struct {
	*Contract
	ctx     context.Context
	text    string
	stop    schema.StopReason
	limits  Limits
	repairs *Repairs
	result  *Result
	problemList
}

// unusable is what keeps the reply from being looked at.
func (k *check) unusable() (Problem, bool) {
	p := Problem{Offset: -1}
	switch k.stop {
	case schema.StopReasonLength:
		p.Code = ReplyLength
	case schema.StopReasonRefusal:
		p.Code = ReplyRefusal
	case schema.StopReasonFilter:
		p.Code = ReplyFilter
	case schema.StopReasonIncomplete:
		p.Code = ReplyIncomplete
	case schema.StopReasonEnd, schema.StopReasonToolUse, "":
	}
	switch {
	case p.Code != "":
	case len(k.text) > k.limits.Bytes:
		p.Code, p.Slots = ReplyTooLong, []Slot{{"limit", strconv.Itoa(k.limits.Bytes)}}
	case strings.Trim(strings.TrimPrefix(k.text, "\uFEFF"), " \t\r\n") == "":
		p.Code = ReplyEmpty
	case !utf8.ValidString(k.text):
		return k.notUTF8(), true
	}
	return p, p.Code != ""
}

// notUTF8 finds the first byte that is not UTF-8.
func (k *check) notUTF8() Problem {
	for i, r := range k.text {
		if r != utf8.RuneError {
			continue
		}
		if _, size := utf8.DecodeRuneInString(k.text[i:]); size == 1 {
			return Problem{Code: ReplyUTF8, Offset: i, Slots: []Slot{{"byte", "0x" + strconv.FormatUint(uint64(k.text[i]), 16)}}}
		}
	}
	return Problem{Code: ReplyUTF8, Offset: -1, Slots: []Slot{{"byte", "?"}}}
}

func (k *check) run() {
	from, to := 0, len(k.text)
	if k.sections != nil {
		r := k.sections.check(k.text)
		k.problems, k.count = append(k.problems, r.problems...), k.count+r.count
		if k.json == nil {
			return
		}
		i := slices.IndexFunc(r.found, func(s section) bool { return s.contract == k.json.section })
		if i < 0 { // the heading is missing, and so is the value
			return
		}
		from, to = r.found[i].from, r.found[i].to
	}
	k.value(from, to)
}

// value checks the JSON value in a stretch of the text.
func (k *check) value(from, to int) {
	n := k.extract(from, to)
	if n == nil {
		return
	}
	plain := n.Plain()
	wrong := k.json.shape.check(n, plain, n.EndOffset-n.Offset)
	rules, unchecked, err := k.json.checkRules(k.ctx, n, plain, len(wrong) > 0)
	k.result.Unchecked, k.result.Failure = unchecked, err
	slices.SortStableFunc(wrong, byOffset)
	for _, p := range append(wrong, rules...) {
		k.keep(p)
	}
}

// finish cuts the list of problems and finds their places.
func (k *check) finish() {
	listed := min(len(k.problems), k.limits.Problems)
	k.result.Problems, k.result.More = slices.Clip(k.problems[:listed]), k.count-listed
	place(k.text, k.result.Problems)
}

// place sets the positions of problems that have an offset.
func place(text string, problems []Problem) {
	order := make([]int, 0, len(problems))
	for i := range problems {
		if problems[i].Offset >= 0 && !problems[i].Position.Known() {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return problems[a].Offset - problems[b].Offset })
	at, here := 0, diag.Position{Line: 1, Column: 1}
	for _, i := range order {
		to := min(problems[i].Offset, len(text))
		at, here = to, forward(text[at:to], here)
		problems[i].Position = here
	}
}

// forward is the position behind a text that begins at a position. A line ends
// with a line feed, a carriage return, or both.
func forward(passed string, from diag.Position) diag.Position {
	if n := lineBreaks(passed); n > 0 {
		from.Line, from.Column = from.Line+n, 1
		passed = passed[strings.LastIndexAny(passed, "\r\n")+1:]
	}
	from.Column += utf8.RuneCountInString(passed)
	return from
}
