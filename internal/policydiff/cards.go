package policydiff

import (
	"slices"
	"strings"

	"github.com/contractc/contractc/schema"
)

// AddCards adds to a report how the cards of recorded turns change.
func AddCards(r *schema.DiffReport, turns []Turn) {
	names := identities{}
	for _, b := range slices.Concat(r.Old.Bundles, r.New.Bundles) {
		names = append(names, b.Name+" "+b.Version)
	}
	r.Cards = []schema.CardComparison{}
	for i := range turns {
		r.Cards = append(r.Cards, turns[i].cards(names)...)
	}
}

// cards compares the cards of a turn, by the action that they are about.
func (t *Turn) cards(names identities) []schema.CardComparison {
	before, after := t.Old.cards(), t.New.cards()
	var list []schema.CardComparison
	for _, p := range pairs(before, after, func(c *schema.Card) string { return actionKey(c.Index) }) {
		list = append(list, t.card(p, names))
	}
	return list
}

// actionKey sorts as the number does.
func actionKey(index int64) string { return string(rune(index + 1)) }

func (j Judged) cards() []*schema.Card {
	if j.Decision == nil {
		return nil
	}
	return pointers(j.Decision.Cards)
}

func (t *Turn) card(p pair[schema.Card], names identities) schema.CardComparison {
	c := schema.CardComparison{Source: t.Source, Name: t.Name, Verdicts: t.verdicts(), Removed: []string{}, Added: []string{}}
	var before, after string
	if p.old != nil {
		c.Action, c.OldDigest, before = p.old.Index, &p.old.Digest, p.old.Text
	}
	if p.new != nil {
		c.Action, c.NewDigest, after = p.new.Index, &p.new.Digest, p.new.Text
	}
	c.Same = p.old != nil && p.new != nil && before == after
	c.SameWords = p.old != nil && p.new != nil && names.without(before) == names.without(after)
	if decisions, changed := t.changed(); changed {
		c.Decisions = &decisions
	}
	c.Removed, c.Added = lineChanges(before, after)
	return c
}

// verdicts are those of guarantees that changed, by their expressions.
func (t *Turn) verdicts() []schema.CardVerdict {
	list := []schema.CardVerdict{}
	for _, p := range pairs(t.Old.guarantees(), t.New.guarantees(), func(g *schema.GuaranteeVerdict) string { return g.Expression }) {
		v := schema.CardVerdict{Expression: p.id, Old: "absent", New: "absent"}
		if p.old != nil {
			v.Old = string(p.old.Verdict)
		}
		if p.new != nil {
			v.New = string(p.new.Verdict)
		}
		if v.Old != v.New {
			list = append(list, v)
		}
	}
	return list
}

func (j Judged) guarantees() []*schema.GuaranteeVerdict {
	if j.Decision == nil {
		return nil
	}
	return pointers(j.Decision.Guarantees)
}

// identities are the names of bundles with their versions, as cards write them.
type identities []string

// without is a card's text without the lines that say which bundles and digests
// are behind it.
func (names identities) without(text string) string {
	return strings.Join(slices.DeleteFunc(strings.Split(text, "\n"), func(line string) bool {
		return identity(line) || slices.ContainsFunc(names, func(name string) bool { return namesBundle(line, name) })
	}), "\n")
}

// namesBundle reports whether a line is the one about a bundle: one word, the name
// with the version, and where it is from.
func namesBundle(line, name string) bool {
	_, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
	origin, found := strings.CutPrefix(rest, name+", ")
	return found && !strings.ContainsAny(origin, " \"")
}

// identity reports whether a line ends with a digest. One that stands within words or
// in quotes is said, and not what is behind them.
func identity(line string) bool {
	const digits = 64
	at := strings.LastIndex(line, "sha256:")
	return at >= 0 && len(line) == at+len("sha256:")+digits && strings.Trim(line[len(line)-digits:], "0123456789abcdef") == ""
}

// lineChanges are the lines that only one of two texts has, by a longest common
// subsequence; of very long texts, those that the other lacks.
func lineChanges(old, new string) (removed, added []string) {
	a, b := lines(old), lines(new)
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	const most = 4_000_000
	if len(a)*len(b) > most {
		return missing(a, b), missing(b, a)
	}
	return apartFrom(a, b)
}

func lines(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(strings.TrimSuffix(text, "\n"), "\n")
}

func missing(from, in []string) []string {
	set := asSet(in)
	return slices.DeleteFunc(append([]string{}, from...), func(s string) bool { return set[s] })
}

// apartFrom finds what is in one list and not in a longest common subsequence.
func apartFrom(a, b []string) (onlyA, onlyB []string) {
	onlyA, onlyB = []string{}, []string{}
	longest := make([][]int, len(a)+1)
	for i := range longest {
		longest[i] = make([]int, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if a[i] == b[j] {
				longest[i][j] = longest[i+1][j+1] + 1
			} else {
				longest[i][j] = max(longest[i+1][j], longest[i][j+1])
			}
		}
	}
	i, j := 0, 0
	for i < len(a) || j < len(b) {
		switch {
		case i < len(a) && j < len(b) && a[i] == b[j]:
			i, j = i+1, j+1
		case j == len(b) || i < len(a) && longest[i+1][j] >= longest[i][j+1]:
			onlyA, i = append(onlyA, a[i]), i+1
		default:
			onlyB, j = append(onlyB, b[j]), j+1
		}
	}
	return onlyA, onlyB
}
