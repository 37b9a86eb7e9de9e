package reply

import (
	"strings"

	"github.com/contractc/contractc/internal/doc"
)

// isMCP: a request of the Model Context Protocol to call a tool, or a list of such requests.
func isMCP(n *doc.Node) bool {
	if n.Kind == doc.List {
		return len(n.Items) > 0 && isMCP(n.Items[0])
	}
	return is(n, "method", "tools/call") && has(n, "params", doc.Map)
}

func readMCP(m *message, n *doc.Node) {
	list := []*doc.Node{n}
	if n.Kind == doc.List {
		list = n.Items
	}
	for _, request := range list {
		params := request.Get("params")
		m.call(request, params.Get("name"), params.Get("arguments"), "")
	}
}

// isClaudeCode: the input of a hook before a tool or for a permission.
func isClaudeCode(n *doc.Node) bool {
	return (is(n, "hook_event_name", "PreToolUse") || is(n, "hook_event_name", "PermissionRequest")) && n.Get("tool_name") != nil
}

func readClaudeCode(m *message, n *doc.Node) {
	name, namespace := n.Get("tool_name"), textOf(n.Get("mcp_server"), "name")
	if namespace != "" {
		if bare, ok := strings.CutPrefix(name.Text, "mcp__"+namespace+"__"); ok {
			name = m.word(name, bare)
		}
	} else {
		name, namespace = m.splitName(name, "mcp__", "__", true)
	}
	m.call(n, name, n.Get("tool_input"), namespace)
}

// isCodex: the input of one of its hooks, which name the turn, or a request of its server for an approval.
func isCodex(n *doc.Node) bool {
	return isApproval(n) || isClaudeCode(n) && has(n, "turn_id", doc.String)
}

func isApproval(n *doc.Node) bool {
	method := textOf(n, "method")
	return strings.HasPrefix(method, "item/") && strings.HasSuffix(method, "/requestApproval") && has(n, "params", doc.Map)
}

// codexItem is the namespace of what Codex itself asks approval for. No server is taken for it, whatever its name.
const codexItem = "codex/item"

// readCodex reads an approval as a call of a tool named as what is approved, its arguments without the identifiers of thread, turn and item.
func readCodex(m *message, n *doc.Node) {
	if !isApproval(n) {
		readClaudeCode(m, n)
		return
	}
	method := strings.Split(textOf(n, "method"), "/")
	params := n.Get("params")
	args := &doc.Node{Kind: doc.Map, Offset: params.Offset, EndOffset: params.EndOffset, Range: params.Range}
	for _, f := range params.Fields {
		if !strings.HasSuffix(f.Key, "Id") && !strings.HasSuffix(f.Key, "_id") {
			args.Fields = append(args.Fields, f)
		}
	}
	m.put(n, m.word(n, method[1]), args, codexItem)
}

// isGeminiCLI: the input of a hook before a tool.
func isGeminiCLI(n *doc.Node) bool {
	return is(n, "hook_event_name", "BeforeTool") && n.Get("tool_name") != nil
}

func readGeminiCLI(m *message, n *doc.Node) {
	name, namespace := n.Get("tool_name"), textOf(n.Get("mcp_context"), "server_name")
	if bare := n.Get("mcp_context").Get("tool_name"); namespace != "" && bare != nil {
		name = bare
	} else if namespace == "" {
		name, namespace = m.splitName(name, "mcp_", "_", false)
	}
	m.call(n, name, n.Get("tool_input"), namespace)
}
