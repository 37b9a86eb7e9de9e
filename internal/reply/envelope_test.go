package reply_test

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/contractc/contractc/internal/recorded"
	"github.com/contractc/contractc/internal/reply"
	"github.com/contractc/contractc/schema"
)

// envelopeCase is one recorded call in one envelope.
type envelopeCase struct {
	Case, Format, Variant string
	Message               json.RawMessage
	Expect                struct {
		Name, Namespace string
		Args            map[string]any
		Complete        bool
	}
}

func TestRecordedEnvelopes(t *testing.T) {
	count := map[string]int{}
	for _, line := range recorded.Lines(t, "envelopes.jsonl") {
		var c envelopeCase
		recorded.Decode(t, line, &c)
		opt := options(t, "claim@2")
		opt.Tools = []reply.Tool{{Namespace: c.Expect.Namespace, Name: c.Expect.Name}}
		r, err := reply.ReadMessage(c.Message, reply.Auto, opt)
		if err != nil {
			t.Fatal(err)
		}
		count[c.Format+" as "+string(r.Envelope)]++
		if !c.Expect.Complete {
			if r.Completeness != schema.CompletenessCut {
				t.Errorf("%s/%s/%s: %s", c.Case, c.Format, c.Variant, r.Completeness)
			}
			continue
		}
		if r.Completeness == schema.CompletenessCut || len(r.Actions) != 1 {
			t.Errorf("%s/%s: %s, %d actions, %s", c.Case, c.Format, r.Completeness, len(r.Actions), r.Unusable)
			continue
		}
		got, _ := r.Actions[0].Object()
		want := map[string]any{"type": "call_tool", "tool": c.Expect.Name, "args": c.Expect.Args}
		if c.Expect.Namespace != "" {
			want["namespace"] = c.Expect.Namespace
		}
		if c.Expect.Args == nil {
			want["args"] = map[string]any{}
		}
		if diff := cmp.Diff(want, got, sameNumbers()); diff != "" {
			t.Errorf("%s/%s: %s", c.Case, c.Format, diff)
		}
	}
	t.Log(count)
}

// call is what the same call must be in every envelope.
func calls(t *testing.T, r *reply.Reply) []string {
	t.Helper()
	list := []string{}
	for i := range r.Actions {
		object, ok := r.Actions[i].Object()
		if !ok {
			t.Errorf("action %d is no object", i)
		}
		text, err := json.Marshal(object)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, string(text))
	}
	return list
}

func TestEnvelopes(t *testing.T) {
	const call = `{"args":{"q":1},"tool":"t","type":"call_tool"}`
	const inServer = `{"args":{"q":1},"namespace":"s","tool":"t","type":"call_tool"}`
	tool := func(name string) string {
		return `{"type": "tool_use", "id": "1", "name": "` + name + `", "input": {"q": 1}}`
	}
	for _, c := range []struct {
		from  reply.Envelope
		text  string
		calls []string
		stop  schema.StopReason
	}{
		{reply.AnthropicMessages, `{"type": "message", "content": [{"type": "text", "text": "ok"}, ` + tool("t") + `], "stop_reason": "tool_use"}`, []string{call}, "tool_use"},
		{reply.AnthropicMessages, `{"type": "message", "content": [{"type": "thinking"}, ` + tool("t") + `, ` + tool("t") + `], "stop_reason": "pause_turn"}`, []string{call, call}, "incomplete"},
		{reply.AnthropicMessages, `{"type": "message", "content": [` + tool("t") + `], "stop_reason": "refusal"}`, []string{call}, "refusal"},
		{reply.AnthropicMessages, `{"type": "message", "content": [` + tool("t") + `], "stop_reason": "model_context_window_exceeded"}`, []string{call}, "length"},
		{reply.OpenAIChat, `{"choices": [{"finish_reason": "stop", "message": {"tool_calls": [{"function": {"name": "t", "arguments": "{\"q\": 1}"}}]}}]}`, []string{call}, "end"},
		{reply.OpenAIChat, `{"choices": [{"finish_reason": "content_filter", "message": {"function_call": {"name": "t", "arguments": "{\"q\": 1}"}}}]}`, []string{call}, "filter"},
		{reply.OpenAIChat, `{"choices": [{"finish_reason": "stop", "message": {"refusal": "no", "tool_calls": [{"function": {"name": "t", "arguments": "{\"q\""}}]}}]}`, []string{`{"args":"{\"q\"","tool":"t","type":"call_tool"}`}, "refusal"},
		{reply.OpenAIChat, `{"role": "assistant", "tool_calls": [{"function": {"name": "t", "arguments": "{\"q\": 1}"}}]}`, []string{call}, ""},
		{reply.OpenAIResponses, `{"object": "response", "status": "completed", "output": [{"type": "reasoning"}, {"type": "function_call", "name": "t", "namespace": "s", "arguments": "{\"q\": 1}", "status": "completed"}]}`, []string{inServer}, "tool_use"},
		{reply.OpenAIResponses, `{"object": "response", "status": "completed", "output": [{"type": "mcp_approval_request", "server_label": "s", "name": "t", "arguments": "{\"q\": 1}"}]}`, []string{inServer}, "tool_use"},
		{reply.OpenAIResponses, `{"object": "response", "status": "completed", "output": [{"type": "local_shell_call", "action": {"command": ["ls"]}}, {"type": "web_search_call", "action": {}}]}`, []string{`{"args":{"command":["ls"]},"tool":"local_shell_call","type":"call_tool"}`}, "tool_use"},
		{reply.OpenAIResponses, `{"object": "response", "status": "incomplete", "incomplete_details": {"reason": "content_filter"}, "output": [{"type": "function_call", "name": "t", "arguments": "{\"q\": 1}"}]}`, []string{call}, "filter"},
		{reply.OpenAIResponses, `{"object": "response", "status": "completed", "output": [{"type": "function_call", "name": "t", "arguments": "{\"q\": 1}", "status": "in_progress"}]}`, []string{call}, "incomplete"},
		{reply.Gemini, `{"candidates": [{"content": {"parts": [{"thought": true, "text": "hm"}, {"functionCall": {"name": "t", "args": {"q": 1}}}]}, "finishReason": "STOP"}]}`, []string{call}, "tool_use"},
		{reply.Gemini, `{"candidates": [{"content": {"parts": [{"functionCall": {"name": "t", "args": {"q": 1}}}]}, "finishReason": "SAFETY"}]}`, []string{call}, "filter"},
		{reply.Gemini, `{"candidates": [{"content": {"parts": [{"functionCall": {"name": "t", "args": {"q": 1}, "willContinue": true}}]}, "finishReason": "STOP"}]}`, []string{call}, "incomplete"},
		{reply.MCP, `{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "t", "arguments": {"q": 1}}}`, []string{call}, "tool_use"},
		{reply.ClaudeCode, `{"hook_event_name": "PreToolUse", "tool_name": "mcp__s__t", "tool_input": {"q": 1}}`, []string{inServer}, "tool_use"},
		{reply.ClaudeCode, `{"hook_event_name": "PermissionRequest", "tool_name": "mcp__s__t", "mcp_server": {"name": "s"}, "tool_input": {"q": 1}}`, []string{inServer}, "tool_use"},
		{reply.ClaudeCode, `{"hook_event_name": "PreToolUse", "tool_name": "mcp__a__b__t", "tool_input": {"q": 1}}`, []string{`{"args":{"q":1},"tool":"mcp__a__b__t","type":"call_tool"}`}, "tool_use"},
		{reply.Codex, `{"hook_event_name": "PreToolUse", "turn_id": "1", "tool_name": "t", "tool_input": {"q": 1}}`, []string{call}, "tool_use"},
		{reply.Codex, `{"method": "item/commandExecution/requestApproval", "params": {"threadId": "1", "itemId": "2", "command": "ls", "cwd": "/x"}}`, []string{`{"args":{"command":"ls","cwd":"/x"},"namespace":"codex/item","tool":"commandExecution","type":"call_tool"}`}, "tool_use"},
		{reply.ClaudeCode, `{"hook_event_name": "PreToolUse", "tool_name": "mcp__codex/item__t", "tool_input": {"q": 1}}`, []string{`{"args":{"q":1},"namespace":"server/codex/item","tool":"t","type":"call_tool"}`}, "tool_use"},
		{reply.ClaudeCode, `{"hook_event_name": "PreToolUse", "tool_name": "Mcp__s__t", "tool_input": {"q": 1}}`, []string{`{"args":{"q":1},"tool":"Mcp__s__t","type":"call_tool"}`}, "tool_use"},
		{reply.GeminiCLI, `{"hook_event_name": "BeforeTool", "tool_name": "mcp_s_t", "tool_input": {"q": 1}}`, []string{`{"args":{"q":1},"tool":"mcp_s_t","type":"call_tool"}`}, "tool_use"},
		{reply.GeminiCLI, `{"hook_event_name": "BeforeTool", "tool_name": "mcp_s_t", "mcp_context": {"server_name": "s", "tool_name": "t"}, "tool_input": {"q": 1}}`, []string{inServer}, "tool_use"},
		{reply.LangChain, `{"action_requests": [{"name": "t", "args": {"q": 1}}, {"name": "t", "args": {"q": 1}}]}`, []string{call, call}, "tool_use"},
		{reply.LangGraph, `[{"action_request": {"action": "t", "args": {"q": 1}}}]`, []string{call}, "tool_use"},
		{reply.AgentDojo, `{"suite_name": "x", "messages": [{"role": "user", "content": "hi"}, {"role": "assistant", "content": [{"type": "text", "content": "ok"}], "tool_calls": [{"function": "t", "args": {"q": 1}}]}]}`, []string{call}, ""},
		{reply.OpenAIAgents, `{"interruptions": [{"type": "tool_approval_item", "agent": {"name": "a"}, "rawItem": {"type": "function_call", "name": "t", "arguments": "{\"q\": 1}"}}]}`, []string{call}, "tool_use"},
		{reply.PlainText, `{"actions": [{"type": "call_tool", "tool": "t", "args": {"q": 1}}]}`, []string{call}, ""},
	} {
		for _, from := range []reply.Envelope{reply.Auto, c.from} {
			r, err := reply.ReadMessage([]byte(c.text), from, options(t, "claim@2"))
			if err != nil || r.Unusable != "" {
				t.Errorf("%s: %v, %+v", c.text, err, r)
				continue
			}
			if r.Envelope != c.from || r.StopReason != c.stop || !slices.Equal(calls(t, r), c.calls) {
				t.Errorf("%s: %s, %s, %q", c.text, r.Envelope, r.StopReason, calls(t, r))
			}
			if len(r.Edits) > 0 {
				t.Errorf("%s: edits %v", c.text, r.Edits)
			}
		}
	}
}

// The list of tools settles namespaces, and nothing else does.
func TestNamespaces(t *testing.T) {
	hook := func(event, name string) string {
		return `{"hook_event_name": "` + event + `", "tool_name": "` + name + `", "tool_input": {}}`
	}
	tools := []reply.Tool{{"a_b", "c"}, {"a", "b__d"}, {"x", "only"}, {"x", "both"}, {"y", "both"}, {"", "plain"}, {"p", "q_r"}, {"p_q", "r"}}
	for _, c := range []struct{ text, namespace, tool string }{
		{hook("BeforeTool", "mcp_a_b_c"), "a_b", "c"},
		{hook("BeforeTool", "mcp_p_q_r"), "", "mcp_p_q_r"},
		{hook("BeforeTool", "mcp_z_z"), "", "mcp_z_z"},
		{hook("PreToolUse", "mcp__a__b__d"), "a", "b__d"},
		{hook("PreToolUse", "mcp__n__m"), "n", "m"},
		{hook("PreToolUse", "only"), "x", "only"},
		{hook("PreToolUse", "both"), "", "both"},
		{hook("PreToolUse", "plain"), "", "plain"},
		{hook("PreToolUse", "unknown"), "", "unknown"},
		{`{"actions": [{"type": "call_tool", "tool": "only"}]}`, "x", "only"},
		{`{"actions": [{"type": "call_tool", "tool": "only", "namespace": "z"}]}`, "z", "only"},
	} {
		opt := options(t, "claim@2")
		opt.Tools = tools
		r, err := reply.ReadMessage([]byte(c.text), reply.Auto, opt)
		if err != nil || len(r.Actions) != 1 {
			t.Fatal(err, r)
		}
		object, _ := r.Actions[0].Object()
		namespace, _ := object["namespace"].(string)
		if namespace != c.namespace || object["tool"] != c.tool {
			t.Errorf("%s: %v", c.text, object)
		}
	}
}

// Text in an envelope is read as a reply, and its places are those of the message.
func TestTextInEnvelopes(t *testing.T) {
	part := func(text string) string {
		b, _ := json.Marshal(text)
		return `{"type": "text", "text": ` + string(b) + `}`
	}
	text := `{"type": "message", "stop_reason": "end_turn", "content": [` + part("So:\n{\"actions\": [{\"type\": \"answer\", \"te") + ", " + part("xt\": \"é\\n\", \"text\": \"b\"}]}") + `, {"type": "tool_use", "name": "t", "input": {"a": 1, "a": 2}}]}`
	r, err := reply.ReadMessage([]byte(text), reply.Auto, options(t, "claim@2"))
	if err != nil || r.Unusable != "" || len(r.Actions) != 2 {
		t.Fatal(err, r)
	}
	if got := texts(r.Actions); !slices.Equal(got, []string{"b", "?"}) || r.Actions[1].Index != 1 {
		t.Errorf("%q", got)
	}
	for path, want := range map[string]string{"/0": `{\"type\"`, "/0/text": `\"b\"`, "/1": `{"type": "tool_use"`, "/1/args": `{"a"`} {
		if offset, _, ok := r.Locate(path); !ok || text[offset:offset+len(want)] != want {
			t.Errorf("%s is at %.20q", path, text[offset:])
		}
	}
	if f := r.Actions[0].Findings; len(f) != 1 || f[0].Path != "/text" || text[f[0].Offset:f[0].Offset+7] != `\"text\` {
		t.Errorf("%+v", f)
	}
	if f := r.Actions[1].Findings; len(f) != 1 || f[0].Path != "/args/a" {
		t.Errorf("%+v", f)
	}
	for text, unusable := range map[string]bool{
		`{"type": "message", "content": [` + part("no JSON") + `]}`:                                    true,
		`{"type": "message", "content": []}`:                                                           true,
		`{"type": "message", "content": [` + part("no JSON") + `, {"type": "tool_use", "name": "t"}]}`: false,
	} {
		r, err := reply.ReadMessage([]byte(text), reply.Auto, options(t, "claim@2"))
		if err != nil || (r.Unusable != "") != unusable {
			t.Errorf("%s: %v, %q", text, err, r.Unusable)
		}
	}
}

func TestNamedEnvelopes(t *testing.T) {
	opt := options(t, "claim@2")
	r, err := reply.ReadMessage([]byte(`{"actions": []}`), reply.Gemini, opt)
	if err != nil || r.Unusable == "" {
		t.Errorf("%v, %+v", err, r)
	}
	if _, err := reply.ReadMessage(nil, "letter", opt); err == nil {
		t.Error("an envelope that does not exist")
	}
	if !slices.Contains(reply.Envelopes(), reply.OpenAIAgents) || reply.Envelopes()[0] != reply.Auto {
		t.Errorf("%v", reply.Envelopes())
	}
	opt.StopReason = schema.StopReasonLength
	r, err = reply.ReadMessage([]byte(`{"type": "message", "content": [], "stop_reason": "end_turn"}`), reply.Auto, opt)
	if err != nil || r.Completeness != schema.CompletenessCut {
		t.Errorf("the worse of two stop reasons: %v, %+v", err, r)
	}
}
