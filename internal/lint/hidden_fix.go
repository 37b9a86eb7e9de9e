package lint

import (
	"fmt"
	"strings"
	"unicode/utf16"

	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/unicodedata"
)

// visible is a fix that makes a character visible and changes no value: in a text
// in double quotes it is written as an escape, and in a comment one that cannot be
// seen is taken away. Elsewhere there is none.
func visible(where quoting, at Place, r rune, rego bool) *Fix {
	switch {
	case where == doubleQuoted:
		return replace(fmt.Sprintf("write U+%04X as an escape", r), true, at, escape(r, rego))
	case where == comment && unseen(r):
		return replace(fmt.Sprintf("take U+%04X out of the comment", r), true, at, "")
	}
	return nil
}

// quoting is in what a character stands.
type quoting uint8

const (
	plain quoting = iota
	doubleQuoted
	comment
)

// quotingOf is in what a place of a file of YAML stands.
func (p *Pass) quotingOf(lib *index.Library, file string, at Place, before string) quoting {
	n := p.Document(lib, file)
	if n == nil {
		return plain
	}
	text, err := p.Catalog.Text(lib, file)
	if err != nil {
		return plain
	}
	found := scalarAt(n, at.Range.Start)
	switch {
	case found != nil && found.EndOffset > found.Offset && text[found.Offset] == '"':
		return doubleQuoted
	case found == nil && (strings.Contains(before, " #") || strings.HasPrefix(strings.TrimSpace(before), "#")):
		return comment
	}
	return plain
}

// scalarAt is the scalar of a tree that holds a position; for that of a key, the
// node after it, whose quotes are not the key's, so that there is a node that stands
// nowhere.
func scalarAt(n *doc.Node, at diag.Position) *doc.Node {
	if len(n.Items) == 0 && len(n.Fields) == 0 {
		if !at.Before(n.Range.Start) && at.Before(n.Range.End) {
			return n
		}
		return nil
	}
	for _, item := range n.Items {
		if found := scalarAt(item, at); found != nil {
			return found
		}
	}
	for _, f := range n.Fields {
		if !at.Before(f.KeyRange.Start) && at.Before(f.KeyRange.End) {
			return &doc.Node{}
		}
		if found := scalarAt(f.Value, at); found != nil {
			return found
		}
	}
	return nil
}

// escape writes a character as Rego and YAML do.
func escape(r rune, rego bool) string {
	switch {
	case r <= 0xFFFF:
		return fmt.Sprintf(`\u%04X`, r)
	case rego:
		high, low := utf16.EncodeRune(r)
		return fmt.Sprintf(`\u%04X\u%04X`, high, low)
	}
	return fmt.Sprintf(`\U%08X`, r)
}

// unseen reports a character that shows nothing, so that a comment says the same
// without it.
func unseen(r rune) bool {
	return unicodedata.Ignorable(r) || unicodedata.Tag(r) || unicodedata.VariationSelector(r) || unicodedata.CategoryOf(r).String() == "Cf"
}
