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
func (p *Pass) visible(lib *index.Library, file string, at Place, line string, offset int, r rune) *Fix {
	var where quoting
	if strings.HasSuffix(file, ".rego") {
		where = quotingIn(line[:offset])
	} else {
		where = p.quotingOf(lib, file, at, line[:offset])
	}
	switch {
	case where == doubleQuoted:
		return replace(fmt.Sprintf("write U+%04X as an escape", r), true, at, escape(r, strings.HasSuffix(file, ".rego")))
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

// quotingIn is in what the end of the beginning of a line of Rego stands. Raw
// strings have no escapes.
func quotingIn(before string) quoting {
	quote := byte(0)
	for i := 0; i < len(before); i++ {
		c := before[i]
		switch {
		case quote == '"' && c == '\\':
			i++
		case quote != 0 && c == quote:
			quote = 0
		case quote == 0 && (c == '"' || c == '`'):
			quote = c
		case quote == 0 && c == '#':
			return comment
		}
	}
	if quote == '"' {
		return doubleQuoted
	}
	return plain
}

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
	case found != nil && found.Offset < len(text) && text[found.Offset] == '"':
		return doubleQuoted
	case found == nil && (strings.Contains(before, " #") || strings.HasPrefix(strings.TrimSpace(before), "#")):
		return comment
	}
	return plain
}

// scalarAt is the scalar of a tree that holds a position; for that of a key, the
// node after it, whose quotes are not the key's, so that there is none.
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
