package reply

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
)

// Finding is something in a reply that strict JSON does not have, or a fault of
// the reply as a whole.
type Finding struct {
	// Code is one of package doc's JSON codes, CodeCut or CodeUnread.
	Code string
	// Path is a JSON pointer into the action; empty for the action as a whole.
	Path string
	// Offset is where it stands in the reply, in bytes.
	Offset   int
	Position diag.Position
	// Message is one line, for people.
	Message string
}

// The codes of findings that are not of JSON.
const (
	// CodeStopped: the stop reason says that the reply is not complete.
	CodeStopped = "reply.stopped"
	// CodeCut: the reply ends inside a value.
	CodeCut = "reply.cut"
	// CodeUnread: a part of the reply was not searched for actions.
	CodeUnread = "reply.unread"
	// CodeCase: two names of one object, or a name and the one that is read,
	// differ in case only. Readers that do not tell case apart, such as Go's
	// encoding/json, take the one for the other.
	CodeCase = "reply.case-clash"
)

// maxFindings is how many findings of one action are kept; the first says enough.
const maxFindings = 20

// noted keeps what the JSON reader found until it is known in which action it stands. Of several in one string it keeps one.
func (r *reader) noted(f doc.Finding) {
	if n := len(r.raw); n > 0 && f.Code != doc.CodeJSONDuplicateKey {
		last := &r.raw[n-1]
		if last.Code == f.Code && last.End <= f.Offset && strings.IndexByte(r.text[last.End:f.Offset], '"') < 0 {
			last.End = f.End
			return
		}
	}
	r.raw = append(r.raw, f)
}

// findingsIn returns the findings inside a tree with their paths.
func (r *reader) findingsIn(n *doc.Node) []Finding {
	byOffset := func(a, b doc.Finding) int { return a.Offset - b.Offset }
	if !slices.IsSortedFunc(r.raw, byOffset) {
		slices.SortStableFunc(r.raw, byOffset)
	}
	first := sort.Search(len(r.raw), func(i int) bool { return r.raw[i].Offset >= n.Offset })
	var inside []Finding
	for _, f := range r.raw[first:] {
		if f.Offset >= n.EndOffset || len(inside) == maxFindings {
			break
		}
		inside = append(inside, r.finding(f, pathAt(n, f.Offset)))
	}
	return inside
}

// finding makes a finding at a path; of a duplicate key the path is that of its object.
func (r *reader) finding(f doc.Finding, path string) Finding {
	if f.Code == doc.CodeJSONDuplicateKey {
		path += "/" + escapePointer(f.Text)
		r.edit(DuplicateKey, f.Offset)
	}
	return Finding{Code: f.Code, Path: path, Offset: f.Offset, Position: r.places.At(f.Offset), Message: f.Summary()}
}

// outside returns the findings that stand in no action. Of a duplicate key it also keeps that it stands around the calls.
func (r *reader) outside() []Finding {
	inAction := func(offset int) bool {
		for _, list := range [][]RawAction{r.reply.Actions, r.reply.Extra} {
			if slices.ContainsFunc(list, func(a RawAction) bool { return a.Offset <= offset && offset < a.End }) {
				return true
			}
		}
		return false
	}
	var found []Finding
	for _, f := range r.raw {
		twice := f.Code == doc.CodeJSONDuplicateKey && len(r.doubled) == 0
		if len(found) == maxFindings && !twice || inAction(f.Offset) {
			continue
		}
		finding := r.finding(f, "")
		if len(found) < maxFindings {
			found = append(found, finding)
		}
		if twice {
			r.doubled = append(r.doubled, finding)
		}
	}
	return found
}

// pathAt returns the JSON pointer of the innermost value that holds an offset.
func pathAt(n *doc.Node, offset int) string {
	var path strings.Builder
	for n != nil {
		var next *doc.Node
		if i := sort.Search(len(n.Items), func(i int) bool { return n.Items[i].EndOffset > offset }); i < len(n.Items) && n.Items[i].Offset <= offset {
			fmt.Fprintf(&path, "/%d", i)
			next = n.Items[i]
		}
		for _, f := range n.Fields {
			if f.Value.Offset <= offset && offset < f.Value.EndOffset {
				path.WriteString("/" + escapePointer(f.Key))
				next = f.Value
				break
			}
		}
		n = next
	}
	return path.String()
}

// escapePointer writes a key as a part of a JSON pointer (RFC 6901).
func escapePointer(key string) string {
	return strings.NewReplacer("~", "~0", "/", "~1").Replace(key)
}
