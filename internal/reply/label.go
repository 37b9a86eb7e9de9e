package reply

import (
	"strconv"
	"strings"

	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/pyexpr"
)

// maxLabel is to how many characters a name in a label is cut.
const maxLabel = 60

// Label names the action for a message, such as "action 2 (claim, key 'k')":
// its position from 1, its type, and the names that it has.
func (a *RawAction) Label() string {
	var parts []string
	if kind := a.Node.Get("type"); kind != nil && kind.Kind == doc.String {
		parts = append(parts, kind.Text)
	}
	for _, field := range []string{"tool", "key", "document"} {
		if n := a.Node.Get(field); n != nil && n.Kind == doc.String && n.Text != "" {
			parts = append(parts, field+" "+pyexpr.Repr(firstRunes(n.Text, maxLabel)))
		}
	}
	label := "action " + strconv.Itoa(a.Index+1)
	if len(parts) == 0 {
		return label
	}
	return label + " (" + strings.Join(parts, ", ") + ")"
}

func firstRunes(s string, limit int) string {
	count := 0
	for i := range s {
		if count == limit {
			return s[:i]
		}
		count++
	}
	return s
}
