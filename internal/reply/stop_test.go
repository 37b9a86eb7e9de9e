package reply_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/contractc/contractc/internal/reply"
	"github.com/contractc/contractc/schema"
)

// stopCases are the words of every envelope for why a model stopped.
func stopCases() map[string]map[string]schema.StopReason {
	anthropic := `{"type": "message", "role": "assistant", "content": [{"type": "tool_use", "name": "t", "input": {"q": 1}}], "stop_reason": %s}`
	chat := `{"choices": [{"finish_reason": %s, "message": {"role": "assistant", "tool_calls": [{"function": {"name": "t", "arguments": "{\"q\": 1,}"}}]}}]}`
	gemini := `{"candidates": [{"content": {"parts": [{"functionCall": {"name": "t", "args": {"q": 1}}}]}, "finishReason": %s}]}`
	responses := `{"object": "response", %s, "output": [{"type": "function_call", "name": "t", "arguments": "{\"q\": 1,}"}]}`
	return map[string]map[string]schema.StopReason{
		anthropic: {
			`"end_turn"`: "end", `"stop_sequence"`: "end", `"tool_use"`: "tool_use", `"max_tokens"`: "length",
			`"model_context_window_exceeded"`: "length", `"refusal"`: "refusal", `"pause_turn"`: "incomplete", `"new_word"`: "incomplete", `null`: "",
		},
		chat: {
			`"stop"`: "end", `"tool_calls"`: "tool_use", `"function_call"`: "tool_use", `"length"`: "length",
			`"content_filter"`: "filter", `"new_word"`: "incomplete", `null`: "",
		},
		gemini: {
			`"STOP"`: "tool_use", `"MAX_TOKENS"`: "length", `"SAFETY"`: "filter", `"RECITATION"`: "filter", `"LANGUAGE"`: "filter",
			`"BLOCKLIST"`: "filter", `"PROHIBITED_CONTENT"`: "filter", `"SPII"`: "filter", `"IMAGE_SAFETY"`: "filter",
			`"MALFORMED_FUNCTION_CALL"`: "incomplete", `"UNEXPECTED_TOOL_CALL"`: "incomplete", `"TOO_MANY_TOOL_CALLS"`: "incomplete",
			`"OTHER"`: "incomplete", `"FINISH_REASON_UNSPECIFIED"`: "incomplete", `"NEW_WORD"`: "incomplete", `null`: "",
		},
		responses: {
			`"status": "completed"`: "tool_use", `"status": "in_progress"`: "incomplete", `"status": "failed"`: "incomplete",
			`"status": "cancelled"`: "incomplete", `"status": "queued"`: "incomplete", `"error": {"code": "x"}`: "incomplete",
			`"status": "incomplete", "incomplete_details": {"reason": "max_output_tokens"}`: "length",
			`"status": "incomplete", "incomplete_details": {"reason": "content_filter"}`:    "filter",
			`"status": "incomplete"`: "incomplete", `"id": "x"`: "",
		},
		`{"candidates": [], "promptFeedback": {"blockReason": %s}}`:                                                                           {`"SAFETY"`: "filter", `"OTHER"`: "filter"},
		`{"candidates": [{"content": {"parts": [{"functionCall": {"name": "t", "args": {}, "willContinue": %s}}]}, "finishReason": "STOP"}]}`: {`true`: "incomplete", `false`: "tool_use"},
		`{"choices": [{"finish_reason": "stop", "message": {"content": null, "refusal": %s}}]}`:                                               {`"no"`: "refusal", `null`: "end"},
		`{"choices": [{"finish_reason": "stop", "message": {"content": "a"}}, {"finish_reason": %s, "message": {"content": "b"}}]}`:           {`"length"`: "length", `"stop"`: "end"},
		`{"object": "response", "status": "completed", "output": [{"type": "message", "content": [{"type": "refusal", "refusal": %s}]}]}`:     {`"no"`: "refusal"},
		`{"object": "response", "status": "completed", "output": [{"type": "function_call", "name": "t", "arguments": "{}", "status": %s}]}`:  {`"incomplete"`: "incomplete", `"completed"`: "tool_use"},
		`{"jsonrpc": "2.0", "method": "tools/call", "params": {"name": "t", "arguments": %s}}`:                                                {`{}`: "tool_use"},
		`{"hook_event_name": "PreToolUse", "tool_name": "t", "tool_input": %s}`:                                                               {`{}`: "tool_use"},
		`{"hook_event_name": "PermissionRequest", "tool_name": "t", "tool_input": %s}`:                                                        {`{}`: "tool_use"},
		`{"hook_event_name": "PreToolUse", "turn_id": "1", "tool_name": "t", "tool_input": %s}`:                                               {`{}`: "tool_use"},
		`{"hook_event_name": "BeforeTool", "tool_name": "t", "tool_input": %s}`:                                                               {`{}`: "tool_use"},
		`{"action_requests": [{"name": "t", "args": %s}]}`:                                                                                    {`{}`: "tool_use"},
		`[{"action_request": {"action": "t", "args": %s}}]`:                                                                                   {`{}`: "tool_use"},
		`{"type": "tool_approval_item", "raw_item": {"name": "t", "arguments": %s}}`:                                                          {`"{}"`: "tool_use"},
		`{"role": "assistant", "tool_calls": [{"function": "t", "args": %s}]}`:                                                                {`{}`: ""},
	}
}

// The stop reason of every envelope is read, and a word that is not known is no
// complete reply.
func TestStopReasons(t *testing.T) {
	seen := map[reply.Envelope]bool{}
	for form, words := range stopCases() {
		for word, want := range words {
			text := fmt.Sprintf(form, word)
			r, err := reply.ReadMessage([]byte(text), reply.Auto, mending(t))
			if err != nil {
				t.Fatal(err)
			}
			seen[r.Envelope] = true
			if r.StopReason != want || r.Completeness != reply.CompletenessOf(want) {
				t.Errorf("%s: %q, %s", text, r.StopReason, r.Completeness)
			}
			checkStopped(t, text, r)
		}
	}
	for _, e := range reply.Envelopes()[2:] {
		if !seen[e] {
			t.Errorf("no case is in the envelope %s", e)
		}
	}
}

// checkStopped checks that a reply which is not complete says so first, and that
// nothing of it was mended.
func checkStopped(t *testing.T, text string, r *reply.Reply) {
	t.Helper()
	stopped := len(r.Findings) > 0 && r.Findings[0].Code == reply.CodeStopped
	if cut := r.Completeness == schema.CompletenessCut; cut != stopped || cut && len(r.Edits) > 0 {
		t.Errorf("%s: %s, findings %v, edits %v", text, r.Completeness, r.Findings, r.Edits)
	}
	if !strings.Contains(text, `{\"q\": 1,}`) {
		return
	}
	object, _ := r.Actions[0].Object()
	_, whole := object["args"].(map[string]any)
	if whole != (r.Completeness != schema.CompletenessCut) {
		t.Errorf("%s: %s, arguments %v", text, r.Completeness, object["args"])
	}
}

// A stop reason comes before what is wrong with the JSON.
func TestStopReasonComesFirst(t *testing.T) {
	for _, reason := range schema.StopReasonValues() {
		opt := mending(t)
		opt.StopReason = reason
		r, err := reply.Read([]byte(`{"actions": [{"type": "call_tool", "tool": "t", "args": {"a": "b`), opt)
		if err != nil {
			t.Fatal(err)
		}
		cut := reply.CompletenessOf(reason) == schema.CompletenessCut
		if cut != strings.Contains(r.Unusable, "stop reason "+string(reason)) || cut && len(r.Actions)+len(r.Edits) > 0 {
			t.Errorf("%s: %q, %v", reason, r.Unusable, r.Actions)
		}
	}
}
