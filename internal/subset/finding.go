package subset

import (
	"slices"
	"strings"

	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
)

// Finding is one thing that a provider does not take as it is.
type Finding struct {
	// Keyword is the keyword as it is written, or the one that is missing.
	Keyword string
	// Structure is what is demanded beside keywords, a name of [Structures] or of a
	// limit; empty where it is the keyword itself.
	Structure string
	// At is the JSON pointer of the keyword, or of the schema that lacks it.
	At    string
	Range diag.Range
	Use   Use
	SDK   SDK
	// Instead is the keyword that it is read as.
	Instead string
	// Value is the keyword's value; nil where there is none.
	Value *doc.Node
	// Measured and Limit are for a limit.
	Measured, Limit int
	// Demands says that the keyword says something of values.
	Demands bool
	// Constraint says that values are accepted which the schema refuses, where the
	// provider does not reject the schema.
	Constraint bool
}

// Refuses reports whether the schema cannot be used with the provider as it is: it
// is rejected, or what it demands does not hold.
func (f *Finding) Refuses() bool { return f.Use == Rejected || f.Constraint }

// sortFindings puts findings in the order of the file.
func sortFindings(list []Finding) {
	slices.SortStableFunc(list, func(a, b Finding) int {
		if c := compareRanges(a.Range, b.Range); c != 0 {
			return c
		}
		return strings.Compare(a.At+" "+a.Keyword+" "+a.Structure, b.At+" "+b.Keyword+" "+b.Structure)
	})
}

func compareRanges(a, b diag.Range) int {
	if a.Start.Line != b.Start.Line {
		return a.Start.Line - b.Start.Line
	}
	return a.Start.Column - b.Start.Column
}
