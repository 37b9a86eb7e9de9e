package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/contractc/contractc/internal/diag"
)

// Fix is a change that would settle a finding. Its edits belong together.
type Fix struct {
	Description string // what is done, in one line
	// Safe says that the change alters nothing that is decided or shown.
	Safe  bool
	Edits []Edit
}

// Edit puts a text in the place of another.
type Edit struct {
	File  string // as diagnostics name it
	Range diag.Range
	Text  string
}

// replace is a fix with one edit.
func replace(description string, safe bool, at Place, text string) *Fix {
	return &Fix{description, safe, []Edit{{at.File, at.Range, text}}}
}

// end is where the text that goes ends: its start where nothing goes.
func (e *Edit) end() diag.Position {
	if e.Range.Start.Before(e.Range.End) {
		return e.Range.End
	}
	return e.Range.Start
}

// asOne is two changes of one kind as one; either may be none.
func asOne(a, b *Fix) *Fix {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	}
	description, _, _ := strings.Cut(a.Description, ", and ")
	return &Fix{
		Description: fmt.Sprintf("%s, and %d more in the line", description, len(a.Edits)+len(b.Edits)-1),
		Safe:        a.Safe && b.Safe, Edits: slices.Concat(a.Edits, b.Edits),
	}
}
