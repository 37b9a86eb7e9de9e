package policytest

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/contractc/contractc/internal/doc"
)

// Apply makes changes in the text of the file that they are of. Comments within a
// value that goes stay behind what takes its place. What comes out is read again: the
// error says that the text is another than the one that the changes were made for, or
// that more than they say would change.
func Apply(text []byte, updates []Update) ([]byte, error) {
	if len(updates) == 0 {
		return text, nil
	}
	file := updates[0].File
	before, problems := doc.ReadYAML(file, text, doc.DefaultLimits())
	if err := problems.Err(); err != nil {
		return nil, err
	}
	changes := map[place]*placed{}
	for i := range updates {
		u := &updates[i]
		changes[place{u.start, u.end}] = &placed{Update: u}
	}
	if find(changes, before, 0); slices.ContainsFunc(updates, func(u Update) bool { return changes[place{u.start, u.end}].node == nil }) {
		return nil, errors.New("the file changed meanwhile")
	}
	out := string(text)
	sorted := slices.SortedFunc(slices.Values(updates), func(a, b Update) int { return cmp.Compare(b.start, a.start) })
	for _, u := range sorted {
		out = out[:u.start] + changes[place{u.start, u.end}].text(string(text)) + out[u.end:]
	}
	after, problems := doc.ReadYAML(file, []byte(out), doc.DefaultLimits())
	if err := problems.Err(); err != nil {
		return nil, fmt.Errorf("what would be written cannot be read: %w", err)
	}
	if !sameBut(changes, before, after) || !sameComments(before, after, string(text), out) {
		return nil, errors.New("more would change than what the cases expect; write it by hand")
	}
	return []byte(out), nil
}

// place is where a value stands, in bytes.
type place struct{ start, end int }

// placed is an update with the value that it is of.
type placed struct {
	*Update
	node *doc.Node
	key  int // column of the key before the value; 0 for none
}

// find looks up the values of changes, below a key in a column.
func find(changes map[place]*placed, n *doc.Node, key int) {
	if c := changes[place{n.Offset, n.EndOffset}]; c != nil && c.Before == brief(n.Plain()) {
		c.node, c.key = n, key
	}
	for _, item := range n.Items {
		find(changes, item, 0)
	}
	for _, f := range n.Fields {
		find(changes, f.Value, f.KeyRange.Start.Column)
	}
}

// text is what takes the place of a value: the new one in one line, and the comments
// of the old one in lines of their own. A list in lines may begin in the column of
// its key, where nothing else can.
func (c *placed) text(src string) string {
	comments := commentsIn(c.node, src)
	column := c.At.Column
	out := c.written
	if c.node.Kind == doc.List && src[c.start] == '-' && column <= c.key {
		column += 2
		out = "  " + out
	}
	if len(comments) == 0 {
		return out
	}
	newLine := "\n" + strings.Repeat(" ", column-1)
	if strings.Contains(src, "\r\n") {
		newLine = "\r" + newLine
	}
	for _, comment := range comments {
		out += newLine + comment
	}
	if rest, _, _ := strings.Cut(src[c.end:], "\n"); strings.TrimSpace(rest) != "" {
		out += newLine
	}
	return out
}

// commentsIn are the comments within a value.
func commentsIn(n *doc.Node, src string) []string {
	c := &comments{src: src, at: n.Offset}
	c.value(n)
	c.gap(n.EndOffset)
	return c.list
}

// comments collects what stands between the tokens of a document.
type comments struct {
	src  string
	at   int // end of the last token
	list []string
}

func (c *comments) value(n *doc.Node) {
	for _, item := range n.Items {
		c.value(item)
	}
	for _, f := range n.Fields {
		c.gap(f.KeyOffset)
		c.at = f.KeyEnd
		c.value(f.Value)
	}
	if len(n.Items) > 0 || len(n.Fields) > 0 {
		return
	}
	c.gap(n.Offset)
	if header, _, several := strings.Cut(c.src[n.Offset:n.EndOffset], "\n"); several && strings.IndexByte("|>", header[0]) >= 0 {
		c.at = n.Offset
		c.gap(n.Offset + len(header))
	}
	c.at = max(c.at, n.EndOffset)
}

// gap reads the comments up to a token.
func (c *comments) gap(to int) {
	for c.at < to {
		line, _, _ := strings.Cut(c.src[c.at:to], "\n")
		if _, comment, found := strings.Cut(line, "#"); found {
			c.list = append(c.list, "#"+strings.TrimRight(comment, " \t\r"))
		}
		c.at += len(line) + 1
	}
}

// sameBut reports whether two documents are the same in everything but what changes
// say.
func sameBut(changes map[place]*placed, before, after *doc.Node) bool {
	if c := changes[place{before.Offset, before.EndOffset}]; c != nil && c.node == before {
		return brief(after.Plain()) == c.After
	}
	if before.Kind != after.Kind || before.Bool != after.Bool || before.Text != after.Text ||
		len(before.Items) != len(after.Items) || len(before.Fields) != len(after.Fields) {
		return false
	}
	for i := range before.Items {
		if !sameBut(changes, before.Items[i], after.Items[i]) {
			return false
		}
	}
	for i, f := range before.Fields {
		if f.Key != after.Fields[i].Key || !sameBut(changes, f.Value, after.Fields[i].Value) {
			return false
		}
	}
	return true
}

// sameComments reports whether two documents have the same comments.
func sameComments(before, after *doc.Node, src, out string) bool {
	all := func(n *doc.Node, text string) []string {
		c := &comments{src: text}
		c.value(n)
		c.gap(len(text))
		return slices.Sorted(slices.Values(c.list))
	}
	return slices.Equal(all(before, src), all(after, out))
}
