package reply

import (
	"strconv"
	"strings"

	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
)

// Locate returns where in the reply a value stands, as a byte offset and as a
// position. The path is a JSON pointer whose first part is the index of an
// action, such as /0/args/path; /actions/0/args/path is the same. A part that
// does not exist gives the place of what is around it; without any action that
// fits, ok is false.
func (r *Reply) Locate(path string) (offset int, at diag.Position, ok bool) {
	parts := strings.Split(strings.TrimPrefix(strings.TrimPrefix(path, "/actions"), "/"), "/")
	i, err := strconv.Atoi(parts[0])
	if err != nil || i < 0 || i >= len(r.Actions) {
		return 0, diag.Position{}, false
	}
	n := r.Actions[i].Node
	for _, part := range parts[1:] {
		next := child(n, part)
		if next == nil {
			break
		}
		n = next
	}
	return n.Offset, r.places.At(n.Offset), true
}

// child returns the value under a part of a JSON pointer, or nil.
func child(n *doc.Node, part string) *doc.Node {
	if n.Kind == doc.List {
		if i, err := strconv.Atoi(part); err == nil && i >= 0 && i < len(n.Items) {
			return n.Items[i]
		}
		return nil
	}
	return n.Get(strings.NewReplacer("~1", "/", "~0", "~").Replace(part))
}
