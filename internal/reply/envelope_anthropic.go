package reply

import (
	"strings"

	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/schema"
)

// isAnthropic: a message of the Messages API, content in blocks with a type.
func isAnthropic(n *doc.Node) bool {
	if !has(n, "content", doc.List) || is(n, "role", "user") {
		return false
	}
	for _, block := range n.Get("content").Items {
		if !has(block, "type", doc.String) || block.Get("text") == nil && is(block, "type", "text") {
			return false
		}
	}
	return is(n, "type", "message") || n.Get("stop_reason") != nil
}

// asksNothing reports whether blocks of a kind ask nobody to run anything: they tell, or what they name was run by the provider. A kind that is
// not known is a call, of a tool named as the block says, so that nothing is done that was not judged.
func asksNothing(kind string) bool {
	switch kind {
	case "thinking", "redacted_thinking", "server_tool_use", "mcp_tool_use", "tool_result", "image", "document", "search_result", "container_upload", "compaction":
		return true
	}
	return strings.HasSuffix(kind, "_tool_result")
}

func readAnthropic(m *message, n *doc.Node) {
	for _, block := range items(n.Get("content")) {
		switch textOf(block, "type") {
		case "text":
			m.say(block.Get("text"))
		case "tool_use":
			m.call(block, block.Get("name"), block.Get("input"), textOf(block, "toolset_name"))
		default:
			if !asksNothing(textOf(block, "type")) {
				m.call(block, first(block, "name", "type"), block.Get("input"), "")
			}
		}
	}
}

func stopAnthropic(m *message, n *doc.Node) {
	switch textOf(n, "stop_reason") {
	case "end_turn", "stop_sequence":
		m.stopped(schema.StopReasonEnd)
	case "tool_use":
		m.stopped(schema.StopReasonToolUse)
	case "max_tokens", "model_context_window_exceeded":
		m.stopped(schema.StopReasonLength)
	case "refusal":
		m.stopped(schema.StopReasonRefusal)
	case "":
	default:
		m.stopped(schema.StopReasonIncomplete)
	}
}
