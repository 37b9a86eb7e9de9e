package main

import (
	"fmt"
	"strings"

	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/schema"
)

// proofText writes the answer to a question about contracts.
func proofText(r *schema.ProofReport) string {
	w := &textWriter{}
	w.line("%s: %s", r.Result, r.Question)
	for _, expression := range r.Expressions {
		w.line("  %s", expression)
	}
	for _, p := range r.Parameters {
		w.line("  for every %s of type %s%s", p.Name, p.Type, sideWords(p.Of))
	}
	if r.Reason != nil {
		w.line("because %s", *r.Reason)
	}
	if r.Recorded != nil {
		w.line("recorded in %s", *r.Recorded)
	}
	if r.Witness == nil {
		return w.String()
	}
	for _, p := range r.Witness.Parameters {
		w.json(fmt.Sprintf("with %s%s ", diag.Neutralise(p.Name), sideWords(p.Of)), p.Value)
	}
	if len(r.Witness.Events) == 0 {
		w.line("on the trace without events:")
	} else {
		w.line("on this trace, which is closed:")
	}
	for i := range r.Witness.Events {
		w.json("  ", r.Witness.Events[i])
	}
	for _, v := range r.Witness.Verdicts {
		w.line("%s: %s", v.Expression, v.Verdict)
	}
	return w.String()
}

// sideWords say of which contract a parameter is.
func sideWords(s schema.ParameterSide) string {
	switch s {
	case schema.ParameterSideFirst:
		return " of the first"
	case schema.ParameterSideSecond:
		return " of the second"
	}
	return ""
}

// planText writes what is proved about a plan.
func planText(r *schema.PlanReport) string {
	w := &textWriter{}
	w.line("%s: plan %s, %s", r.Result, r.Plan, r.Digest)
	for i := range r.Guarantees {
		w.guarantee(&r.Guarantees[i])
	}
	for _, b := range r.Bundles {
		w.line("bundle %s %s, %s, %s", b.Name, b.Version, b.Origin, b.Digest)
	}
	return w.String()
}

func (w *textWriter) guarantee(g *schema.PlannedGuarantee) {
	w.line("%s: %s", g.Expression, g.Result)
	if g.Reason != nil {
		w.line("  because %s", *g.Reason)
	}
	if g.Run == nil {
		return
	}
	w.json("  in the run with values ", g.Run.Values)
	for _, name := range sortedKeys(g.Run.Rows.Value) {
		rows, _ := g.Run.Rows.Value.(map[string]any)
		w.json("  and rows "+diag.Neutralise(name)+" ", rows[name])
	}
	for _, c := range g.Run.Choices {
		w.line("  where the guard at %s is not known and counts as %s", c.Guard, map[bool]string{true: "met", false: "not met"}[c.Then])
	}
	if len(g.Run.Events) == 0 {
		w.line("  which performs nothing")
	} else {
		w.line("  which performs")
	}
	for i := range g.Run.Events {
		w.json(fmt.Sprintf("    %d ", i), g.Run.Events[i])
	}
	w.line("  it is %s%s", g.Run.Verdict, becauseOf(g.Run.Because))
}

func becauseOf(events []int64) string {
	switch len(events) {
	case 0:
		return ""
	case 1:
		return fmt.Sprintf(" because of event %d", events[0])
	}
	return " because of the events " + strings.Trim(fmt.Sprint(events), "[]")
}
