package render

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/internal/pyexpr"
	"github.com/contractc/contractc/schema"
)

// feedback is the text to send back to the model: a line for each problem, in
// the order of the actions, malformed ones first, as the claim contract has it,
// and after them what was lost of the reply. It names only what the model itself
// wrote and what rules say.
func feedback(d *schema.Decision, res *eval.Result) string {
	var malformed, rejected []string
	for i := range d.Actions {
		a := &d.Actions[i]
		switch {
		case a.Malformed != nil:
			for _, v := range a.Violations {
				malformed = append(malformed, res.Actions[i].Label+": "+v.Message)
			}
		case a.Ignored == nil && !a.Accepted:
			rejected = append(rejected, rejections(a, res.Feedback)...)
		}
	}
	lines := append(malformed, rejected...)
	switch {
	case d.Error != nil:
		lines = append(lines, "the check itself failed, so no call was allowed; try again")
	case d.Unusable != nil:
		lines = append(lines, *d.Unusable)
	case len(d.Actions) == 0:
		lines = append(lines, "the response contained no actions")
	}
	if res.Feedback.Losses == "told" && d.Error == nil {
		lines = append(lines, losses(d, res)...)
	}
	for i := range lines {
		lines[i] = shortened(lines[i], res.Feedback.Line)
	}
	return strings.Join(lines, "\n")
}

// losses say what of a reply was not read.
func losses(d *schema.Decision, res *eval.Result) (lines []string) {
	found := func(code string) bool {
		return slices.ContainsFunc(res.Findings, func(f eval.Finding) bool { return f.Code == code })
	}
	switch {
	case d.Completeness != schema.CompletenessCut, found("reply.unread") && !found("reply.cut"):
	case d.Unusable == nil && stoppedBy(d, schema.StopReasonRefusal, schema.StopReasonFilter):
		lines = append(lines, stopped(res))
	case len(d.Actions) == 0:
		lines = append(lines, "the response was cut off before its first action was complete; send it again")
	default:
		lines = append(lines, fmt.Sprintf("the response was cut off after action %d; send what is missing again", len(d.Actions)))
	}
	if n := len(res.Extra); n > 0 {
		lines = append(lines, fmt.Sprintf("%s outside the response: not read; put all actions into one list", counted(n, "action")))
	}
	if found("reply.unread") {
		lines = append(lines, "the response was not searched to its end; reply with the JSON object alone")
	}
	return lines
}

// stoppedBy reports whether a reply was stopped for one of some reasons.
func stoppedBy(d *schema.Decision, reasons ...schema.StopReason) bool {
	return d.StopReason != nil && slices.Contains(reasons, *d.StopReason)
}

// stopped says why a reply was stopped.
func stopped(res *eval.Result) string {
	for _, f := range res.Findings {
		if f.Code == "reply.stopped" {
			return f.Message
		}
	}
	return "the response was stopped"
}

func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// rejections are the lines for an action that was rejected.
func rejections(a *schema.ActionResult, how eval.Feedback) (lines []string) {
	for _, message := range messagesOf(a) {
		lines = append(lines, fmt.Sprintf("%s rejected: %s", rejectedSubject(a), message))
		if how.Reasons == "first" {
			break
		}
	}
	return lines
}

// messagesOf says why an action was rejected.
func messagesOf(a *schema.ActionResult) (list []string) {
	for _, v := range a.Violations {
		list = append(list, v.Message)
	}
	for _, r := range a.Reasons {
		if r.Outcome == schema.OutcomeDeny && r.Rule == nil {
			list = append(list, r.Text)
		}
	}
	return list
}

// shortened is a line with its middle left out where it is longer than a limit.
// What is wrong stands at its beginning, and often what to do at its end.
func shortened(line string, limit int) string {
	if limit == 0 || utf8.RuneCountInString(line) <= limit {
		return line
	}
	const mark = " [...] "
	runes := []rune(line)
	tail := limit / 4
	return string(runes[:limit-tail-len(mark)]) + mark + string(runes[len(runes)-tail:])
}

func textOf(a *schema.ActionResult, name string) string {
	if a.Action == nil {
		return ""
	}
	object, _ := a.Action.Value.(map[string]any)
	s, _ := object[name].(string)
	return s
}

// rejectedSubject names a rejected action.
func rejectedSubject(a *schema.ActionResult) string {
	kind := ""
	if a.Type != nil {
		kind = *a.Type
	}
	switch kind {
	case "call_tool":
		return kind + " " + pyexpr.Repr(textOf(a, "tool"))
	case "answer":
		return kind
	}
	return kind + " " + pyexpr.Repr(textOf(a, "key"))
}
