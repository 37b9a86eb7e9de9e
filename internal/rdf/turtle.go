package rdf

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/contractc/contractc/internal/diag"
)

// Turtle writes the graph. Nodes stand in the order of their IRIs, those without one last, statements in that of their predicates and objects,
// rdf:type first; a statement that was made twice stands once, unless its object is a blank node. Characters that a
// terminal obeys or does not show are escaped. The error names an IRI that is none.
func (g *Graph) Turtle() ([]byte, error) {
	w := &turtle{prefixes: g.prefixes, used: map[string]bool{}}
	nodes := slices.Clone(g.nodes)
	slices.SortFunc(nodes, func(a, b *Node) int { return strings.Compare(string(a.Name), string(b.Name)) })
	var body strings.Builder
	for _, n := range nodes {
		if len(n.statements) > 0 {
			body.WriteString("\n" + w.iri(n.Name) + w.statements(n, 1) + " .\n")
		}
	}
	var last []string
	for _, n := range g.unnamed {
		last = append(last, "\n"+w.node(n, 0)+" .\n")
	}
	slices.Sort(last)
	return []byte(w.header() + body.String() + strings.Join(last, "")), w.err
}

type turtle struct {
	prefixes []Prefix
	used     map[string]bool
	err      error
}

// header declares the prefixes that were used.
func (w *turtle) header() string {
	var lines []string
	for _, p := range w.prefixes {
		if w.used[p.Name] {
			lines = append(lines, fmt.Sprintf("@prefix %s: <%s> .\n", p.Name, p.IRI))
		}
	}
	slices.Sort(lines)
	return strings.Join(lines, "")
}

// statements writes what is said of a node, each predicate on a line of its own.
func (w *turtle) statements(n *Node, depth int) string {
	written := make([][2]string, len(n.statements)) // predicate and object
	for i, s := range n.statements {
		object := w.object(s.object, depth)
		written[i] = [2]string{w.predicate(s.predicate), object}
	}
	order := make([]int, len(written))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		if c := strings.Compare(sortKey(n.statements[a].predicate), sortKey(n.statements[b].predicate)); c != 0 {
			return c
		}
		return strings.Compare(written[a][1], written[b][1])
	})
	return w.join(n, written, order, "\n"+strings.Repeat("  ", depth))
}

// join groups the objects of a predicate.
func (w *turtle) join(n *Node, written [][2]string, order []int, line string) string {
	var b strings.Builder
	for k, i := range order {
		_, blank := n.statements[i].object.(*Node)
		switch {
		case k == 0:
			b.WriteString(line + written[i][0] + " ")
		case n.statements[order[k-1]].predicate != n.statements[i].predicate:
			b.WriteString(" ;" + line + written[i][0] + " ")
		case written[order[k-1]] == written[i] && !blank:
			continue
		default:
			b.WriteString(", ")
		}
		b.WriteString(written[i][1])
	}
	return b.String()
}

// sortKey puts rdf:type before all others.
func sortKey(predicate IRI) string {
	if predicate == Type {
		return ""
	}
	return string(predicate)
}

func (w *turtle) predicate(p IRI) string {
	if p == Type {
		return "a"
	}
	return w.iri(p)
}

func (w *turtle) object(t Term, depth int) string {
	switch t := t.(type) {
	case IRI:
		return w.iri(t)
	case Literal:
		return w.literal(t)
	case List:
		return w.list(t, depth)
	case *Node:
		return w.node(t, depth)
	}
	w.fail(fmt.Errorf("a statement has no object"))
	return "()"
}

func (w *turtle) node(n *Node, depth int) string {
	switch {
	case n.Name != "":
		return w.iri(n.Name)
	case len(n.statements) == 0:
		return "[]"
	}
	return "[" + w.statements(n, depth+1) + "\n" + strings.Repeat("  ", depth) + "]"
}

func (w *turtle) list(items List, depth int) string {
	if len(items) == 0 {
		return "()"
	}
	var b strings.Builder
	b.WriteString("(")
	for _, item := range items {
		b.WriteString(" " + w.object(item, depth))
	}
	return b.String() + " )"
}

func (w *turtle) fail(err error) {
	if w.err == nil {
		w.err = err
	}
}

// iri writes an IRI with the longest prefix that leaves a plain name, or in full.
func (w *turtle) iri(i IRI) string {
	if err := CheckIRI(i); err != nil {
		w.fail(err)
	}
	var best Prefix
	for _, p := range w.prefixes {
		if rest, ok := strings.CutPrefix(string(i), string(p.IRI)); ok && isLocalName(rest) && len(p.IRI) > len(best.IRI) {
			best = p
		}
	}
	if best.Name == "" {
		return "<" + string(i) + ">"
	}
	w.used[best.Name] = true
	return best.Name + ":" + strings.TrimPrefix(string(i), string(best.IRI))
}

// literal writes integers, decimals and booleans in Turtle's short forms where they have one.
func (w *turtle) literal(l Literal) string {
	switch {
	case !utf8.ValidString(l.Text):
		w.fail(fmt.Errorf("the text %q is not UTF-8", l.Text))
		return `""`
	case l.Datatype == "" || l.Datatype == XSD+"string":
		return Quote(l.Text)
	case l.Datatype == XSD+"boolean" && (l.Text == "true" || l.Text == "false"), l.Datatype == XSD+"integer" && isInteger(l.Text):
		return l.Text
	}
	return Quote(l.Text) + "^^" + w.iri(l.Datatype)
}

// Quote writes a text as a Turtle literal in quotation marks.
func Quote(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range text {
		writeRune(&b, r)
	}
	b.WriteByte('"')
	return b.String()
}

func writeRune(b *strings.Builder, r rune) {
	switch {
	case r == '"' || r == '\\':
		b.WriteByte('\\')
		b.WriteRune(r)
	case r == '\n':
		b.WriteString(`\n`)
	case r == '\r':
		b.WriteString(`\r`)
	case r == '\t':
		b.WriteString(`\t`)
	case hidden(r) && r > 0xFFFF:
		fmt.Fprintf(b, `\U%08X`, r)
	case hidden(r):
		fmt.Fprintf(b, `\u%04X`, r)
	default:
		b.WriteRune(r)
	}
}

// hidden are the characters that are written as escapes.
func hidden(r rune) bool { return diag.Hostile(r) }

// isPrefixName reports whether a name may stand before the colon; it takes less than Turtle does.
func isPrefixName(s string) bool {
	return s != "" && isLetter(s[0]) && strings.Trim(s, letters+digits+"_-") == ""
}

// isLocalName reports whether a name may stand behind the colon as it is; it takes less than Turtle does.
func isLocalName(s string) bool {
	return s != "" && strings.Trim(s, letters+digits+"_-.") == "" && !strings.ContainsAny(s[:1], "-.") && s[len(s)-1] != '.'
}

func isInteger(s string) bool {
	n := strings.TrimPrefix(s, "-")
	return n != "" && strings.Trim(n, digits) == ""
}

func isLetter(c byte) bool { return strings.IndexByte(letters, c) >= 0 }

const (
	letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	digits  = "0123456789"
)
