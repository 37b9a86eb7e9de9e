package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/render"
	"github.com/contractc/contractc/schema"
)

// explainDecision prints a decision and then, of every action, what each rule in
// force made of it.
func (a *app) explainDecision(j *judge, ready *eval.Context, turn *eval.Turn, result *render.Turn, format string) error {
	explanation := &schema.Explanation{
		Format: schema.ExplanationFormat, Decision: result.Decision, Actions: j.engine.Explain(context.Background(), ready, turn),
	}
	if format == "json" {
		return a.writeJSON(explanation)
	}
	if err := a.writeDecision(j, result, format); err != nil {
		return err
	}
	return a.writeText(explanationText(explanation))
}

// explanationText is an explanation as a person reads it: the rules that fired
// first, then those that did not, and of those that are not for the action their
// number.
func explanationText(x *schema.Explanation) string {
	var b strings.Builder
	b.WriteString("\nWhy\n")
	for i := range x.Actions {
		writeExplained(&b, &x.Actions[i])
	}
	return b.String()
}

func writeExplained(b *strings.Builder, a *schema.ExplainedAction) {
	kind := ""
	if a.Type != nil {
		kind = ", " + *a.Type
	}
	fmt.Fprintf(b, "\nAction %d%s: %s\n", a.Index+1, diag.Neutralise(kind), diag.Neutralise(a.Reason))
	others := 0
	for _, outcome := range []schema.ExplainedOutcome{schema.ExplainedOutcomeFailed, schema.ExplainedOutcomeFired, schema.ExplainedOutcomeNotFired} {
		for i := range a.Rules {
			if a.Rules[i].Outcome == outcome {
				writeExplainedRule(b, &a.Rules[i])
			}
		}
	}
	for i := range a.Rules {
		if a.Rules[i].Outcome == schema.ExplainedOutcomeNotForAction {
			others++
		}
	}
	if others > 0 {
		fmt.Fprintf(b, "  %d more rules are not for this action\n", others)
	}
}

func writeExplainedRule(b *strings.Builder, r *schema.ExplainedRule) {
	words := map[schema.ExplainedOutcome]string{
		schema.ExplainedOutcomeFailed: "failed", schema.ExplainedOutcomeFired: "fired", schema.ExplainedOutcomeNotFired: "did not fire",
	}
	fmt.Fprintf(b, "  %s@%s (%s, %s) %s: %s\n", r.Rule, r.Version, r.Language, r.Severity, words[r.Outcome], diag.Neutralise(r.Reason))
	for _, m := range r.Messages {
		fmt.Fprintf(b, "    says %s\n", diag.Neutralise(m))
	}
	if r.Outcome == schema.ExplainedOutcomeNotFired {
		return
	}
	for _, s := range r.Steps {
		fmt.Fprintf(b, "    %s:%d:%d: %s: %s\n", diag.Neutralise(s.File), s.Line, s.Column, diag.Neutralise(s.Expression), diag.Neutralise(s.Value))
		for _, v := range s.Values {
			fmt.Fprintf(b, "      %s = %s\n", diag.Neutralise(v.Expression), diag.Neutralise(v.Value))
		}
	}
	if r.LeftOut != nil {
		fmt.Fprintf(b, "    and %d more\n", *r.LeftOut)
	}
}
