package reply

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/contractc/contractc/internal/doc"
)

// checkNames looks in a message for names of one object that differ in case only. Arguments and metadata are left out; what they hold is data.
func (r *reader) checkNames(n *doc.Node) {
	r.sameNames(n)
	for _, item := range n.Items {
		r.checkNames(item)
	}
	for _, f := range n.Fields {
		switch f.Key {
		case "args", "arguments", "input", "tool_input", "metadata":
		default:
			r.checkNames(f.Value)
		}
	}
}

// sameNames notes the first two names around actions that differ in case only.
func (r *reader) sameNames(n *doc.Node) {
	if len(r.around) > 0 {
		return
	}
	if first, second := sameFolded(n); second != nil {
		r.around = append(r.around, r.caseClash(second, first.Key, ""))
	}
}

// callNames looks in a call for names that a reader that does not tell case apart takes for fields of the call, and for two such arguments.
func (r *reader) callNames(a *RawAction) {
	for i := range a.Node.Fields {
		f := &a.Node.Fields[i]
		for _, name := range []string{"type", "namespace", "tool", "args", "key", "claim"} {
			if f.Key != name && strings.EqualFold(f.Key, name) {
				a.Findings = append(a.Findings, r.caseClash(f, name, "/"+escapePointer(f.Key)))
				return
			}
		}
	}
	if first, second := sameFolded(a.Node.Get("args")); second != nil {
		a.Findings = append(a.Findings, r.caseClash(second, first.Key, "/args/"+escapePointer(second.Key)))
	}
}

func (r *reader) caseClash(f *doc.Field, other, path string) Finding {
	return Finding{
		Code: CodeCase, Path: path, Offset: f.Value.Offset, Position: f.KeyRange.Start,
		Message: fmt.Sprintf("the names %q and %q differ in case only", other, f.Key),
	}
}

// sameFolded returns the first two entries of a map whose keys differ in case only, and nil where there are none.
func sameFolded(n *doc.Node) (first, second *doc.Field) {
	if n == nil || len(n.Fields) < 2 {
		return nil, nil
	}
	seen := make(map[string]*doc.Field, len(n.Fields))
	for i := range n.Fields {
		f := &n.Fields[i]
		key := folded(f.Key)
		if other := seen[key]; other != nil {
			return other, f
		}
		seen[key] = f
	}
	return nil, nil
}

// folded is a text that is the same for all texts that strings.EqualFold takes for equal.
func folded(s string) string {
	return strings.Map(func(c rune) rune {
		least := c
		for next := unicode.SimpleFold(c); next != c; next = unicode.SimpleFold(next) {
			least = min(least, next)
		}
		return least
	}, s)
}

// spread gives the calls what stands around them and makes another reader see other calls: a name that stands twice, or twice but for its case.
func (r *reader) spread() {
	for _, f := range append(r.doubled, r.around...) {
		f.Path, f.Message = "", f.Message+", around the call"
		for i := range r.reply.Actions {
			if a := &r.reply.Actions[i]; is(a.Node, "type", "call_tool") {
				a.Findings = append(a.Findings, f)
			}
		}
	}
}
