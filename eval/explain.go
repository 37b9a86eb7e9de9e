package eval

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/celenv"
	"github.com/contractc/contractc/internal/regorules"
	"github.com/contractc/contractc/schema"
)

// explainDeadline is how long an explanation may take: every rule is compiled by
// itself for it.
const explainDeadline = 60 * time.Second

// Explain judges a turn once more and says of every action what each rule in
// force made of it: whether it fired, and otherwise the first thing that was not
// so. It decides nothing and changes nothing; the same turn gives the same
// explanation. Where judging fails, what was looked at so far is there.
//
// Secrets are not shown, nor what is computed of them: where there are any, the turn
// is judged with others in their place too, and what comes out differently is hidden.
func (e *Engine) Explain(ctx context.Context, c *Context, t *Turn) []schema.ExplainedAction {
	x := &explainer{engine: e, inCEL: map[*index.Rule]*celenv.Rule{}, inRego: map[*index.Rule]*regorules.Engine{}}
	list := x.explain(ctx, c, t)
	hide := x.secrets()
	if len(hide.texts) == 0 && !hide.truth {
		return list
	}
	with := &compared{truth: hide.truth}
	for _, d := range disguises() {
		other := &explainer{engine: e, inCEL: x.inCEL, inRego: x.inRego, disguise: d}
		in, err := e.disguised(c, d)
		if err != nil {
			continue // what was not compared is hidden
		}
		with.others = append(with.others, other.explain(ctx, in, t))
	}
	with.hide(list)
	return list
}

// explain judges a turn and says what was seen.
func (x *explainer) explain(ctx context.Context, c *Context, t *Turn) []schema.ExplainedAction {
	x.turns = map[*index.Rule]*regorules.Turn{}
	return x.finish(x.engine.judgeWithin(ctx, c, t, explainDeadline, func(j *judge, t *Turn) error {
		j.inspect = x.inspect
		j.readAs = func(action any) any {
			if x.disguise != nil {
				action = x.engine.disguisedAction(action, x.disguise)
			}
			x.read = append(x.read, action)
			return action
		}
		x.events = c.input.Events
		return j.run(t)
	}))
}

// explainer looks at rules one by one.
type explainer struct {
	engine   *Engine
	inCEL    map[*index.Rule]*celenv.Rule
	inRego   map[*index.Rule]*regorules.Engine
	turns    map[*index.Rule]*regorules.Turn
	disguise *disguise // of secrets; nil for none
	read     []any     // actions
	events   []schema.Event
	hide     *secrets // once they are known
	actions  []*explained
}

// secrets are those of all actions, each of which rules can read on any other, and of
// the events before them. It is asked when all actions are read.
func (x *explainer) secrets() secrets {
	if x.hide == nil {
		hide := x.engine.secretsIn(x.read, x.events)
		x.hide = &hide
	}
	return *x.hide
}

// explained is what was seen of one action.
type explained struct {
	action *Action
	rules  map[*index.Rule]*schema.ExplainedRule
}

// look is one action in one stage, with what rules read of it.
type look struct {
	judge  *judge
	action *Action
	stage  schema.RuleStage
	bound  *celenv.Input
	own    func() object
	hide   secrets
}

// inspect asks every rule of a stage about an action.
func (x *explainer) inspect(l *look) {
	l.hide = x.secrets()
	at := slices.IndexFunc(x.actions, func(s *explained) bool { return s.action == l.action })
	if at < 0 {
		at, x.actions = len(x.actions), append(x.actions, &explained{l.action, map[*index.Rule]*schema.ExplainedRule{}})
	}
	for _, lib := range x.engine.catalog.Libraries {
		for _, r := range lib.Rules {
			if r.Coverage || !inForce(r.Metadata.Sets, x.engine.sets) || stageOf(&r.Metadata) != l.stage {
				continue
			}
			x.actions[at].rules[r] = x.rule(l, lib, r)
		}
	}
}

// rule asks one rule.
func (x *explainer) rule(l *look, lib *index.Library, r *index.Rule) *schema.ExplainedRule {
	out := describeRule(r)
	if !forType(r.Metadata.Actions, l.action.Type) {
		return out
	}
	out.Outcome, out.Reason = schema.ExplainedOutcomeNotFired, ""
	var err error
	switch {
	case lib.Folder != nil:
		err = x.folderRule(l, lib, r, out)
	case r.Language == index.CEL:
		err = x.celRule(l, r, out)
	default:
		err = x.regoRule(l, r, out)
	}
	switch {
	case err != nil:
		out.Outcome, out.Reason = schema.ExplainedOutcomeFailed, l.hide.text(err.Error())
	case len(out.Messages) > 0:
		out.Outcome, out.Reason = schema.ExplainedOutcomeFired, cmp.Or(out.Reason, "all that it demands is so")
	case out.Reason == "":
		out.Reason = "it finds nothing"
	}
	return out
}

func describeRule(r *index.Rule) *schema.ExplainedRule {
	out := &schema.ExplainedRule{
		Rule: r.ID, Version: r.Version, Language: schema.RuleLanguage(r.Language), Library: r.Library, Severity: r.Metadata.Severity,
		Outcome: schema.ExplainedOutcomeNotForAction,
	}
	out.Reason = "it is for " + cmp.Or(strings.Join(r.Metadata.Actions, ", "), "every action")
	return out
}

// folderRule asks the rules of a rule folder, which are evaluated together.
func (x *explainer) folderRule(l *look, lib *index.Library, r *index.Rule, out *schema.ExplainedRule) error {
	fields := l.own()
	action, _ := fields["action"].(object)
	for _, f := range x.engine.folders {
		if f.name != lib.ID {
			continue
		}
		if !f.concerns(l.action.Type, action) {
			out.Outcome, out.Reason = schema.ExplainedOutcomeNotForAction, "it is for the tools "+strings.Join(f.Tools, ", ")
			return nil
		}
		return x.folderSteps(l, f, lib, r, out, func() object { return l.judge.wholeInput(fields) }, action)
	}
	return nil
}

// finish puts the actions of a turn together.
func (x *explainer) finish(result *Result) []schema.ExplainedAction {
	list := []schema.ExplainedAction{}
	hide, actions := x.secrets(), result.Actions
	if result.Failure != nil {
		actions = x.looked()
	}
	for _, a := range actions {
		out := schema.ExplainedAction{Index: int64(a.Index), Reason: hide.text(shortest(a)), Rules: []schema.ExplainedRule{}}
		if result.Failure != nil {
			out.Reason = "judging failed, which denies every call"
		}
		if a.Type != "" {
			out.Type = &a.Type
		}
		seen := map[*index.Rule]*schema.ExplainedRule{}
		if at := slices.IndexFunc(x.actions, func(s *explained) bool { return s.action == a }); at >= 0 {
			seen = x.actions[at].rules
		}
		for _, r := range x.engine.catalog.Rules {
			if r.Coverage || !inForce(r.Metadata.Sets, x.engine.sets) {
				continue
			}
			rule := seen[r]
			if rule == nil {
				rule = describeRule(r)
				rule.Reason = unasked(a)
			}
			out.Rules = append(out.Rules, *rule)
			if result.Failure != nil && rule.Outcome == schema.ExplainedOutcomeFailed {
				out.Reason += ": " + rule.Rule + " failed"
			}
		}
		list = append(list, out)
	}
	return list
}

// looked are the actions that were looked at before judging failed.
func (x *explainer) looked() []*Action {
	list := make([]*Action, len(x.actions))
	for i, seen := range x.actions {
		list[i] = seen.action
	}
	return list
}

// unasked says why no rule of stage judge was asked about an action.
func unasked(a *Action) string {
	switch {
	case a.Ignored:
		return "the action is ignored"
	case a.Malformed:
		return "the action is malformed, and this rule judges those that are not"
	}
	return "it was not asked before judging stopped"
}

// shortest is the reason for what was decided about an action in one line.
func shortest(a *Action) string {
	switch {
	case a.Ignored:
		return "it is ignored"
	case len(a.Violations) > 0:
		v := a.Violations[0]
		return fmt.Sprintf("%s@%s refuses: %s", v.Rule, v.Version, v.Message)
	case a.Call != nil && len(a.Call.Reasons) > 0:
		r := a.Call.Reasons[0]
		words := []string{string(r.Outcome) + ":", string(r.Code)}
		for _, w := range []string{r.Rule, r.Subject, r.Message} {
			if w != "" {
				words = append(words, w)
			}
		}
		return strings.Join(words, " ")
	}
	return "no rule refuses it"
}
