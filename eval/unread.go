package eval

import (
	"slices"

	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/toolcall"
	"github.com/contractc/contractc/schema"
)

// readArguments are the arguments of calls that a mapping reads.
type readArguments struct {
	names map[string]bool
	all   bool
}

// argumentsRead tells which arguments a mapping reads, found out once.
func (e *Engine) argumentsRead(m *index.Mapping) readArguments {
	if known, ok := e.reads.Load(m); ok {
		return known.(readArguments)
	}
	var r readArguments
	r.names, r.all = e.catalog.ArgumentsRead(m)
	e.reads.Store(m, r)
	return r
}

// addUnread asks about arguments that the mapping of the tool does not read and
// the tool's own schema does not name: nothing says what the tool makes of them.
func (j *judge) addUnread(call *Call, m *index.Mapping, args map[string]any, takes *toolcall.Signature) {
	read := j.engine.argumentsRead(m)
	if read.all {
		return
	}
	var unread []string
	for name, v := range args {
		named := slices.ContainsFunc(takes.Params, func(p toolcall.Param) bool { return p.Name == name })
		if v != nil && !read.names[name] && !named {
			unread = append(unread, name)
		}
	}
	slices.Sort(unread)
	for _, name := range unread {
		call.Reasons = append(call.Reasons, Reason{Outcome: schema.OutcomeAsk, Code: ReasonUnread, Subject: name})
	}
}

// otherNames are what formats other than the claim contract's call the tool and
// the arguments of a call.
func otherNames() []string {
	return []string{"arguments", "function", "input", "name", "parameters", "params", "server", "tool_input", "tool_name"}
}

// addFields asks about fields of a call that are no part of it and that readers
// of other formats would take for its tool or its arguments.
func (j *judge) addFields(a *Action) {
	read, _ := a.Plain.(map[string]any)
	for _, name := range otherNames() {
		if read[name] != nil {
			a.Call.Reasons = append(a.Call.Reasons, Reason{Outcome: schema.OutcomeAsk, Code: ReasonField, Subject: name})
		}
	}
}
