package eval

import (
	"encoding/json"
	"fmt"
	"maps"
	"strings"

	"github.com/contractc/contractc/internal/value"
	"github.com/contractc/contractc/schema"
)

// disguise makes other values of secrets, each of its type: of what is computed of a
// secret, something else comes out for one of the disguises.
type disguise struct {
	text   func(string) string
	number func(value.Number) value.Number
	items  func([]any) []any
}

// disguises keep the beginning of a text, its end, and nothing; they are longer and
// shorter than it is.
func disguises() []*disguise {
	plus := func(n int64) func(value.Number) value.Number {
		return func(of value.Number) value.Number { return of.Add(value.IntegerNumber(n)) }
	}
	return []*disguise{
		{func(s string) string { return s + "wXy-7z?" }, plus(13), func(list []any) []any { return append(list, list...) }},
		{func(s string) string { return "Qv4_" + s }, plus(-10007), func(list []any) []any { return list }},
		{func(s string) string { return strings.Repeat("k", (len(s)+1)/2) + "9" }, plus(1 << 40), func([]any) []any { return []any{} }},
	}
}

// of is another value in the place of a secret one.
func (d *disguise) of(v any) any {
	switch v := v.(type) {
	case string:
		return d.text(v)
	case json.Number:
		if n, ok := value.ParseNumber(v.String()); ok {
			return json.Number(d.number(n).String())
		}
	case bool:
		return !v
	case []any:
		list := make([]any, 0, 2*len(v))
		for _, item := range v {
			list = append(list, d.of(item))
		}
		return d.items(list)
	case object:
		out := object{}
		for key, item := range v {
			out[key] = d.of(item)
		}
		return out
	}
	return v
}

// within replaces the values of some names.
func (d *disguise) within(fields object, names []string) object {
	out := object{}
	maps.Copy(out, fields)
	for _, name := range names {
		if v, ok := fields[name]; ok {
			out[name] = d.of(v)
		}
	}
	return out
}

// disguisedAction is an action with other values in the place of its secrets.
func (e *Engine) disguisedAction(action any, d *disguise) any {
	args, names := e.secretArguments(action)
	plain, ok := action.(object)
	if !ok || len(names) == 0 || args == nil {
		return action
	}
	out := maps.Clone(plain)
	out["args"] = d.within(args, names)
	return out
}

// disguised is a context whose events have other values in the place of their
// secrets.
func (e *Engine) disguised(c *Context, d *disguise) (*Context, error) {
	source, secret := c.Source, false
	source.Events = nil
	for _, event := range c.input.Events {
		if fields, names := e.secretFields(&event); len(names) > 0 {
			event.Fields, secret = &schema.Any{Value: d.within(fields, names)}, true
		}
		source.Events = append(source.Events, event)
	}
	if !secret {
		return c, nil
	}
	source.Guarantees = nil
	for _, g := range c.Guarantees {
		source.Guarantees = append(source.Guarantees, g.Invocation.Expression)
	}
	out, problems := e.NewContext(source)
	if problems.HasErrors() {
		return nil, fmt.Errorf("the context with other secrets: %w", problems)
	}
	return out, nil
}

// compared is the explanations of a turn with other secrets.
type compared struct {
	others [][]schema.ExplainedAction
	truth  bool // a truth value is a secret
}

// hide hides what is not the same with other secrets, and what none of them led to.
// Which conditions hold and which rules fire is shown all the same: the decision is
// made of it.
func (c *compared) hide(list []schema.ExplainedAction) {
	for i := range list {
		for n := range list[i].Rules {
			c.hideIn(&list[i].Rules[n], c.beside(i, n))
		}
	}
}

// beside are what was seen of one rule on one action with other secrets.
func (c *compared) beside(action, rule int) []*schema.ExplainedRule {
	var list []*schema.ExplainedRule
	for _, other := range c.others {
		if action < len(other) && rule < len(other[action].Rules) {
			list = append(list, &other[action].Rules[rule])
		}
	}
	return list
}

func (c *compared) hideIn(rule *schema.ExplainedRule, others []*schema.ExplainedRule) {
	seen := make([]map[string]string, len(others))
	for i, other := range others {
		seen[i] = map[string]string{}
		for n := range other.Steps {
			valuesAt(&other.Steps[n], seen[i], func(*string, string) {})
		}
	}
	known := map[string]string{}
	for n := range rule.Steps {
		valuesAt(&rule.Steps[n], known, func(shown *string, key string) {
			if !c.same(*shown, key, seen) {
				*shown = hidden
			}
		})
	}
	if rule.Outcome != schema.ExplainedOutcomeFailed {
		return
	}
	for _, other := range others {
		if other.Outcome == rule.Outcome && other.Reason != rule.Reason {
			rule.Reason = hidden
		}
	}
}

// same reports whether a value was seen at its place with other secrets, and
// nothing else was.
func (c *compared) same(shown, key string, seen []map[string]string) bool {
	found := false
	for _, values := range seen {
		other, ok := values[key]
		if ok && other != shown {
			return !c.truth && isTruth(shown) && isTruth(other)
		}
		found = found || ok
	}
	return found || !c.truth && isTruth(shown)
}

func isTruth(shown string) bool { return shown == "true" || shown == "false" }

// valuesAt tells the values of a step with the names of their places, which count how
// often a place was seen before.
func valuesAt(step *schema.ExplainedStep, seen map[string]string, each func(shown *string, key string)) {
	at := fmt.Sprintf("%s:%d:%d", step.File, step.Line, step.Column)
	tell := func(shown *string, expression string) {
		key, n := at+" "+expression, 0
		for seen[key] != "" {
			n++
			key = fmt.Sprintf("%s %s %d", at, expression, n)
		}
		seen[key] = *shown
		each(shown, key)
	}
	if !isTruth(step.Value) && !strings.HasPrefix(step.Value, "so") && step.Value != "not so" {
		tell(&step.Value, "")
	}
	for i := range step.Values {
		tell(&step.Values[i].Value, step.Values[i].Expression)
	}
}
