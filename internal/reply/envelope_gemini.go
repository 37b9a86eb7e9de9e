package reply

import (
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/schema"
)

// isGemini: a response of generateContent.
func isGemini(n *doc.Node) bool {
	return has(n, "candidates", doc.List) || has(n, "promptFeedback", doc.Map)
}

func readGemini(m *message, n *doc.Node) {
	if has(n.Get("promptFeedback"), "blockReason", doc.String) {
		m.stopped(schema.StopReasonFilter)
	}
	for _, candidate := range items(n.Get("candidates")) {
		for _, part := range items(candidate.Get("content").Get("parts")) {
			readGeminiPart(m, part)
		}
		switch textOf(candidate, "finishReason") {
		case "STOP":
			m.finished()
		case "MAX_TOKENS":
			m.stopped(schema.StopReasonLength)
		case "SAFETY", "RECITATION", "LANGUAGE", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "IMAGE_SAFETY", "MODEL_ARMOR":
			m.stopped(schema.StopReasonFilter)
		case "":
		default:
			m.stopped(schema.StopReasonIncomplete)
		}
	}
}

func readGeminiPart(m *message, part *doc.Node) {
	if thought := part.Get("thought"); thought == nil || !thought.Bool {
		m.say(part.Get("text"))
	}
	f := part.Get("functionCall")
	if f == nil {
		return
	}
	m.call(f, f.Get("name"), f.Get("args"), "")
	if more := f.Get("willContinue"); more != nil && more.Bool || f.Get("partialArgs") != nil {
		m.stopped(schema.StopReasonIncomplete)
	}
}
