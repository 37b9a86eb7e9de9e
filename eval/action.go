package eval

import (
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/contractc/contractc/schema"
)

// fields reads the known fields of an action from the object as read. Unknown
// fields are none of an action's business. The first field of a wrong type
// stays as err: rules of stage shape should have refused it before.
type fields struct {
	object map[string]any
	err    error
}

func (f *fields) fail(name, want string) {
	if f.err == nil {
		f.err = fmt.Errorf("field %q is not %s", name, want)
	}
}

// text reads a text that must be there.
func (f *fields) text(name string) string {
	s, ok := f.object[name].(string)
	if !ok {
		f.fail(name, "a string")
	}
	return s
}

// optional reads a text that may be absent or null; an empty one counts as
// absent where emptyIsAbsent says so.
func (f *fields) optional(name string, emptyIsAbsent bool) *string {
	switch v := f.object[name].(type) {
	case nil:
		return nil
	case string:
		if v == "" && emptyIsAbsent {
			return nil
		}
		return &v
	}
	f.fail(name, "a string")
	return nil
}

// keys reads a list of texts that may be absent or null.
func (f *fields) keys(name string) []string {
	list, ok := f.object[name].([]any)
	if !ok && f.object[name] != nil {
		f.fail(name, "a list of strings")
	}
	keys := make([]string, 0, len(list))
	for _, item := range list {
		key, ok := item.(string)
		if !ok {
			f.fail(name, "a list of strings")
			return nil
		}
		keys = append(keys, key)
	}
	return keys
}

// number reads a number that may be absent or null.
func (f *fields) number(name string) *float64 {
	switch v := f.object[name].(type) {
	case nil:
		return nil
	case json.Number:
		if x, err := strconv.ParseFloat(v.String(), 64); err == nil {
			return &x
		}
	}
	f.fail(name, "a number")
	return nil
}

// typed gives an action its type. The error says which field does not fit; it
// is a fault of the reply that no rule of stage shape found.
func typed(object map[string]any) (schema.Action, error) {
	f := &fields{object: object}
	var action schema.Action
	switch kind, _ := object["type"].(string); kind {
	case "call_tool":
		action = f.call()
	case "cite":
		value := object["value"]
		action = &schema.Cite{
			Document: f.text("document"), Quote: f.text("quote"), Key: f.text("key"),
			Value: schema.Any{Value: value}, Claim: f.optional("claim", false),
		}
	case "claim":
		action = f.claim()
	case "answer":
		action = &schema.Answer{Text: f.text("text"), FollowsFrom: f.keys("follows_from"), Confidence: f.number("confidence")}
	default:
		return nil, fmt.Errorf("the type %q is not known", kind)
	}
	return action, f.err
}

func (f *fields) call() *schema.CallTool {
	args, given := f.object["args"]
	if args == nil {
		args = map[string]any{}
	}
	if _, ok := args.(map[string]any); given && !ok {
		f.fail("args", "an object")
	}
	return &schema.CallTool{
		Tool: f.text("tool"), Namespace: f.optional("namespace", true), Args: &schema.Any{Value: args},
		Key: f.optional("key", true), Claim: f.optional("claim", false),
	}
}

func (f *fields) claim() *schema.Claim {
	c := &schema.Claim{
		Key: f.text("key"), Claim: f.optional("claim", false), FollowsFrom: f.keys("follows_from"),
		Formula: f.optional("formula", true), Confidence: f.number("confidence"),
	}
	if value, ok := f.object["value"]; ok {
		c.Value = &schema.Any{Value: value}
	}
	return c
}

// plainAction is the typed action as rules in Rego read it: known fields only,
// absent ones left out.
func plainAction(action schema.Action) map[string]any {
	m := map[string]any{}
	text := func(name string, v *string) {
		if v != nil {
			m[name] = *v
		}
	}
	number := func(name string, v *float64) {
		if v != nil {
			m[name] = json.Number(strconv.FormatFloat(*v, 'g', -1, 64))
		}
	}
	keys := func(v []string) {
		list := make([]any, len(v))
		for i, key := range v {
			list[i] = key
		}
		m["follows_from"] = list
	}
	switch a := action.(type) {
	case *schema.CallTool:
		m["type"], m["tool"], m["args"] = "call_tool", a.Tool, a.Args.Value
		text("namespace", a.Namespace)
		text("key", a.Key)
		text("claim", a.Claim)
	case *schema.Cite:
		m["type"], m["document"], m["quote"], m["key"], m["value"] = "cite", a.Document, a.Quote, a.Key, a.Value.Value
		text("claim", a.Claim)
	case *schema.Claim:
		m["type"], m["key"] = "claim", a.Key
		if a.Value != nil {
			m["value"] = a.Value.Value
		}
		text("claim", a.Claim)
		text("formula", a.Formula)
		number("confidence", a.Confidence)
		keys(a.FollowsFrom)
	case *schema.Answer:
		m["type"], m["text"] = "answer", a.Text
		number("confidence", a.Confidence)
		keys(a.FollowsFrom)
	}
	return m
}
