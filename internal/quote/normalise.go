package quote

import (
	"strings"
	"unicode/utf8"

	"github.com/contractc/contractc/internal/pyvalue"
	"github.com/contractc/contractc/internal/tables"
)

// Normalisation says which differences between two texts do not count.
type Normalisation struct {
	// Fold replaces characters, before anything else.
	Fold []Fold `json:"fold"`
	// CollapseSpace makes each run of white space one space.
	CollapseSpace bool `json:"collapse_space"`
	// Trim removes white space around the text.
	Trim bool `json:"trim"`
	// LowerCase writes the text in lower case.
	LowerCase bool `json:"lower_case"`

	fold  map[rune]string
	ascii bool // whether an ASCII character is folded
}

// Fold replaces each of the characters From by the text To.
type Fold struct {
	From string `json:"from"`
	To   string `json:"to"`
}

// DecodeNormalisation reads the normalisation for a rule set from the values
// of the table claim.normalisation.
func DecodeNormalisation(values any, set string) (Normalisation, error) {
	var n Normalisation
	if err := tables.Section(values, set, &n); err != nil {
		return Normalisation{}, badOption("%w", err)
	}
	n.fold = map[rune]string{}
	for _, f := range n.Fold {
		for _, r := range f.From {
			if _, twice := n.fold[r]; twice || r == utf8.RuneError {
				return Normalisation{}, badOption("the character U+%04X cannot be folded, or is folded twice", r)
			}
			n.fold[r] = f.To
			n.ascii = n.ascii || r < utf8.RuneSelf
		}
	}
	return n, nil
}

// Apply returns a text without the differences that do not count.
func (n Normalisation) Apply(text string) string {
	text = n.replace(text)
	if n.CollapseSpace {
		text = pyvalue.Collapse(text)
	}
	if n.Trim {
		text = pyvalue.Strip(text)
	}
	if n.LowerCase {
		text = pyvalue.Lower(text)
	}
	return text
}

func (n *Normalisation) replace(text string) string {
	first := strings.IndexFunc(text, func(r rune) bool { _, ok := n.folded(r); return ok })
	if first < 0 {
		return text
	}
	var b strings.Builder
	b.Grow(len(text))
	b.WriteString(text[:first])
	for _, r := range text[first:] {
		if to, ok := n.folded(r); ok {
			b.WriteString(to)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

func (n *Normalisation) folded(r rune) (string, bool) {
	if r < utf8.RuneSelf && !n.ascii {
		return "", false
	}
	to, ok := n.fold[r]
	return to, ok
}
