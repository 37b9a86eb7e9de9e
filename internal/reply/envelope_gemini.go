package reply

import (
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/schema"
)

// isGemini: a response of generateContent. Its fields are written in both ways that Protocol Buffers have: functionCall and function_call.
func isGemini(n *doc.Node) bool {
	return has(n, "candidates", doc.List) || has(n, "promptFeedback", doc.Map) || has(n, "prompt_feedback", doc.Map)
}

func readGemini(m *message, n *doc.Node) {
	for _, candidate := range items(n.Get("candidates")) {
		for _, part := range items(candidate.Get("content").Get("parts")) {
			readGeminiPart(m, part)
		}
	}
}

func stopGemini(m *message, n *doc.Node) {
	for _, name := range []string{"promptFeedback", "prompt_feedback"} {
		if first(n.Get(name), "blockReason", "block_reason") != nil {
			m.stopped(schema.StopReasonFilter)
		}
	}
	for _, candidate := range items(n.Get("candidates")) {
		for _, part := range items(candidate.Get("content").Get("parts")) {
			stopGeminiPart(m, part)
		}
		for _, name := range []string{"finishReason", "finish_reason"} {
			readGeminiReason(m, textOf(candidate, name))
		}
	}
}

func readGeminiReason(m *message, reason string) {
	switch reason {
	case "STOP":
		m.finished()
	case "MAX_TOKENS":
		m.stopped(schema.StopReasonLength)
	case "SAFETY", "RECITATION", "LANGUAGE", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "MODEL_ARMOR",
		"IMAGE_SAFETY", "IMAGE_PROHIBITED_CONTENT", "IMAGE_RECITATION":
		m.stopped(schema.StopReasonFilter)
	case "":
	default:
		m.stopped(schema.StopReasonIncomplete)
	}
}

func readGeminiPart(m *message, part *doc.Node) {
	if thought := part.Get("thought"); thought == nil || !thought.Bool {
		m.say(part.Get("text"))
	}
	for _, name := range []string{"functionCall", "function_call"} {
		f := part.Get(name)
		if f == nil {
			continue
		}
		m.call(f, f.Get("name"), f.Get("args"), "")
	}
}

// stopGeminiPart notes a call whose arguments go on in another message.
func stopGeminiPart(m *message, part *doc.Node) {
	for _, name := range []string{"functionCall", "function_call"} {
		f := part.Get(name)
		if more := first(f, "willContinue", "will_continue"); more != nil && more.Bool || first(f, "partialArgs", "partial_args") != nil {
			m.stopped(schema.StopReasonIncomplete)
		}
	}
}
