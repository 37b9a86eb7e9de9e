package eval

import (
	"slices"

	"github.com/contractc/contractc/schema"
)

// decideCall adds the reasons of rules, guarantees and coverage, and decides.
func (j *judge) decideCall(a *Action, list []fired, coverage []schema.CoverageEntry) error {
	call := a.Call
	before := j.trace.Snapshot()
	if err := j.checkPreconditions(a); err != nil {
		return err
	}
	j.addFields(a)
	j.checkGuarantees(call)
	call.addCoverage(a.Index, coverage)
	j.addSilent(a)
	allowed := call.addRules(a.Violations, list)
	if j.result.Completeness == schema.CompletenessCut {
		call.Reasons = append(call.Reasons, Reason{Outcome: schema.OutcomeDeny, Code: ReasonCut})
	}
	if !allowed {
		call.Reasons = append(call.Reasons, Reason{Outcome: schema.OutcomeAsk, Code: ReasonNoAllowRule})
	}
	slices.SortStableFunc(call.Reasons, func(a, b Reason) int { return rank(b.Outcome) - rank(a.Outcome) })
	call.Decision = decide(call.Reasons)
	if call.Decision == schema.OutcomeDeny {
		j.trace.Restore(before)
		return nil
	}
	j.trace.Discard(before)
	j.events = append(j.events[:len(j.events):len(j.events)], eventsOf(call)...)
	return nil
}

func eventsOf(call *Call) []schema.Event {
	events := make([]schema.Event, len(call.Effects))
	for i := range call.Effects {
		events[i] = call.Effects[i].Event
	}
	return events
}

// addRules adds a reason for every rule that speaks of the call, and reports
// whether one allows it.
func (c *Call) addRules(violations []schema.Violation, list []fired) (allowed bool) {
	for _, v := range violations {
		c.Reasons = append(c.Reasons, Reason{
			Outcome: schema.OutcomeDeny, Code: ReasonRule, Message: v.Message, Rule: v.Rule + "@" + v.Version,
		})
	}
	for _, f := range list {
		outcome := schema.OutcomeAsk
		switch f.severity {
		case schema.SeverityAllow:
			outcome, allowed = schema.OutcomeAllow, true
		case schema.SeverityAsk:
		default:
			continue
		}
		c.Reasons = append(c.Reasons, Reason{Outcome: outcome, Code: ReasonRule, Message: f.message, Rule: f.rule + "@" + f.version})
	}
	return allowed
}

// addCoverage keeps what rules say of the domains that the call uses; a gap
// asks.
func (c *Call) addCoverage(index int, entries []schema.CoverageEntry) {
	c.Coverage = append(c.Coverage, entries...)
	for i := range c.Coverage {
		entry := &c.Coverage[i]
		entry.Actions = []int64{int64(index)}
		switch entry.Status {
		case schema.CoverageStatusCovered, schema.CoverageStatusEntailed:
			continue
		case schema.CoverageStatusUnmodelled:
			if own := len(c.Coverage) - len(entries); i < own {
				continue // it has its reason already
			}
			c.Reasons = append(c.Reasons, Reason{Outcome: schema.OutcomeAsk, Code: ReasonUnmodelled, Subject: entry.Domain})
			continue
		}
		c.Reasons = append(c.Reasons, Reason{
			Outcome: schema.OutcomeAsk, Code: ReasonCoverage, Subject: entry.Domain, Message: string(entry.Status),
		})
	}
}
