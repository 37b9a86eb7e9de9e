package render

import (
	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/schema"
)

// DecisionFormat is the version of the decision document.
const DecisionFormat = "contractc/decision/v1"

// A Turn is a decided turn with its words: the decision document, and the
// document of each card.
type Turn struct {
	Decision schema.Decision
	Cards    []*Document
}

// Turn puts the words to a result: the reasons, the feedback and a card for
// each call. A card that shows less than it should changes the decision of its
// call, never for the better. After a failure of ours there are no cards; a
// card that cannot be composed is such a failure.
func (r *Renderer) Turn(res *eval.Result) *Turn {
	t := &Turn{}
	d := &t.Decision
	d.Format, d.Id, d.Completeness, d.StopReason = DecisionFormat, optionalAny(res.ID), res.Completeness, res.StopReason
	digests := res.Digests
	d.Digests, d.Edits, d.Extra = &digests, res.Edits, extraOf(res)
	if res.Failure != nil {
		r.fail(t, res, res.Failure)
		return t
	}
	if res.Unusable != "" {
		d.Unusable = &res.Unusable
	}
	d.Guarantees, d.Coverage = verdictsOf(res.Guarantees), res.Coverage
	outcome, any := res.Outcome()
	for _, a := range res.Actions {
		out := r.action(a)
		if a.Call != nil {
			card, err := r.Compose(cardOf(res, a, out.Reasons))
			if err != nil {
				r.fail(t, res, err)
				return t
			}
			t.Cards = append(t.Cards, card)
			d.Cards = append(d.Cards, card.Card())
			if card.Outcome != a.Call.Decision {
				out.Decision = &card.Outcome
				out.Accepted = card.Outcome != schema.OutcomeDeny
				outcome = worse(outcome, card.Outcome)
			}
		}
		d.Actions = append(d.Actions, out)
	}
	if any {
		d.Decision = &outcome
	}
	d.Feedback = feedback(d, res)
	return t
}

// extraOf are the actions outside the response.
func extraOf(res *eval.Result) []schema.Any {
	var list []schema.Any
	for _, action := range res.Extra {
		list = append(list, schema.Any{Value: action})
	}
	return list
}

// worse returns the outcome that wins: deny over ask over allow.
func worse(a, b schema.Outcome) schema.Outcome {
	if a == schema.OutcomeDeny || b == schema.OutcomeAllow {
		return a
	}
	if b == schema.OutcomeDeny || a == schema.OutcomeAllow {
		return b
	}
	return a
}

// fail writes the decision of a failure of ours: every call that was read is
// denied, nothing is said of guarantees and coverage, and there is no card.
func (r *Renderer) fail(t *Turn, res *eval.Result, err error) {
	d := &t.Decision
	text, deny := err.Error(), schema.OutcomeDeny
	d.Error, d.Decision = &text, &deny
	d.Actions, d.Guarantees, d.Coverage, d.Cards, t.Cards = nil, nil, nil, nil, nil
	for _, a := range res.Actions {
		out := schema.ActionResult{Index: int64(a.Index), Type: optional(a.Type), Violations: []schema.Violation{}}
		if a.Type == "call_tool" {
			out.Decision = &deny
			out.Reasons = []schema.Reason{{Outcome: deny, Code: string(eval.ReasonFailure), Text: r.say(whyFailure)}}
		}
		d.Actions = append(d.Actions, out)
	}
	d.Feedback = feedback(d, res)
}

func optional(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

func optionalAny(v any) *schema.Any {
	if v == nil {
		return nil
	}
	return &schema.Any{Value: v}
}

func ifTrue(b bool) *bool {
	if !b {
		return nil
	}
	return &b
}

func verdictsOf(list []eval.Verdict) []schema.GuaranteeVerdict {
	out := make([]schema.GuaranteeVerdict, len(list))
	for i, v := range list {
		invocation := v.Guarantee.Invocation
		out[i] = schema.GuaranteeVerdict{
			Expression: invocation.Expression, Verdict: v.Verdict, Because: v.Because,
			Reason: optional(v.Reason), Invocation: &invocation,
		}
	}
	return out
}

// action writes what was decided about one action.
func (r *Renderer) action(a *eval.Action) schema.ActionResult {
	out := schema.ActionResult{
		Index: int64(a.Index), Type: optional(a.Type), Action: &schema.Any{Value: a.Plain}, Accepted: a.Accepted,
		Malformed: ifTrue(a.Malformed), Ignored: ifTrue(a.Ignored),
		Violations: a.Violations, Observations: a.Observations,
	}
	if call := a.Call; call != nil {
		out.Digest, out.Decision = &call.Digest, &call.Decision
		for i := range call.Reasons {
			out.Reasons = append(out.Reasons, r.reason(&call.Reasons[i]))
		}
		for i := range call.Effects {
			out.Events = append(out.Events, call.Effects[i].Event)
		}
	}
	return out
}

// reason puts a reason into words.
func (r *Renderer) reason(why *eval.Reason) schema.Reason {
	return schema.Reason{Outcome: why.Outcome, Code: string(why.Code), Rule: optional(why.Rule), Text: r.reasonText(why)}
}

func (r *Renderer) reasonText(why *eval.Reason) string {
	switch why.Code {
	case eval.ReasonRule:
		return why.Message
	case eval.ReasonViolated:
		return r.say(whyViolated, asCode(why.Subject))
	case eval.ReasonUnknown:
		return r.say(whyUnknown, asCode(why.Subject))
	case eval.ReasonUnmodelled:
		return r.say(whyUnmodelled, asQuote(why.Subject))
	case eval.ReasonCoverage:
		return r.say(gap(why.Message), asName(why.Subject))
	case eval.ReasonNoGuarantee:
		return r.say(whyNoGuarantee)
	case eval.ReasonNoAllowRule:
		return r.say(whyNoAllowRule)
	case eval.ReasonUncertain:
		return r.say(whyEffectUnknown, asName(why.Subject))
	case eval.ReasonUnread:
		return r.say(whyUnread, asName(why.Subject))
	case eval.ReasonField:
		return r.say(whyField, asName(why.Subject))
	case eval.ReasonUnmappable:
		return r.say(whyEffectUnreadable, asName(why.Subject))
	case eval.ReasonCut:
		return r.say(whyCut)
	}
	return r.say(whyFailure)
}

func gap(status string) messageID {
	switch schema.CoverageStatus(status) {
	case schema.CoverageStatusRequiredGap:
		return whyCoverageRequired
	case schema.CoverageStatusSilentGap:
		return whyCoverageSilent
	}
	return whyCoverageRecommended
}

// say returns a fixed text with its slots filled.
func (r *Renderer) say(id messageID, arguments ...argument) string {
	c := composer{Document: &Document{}, r: r}
	c.message(id, arguments...)
	return string(c.text)
}

// cardOf gathers what the card of a call shows and is bound to.
func cardOf(res *eval.Result, a *eval.Action, reasons []schema.Reason) *CardInput {
	call, source := a.Call, &res.Context.Source
	in := &CardInput{
		Index: a.Index, Arguments: call.Action.Args.Value, ActionDigest: call.Digest,
		Tool:     Tool{Name: call.Action.Tool, SchemaDigest: call.SchemaDigest},
		Decision: call.Decision, Reasons: reasons, Coverage: call.Coverage,
		Violations: a.Violations, Observations: a.Observations,
		Completeness: res.Completeness, Edits: res.Edits, Claim: call.Action.Claim,
		Request: source.Request, Session: source.Session, Principal: source.Principal,
		Digests: res.Digests, Events: call.EventsDigest, State: res.Context.State,
	}
	if call.Action.Namespace != nil {
		in.Tool.Namespace = *call.Action.Namespace
	}
	for i := range call.Effects {
		in.Effects = append(in.Effects, effectOf(&call.Effects[i]))
	}
	for i := range call.Verdicts {
		in.Guarantees = append(in.Guarantees, guaranteeOf(&call.Verdicts[i]))
	}
	in.Secret, in.NonEmpty = call.Secret, call.NonEmpty
	return in
}

func effectOf(e *eval.Effect) Effect {
	out := Effect{
		Type: e.Type.ID, Version: e.Type.Version, Digest: e.Type.Digest, Sentence: e.Type.Sentence, Trusted: true,
		Fields: make([]Field, len(e.Type.Fields)),
	}
	for i, f := range e.Type.Fields {
		out.Fields[i] = Field{Name: f.Name, Value: e.Values[f.Name], Secret: f.Secret}
	}
	return out
}

func guaranteeOf(v *eval.Verdict) Guarantee {
	g := v.Guarantee
	return Guarantee{
		Expression: g.Invocation.Expression, Invocation: &g.Invocation, Constraint: g.Constraint,
		Text: g.Contract.Text, Scope: g.Contract.Scope, Trusted: true,
		Verdict: v.Verdict, Because: v.Because, Reason: v.Reason,
	}
}
