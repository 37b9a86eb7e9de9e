package main

import (
	"context"

	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/render"
	"github.com/contractc/contractc/schema"
)

// explainDecision prints a decision and then, of every action, what each rule in
// force made of it.
func (a *app) explainDecision(j *judge, ready *eval.Context, turn *eval.Turn, result *render.Turn, format string) error {
	explanation := &schema.Explanation{
		Format: schema.ExplanationFormat, Decision: result.Decision, Actions: j.engine.Explain(context.Background(), ready, turn),
	}
	for i := range explanation.Actions {
		inWords(&explanation.Actions[i], &result.Decision)
	}
	if format == "json" {
		return a.writeJSON(explanation)
	}
	if err := a.writeDecision(j, result, format); err != nil {
		return err
	}
	return a.writeText(explanationText(explanation))
}

// inWords puts the words of the decision in the place of a reason of the engine's
// own, which has a code; that of a rule has the rule's words already.
func inWords(a *schema.ExplainedAction, d *schema.Decision) {
	if d.Error != nil {
		return
	}
	for i := range d.Actions {
		decided := &d.Actions[i]
		if decided.Index != a.Index || decided.Ignored != nil && *decided.Ignored || len(decided.Violations) > 0 || len(decided.Reasons) == 0 {
			continue
		}
		if r := &decided.Reasons[0]; r.Rule == nil {
			a.Reason = string(r.Outcome) + ": " + r.Text
		}
	}
}

// explanationText is an explanation as a person reads it: the rules that fired
// first, then those that did not, and of those that are not for the action their
// number.
func explanationText(x *schema.Explanation) string {
	w := &textWriter{}
	w.line("")
	w.line("Why")
	for i := range x.Actions {
		writeExplained(w, &x.Actions[i])
	}
	return w.String()
}

func writeExplained(w *textWriter, a *schema.ExplainedAction) {
	kind := ""
	if a.Type != nil {
		kind = ", " + *a.Type
	}
	w.line("")
	w.line("Action %d%s: %s", a.Index+1, kind, a.Reason)
	others := 0
	for _, outcome := range []schema.ExplainedOutcome{schema.ExplainedOutcomeFailed, schema.ExplainedOutcomeFired, schema.ExplainedOutcomeNotFired} {
		for i := range a.Rules {
			if a.Rules[i].Outcome == outcome {
				writeExplainedRule(w, &a.Rules[i])
			}
		}
	}
	for i := range a.Rules {
		if a.Rules[i].Outcome == schema.ExplainedOutcomeNotForAction {
			others++
		}
	}
	if others > 0 {
		w.line("  %d more rules are not for this action", others)
	}
}

func writeExplainedRule(w *textWriter, r *schema.ExplainedRule) {
	words := map[schema.ExplainedOutcome]string{
		schema.ExplainedOutcomeFailed: "failed", schema.ExplainedOutcomeFired: "fired", schema.ExplainedOutcomeNotFired: "did not fire",
	}
	w.line("  %s@%s (%s, %s) %s: %s", r.Rule, r.Version, r.Language, r.Severity, words[r.Outcome], r.Reason)
	for _, m := range r.Messages {
		w.line("    says %s", m)
	}
	if r.Outcome == schema.ExplainedOutcomeNotFired {
		return
	}
	for _, s := range r.Steps {
		w.line("    %s:%d:%d: %s: %s", s.File, s.Line, s.Column, s.Expression, s.Value)
		for _, v := range s.Values {
			w.line("      %s = %s", v.Expression, v.Value)
		}
	}
	if r.LeftOut != nil {
		w.line("    and %d more", *r.LeftOut)
	}
}
