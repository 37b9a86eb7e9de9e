package render

import (
	"fmt"
	"strings"

	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/internal/pyexpr"
	"github.com/contractc/contractc/schema"
)

// feedback is the text to send back to the model: a line for each problem, in
// the order of the actions, malformed ones first, as the claim contract has it.
// It names only what the model itself wrote and what rules say.
func feedback(d *schema.Decision, actions []*eval.Action) string {
	var malformed, rejected []string
	for i := range d.Actions {
		a := &d.Actions[i]
		switch {
		case a.Malformed != nil:
			for _, v := range a.Violations {
				malformed = append(malformed, fmt.Sprintf("%s: %s", actions[i].Label, v.Message))
			}
		case a.Ignored != nil || a.Accepted:
		default:
			for _, message := range messagesOf(a) {
				rejected = append(rejected, fmt.Sprintf("%s rejected: %s", rejectedSubject(a), message))
			}
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
	return strings.Join(lines, "\n")
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
