package celenv_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/contractc/contractc/internal/recorded"
	"github.com/contractc/contractc/schema"
)

// elsewhere are beginnings of messages that other rules than those in CEL give.
func elsewhere(message string) bool {
	for _, begin := range []string{
		"depends on ", "beliefs in this turn's context", "an answer must list",
	} {
		if strings.HasPrefix(message, begin) {
			return true
		}
	}
	return strings.Contains(message, "is OUT and cannot support") || strings.Contains(message, "incompatible believed values") || strings.Contains(message, " raised ")
}

// TestRecordedSteps judges the replies of the recorded steps that need no
// tool to run: what was accepted breaks no rule of claim@1, and what was
// rejected by one of the CEL rules is rejected in the same words.
func TestRecordedSteps(t *testing.T) {
	j := newJudge(t, "claim@1")
	checked := 0
	for _, c := range recorded.Claim(t, "step") {
		if in, ok := stepInput(c); ok {
			checked += j.step(t, c, in)
		}
	}
	if checked < 100 {
		t.Errorf("only %d actions were judged", checked)
	}
	t.Logf("%d actions judged", checked)
}

func stepInput(c recorded.Case) (*schema.Input, bool) {
	for name := range c.Input {
		if !slices.Contains([]string{"policy", "reply", "beliefs", "tools", "documents"}, name) {
			return nil, false
		}
	}
	reply, _ := c.Input["reply"].(map[string]any)
	actions, ok := reply["actions"].([]any)
	if !ok || !wellFormed(actions) {
		return nil, false
	}
	in := &schema.Input{Context: schema.InputContext{Mode: schema.Mode(c.Input.Text("policy"))}}
	for _, a := range actions {
		in.Actions = append(in.Actions, schema.Any{Value: a})
	}
	beliefs, _ := c.Input["beliefs"].(map[string]any)
	for key, v := range beliefs {
		if m, ok := v.(map[string]any); ok {
			if b, ok := m["$belief"].(map[string]any); ok {
				v = b["value"]
			}
		}
		in.Context.Beliefs = append(in.Context.Beliefs, schema.InputBelief{Key: key, Value: schema.Any{Value: v}, Visible: true, Status: schema.BeliefStatusIn})
	}
	documents, _ := c.Input["documents"].(map[string]any)
	for name, text := range documents {
		in.Context.Documents = append(in.Context.Documents, schema.Document{Name: name, Text: text.(string)})
	}
	tools, _ := c.Input["tools"].([]any)
	for _, tool := range tools {
		m := tool.(map[string]any)
		in.Context.Tools = append(in.Context.Tools, schema.Tool{Name: m["name"].(string), Parameters: parameters(recorded.Fields(m).Text("signature"))})
	}
	return in, true
}

// wellFormed reports whether no leniency is needed to read the actions.
func wellFormed(actions []any) bool {
	for _, a := range actions {
		m, ok := a.(map[string]any)
		if !ok {
			return false
		}
		if _, isList := m["follows_from"].([]any); m["follows_from"] != nil && !isList {
			return false
		}
		_, isText := m["confidence"].(string)
		_, isNumber := m["text"].(json.Number)
		if isText || isNumber {
			return false
		}
	}
	return true
}

// step judges the actions of a case in order and returns how many. What was
// established is taken from the recording.
func (j *judge) step(t *testing.T, c recorded.Case, in *schema.Input) int {
	step := c.Expected["steps"].([]any)[0].(map[string]any)
	results, _ := step["results"].([]any)
	if errors, _ := step["parse_errors"].([]any); len(errors) > 0 {
		return 0
	}
	for i, r := range results {
		in.Index = int64(i)
		result := r.(map[string]any)
		fired := j.action(t, in, false)
		j.compare(t, c, result, lines(fired))
		if result["applied"] == true {
			in.Claimed = append(in.Claimed, established(in, result))
		}
	}
	return len(results)
}

func (j *judge) compare(t *testing.T, c recorded.Case, result map[string]any, fired []string) {
	message, _ := result["message"].(string)
	_, reason, _ := strings.Cut(message, " rejected: ")
	switch {
	case result["applied"] == true && len(fired) > 0:
		t.Errorf("%s: accepted, and breaks %q", c.ID, fired)
	case result["applied"] != true && !elsewhere(reason):
		if !slices.ContainsFunc(fired, func(line string) bool { return sameReason(line, reason) }) {
			t.Errorf("%s: rejected for %q, and breaks %q", c.ID, reason, fired)
		}
	}
}

// sameReason compares messages. The texts of CPython's parser are its own.
func sameReason(line, reason string) bool {
	if head, _, ok := strings.Cut(reason, "': "); ok && strings.HasPrefix(reason, "invalid formula ") {
		return strings.Contains(line, ": "+head+"': ")
	}
	return strings.Contains(line, ": "+reason)
}

// parameters is the schema of a signature such as "quarter: str".
func parameters(signature string) *schema.Any {
	properties, required := map[string]any{}, []any{}
	for part := range strings.SplitSeq(signature, ",") {
		name, kind, ok := strings.Cut(strings.TrimSpace(part), ": ")
		if !ok {
			continue
		}
		types := map[string]any{"str": "string", "int": "integer", "float": "number", "bool": "boolean"}
		properties[name] = map[string]any{"type": types[kind]}
		required = append(required, name)
	}
	return &schema.Any{Value: map[string]any{"type": "object", "properties": properties, "required": required, "additionalProperties": false}}
}

func established(in *schema.Input, result map[string]any) schema.Established {
	raw := in.Actions[in.Index].Value.(map[string]any)
	key, _ := result["key"].(string)
	e := schema.Established{Key: key, By: typeOf(raw), Index: in.Index}
	value := raw["value"]
	if facts, ok := in.Facts.Value.(map[string]any); ok && value == nil {
		if f, ok := facts["formula"].(map[string]any); ok {
			value = f["value"]
		}
	}
	if e.By != "call_tool" {
		e.Value = &schema.Any{Value: value}
	}
	return e
}
