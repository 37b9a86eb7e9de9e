package reply_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/reply"
	"github.com/contractc/contractc/schema"
)

// What another reader may take for another call is a finding in every call that
// it stands in or around, in text, in Python's notation and in messages.
func TestOtherReaders(t *testing.T) {
	const (
		twice = doc.CodeJSONDuplicateKey
		read  = `{"type": "call_tool", "tool": "read", "args": {"path": "a"}}`
		wipe  = `{"type": "call_tool", "tool": "wipe", "args": {}}`
		use   = `{"type": "tool_use", "name": "read", "input": {"path": "a"}}`
		other = `{"type": "tool_use", "name": "wipe", "input": {}}`
	)
	call := func(more string) string { return `{"actions": [` + strings.TrimSuffix(read, "}") + more + `}]}` }
	args := func(args string) string {
		return `{"actions": [{"type": "call_tool", "tool": "read", "args": ` + args + `}]}`
	}
	function := func(text string) string {
		return `{"function": {"name": "read", "arguments": "` + text + `"}}`
	}
	for name, c := range map[string]struct{ text, code string }{
		"actions twice":           {`{"actions": [` + wipe + `], "actions": [` + read + `]}`, twice},
		"actions twice in Python": {`{'actions': [], 'actions': [{'type': 'call_tool', 'tool': 'read', 'args': {}}]}`, twice},
		"actions in two cases":    {`{"actions": [` + read + `], "Actions": [` + wipe + `]}`, reply.CodeCase},
		"tool in two cases":       {call(`, "Tool": "wipe"`), reply.CodeCase},
		"only the other case":     {call(`, "Namespace": "s"`), reply.CodeCase},
		"a letter that folds":     {call(`, "arg\u017f": {}`), reply.CodeCase},
		"arguments in two cases":  {args(`{"path": "a", "Path": "b"}`), reply.CodeCase},
		"in a text of arguments":  {args(`"{\"path\": \"a\", \"PATH\": \"b\"}"`), reply.CodeCase},
		"in Python":               {`{'actions': [{'type': 'call_tool', 'tool': 'read', 'args': {'path': 'a', 'Path': 'b'}}]}`, reply.CodeCase},
		"content twice":           {`{"type": "message", "stop_reason": "tool_use", "content": [` + other + `], "content": [` + use + `]}`, twice},
		"content in two cases":    {`{"type": "message", "stop_reason": "tool_use", "Content": [` + other + `], "content": [` + use + `]}`, reply.CodeCase},
		"stop reason twice":       {`{"type": "message", "stop_reason": "max_tokens", "stop_reason": "tool_use", "content": [` + use + `]}`, twice},
		"name in two cases":       {`{"type": "message", "stop_reason": "tool_use", "content": [` + strings.TrimSuffix(use, "}") + `, "Name": "wipe"}]}`, reply.CodeCase},
		"message twice":           {`{"choices": [{"message": {"tool_calls": [` + function("{}") + `]}, "message": {"tool_calls": [` + function("{}") + `]}}]}`, twice},
		"arguments of a message":  {`{"choices": [{"message": {"tool_calls": [` + function(`{\"a\": 1, \"A\": 2}`) + `]}}]}`, reply.CodeCase},
		"after many others":       {`{"x": [` + strings.Repeat(`"\ud800", `, 50) + `0], "actions": [], "actions": [` + read + `]}`, twice},
	} {
		for _, set := range []string{"claim@1", "claim@2"} {
			r, err := reply.ReadMessage([]byte(c.text), reply.Auto, options(t, set))
			if err != nil || len(r.Actions) == 0 {
				t.Errorf("%s, %s: %v, %+v", name, set, err, r)
				continue
			}
			for _, a := range r.Actions {
				if !slices.ContainsFunc(a.Findings, func(f reply.Finding) bool { return f.Code == c.code }) {
					t.Errorf("%s, %s: a call without %s: %+v", name, set, c.code, a.Findings)
				}
			}
		}
	}
}

// What no reader takes for another call is no finding.
func TestSameReading(t *testing.T) {
	for name, text := range map[string]string{
		"data in two cases":       `{"actions": [{"type": "call_tool", "tool": "t", "args": {"headers": {"etag": 1, "ETag": 2}}}]}`,
		"values, not names":       `{"actions": [{"type": "call_tool", "tool": "t", "args": {"a": "x", "b": "X"}}]}`,
		"in the arguments":        `{"type": "message", "stop_reason": "tool_use", "content": [{"type": "tool_use", "name": "t", "input": {"h": {"a": 1, "A": 2}}}]}`,
		"in a message's metadata": `{"object": "response", "status": "completed", "metadata": {"a": "", "A": ""}, "output": [{"type": "function_call", "name": "t", "arguments": "{}"}]}`,
		"no call":                 `{"actions": [{"type": "answer", "text": "x", "Text": "y"}], "Actions": []}`,
	} {
		r, err := reply.ReadMessage([]byte(text), reply.Auto, options(t, "claim@2"))
		if err != nil || len(r.Actions) != 1 || len(r.Actions[0].Findings) > 0 {
			t.Errorf("%s: %v, %+v", name, err, r)
		}
	}
}

// A response is read as one, also where it looks like a message as well: its
// actions must not hide behind the message's text.
func TestResponsesAreNoMessages(t *testing.T) {
	const wipe = `{"type": "call_tool", "tool": "wipe", "args": {}`
	inner := `{\"actions\": [{\"type\": \"answer\", \"text\": \"x\"}]}`
	for name, text := range map[string]string{
		"Anthropic": `{"type": "message", "stop_reason": "end_turn", "content": [{"type": "text", "text": "` + inner + `"}], "actions": [` + wipe + `}]}`,
		"Gemini":    `{"candidates": [{"content": {"parts": [{"text": "` + inner + `"}]}, "finishReason": "STOP"}], "actions": [` + wipe + `}]}`,
		"chat":      wipe + `, "role": "assistant", "content": "` + inner + `"}`,
		"a list":    `[{"method": "tools/call", "params": {"name": "read"}}, ` + wipe + `}]`,
	} {
		for _, set := range []string{"claim@1", "claim@2"} {
			r, err := reply.ReadMessage([]byte(text), reply.Auto, options(t, set))
			if err != nil || r.Envelope != reply.PlainText || len(r.Actions) == 0 {
				t.Errorf("%s, %s: %v, %+v", name, set, err, r)
				continue
			}
			last := r.Actions[len(r.Actions)-1].Node
			if tool := last.Get("tool"); tool == nil || tool.Text != "wipe" {
				t.Errorf("%s, %s: the call is not read: %+v", name, set, last)
			}
		}
	}
}

// What a message asks for is read as a call, also where its form is not known.
func TestUnknownParts(t *testing.T) {
	for text, want := range map[string]string{
		`{"type": "message", "stop_reason": "tool_use", "content": [{"type": "new_use", "name": "wipe", "input": {"q": 1}}]}`:                                                  `{"args":{"q":1},"tool":"wipe","type":"call_tool"}`,
		`{"type": "message", "stop_reason": "tool_use", "content": [{"type": "new_use"}]}`:                                                                                     `{"tool":"new_use","type":"call_tool"}`,
		`{"candidates": [{"content": {"parts": [{"function_call": {"name": "t", "args": {"q": 1}}}]}, "finish_reason": "STOP"}]}`:                                              `{"args":{"q":1},"tool":"t","type":"call_tool"}`,
		`{"object": "response", "status": "completed", "output": [{"type": "patch_request", "operation": {"q": 1}}]}`:                                                          `{"args":{"q":1},"tool":"patch_request","type":"call_tool"}`,
		`{"role": "assistant", "content": "{\"actions\": []}", "tool_calls": {"function": {"name": "t", "arguments": "{}"}}}`:                                                  `{"type":"call_tool"}`,
		`{"type": "message", "stop_reason": "tool_use", "content": [{"type": "thinking"}, {"type": "web_fetch_tool_result"}, {"type": "tool_use", "name": "t", "input": {}}]}`: `{"args":{},"tool":"t","type":"call_tool"}`,
	} {
		r, err := reply.ReadMessage([]byte(text), reply.Auto, options(t, "claim@2"))
		if err != nil {
			t.Fatal(err)
		}
		if got := calls(t, r); len(got) != 1 || got[0] != want || !r.Actions[0].Native {
			t.Errorf("%s: %q, want %s", text, got, want)
		}
	}
	const filtered = `{"candidates": [{"content": {"parts": [{"function_call": {"name": "t", "args": {}}}]}, "finish_reason": "SAFETY"}]}`
	if r, err := reply.ReadMessage([]byte(filtered), reply.Auto, options(t, "claim@2")); err != nil || r.StopReason != schema.StopReasonFilter {
		t.Errorf("%v, %+v", err, r)
	}
}
