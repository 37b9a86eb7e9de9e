package policydiff

import (
	"fmt"
	"strings"

	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/render"
	"github.com/contractc/contractc/schema"
)

// Markdown writes a report for a merge request: what comes from files stands in
// code spans, in which nothing is markup, link, mention or emoji.
func Markdown(r *schema.DiffReport) string {
	w := &markdownWriter{}
	w.line("## Policy change: %s", r.Class)
	w.line("")
	w.line("%s to %s", code(sideWords(&r.Old)), code(sideWords(&r.New)))
	w.line("")
	w.line("%s. %s.", countWords(r), capital(failWords(r)))
	w.table(r.Changes)
	for i := range r.Changes {
		w.change(&r.Changes[i])
	}
	w.replay(r.Replay)
	w.cards(r.Cards)
	for i, a := range r.Versions {
		if i == 0 {
			w.line("")
		}
		w.line("- %s", code(adviceWords(&a)))
	}
	return w.String()
}

type markdownWriter struct{ strings.Builder }

func (w *markdownWriter) line(format string, args ...any) {
	w.WriteString(fmt.Sprintf(format, args...) + "\n")
}

// code is text from outside in one line.
func code(text string) string { return render.CodeSpan(diag.Neutralise(text)) }

func capital(text string) string {
	if text == "" {
		return text
	}
	return strings.ToUpper(text[:1]) + text[1:]
}

func (w *markdownWriter) table(list []schema.DiffChange) {
	if len(list) == 0 {
		return
	}
	w.line("")
	w.line("| class | kind | element | version | calls for |")
	w.line("|---|---|---|---|---|")
	for i := range list {
		c := &list[i]
		w.line("| %s | %s | %s | %s | %s |", c.Class, c.Kind, cell(c.Id), cell(versionWords(c)), c.CallsFor)
	}
}

// cell is text from outside in a cell of a table, in which a code span does not
// hide a bar.
func cell(text string) string { return strings.ReplaceAll(code(text), "|", "\\|") }

func versionWords(c *schema.DiffChange) string {
	switch {
	case c.OldVersion == nil:
		return "added " + *c.NewVersion
	case c.NewVersion == nil:
		return "removed " + *c.OldVersion
	case *c.OldVersion == *c.NewVersion:
		return *c.NewVersion
	}
	return *c.OldVersion + " -> " + *c.NewVersion
}

func (w *markdownWriter) change(c *schema.DiffChange) {
	if c.Class == Unchanged {
		return
	}
	w.line("")
	w.line("### %s: %s", capital(string(c.Class)), code(changeWords(c)))
	w.line("")
	for _, a := range c.Aspects {
		w.line("- %s: %s", a.Class, code(a.Text))
	}
	if c.Before != nil || c.After != nil {
		w.line("")
		w.line("| before | after |")
		w.line("|---|---|")
		w.line("| %s | %s |", given(c.Before), given(c.After))
	}
	for i := range c.Witnesses {
		w.witness(&c.Witnesses[i])
	}
}

func given(text *string) string {
	if text == nil {
		return ""
	}
	return cell(*text)
}

func (w *markdownWriter) witness(x *schema.DiffWitness) {
	w.line("")
	w.line("%s", code(witnessWords(x)))
	if len(x.Events) > 0 {
		w.line("")
	}
	for i := range x.Events {
		w.line("%d. %s", i+1, code(compact(&x.Events[i])))
	}
}

func (w *markdownWriter) replay(r *schema.DiffReplay) {
	if r == nil {
		return
	}
	w.line("")
	w.line("### Replay")
	w.line("")
	w.line("%d turns and %d tests, of which %d are decided otherwise and %d could not be judged.", r.Turns, r.Tests, len(r.Changed), r.Unread)
	for i, c := range r.Changed {
		if i == 0 {
			w.line("")
		}
		w.line("- %s: %s was %s and is %s", c.Class, code(c.Source+" "+c.Name), code(c.Old), code(c.New))
	}
	for i, p := range r.NotJudged {
		if i == 0 {
			w.line("")
		}
		w.line("- not judged: %s, %s", code(p.Source+" "+p.Name), code(p.Problem))
	}
}

func (w *markdownWriter) cards(list []schema.CardComparison) {
	if len(list) == 0 {
		return
	}
	w.line("")
	w.line("### Cards")
	w.line("")
	w.line("%s.", cardsWords(list))
	for i := range list {
		if !list[i].SameWords {
			w.card(&list[i])
		}
	}
}

func (w *markdownWriter) card(c *schema.CardComparison) {
	w.line("")
	w.line("%s, action %d:", code(c.Source+" "+c.Name), c.Action)
	w.line("")
	if c.Decisions != nil {
		w.line("- decided: was %s and is %s", code(c.Decisions.Old), code(c.Decisions.New))
	}
	for _, v := range c.Verdicts {
		w.line("- %s: was %s and is %s", code(v.Expression), v.Old, v.New)
	}
	w.cardLines("removed", c.Removed)
	w.cardLines("added", c.Added)
}

// cardLines writes lines of a card, but for those about digests.
func (w *markdownWriter) cardLines(what string, lines []string) {
	for _, line := range lines {
		if !identity(line) {
			w.line("- %s %s", what, code(line))
		}
	}
}
