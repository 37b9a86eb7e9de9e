package policytest

import (
	"context"
	"encoding/json"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/schema"
)

// Update is a change of what a case expects, in the text of its file.
type Update struct {
	File          string
	At            diag.Position
	What          string // such as actions[0].rules
	Before, After string // as JSON

	start, end int    // bytes of the value in the file
	written    string // as YAML
}

// Updates decides a case and returns the changes by which it would pass: of what
// it states, and nothing more. A text that the card does not hold becomes the line,
// or the passage, of the card that begins like it; where none does there is no
// change, and the case goes on failing. The error says that the case cannot be
// decided, and then nothing is changed.
func (r *Runner) Updates(ctx context.Context, c *Case) ([]Update, error) {
	d, err := r.decide(ctx, c)
	if err != nil {
		return nil, err
	}
	u := &updater{file: c.File}
	u.expectation(c.expect, &c.Expect, d)
	return u.list, nil
}

type updater struct {
	file string
	list []Update
}

// set puts a value in the place of a node, unless it has it.
func (u *updater) set(what string, n *doc.Node, same bool, value any) {
	if n == nil || same {
		return
	}
	u.list = append(u.list, Update{
		File: u.file, At: n.Range.Start, What: what, Before: brief(n.Plain()), After: brief(value), start: n.Offset, end: n.EndOffset, written: asYAML(value),
	})
}

// asYAML writes a boolean, a text or a list of texts in one line.
func asYAML(value any) string {
	list, ok := value.([]string)
	if !ok {
		if text := reflect.ValueOf(value); text.Kind() == reflect.String {
			return doc.Quoted(text.String())
		}
		return brief(value)
	}
	quoted := make([]string, len(list))
	for i, text := range list {
		quoted[i] = doc.Quoted(text)
	}
	return "[" + strings.Join(quoted, ", ") + "]"
}

func brief(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		return ""
	}
	return string(diag.EscapeJSON(text))
}

// one sets a value that may be absent; a value that is stated and absent now
// cannot be written, and is left.
func one[T comparable](u *updater, what string, n *doc.Node, got, want *T) {
	if got != nil && want != nil {
		u.set(what, n, *got == *want, *got)
	}
}

func (u *updater) texts(what string, n *doc.Node, got, want []string) {
	if want != nil {
		u.set(what, n, slices.Equal(got, want), append([]string{}, got...))
	}
}

func (u *updater) expectation(n *doc.Node, want *schema.TestExpectation, got *schema.Decision) {
	one(u, "decision", n.Get("decision"), got.Decision, want.Decision)
	one(u, "completeness", n.Get("completeness"), &got.Completeness, want.Completeness)
	one(u, "unusable", n.Get("unusable"), got.Unusable, want.Unusable)
	one(u, "feedback", n.Get("feedback"), &got.Feedback, want.Feedback)
	used, made := editNames(got)
	u.texts("leniencies", n.Get("leniencies"), used, want.Leniencies)
	u.texts("repairs", n.Get("repairs"), made, want.Repairs)
	actions := n.Get("actions")
	if actions == nil || len(want.Actions) != len(got.Actions) {
		return
	}
	for i := range want.Actions {
		u.action("actions["+brief(i)+"]", actions.Items[i], &want.Actions[i], &got.Actions[i], got.Cards)
	}
}

func (u *updater) action(at string, n *doc.Node, want *schema.TestAction, got *schema.ActionResult, cards []schema.Card) {
	one(u, at+".accepted", n.Get("accepted"), &got.Accepted, &want.Accepted)
	one(u, at+".malformed", n.Get("malformed"), got.Malformed, want.Malformed)
	one(u, at+".ignored", n.Get("ignored"), got.Ignored, want.Ignored)
	one(u, at+".decision", n.Get("decision"), got.Decision, want.Decision)
	rules, messages := ruleIDs(got.Violations)
	u.texts(at+".rules", n.Get("rules"), rules, want.Rules)
	u.texts(at+".messages", n.Get("messages"), messages, want.Messages)
	observed, _ := ruleIDs(got.Observations)
	u.texts(at+".observed", n.Get("observed"), observed, want.Observed)
	u.texts(at+".asks", n.Get("asks"), spoke(got, schema.OutcomeAsk), want.Asks)
	u.texts(at+".allows", n.Get("allows"), spoke(got, schema.OutcomeAllow), want.Allows)
	for i, text := range want.Card {
		u.card(at+".card", n.Get("card").Items[i], text, got.Index, cards)
	}
}

// card changes a text that the card of a call does not hold.
func (u *updater) card(what string, n *doc.Node, text string, index int64, cards []schema.Card) {
	for _, card := range cards {
		if card.Index != index || strings.Contains(card.Text, text) {
			continue
		}
		if near, ok := passage(card.Text, text); ok {
			u.set(what, n, false, near)
		}
	}
}

// passage is the part of a card that begins like a text: as many lines as the text
// has blank-line-separated parts, or one line.
func passage(card, text string) (string, bool) {
	lines := strings.Split(card, "\n")
	first, rest, several := strings.Cut(text, "\n")
	at := slices.Index(lines, first)
	if several && at >= 0 {
		end := at
		for parts := strings.Count(rest, "\n\n") + 1; end < len(lines) && parts > 0; end++ {
			if lines[end] == "" {
				parts--
			}
		}
		if last := strings.TrimRight(rest, "\n"); strings.Contains(last, "\n\n") && end < len(lines) {
			end++ // the heading of the next section closes the passage
		}
		return strings.Join(lines[at:end], "\n") + "\n", true
	}
	return nearest(lines, text)
}

// likeness is how many letters a line must share with a text to be taken for it.
const likeness = 8

// nearest is the line that begins most like a text.
func nearest(lines []string, text string) (string, bool) {
	best, shared := "", likeness-1
	for _, line := range lines {
		line = strings.TrimSpace(line)
		n := 0
		for n < len(line) && n < len(text) && line[n] == text[n] {
			n++
		}
		if n > shared {
			best, shared = line, n
		}
	}
	return best, best != ""
}

// Matching are the cases whose name, file or rule a pattern finds; all where it is
// nil.
func Matching(cases []*Case, match *regexp.Regexp) []*Case {
	var list []*Case
	for _, c := range cases {
		if matchesTest(match, c.Name, c.File, c.Rule) {
			list = append(list, c)
		}
	}
	return list
}
