package doc

import (
	"unicode/utf8"

	"github.com/contractc/contractc/internal/diag"
)

// At returns the position in the file of the code point number off, from 0,
// of a string's decoded text. The length of the text gives the place after
// its last character. Where that place cannot be found, and for other nodes,
// it is the start of the node; for a nil node and nodes without a file it is
// the zero position.
func (n *Node) At(off int) diag.Position {
	if n == nil {
		return diag.Position{}
	}
	if n.Kind != String || n.origin == nil || off < 0 {
		return n.Range.Start
	}
	at, ok := sourceOffset(n, off)
	if !ok {
		return n.Range.Start
	}
	return advance(n.origin.text, n.Offset, n.Range.Start, at)
}

// advance returns the position of offset to, given that of offset from, which
// is not after it.
func advance(src string, from int, at diag.Position, to int) diag.Position {
	for from < to {
		if src[from] == '\n' {
			at = diag.Position{Line: at.Line + 1, Column: 1}
			from++
			continue
		}
		_, size := utf8.DecodeRuneInString(src[from:])
		at.Column++
		from += size
	}
	return at
}
