package eval

import (
	"fmt"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/canonical"
	"github.com/contractc/contractc/internal/monitor"
	"github.com/contractc/contractc/internal/toolcall"
	"github.com/contractc/contractc/schema"
)

// canonicalAction is what the digest of a call is of: the identity of the tool
// and the arguments, and nothing else.
type canonicalAction = map[string]any

// ActionDigest is the digest of a call as it was read, a plain object with tool,
// namespace and args; what else it holds is no part of the call. The error says
// that it is no call, or why it has no canonical form.
func ActionDigest(read map[string]any) (string, error) {
	action, err := typed(read)
	if err != nil {
		return "", err
	}
	call, ok := action.(*schema.CallTool)
	if !ok {
		return "", fmt.Errorf("the action is no call")
	}
	return canonical.DigestExact(actionOf(call))
}

func actionOf(call *schema.CallTool) canonicalAction {
	tool := object{"name": call.Tool}
	put(tool, "namespace", call.Namespace)
	return canonicalAction{"format": "contractc/action/v1", "tool": tool, "args": call.Args.Value}
}

// newCall finds the tool of a call and the effects that it would have. The
// digest is that of the canonical action.
func (j *judge) newCall(action *schema.CallTool, digest string) (*Call, error) {
	call := &Call{Action: action, Digest: digest, EventsDigest: j.context.Events}
	tool, known := j.context.tools[nameOf(action.Namespace, action.Tool)]
	if !known {
		tool.signature = toolcall.FromSchema(action.Tool, nil)
	}
	call.Tool, call.SchemaDigest, call.NonEmpty = tool.Tool, tool.digest, tool.required
	call.Key = resultKey(action, tool.signature)
	if len(j.events) > len(j.context.input.Events) {
		var err error
		if call.EventsDigest, err = canonical.DigestExact(plainEvents(j.events)); err != nil {
			return nil, err
		}
	}
	j.mapEffects(call, &tool.signature)
	return call, nil
}

// mapEffects finds the effects of a call by the mapping of its tool, and by those
// of many tools. A tool without a mapping of its own has unmodelled effects.
func (j *judge) mapEffects(call *Call, takes *toolcall.Signature) {
	of := catalog.Call{Tool: call.Action.Tool}
	if call.Action.Namespace != nil {
		of.Namespace = *call.Action.Namespace
	}
	of.Args, _ = call.Action.Args.Value.(map[string]any)
	if mapping := j.engine.catalog.Map(of.Namespace, of.Tool); mapping == nil {
		call.unmodelled()
	} else {
		// What must not be empty is now for the effects' preconditions to say.
		call.NonEmpty, call.Secret = nil, j.engine.secrets[mapping]
		if j.perform(call, mapping, of, takes) == 0 { // no condition of the mapping holds for these arguments
			call.unmodelled()
		}
	}
	for _, mapping := range j.engine.catalog.Beside(of.Namespace, of.Tool) {
		j.perform(call, mapping, of, nil)
	}
}

// perform adds the effects that a mapping says a call has. What cannot be told
// counts as one: the call is denied. takes is what the tool's schema names, nil for
// a mapping of many tools, which need not read all arguments.
func (j *judge) perform(call *Call, mapping *index.Mapping, of catalog.Call, takes *toolcall.Signature) (count int) {
	performed, err := j.engine.catalog.PerformCall(j.ctx, mapping, of)
	if err != nil {
		// What the call would do cannot be told from its arguments.
		call.Reasons = append(call.Reasons, Reason{
			Outcome: schema.OutcomeDeny, Code: ReasonUnmappable, Subject: mapping.ID, Message: err.Error(),
		})
		return 1
	}
	if takes != nil {
		j.addUnread(call, mapping, of.Args, takes)
	}
	for _, p := range performed {
		j.addEffect(call, p)
	}
	return len(performed)
}

// unmodelled says that no effect type tells what the call does.
func (c *Call) unmodelled() {
	c.Reasons = append(c.Reasons, Reason{Outcome: schema.OutcomeAsk, Code: ReasonUnmodelled, Subject: c.Action.Tool})
	c.Coverage = append(c.Coverage, schema.CoverageEntry{Domain: c.Action.Tool, Status: schema.CoverageStatusUnmodelled})
}

// addEffect gives the fields of an effect their types. A field of another type
// is absent, and an effect that lacks a field it needs is uncertain.
func (j *judge) addEffect(call *Call, p catalog.Performed) {
	effect := p.Effect
	values, mistyped := j.engine.vocabulary.fields(effect.ID, p.Fields)
	for _, m := range mistyped {
		delete(p.Fields, m.Field)
	}
	library := effect.Library
	call.Effects = append(call.Effects, Effect{Type: effect, Values: values, Event: schema.Event{
		Effect: effect.ID, Library: &library, Fields: &schema.Any{Value: p.Fields},
	}})
	for _, f := range effect.Fields {
		if _, known := values[f.Name]; f.Required && !known {
			call.Reasons = append(call.Reasons, Reason{
				Outcome: schema.OutcomeAsk, Code: ReasonUncertain, Subject: effect.ID + "." + f.Name,
			})
		}
	}
}

// checkPreconditions judges the effects of a call by what every event of their
// type must meet.
func (j *judge) checkPreconditions(a *Action) error {
	call, env := a.Call, j.context.environment()
	for i := range call.Effects {
		effect := &call.Effects[i]
		event := &monitor.Event{Effect: effect.Type.ID, Fields: effect.Values}
		tested, err := j.engine.vocabulary.preconditions(effect.Type, event, env)
		if err != nil {
			return err
		}
		for _, p := range tested {
			switch p.truth {
			case monitor.False:
				j.violated(a, schema.Violation{
					Rule: p.ID, Version: p.Version, Severity: schema.SeverityDeny, Message: p.Message,
				}, "/args")
			case monitor.Unknown:
				call.Reasons = append(call.Reasons, Reason{Outcome: schema.OutcomeAsk, Code: ReasonUncertain, Subject: p.ID})
			}
		}
	}
	return nil
}

// checkGuarantees judges the guarantees in force with the effects of a call
// added to the trace. The monitors are left past the call's events; the caller
// takes them back where the call is denied.
func (j *judge) checkGuarantees(call *Call) {
	for i := range call.Effects {
		j.trace.Step(&monitor.Event{
			Effect: call.Effects[i].Type.ID, Fields: call.Effects[i].Values, Index: len(j.events) + i,
		})
	}
	call.Verdicts = j.verdicts()
	for _, v := range call.Verdicts {
		reason := Reason{Subject: v.Guarantee.Invocation.Expression, Message: v.Reason}
		switch v.Verdict {
		case schema.VerdictViolated:
			reason.Outcome, reason.Code = schema.OutcomeDeny, ReasonViolated
		case schema.VerdictUnknown:
			reason.Outcome, reason.Code = schema.OutcomeAsk, ReasonUnknown
		default:
			continue
		}
		call.Reasons = append(call.Reasons, reason)
	}
	if len(call.Verdicts) == 0 {
		call.Reasons = append(call.Reasons, Reason{Outcome: schema.OutcomeAsk, Code: ReasonNoGuarantee})
	}
}

// verdicts reads the monitors as they stand; the trace is open.
func (j *judge) verdicts() []Verdict {
	list := make([]Verdict, len(j.context.Guarantees))
	for i, g := range j.context.Guarantees {
		list[i] = readVerdict(j.trace, i, g, false)
	}
	return list
}
