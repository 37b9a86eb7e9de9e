package reply

import (
	"strings"

	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/schema"
)

// isChat: a completion of the Chat API, or one message of it with calls.
func isChat(n *doc.Node) bool {
	if has(n, "choices", doc.List) {
		return true
	}
	for _, call := range items(n.Get("tool_calls")) {
		if !has(call, "function", doc.Map) {
			return false
		}
	}
	return is(n, "role", "assistant") && (has(n, "tool_calls", doc.List) || has(n, "content", doc.String))
}

func readChat(m *message, n *doc.Node) {
	if !has(n, "choices", doc.List) {
		readChatMessage(m, n)
		return
	}
	for _, choice := range n.Get("choices").Items {
		readChatMessage(m, choice.Get("message"))
	}
}

func stopChat(m *message, n *doc.Node) {
	stopChatMessage(m, n)
	for _, choice := range items(n.Get("choices")) {
		stopChatMessage(m, choice.Get("message"))
		switch textOf(choice, "finish_reason") {
		case "stop":
			m.stopped(schema.StopReasonEnd)
		case "tool_calls", "function_call":
			m.stopped(schema.StopReasonToolUse)
		case "length":
			m.stopped(schema.StopReasonLength)
		case "content_filter":
			m.stopped(schema.StopReasonFilter)
		case "":
		default:
			m.stopped(schema.StopReasonIncomplete)
		}
	}
}

// stopChatMessage notes a refusal, which stands in the place of a content.
func stopChatMessage(m *message, n *doc.Node) {
	if has(n, "refusal", doc.String) {
		m.stopped(schema.StopReasonRefusal)
	}
	for _, part := range items(n.Get("content")) {
		if has(part, "refusal", doc.String) {
			m.stopped(schema.StopReasonRefusal)
		}
	}
}

func readChatMessage(m *message, n *doc.Node) {
	m.say(n.Get("content"))
	for _, part := range items(n.Get("content")) {
		m.say(part.Get("text"))
	}
	calls := n.Get("tool_calls")
	if calls != nil && calls.Kind != doc.List && calls.Kind != doc.Null {
		m.call(calls, nil, nil, "") // not a list: what it asks for is not known
	}
	for _, call := range items(calls) {
		if f := call.Get("function"); f != nil {
			m.call(call, f.Get("name"), f.Get("arguments"), "")
		} else if f := call.Get("custom"); f != nil {
			m.call(call, f.Get("name"), f.Get("input"), "")
		} else {
			m.call(call, nil, nil, "")
		}
	}
	if f := n.Get("function_call"); f != nil && f.Kind == doc.Map {
		m.call(f, f.Get("name"), f.Get("arguments"), "")
	}
}

// isResponses: a response of the Responses API.
func isResponses(n *doc.Node) bool {
	return has(n, "output", doc.List) && (is(n, "object", "response") || has(n, "status", doc.String))
}

func readResponses(m *message, n *doc.Node) {
	for _, item := range n.Get("output").Items {
		readResponseItem(m, item)
	}
}

func stopResponses(m *message, n *doc.Node) {
	for _, item := range n.Get("output").Items {
		stopResponseItem(m, item)
	}
	if has(n, "error", doc.Map) {
		m.stopped(schema.StopReasonIncomplete)
	}
	switch textOf(n, "status") {
	case "completed":
		m.finished()
	case "incomplete":
		readIncomplete(m, textOf(n.Get("incomplete_details"), "reason"))
	case "":
	default:
		m.stopped(schema.StopReasonIncomplete)
	}
}

func readIncomplete(m *message, reason string) {
	switch reason {
	case "max_output_tokens":
		m.stopped(schema.StopReasonLength)
	case "content_filter":
		m.stopped(schema.StopReasonFilter)
	default:
		m.stopped(schema.StopReasonIncomplete)
	}
}

// stopResponseItem notes an item that is not complete, and a refusal.
func stopResponseItem(m *message, item *doc.Node) {
	if status := textOf(item, "status"); status != "" && status != "completed" {
		m.stopped(schema.StopReasonIncomplete)
	}
	for _, part := range items(item.Get("content")) {
		if has(part, "refusal", doc.String) {
			m.stopped(schema.StopReasonRefusal)
		}
	}
}

// readResponseItem reads one item of output. Calls of kinds that are not known are calls all the same, of a tool named as their type.
func readResponseItem(m *message, item *doc.Node) {
	switch kind := textOf(item, "type"); {
	case kind == "message":
		for _, part := range items(item.Get("content")) {
			m.say(part.Get("text"))
		}
	case kind == "function_call":
		m.call(item, item.Get("name"), item.Get("arguments"), textOf(item, "namespace"))
	case kind == "mcp_approval_request":
		m.call(item, item.Get("name"), item.Get("arguments"), textOf(item, "server_label"))
	case kind == "custom_tool_call":
		m.call(item, item.Get("name"), item.Get("input"), textOf(item, "namespace"))
	case !tellsOnly(kind) && !ranAlready(kind):
		m.call(item, item.Get("type"), first(item, "action", "operation", "arguments", "input"), "")
	}
}

// tellsOnly reports whether items of a kind ask nobody to run anything.
func tellsOnly(kind string) bool {
	switch kind {
	case "reasoning", "item_reference", "mcp_list_tools", "mcp_approval_response", "compaction":
		return true
	}
	return strings.HasSuffix(kind, "_output")
}

// ranAlready reports whether calls of a kind are run by the provider before the response arrives.
func ranAlready(kind string) bool {
	switch kind {
	case "web_search_call", "file_search_call", "code_interpreter_call", "image_generation_call", "mcp_call":
		return true
	}
	return false
}

// isAgents: an approval item of the Agents SDK, a list of them, or an object that holds them as interruptions.
func isAgents(n *doc.Node) bool {
	if n.Kind == doc.List {
		return len(n.Items) > 0 && isAgents(n.Items[0])
	}
	return is(n, "type", "tool_approval_item") || has(n, "interruptions", doc.List) ||
		has(n, "raw_item", doc.Map) || has(n, "rawItem", doc.Map)
}

func readAgents(m *message, n *doc.Node) {
	list := []*doc.Node{n}
	if n.Kind == doc.List {
		list = n.Items
	} else if has(n, "interruptions", doc.List) {
		list = n.Get("interruptions").Items
	}
	for _, item := range list {
		call := item
		for _, field := range []string{"raw_item", "rawItem"} {
			if has(item, field, doc.Map) {
				call = item.Get(field)
			}
		}
		namespace := textOf(call, "namespace")
		if label := textOf(call, "server_label"); label != "" {
			namespace = label
		}
		m.call(item, call.Get("name"), call.Get("arguments"), namespace)
	}
}
