package mutate

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/schema"
)

// otherValues are values that stand near a value of a document: a number one more
// and one less, a shorter text, the other truth value, a list with one element
// less.
func otherValues(n *doc.Node) []*doc.Node {
	switch n.Kind {
	case doc.Number:
		return otherNumbers(n)
	case doc.Bool:
		copied := *n
		copied.Bool = !n.Bool
		return []*doc.Node{&copied}
	case doc.String:
		return []*doc.Node{textNode(n, shortened(n.Text))}
	case doc.List:
		var list []*doc.Node
		for i := range n.Items {
			list = append(list, withoutItem(n, i))
		}
		return list
	}
	return nil
}

func otherNumbers(n *doc.Node) []*doc.Node {
	v, err := strconv.ParseInt(n.Text, 10, 64)
	if err != nil {
		return nil
	}
	var list []*doc.Node
	for _, by := range []int64{1, -1} {
		copied := *n
		copied.Text = strconv.FormatInt(v+by, 10)
		list = append(list, &copied)
	}
	return list
}

// written is a value in one line.
func written(n *doc.Node) string {
	switch n.Kind {
	case doc.Bool:
		return strconv.FormatBool(n.Bool)
	case doc.String:
		return strconv.Quote(n.Text)
	case doc.Number:
		return n.Text
	case doc.List:
		var parts []string
		for _, item := range n.Items {
			parts = append(parts, written(item))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case doc.Map:
		var parts []string
		for _, f := range n.Fields {
			parts = append(parts, f.Key+": "+written(f.Value))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	default:
		return "null"
	}
}

// fieldsText writes named values in one line, sorted by name.
func fieldsText(fields map[string]schema.Value) string {
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		text, err := json.Marshal(fields[name])
		if err != nil {
			text = []byte("?")
		}
		parts = append(parts, name+": "+string(text))
	}
	return "{" + strings.Join(parts, ", ") + "}"
}
