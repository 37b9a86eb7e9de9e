package lint

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/contractc/contractc/internal/diag"
)

// SafeFixes chooses findings whose fix is safe and overlaps with none that was
// chosen before, in the order of the findings, and returns them with the edits of
// each file. A fix is taken whole or not at all. The files of some fixes may not
// be changed: they are left out.
func SafeFixes(findings []Finding, may func(file string) bool) (chosen []Finding, edits map[string][]Edit) {
	edits = map[string][]Edit{}
	for _, f := range findings {
		if f.Fix == nil || !f.Fix.Safe || !fits(edits, f.Fix.Edits, may) {
			continue
		}
		chosen = append(chosen, f)
		for _, e := range f.Fix.Edits {
			edits[e.File] = append(edits[e.File], e)
		}
	}
	return chosen, edits
}

// fits reports whether all edits of a fix can be made beside others.
func fits(taken map[string][]Edit, edits []Edit, may func(string) bool) bool {
	return len(edits) > 0 && !slices.ContainsFunc(edits, func(e Edit) bool {
		return !may(e.File) || !e.Range.Known() || slices.ContainsFunc(taken[e.File], e.overlaps)
	})
}

// overlaps reports whether two edits of a file change the same text, or put
// something at the same place.
func (e Edit) overlaps(other Edit) bool {
	return !e.end().Before(other.Range.Start) && !other.end().Before(e.Range.Start)
}

// Apply returns a text with edits made, none of which overlaps another. The error
// says that one is outside the text, which is a mistake of a rule.
func Apply(text string, edits []Edit) (string, error) {
	sorted := slices.SortedFunc(slices.Values(edits), func(a, b Edit) int {
		if a.Range.Start.Before(b.Range.Start) {
			return -1
		}
		return 1
	})
	var out strings.Builder
	done := 0
	for _, e := range sorted {
		start, ok := offsetOf(text, e.Range.Start)
		end, inside := offsetOf(text, e.end())
		if !ok || !inside || start < done || end < start {
			return "", fmt.Errorf("an edit at %s is not in %q", e.Range.Start, e.File)
		}
		out.WriteString(text[done:start] + e.Text)
		done = end
	}
	return out.String() + text[done:], nil
}

// offsetOf is the byte of a text at which a position is.
func offsetOf(text string, at diag.Position) (int, bool) {
	offset := 0
	for range at.Line - 1 {
		next := strings.IndexByte(text[offset:], '\n')
		if next < 0 {
			return 0, false
		}
		offset += next + 1
	}
	if offset == 0 && strings.HasPrefix(text, "\uFEFF") {
		offset = len("\uFEFF")
	}
	for range at.Column - 1 {
		if offset >= len(text) || text[offset] == '\n' {
			return 0, false
		}
		_, size := utf8.DecodeRuneInString(text[offset:])
		offset += size
	}
	return offset, at.Known()
}
