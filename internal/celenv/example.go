package celenv

import (
	"encoding/json"
	"maps"

	"cel.dev/cel-go/cel"

	"github.com/contractc/contractc/schema"
)

// AlwaysThere reports whether no object of a type of rules lacks a field.
func (e *Env) AlwaysThere(typeName, field string) bool {
	c, ok := e.classes.named(typeName)
	if !ok {
		return false
	}
	f, ok := c.field(field)
	return ok && f.always
}

// Variables are the variables that a rule reads of an input.
func (in *Input) Variables(r *Rule) cel.Activation { return in.vars(r.shape, r.input) }

// InputName is the name of the variable that holds a rule's input.
func (r *Rule) InputName() string { return r.input }

// plainInput is an input of nothing but an action.
const plainInput = `{"index": 0, "actions": [], "context": {"mode": "declared", "beliefs": {}, "documents": {}, "tools": []},
	"claimed": {}, "guarantees": [], "events": [], "effects": [], "domains": {}, "entailments": [], "facts": {}}`

// ExampleInput makes an input for a rule that has the given fields and, of the
// others, only those that no input lacks. The error says why there is none.
func (e *Env) ExampleInput(r *Rule, fields map[string]any) (*schema.Input, error) {
	var plain map[string]any
	if err := json.Unmarshal([]byte(plainInput), &plain); err != nil {
		return nil, err
	}
	given, _ := fields["action"].(map[string]any)
	plain["action"] = e.exampleAction(r, given)
	overlay(plain, fields)
	plain["actions"] = []any{plain["action"]}
	text, err := json.Marshal(plain)
	if err != nil {
		return nil, err
	}
	in := &schema.Input{}
	return in, json.Unmarshal(text, in)
}

// exampleAction has the fields that every action of its type has: of the type
// that is given, else of the first that the rule is for.
func (e *Env) exampleAction(r *Rule, given map[string]any) map[string]any {
	name, ok := given["type"].(string)
	if !ok {
		name = canonicalActions(r.Metadata.Actions)[0]
	}
	action := map[string]any{}
	if c, ok := e.classes.actions[name]; ok {
		for _, f := range c.fields {
			if f.always {
				action[f.name] = plainOf(f.typ)
			}
		}
	}
	action["type"] = name
	return action
}

// plainOf is the empty value of a type.
func plainOf(t *cel.Type) any {
	switch t.Kind() {
	case cel.BoolKind:
		return false
	case cel.IntKind, cel.DoubleKind:
		return 0
	case cel.ListKind:
		return []any{}
	case cel.MapKind, cel.StructKind:
		return map[string]any{}
	}
	return ""
}

// overlay puts fields over those of an object, inside objects too.
func overlay(object, fields map[string]any) {
	for key, v := range maps.All(fields) {
		inner, isObject := v.(map[string]any)
		below, there := object[key].(map[string]any)
		if isObject && there {
			overlay(below, inner)
			continue
		}
		object[key] = v
	}
}
