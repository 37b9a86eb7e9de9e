package reply

import "github.com/contractc/contractc/internal/doc"

// isLangChain: a request of the human-in-the-loop middleware.
func isLangChain(n *doc.Node) bool { return has(n, "action_requests", doc.List) }

func readLangChain(m *message, n *doc.Node) {
	for _, request := range n.Get("action_requests").Items {
		m.call(request, request.Get("name"), request.Get("args"), "")
	}
}

// isLangGraph: an interrupt for a person, or a list of them.
func isLangGraph(n *doc.Node) bool {
	if n.Kind == doc.List {
		return len(n.Items) > 0 && isLangGraph(n.Items[0])
	}
	return has(n, "action_request", doc.Map)
}

func readLangGraph(m *message, n *doc.Node) {
	list := []*doc.Node{n}
	if n.Kind == doc.List {
		list = n.Items
	}
	for _, interrupt := range list {
		request := interrupt.Get("action_request")
		m.call(interrupt, request.Get("action"), request.Get("args"), "")
	}
}

// isAgentDojo: a message of a run with calls whose function is a name, or a whole run.
func isAgentDojo(n *doc.Node) bool {
	if has(n, "messages", doc.List) && has(n, "suite_name", doc.String) {
		return true
	}
	calls := items(n.Get("tool_calls"))
	return len(calls) > 0 && has(calls[0], "function", doc.String)
}

func readAgentDojo(m *message, n *doc.Node) {
	list := []*doc.Node{n}
	if has(n, "messages", doc.List) {
		list = n.Get("messages").Items
	}
	for _, msg := range list {
		if !is(msg, "role", "assistant") {
			continue
		}
		m.say(msg.Get("content"))
		for _, part := range items(msg.Get("content")) {
			m.say(part.Get("content"))
		}
		for _, call := range items(msg.Get("tool_calls")) {
			m.call(call, call.Get("function"), call.Get("args"), "")
		}
	}
}
