package policydiff

import (
	"fmt"
	"slices"
	"strings"

	"github.com/contractc/contractc/schema"
)

// Turn is a reply that was judged under both versions.
type Turn struct {
	Source   string // the file that it is from
	Name     string
	Old, New Judged
}

// Judged is what came of a reply under one version: a decision, or why there is
// none.
type Judged struct {
	Decision *schema.Decision
	Problem  string
}

// AddReplay adds to a report which decisions change, of recorded turns and of the
// replies of tests.
func AddReplay(r *schema.DiffReport, turns, tests []Turn) {
	replay := &schema.DiffReplay{Turns: int64(len(turns)), Tests: int64(len(tests)), Changed: []schema.ReplayChange{}, NotJudged: []schema.ReplayProblem{}}
	for _, t := range slices.Concat(turns, tests) {
		if t.Old.Problem != "" || t.New.Problem != "" {
			replay.Unread++
		}
		if t.Old.Problem != "" && t.Old.Problem == t.New.Problem {
			replay.NotJudged = append(replay.NotJudged, schema.ReplayProblem{Source: t.Source, Name: t.Name, Problem: t.Old.Problem})
		}
		if c, changed := t.changed(); changed {
			replay.Changed = append(replay.Changed, c)
		}
	}
	r.Replay = replay
}

// changed is how the decisions differ.
func (t *Turn) changed() (schema.ReplayChange, bool) {
	c := schema.ReplayChange{Source: t.Source, Name: t.Name, Old: t.Old.words(), New: t.New.words(), Reasons: []string{}}
	if c.Old == c.New {
		return c, false
	}
	c.Class = t.class()
	before, after := t.Old.reasons(), t.New.reasons()
	for _, reason := range before {
		if !slices.Contains(after, reason) {
			c.Reasons = append(c.Reasons, "- "+reason)
		}
	}
	for _, reason := range after {
		if !slices.Contains(before, reason) {
			c.Reasons = append(c.Reasons, "+ "+reason)
		}
	}
	return c, true
}

// words are what was decided of each action.
func (j Judged) words() string {
	switch {
	case j.Problem != "":
		return "not judged: " + j.Problem
	case j.Decision.Unusable != nil:
		return "unusable"
	}
	var words []string
	for i := range j.Decision.Actions {
		a := &j.Decision.Actions[i]
		words = append(words, fmt.Sprintf("%d %s", a.Index, decided(a)))
	}
	if len(words) == 0 {
		return "nothing"
	}
	return strings.Join(words, ", ")
}

// decided is what was decided of an action: of a call allow, ask or deny, of
// another whether it was accepted.
func decided(a *schema.ActionResult) string {
	switch {
	case a.Ignored != nil && *a.Ignored:
		return "ignored"
	case a.Decision != nil:
		return string(*a.Decision)
	case a.Accepted:
		return "accepted"
	}
	return "rejected"
}

// class is what the change of decisions does, action by action. Where actions
// are not the same ones it is not known.
func (t *Turn) class() Class {
	if t.Old.Decision == nil || t.New.Decision == nil {
		return Unknown
	}
	before, after := t.Old.Decision, t.New.Decision
	switch {
	case before.Unusable != nil && after.Unusable == nil:
		return Loosened
	case before.Unusable == nil && after.Unusable != nil:
		return Tightened
	case len(before.Actions) != len(after.Actions):
		return Unknown
	}
	var all effect
	for i := range before.Actions {
		switch a, b := severityOf(&before.Actions[i]), severityOf(&after.Actions[i]); {
		case b < a:
			all.add(Loosened)
		case b > a:
			all.add(Tightened)
		}
	}
	return all.class()
}

// severityOf orders what is decided of actions.
func severityOf(a *schema.ActionResult) int {
	return slices.Index([]string{"allow", "accepted", "ask", "deny", "rejected", "ignored"}, decided(a))
}

// reasons are those of all actions, each in one line.
func (j Judged) reasons() []string {
	if j.Decision == nil {
		return nil
	}
	var list []string
	for i := range j.Decision.Actions {
		a := &j.Decision.Actions[i]
		for _, v := range a.Violations {
			list = append(list, fmt.Sprintf("%d %s: %s", a.Index, v.Rule, v.Message))
		}
		for _, r := range a.Reasons {
			list = append(list, fmt.Sprintf("%d %s %s: %s", a.Index, r.Outcome, r.Code, r.Text))
		}
	}
	return list
}
