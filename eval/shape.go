package eval

import (
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/reply"
	"github.com/contractc/contractc/schema"
)

// shape runs the rules on the action as read, and gives it its type unless it
// is malformed.
func (j *judge) shape(a *Action) error {
	if bad := j.notNumbers[a.Index]; bad.text != "" {
		j.violated(a, bad.violation(a.Type), bad.path)
		a.Malformed = true
		return nil
	}
	in := j.input(a, nil)
	bound, own := j.cel.Input(in), func() object { return j.own(in, a.Plain, object{}) }
	if j.inspect != nil {
		j.inspect(&look{judge: j, action: a, stage: schema.RuleStageShape, bound: bound, own: own})
	}
	list, _, err := j.runRules(schema.RuleStageShape, a.Type, "", bound, own)
	if err != nil {
		return err
	}
	if a.Type == "call_tool" {
		a.asks, list = splitAsks(list)
	}
	j.record(a, list)
	if a.Malformed = len(a.Violations) > 0; a.Malformed {
		return nil
	}
	object, _ := a.Plain.(map[string]any)
	if a.Typed, err = typed(object); err != nil {
		j.malformed(a, RuleTyped, err.Error())
	}
	return nil
}

// splitAsks takes out the rules that ask. Those of stage shape that ask about a
// call have their say in the decision on it.
func splitAsks(list []fired) (asks, others []fired) {
	for _, f := range list {
		if f.severity == schema.SeverityAsk {
			asks = append(asks, f)
		} else {
			others = append(others, f)
		}
	}
	return asks, others
}

// exact refuses a call that a strict reader of JSON would not read, under every
// version of the rules: its arguments have no canonical form.
func (j *judge) exact(a *Action, raw *reply.RawAction) {
	if a.Type != "call_tool" {
		return
	}
	for _, f := range raw.Findings {
		if f.Code == doc.CodeJSONNotANumber { // it was said when the action was read
			continue
		}
		rule := RuleExact
		if f.Code == reply.CodeMended {
			rule = RuleMended
		}
		j.violated(a, schema.Violation{
			Rule: rule, Version: Version, Severity: schema.SeverityDeny, Message: f.Message,
		}, f.Path)
	}
	if len(a.Violations) > 0 {
		a.Malformed, a.Typed = true, nil
	}
}

func (j *judge) malformed(a *Action, rule, message string) {
	j.violated(a, schema.Violation{Rule: rule, Version: Version, Severity: schema.SeverityDeny, Message: message}, "")
	a.Malformed = true
}
