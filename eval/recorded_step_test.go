package eval_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/internal/recorded"
	"github.com/contractc/contractc/schema"
)

// judge judges a reply in a context.
func (r *replay) judge(source schema.Context, reply string) *eval.Result {
	r.t.Helper()
	c, problems := r.engine.NewContext(source)
	if problems.HasErrors() {
		r.t.Fatal(problems)
	}
	result := judge(r.t, r.engine, c, reply)
	if result.Failure != nil {
		r.t.Fatal(result.Failure)
	}
	return result
}

// one is a reply with one action.
func (r *replay) one(fields map[string]any) string {
	text, err := json.Marshal(map[string]any{"actions": []any{fields}})
	if err != nil {
		r.t.Fatal(err)
	}
	return string(text)
}

// reasonsSeparator stands between the reasons against one action.
const reasonsSeparator = " // "

// judged is a line for an action, with the rules that it breaks. Where a set of
// rules has the first reason only reported, that is the line.
func (r *replay) judged(a *answer, action *eval.Action) {
	var messages, rules []string
	for _, v := range action.Violations {
		if r.first && len(messages) > 0 && !action.Malformed {
			break
		}
		messages = append(messages, v.Message)
		rules = append(rules, v.Rule)
	}
	switch {
	case action.Ignored:
	case action.Accepted:
		a.add("accepted")
	case action.Malformed:
		a.add("malformed: "+strings.Join(messages, reasonsSeparator), rules...)
	default:
		a.add("rejected: "+strings.Join(messages, reasonsSeparator), rules...)
	}
}

// step answers a case of mode step: a line for each action of the reply.
func (r *replay) step(c recorded.Case) (a answer) {
	reply := c.Input["reply"]
	text, ok := reply.(string)
	if !ok {
		raw, err := json.Marshal(reply)
		if err != nil {
			r.t.Fatal(err)
		}
		text = string(raw)
	}
	result := r.judge(stepContext(c), text)
	if result.Unusable != "" {
		a.add("unusable: " + result.Unusable)
	}
	for _, action := range result.Actions {
		r.judged(&a, action)
	}
	return a
}

// recordedStep is the reference's answer in the same form. It lists malformed
// actions first.
func recordedStep(_ testing.TB, c recorded.Case) (a answer) {
	step := c.Expected["steps"].([]any)[0].(map[string]any)
	if violation, ok := step["violation"].([]any); ok {
		a.add("unusable: " + violation[0].(string))
	}
	for _, r := range step["results"].([]any) {
		result := r.(map[string]any)
		message, _ := result["message"].(string)
		if result["applied"] == true {
			a.add("accepted")
			continue
		}
		_, reason, _ := strings.Cut(message, " rejected: ")
		a.add("rejected: " + reason)
	}
	return a
}

// needsState says why a step cannot be judged as one turn; empty where it can.
func needsState(c recorded.Case) string {
	steps, _ := c.Expected["steps"].([]any)
	switch {
	case c.Input.Has("replies") || len(steps) != 1:
		return "it has several replies"
	case c.Input.Has("projector"):
		return "what is shown is chosen by confidence"
	}
	text, _ := json.Marshal(c.Expected["steps"])
	for _, part := range []string{" raised ", "is OUT and cannot support", "beliefs in this turn's context changed"} {
		if strings.Contains(string(text), part) {
			return "it rests on what a tool returned"
		}
	}
	return ""
}

// stepContext is the context of a step.
func stepContext(c recorded.Case) schema.Context {
	mode := schema.Mode(c.Input.Text("policy"))
	source := schema.Context{Mode: &mode}
	hidden, _ := c.Input["hidden"].([]any)
	beliefs, _ := c.Input["beliefs"].(map[string]any)
	conflicts, _ := c.Input["conflicts"].(map[string]any)
	for key, v := range beliefs {
		source.Beliefs = append(source.Beliefs, beliefOf(key, v, !slices.Contains(hidden, any(key)), false))
	}
	for key := range conflicts {
		source.Beliefs = append(source.Beliefs, beliefOf(key, json.Number("1"), true, true))
	}
	for _, key := range hidden {
		if _, ok := beliefs[key.(string)]; !ok {
			source.Beliefs = append(source.Beliefs, beliefOf(key.(string), json.Number("1"), false, false))
		}
	}
	documents, _ := c.Input["documents"].(map[string]any)
	for name, text := range documents {
		source.Documents = append(source.Documents, schema.Document{Name: name, Text: text.(string)})
	}
	tools, _ := c.Input["tools"].([]any)
	for _, tool := range tools {
		source.Tools = append(source.Tools, toolOf(tool.(map[string]any)))
	}
	return source
}

func beliefOf(key string, v any, visible, conflicted bool) schema.Belief {
	b := schema.Belief{Key: key, Value: schema.Any{Value: v}, Visible: &visible, Conflicted: &conflicted}
	object, _ := v.(map[string]any)
	if given, ok := object["$belief"].(map[string]any); ok {
		b.Value = schema.Any{Value: given["value"]}
		if source, ok := given["source"].(string); ok {
			b.Source = &source
		}
	}
	return b
}

func toolOf(tool map[string]any) schema.Tool {
	signature, _ := tool["signature"].(string)
	return schema.Tool{Name: tool["name"].(string), Parameters: &schema.Any{Value: parametersOf(signature)}}
}

// parametersOf is the schema of a signature such as "n: int, limit: int | None = None".
func parametersOf(signature string) map[string]any {
	names := map[string]any{"str": "string", "int": "integer", "float": "number", "bool": "boolean", "None": "null"}
	properties, required, order := map[string]any{}, []any{}, []any{}
	for part := range strings.SplitSeq(signature, ", ") {
		if part == "" {
			continue
		}
		declared, standard, optional := strings.Cut(part, "=")
		name, annotation, _ := strings.Cut(declared, ":")
		name, annotation = strings.TrimSpace(name), strings.TrimSpace(annotation)
		property := map[string]any{}
		var types []any
		for kind := range strings.SplitSeq(annotation, " | ") {
			if t, ok := names[kind]; ok {
				types = append(types, t)
			}
		}
		if len(types) > 0 {
			property["type"] = types
		}
		if optional {
			property["default"] = standardOf(strings.TrimSpace(standard))
		} else {
			required = append(required, name)
		}
		properties[name], order = property, append(order, name)
	}
	return map[string]any{
		"type": "object", "properties": properties, "required": required, "propertyOrdering": order, "additionalProperties": false,
	}
}

func standardOf(text string) any {
	switch text {
	case "None":
		return nil
	case "True", "False":
		return text == "True"
	}
	if strings.HasPrefix(text, "'") {
		return strings.Trim(text, "'")
	}
	return json.Number(text)
}

// key answers a case of mode key: whether a claim under the key breaks a rule on
// keys.
func (r *replay) key(c recorded.Case) (a answer) {
	source := schema.Context{Beliefs: []schema.Belief{beliefOf("what-it-rests-on", json.Number("1"), true, false)}}
	result := r.judge(source, r.one(map[string]any{
		"type": "claim", "key": c.Input["key"], "value": 1, "follows_from": []any{"what-it-rests-on"},
	}))
	action := *result.Actions[0]
	action.Violations = slices.DeleteFunc(slices.Clone(action.Violations), func(v schema.Violation) bool {
		return !strings.HasPrefix(v.Rule, "claim.key_")
	})
	action.Accepted = len(action.Violations) == 0
	r.judged(&a, &action)
	return a
}

func recordedKey(_ testing.TB, c recorded.Case) (a answer) {
	return verdictLine(c.Expected["valid"] == true, c.Expected.Text("error"))
}

func verdictLine(accepted bool, message string) (a answer) {
	if accepted {
		a.add("accepted")
	} else {
		a.add("rejected: " + message)
	}
	return a
}

// bind answers a case of mode bind: a call of the tool, and the key that its
// result will have.
func (r *replay) bind(c recorded.Case) (a answer) {
	tool := toolOf(c.Input["tool"].(map[string]any))
	result := r.judge(schema.Context{Tools: []schema.Tool{tool}}, r.one(map[string]any{
		"type": "call_tool", "tool": tool.Name, "args": c.Input["args"],
	}))
	action := result.Actions[0]
	if r.judged(&a, action); action.Accepted {
		a.add("key " + action.Call.Key)
	}
	return a
}

func recordedBind(_ testing.TB, c recorded.Case) answer {
	a := verdictLine(!c.Expected.Has("error"), c.Expected.Text("error"))
	if c.Expected.Has("default_key") {
		a.add("key " + c.Expected.Text("default_key"))
	}
	return a
}

// equal answers a case of mode equal: a claim of the one value under a key that
// holds the other; with the tolerance of formulas, a claim of the one value with
// the other as its formula.
func (r *replay) equal(c recorded.Case) (a answer) {
	if c.Input.Has("rel_tol") {
		source := schema.Context{Beliefs: []schema.Belief{beliefOf("b", json.Number("1"), true, false)}}
		result := r.judge(source, r.one(map[string]any{
			"type": "claim", "key": "k", "value": c.Input["a"], "formula": c.Input["b"].(json.Number).String(), "follows_from": []any{"b"},
		}))
		return verdictLine(result.Actions[0].Accepted, "another value")
	}
	source := schema.Context{Beliefs: []schema.Belief{beliefOf("k", c.Input["a"], true, false)}}
	result := r.judge(source, r.one(map[string]any{"type": "claim", "key": "k", "value": c.Input["b"], "follows_from": []any{"k"}}))
	accepted := result.Actions[0].Accepted
	return verdictLine(accepted, "another value")
}

func recordedEqual(_ testing.TB, c recorded.Case) answer {
	return verdictLine(c.Expected["equal"] == true, "another value")
}

// format answers a case of mode format: how the held value is written in the
// message that another one is refused with.
func (r *replay) format(c recorded.Case) (a answer) {
	source := schema.Context{Beliefs: []schema.Belief{beliefOf("k", c.Input["value"], true, false)}}
	result := r.judge(source, r.one(map[string]any{"type": "claim", "key": "k", "value": "another value", "follows_from": []any{"k"}}))
	r.judged(&a, result.Actions[0])
	return a
}

func recordedFormat(_ testing.TB, c recorded.Case) answer {
	return verdictLine(false, "'k' already holds "+c.Expected.Text("text")+"; use a new key for a different value")
}

// normalize answers a case of mode normalize: whether the text is found in what
// it is normalised to, and the other way round. An empty text is never found.
func (r *replay) normalize(c recorded.Case) (a answer) {
	text, normal := c.Input.Text("text"), c.Expected.Text("text")
	for _, pair := range [][2]string{{text, normal}, {normal, text}} {
		q, err := r.engine.Quote(pair[0], pair[1])
		if err != nil {
			r.t.Fatal(err)
		}
		a.add(quoteLine(q.Found, true))
	}
	return a
}

func recordedNormalize(_ testing.TB, c recorded.Case) (a answer) {
	found := c.Expected.Text("text") != ""
	a.add(quoteLine(found, true))
	a.add(quoteLine(found, true))
	return a
}

// extract answers a case of mode extract: the response that is found is an
// object whose actions are no list.
func (r *replay) extract(c recorded.Case) (a answer) {
	p := r.read(c.Input.Text("text"))
	a.add("unusable: " + p.Unusable)
	return a
}

func recordedExtract(_ testing.TB, _ recorded.Case) (a answer) {
	a.add(`unusable: "actions" must be a list`)
	return a
}

// The first version of the rules judges the recorded steps as the reference
// does. Malformed actions are left to the cases of mode parse.
func TestRecordedSteps(t *testing.T) {
	r := newReplay(t, "claim@1")
	for _, c := range recorded.Claim(t, "step") {
		if needsState(c) != "" || incomparable(c) != "" {
			continue
		}
		got, want := r.step(c), recordedStep(t, c)
		got.lines = slices.DeleteFunc(got.lines, func(line string) bool { return strings.HasPrefix(line, "malformed: ") })
		if !slices.EqualFunc(got.lines, want.lines, func(a, b string) bool { return sameLine(c, a, b) }) {
			t.Errorf("%s:\n%s\nrecorded:\n%s", c.ID, got, want)
		}
	}
}
