package policydiff

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf16"

	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/lower"
	"github.com/contractc/contractc/schema"
)

// Text writes a report for a person at a terminal.
func Text(r *schema.DiffReport) string {
	w := &textWriter{}
	w.line("%s: %s -> %s", r.Class, sideWords(&r.Old), sideWords(&r.New))
	for i := range r.Changes {
		if r.Changes[i].Class == Unchanged && (i == 0 || r.Changes[i-1].Class != Unchanged) {
			w.line("")
		}
		w.change(&r.Changes[i])
	}
	w.replay(r.Replay)
	w.cards(r.Cards)
	for i := range r.Versions {
		w.line("%s", adviceWords(&r.Versions[i]))
	}
	w.line("%s", countWords(r))
	w.line("%s", failWords(r))
	return w.String()
}

// textWriter writes lines. What a terminal obeys or hides is shown.
type textWriter struct{ strings.Builder }

func (w *textWriter) line(format string, args ...any) {
	w.WriteString(diag.Neutralise(fmt.Sprintf(format, args...)) + "\n")
}

func sideWords(s *schema.DiffSide) string {
	var names []string
	for _, b := range s.Bundles {
		names = append(names, b.Name+" "+b.Version)
	}
	return fmt.Sprintf("%s (%s)", s.Source, strings.Join(names, ", "))
}

func (w *textWriter) change(c *schema.DiffChange) {
	if c.Class == Unchanged {
		w.line("unchanged: %s: %s", changeWords(c), c.Aspects[0].Text)
		return
	}
	w.line("")
	w.line("%s: %s", c.Class, changeWords(c))
	for _, a := range c.Aspects {
		w.line("  %s: %s", a.Class, a.Text)
	}
	if c.Before != nil && c.After != nil && *c.Before == *c.After {
		w.line("  both: %s", *c.After)
	} else {
		w.given("before", c.Before)
		w.given("after", c.After)
	}
	for i := range c.Witnesses {
		w.witness(&c.Witnesses[i])
	}
}

func (w *textWriter) given(label string, text *string) {
	if text != nil {
		w.line("  %-6s: %s", label, *text)
	}
}

// changeWords are an element with its versions.
func changeWords(c *schema.DiffChange) string {
	text := c.Kind + " " + c.Id
	switch {
	case c.OldVersion == nil:
		text += " " + *c.NewVersion + ", added"
	case c.NewVersion == nil:
		text += " " + *c.OldVersion + ", removed"
	case *c.OldVersion == *c.NewVersion:
		text += " " + *c.NewVersion
	default:
		text += " " + *c.OldVersion + " -> " + *c.NewVersion
	}
	if c.LostSight {
		text += ", lost sight"
	}
	if c.Unversioned {
		text += ", changed under its version"
	}
	return text
}

func (w *textWriter) witness(x *schema.DiffWitness) {
	w.line("  %s", witnessWords(x))
	for i := range x.Events {
		w.line("    %s", compact(&x.Events[i]))
	}
}

// witnessWords say what a trace shows, and of what.
func witnessWords(x *schema.DiffWitness) string {
	text := fmt.Sprintf("%s before, %s now", x.Old, x.New)
	for _, p := range x.Parameters {
		text += fmt.Sprintf(", %s=%s", p.Name, argumentWords(p.Value))
		switch p.Of {
		case schema.ParameterSideFirst:
			text += " (before)"
		case schema.ParameterSideSecond:
			text += " (now)"
		case schema.ParameterSideBoth:
		}
	}
	if x.WorkingDirectory != nil {
		text += fmt.Sprintf(", in %s", *x.WorkingDirectory)
	}
	if x.ProvenanceComplete {
		text += ", with complete provenance"
	}
	if !x.Closed {
		text += ", and more may follow"
	}
	if len(x.Events) == 0 {
		return text + ", without any event"
	}
	return text + ", on:"
}

// compact is a value as JSON in ASCII, so that no two texts look alike.
func compact(v any) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return err.Error()
	}
	return ascii(strings.TrimSpace(b.String()))
}

// ascii escapes what is not ASCII in JSON.
func ascii(text string) string {
	var b strings.Builder
	for _, r := range text {
		switch {
		case r < 0x80:
			b.WriteRune(r)
		case r > 0xffff:
			high, low := utf16.EncodeRune(r)
			fmt.Fprintf(&b, `\u%04x\u%04x`, high, low)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return b.String()
}

// argumentWords are the value of a parameter as plain JSON.
func argumentWords(v schema.Value) string {
	plain, err := lower.PlainValues(map[string]schema.Value{"value": v})
	if err != nil {
		return compact(v)
	}
	return compact(plain["value"])
}

func adviceWords(a *schema.VersionAdvice) string {
	verdict := "enough"
	if !a.Enough {
		verdict = "not enough"
	}
	return fmt.Sprintf("version of %s %s: %s -> %s, %s, which is %s: the changes call for %s", a.Kind, a.Id, a.OldVersion, a.NewVersion, stepWords(a.Declared), verdict, stepWords(a.CallsFor))
}

func stepWords(s schema.VersionStep) string {
	switch s {
	case schema.VersionStepNone:
		return "no step"
	case schema.VersionStepBack:
		return "a step back"
	}
	return "a " + string(s) + " step"
}

func countWords(r *schema.DiffReport) string {
	var parts []string
	for _, c := range r.Counts {
		if c.Count > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", c.Count, c.Class))
		}
	}
	parts = append(parts, fmt.Sprintf("%d untouched", r.Untouched))
	return strings.Join(parts, ", ")
}

func failWords(r *schema.DiffReport) string {
	var names []string
	for _, f := range r.Fails {
		names = append(names, string(f))
	}
	switch {
	case len(names) > 0:
		return "fails on: " + strings.Join(names, ", ")
	case r.Undecided:
		return "undecided: something is not known that it may fail on"
	}
	return "passes"
}

func (w *textWriter) replay(r *schema.DiffReplay) {
	if r == nil {
		return
	}
	w.line("")
	w.line("replayed %d turns and %d tests, of which %d are decided otherwise and %d could not be judged", r.Turns, r.Tests, len(r.Changed), r.Unread)
	for i := range r.Changed {
		w.replayed(&r.Changed[i])
	}
	for _, p := range r.NotJudged {
		w.line("  not judged: %s %s: %s", p.Source, p.Name, p.Problem)
	}
}

func (w *textWriter) replayed(c *schema.ReplayChange) {
	w.line("  %s: %s %s was %s and is %s", c.Class, c.Source, c.Name, c.Old, c.New)
	for _, reason := range c.Reasons {
		w.line("    %s", reason)
	}
}

func (w *textWriter) cards(list []schema.CardComparison) {
	if len(list) == 0 {
		return
	}
	w.line("")
	w.line("%s", cardsWords(list))
	for i := range list {
		if !list[i].SameWords {
			w.card(&list[i])
		}
	}
}

// cardsWords say how many cards are what they were.
func cardsWords(list []schema.CardComparison) string {
	same, words := 0, 0
	for i := range list {
		switch {
		case list[i].Same:
			same++
		case list[i].SameWords:
			words++
		}
	}
	return fmt.Sprintf("%d cards: %d the same, byte by byte, the digest's own line apart; %d the same but for the digests of what is behind them; %d changed",
		len(list), same, words, len(list)-same-words)
}

func (w *textWriter) card(c *schema.CardComparison) {
	w.line("  card of %s %s, action %d", c.Source, c.Name, c.Action)
	if c.Decisions != nil {
		w.line("    decided: was %s and is %s", c.Decisions.Old, c.Decisions.New)
	}
	for _, v := range c.Verdicts {
		w.line("    %s: was %s and is %s", v.Expression, v.Old, v.New)
	}
	for _, line := range c.Removed {
		w.cardLine("-", line)
	}
	for _, line := range c.Added {
		w.cardLine("+", line)
	}
}

// cardLine writes a line of a card, unless it is about digests.
func (w *textWriter) cardLine(sign, line string) {
	if !identity(line) {
		w.line("    %s %s", sign, line)
	}
}
