package subset

import (
	"slices"

	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/subset/tree"
)

// LossKind says what a loss means.
type LossKind string

// The kinds of losses.
const (
	// Unchecked: values pass that the schema refuses.
	Unchecked LossKind = "unchecked"
	// Narrowed: values can no longer be written that the schema allows.
	Narrowed LossKind = "narrowed"
	// Untold: a model is no longer told something that demands nothing.
	Untold LossKind = "untold"
)

// Loss is what neither a fitted schema nor its rules keep.
type Loss struct {
	Kind LossKind
	// Reason is a reason of package predicate or a name of a narrowing.
	Reason  string
	Keyword string
	At      string
	Range   diag.Range
	Value   *doc.Node
}

// The reasons of narrowings, and of what is untold.
const (
	lostOpen       = "open"       // members that the schema does not name
	lostFree       = "free"       // all members, as it names none
	lostMap        = "map"        // members of names that a writer chooses
	lostAbsent     = "absent"     // whether a member is null or left out
	lostTypes      = "types"      // values of other types
	lostAny        = "any"        // lists and objects where any value is allowed
	lostLevels     = "levels"     // values deeper inside each other
	lostImpossible = "impossible" // an alternative that cannot be written at all
	lostBoth       = "both"       // null has two meanings in two alternatives
	lostNote       = "note"       // an annotation
)

func narrowings() []string {
	return []string{lostOpen, lostFree, lostMap, lostAbsent, lostTypes, lostAny, lostLevels, lostImpossible, lostBoth, lostNote}
}

// lose records a loss at a keyword, once.
func (f *fitter) lose(kind LossKind, reason string, k *tree.Keyword) {
	f.loseAt(Loss{Kind: kind, Reason: reason, Keyword: k.Name, At: k.At, Range: k.Range, Value: k.Value})
}

// loseOf records a loss at a schema that lacks a keyword, once.
func (f *fitter) loseOf(kind LossKind, reason, keyword string, s *tree.Schema) {
	l := Loss{Kind: kind, Reason: reason, Keyword: keyword, At: s.At, Range: s.Range}
	l.Range.End = l.Range.Start
	f.loseAt(l)
}

func (f *fitter) loseAt(l Loss) {
	if !slices.ContainsFunc(f.lost, func(o Loss) bool { return o.At == l.At && o.Reason == l.Reason && o.Keyword == l.Keyword }) {
		f.lost = append(f.lost, l)
	}
}
