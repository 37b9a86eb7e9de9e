package reply

import (
	"strings"

	"github.com/contractc/contractc/internal/doc"
)

// splitName splits the name of a tool of a Model Context Protocol server, which is prefix, server, separator and tool, by the list of
// tools. Without a tool that fits, it is split at its only separator where lone allows that; else it stays whole.
func (m *message) splitName(name *doc.Node, prefix, separator string, lone bool) (*doc.Node, string) {
	rest, ok := strings.CutPrefix(name.Text, prefix)
	if name.Kind != doc.String || !ok {
		return name, ""
	}
	var fits []Tool
	for _, t := range m.opt.Tools {
		if t.Namespace != "" && rest == t.Namespace+separator+t.Name {
			fits = append(fits, t)
		}
	}
	if len(fits) == 1 {
		return m.word(name, fits[0].Name), fits[0].Namespace
	}
	server, tool, _ := strings.Cut(rest, separator)
	if len(fits) == 0 && lone && server != "" && tool != "" && !strings.Contains(tool, separator) {
		return m.word(name, tool), server
	}
	return name, ""
}

// settleNamespace adds the namespace to a call without one where the list of tools has that name once, in a namespace.
func (r *reader) settleNamespace(a *RawAction) {
	tool := a.Node.Get("tool")
	if tool == nil || tool.Kind != doc.String || a.Node.Get("namespace") != nil {
		return
	}
	var found []string
	for _, t := range r.opt.Tools {
		if t.Name == tool.Text {
			found = append(found, t.Namespace)
		}
	}
	if len(found) == 1 && found[0] != "" {
		n := &doc.Node{Kind: doc.String, Text: found[0], Offset: tool.Offset, EndOffset: tool.EndOffset, Range: tool.Range}
		a.Node.Fields = append(a.Node.Fields, doc.Field{Key: "namespace", KeyRange: tool.Range, Value: n})
	}
}
