package eval

import (
	"context"
	"maps"

	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/lower"
	"github.com/contractc/contractc/internal/monitor"
	"github.com/contractc/contractc/schema"
)

// ComputedInputs judges a turn and returns what [Engine.Inputs] does, with what only CEL computes beside it, under "computed": with that a stock OPA
// that loads the built bundle decides as this engine does.
func (e *Engine) ComputedInputs(ctx context.Context, c *Context, t *Turn) ([]map[string]any, *Result, error) {
	inputs, result := e.Inputs(ctx, c, t)
	if result.Failure != nil {
		return nil, result, result.Failure
	}
	for i, input := range inputs {
		if input == nil {
			continue
		}
		computed, err := e.computed(c, result.Actions[i])
		if err != nil {
			return nil, result, err
		}
		whole := maps.Clone(input)
		whole["computed"] = computed
		inputs[i] = whole
	}
	return inputs, result, nil
}

// computed is what only CEL computes of an action, as the class ComputedInput has it.
func (e *Engine) computed(c *Context, a *Action) (object, error) {
	out := object{"format": schema.ComputedInputFormat, "bundles": []any{}, "rule_sets": texts(e.sets), "rules": e.computedRules(a)}
	var bundles []any
	for _, b := range e.catalog.Bundles {
		bundles = append(bundles, b.Digest)
	}
	out["bundles"], out["guarantees"] = bundles, boundParameters(c)
	if a.Call == nil {
		return out, nil
	}
	var err error
	out["mappings"], out["reasons"] = e.mappingsOf(a.Call), computedReasons(a.Call)
	out["preconditions"], err = e.computedPreconditions(c, a.Call)
	return out, err
}

// boundParameters are the arguments of each guarantee in force, as plain values; null where they have none, so that a stock OPA does not know them.
func boundParameters(c *Context) []any {
	list := make([]any, len(c.Guarantees))
	for i, g := range c.Guarantees {
		values := map[string]schema.Value{}
		for _, argument := range g.Invocation.Arguments {
			values[argument.Name] = argument.Value
		}
		if plain, err := lower.PlainValues(values); err == nil {
			list[i] = plain
		}
	}
	return list
}

// computedRules are the CEL rules in force for the type of an action and those of rule folders, by id and version, each with what it found.
func (e *Engine) computedRules(a *Action) object {
	found := object{}
	for _, r := range e.rules.all {
		if forType(r.Metadata.Actions, a.Type) {
			found[r.ID+"@"+r.Version] = []any{}
		}
	}
	for _, lib := range e.catalog.Libraries {
		if lib.Folder == nil {
			continue
		}
		found[RuleInput+"@"+Version] = []any{}
		for _, r := range lib.Rules {
			if forType(r.Metadata.Actions, a.Type) {
				found[r.ID+"@"+r.Version] = []any{}
			}
		}
	}
	add := func(rule string, severity schema.Severity, message string) {
		if list, ok := found[rule].([]any); ok {
			found[rule] = append(list, object{"severity": string(severity), "message": message})
		}
	}
	for _, v := range append(append([]schema.Violation{}, a.Violations...), a.Observations...) {
		add(v.Rule+"@"+v.Version, v.Severity, v.Message)
	}
	if a.Call != nil {
		for _, r := range a.Call.Reasons {
			if r.Code == ReasonRule && r.Outcome != schema.OutcomeDeny {
				add(r.Rule, schema.Severity(r.Outcome), r.Message)
			}
		}
	}
	return found
}

// mappingsOf are the mappings that a call's effects were found by.
func (e *Engine) mappingsOf(call *Call) []any {
	namespace := ""
	if call.Action.Namespace != nil {
		namespace = *call.Action.Namespace
	}
	list := []any{}
	if m := e.catalog.Map(namespace, call.Action.Tool); m != nil {
		list = append(list, m.ID+"@"+m.Version)
	}
	for _, m := range e.catalog.Beside(namespace, call.Action.Tool) {
		list = append(list, m.ID+"@"+m.Version)
	}
	return list
}

// computedReasons are the reasons that mapping a call gave, and how the reply was read.
func computedReasons(call *Call) []any {
	list := []any{}
	for _, r := range call.Reasons {
		switch r.Code {
		case ReasonRule, ReasonViolated, ReasonUnknown, ReasonNoGuarantee, ReasonCoverage, ReasonNoAllowRule:
		default:
			list = append(list, object{"outcome": string(r.Outcome), "code": string(r.Code), "subject": r.Subject})
		}
	}
	return list
}

// computedPreconditions are the truths of the preconditions of each effect, by id and version.
func (e *Engine) computedPreconditions(c *Context, call *Call) ([]any, error) {
	list := make([]any, len(call.Effects))
	for i := range call.Effects {
		effect := &call.Effects[i]
		tested, err := e.vocabulary.preconditions(effect.Type, &monitor.Event{Effect: effect.Type.ID, Fields: effect.Values}, c.environment())
		if err != nil {
			return nil, err
		}
		truths := object{}
		for _, p := range tested {
			truths[versionedID(&p.Element)] = p.truth.String()
		}
		list[i] = truths
	}
	return list, nil
}

func versionedID(e *index.Element) string { return e.ID + "@" + e.Version }
