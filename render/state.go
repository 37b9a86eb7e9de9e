package render

import (
	"strconv"

	"github.com/contractc/contractc/internal/pyvalue"
	"github.com/contractc/contractc/schema"
)

// StateReport writes what is believed at present for a terminal.
func StateReport(r *schema.StateReport) string {
	var l line
	l.words("state " + r.Digest + "\nturns: " + strconv.FormatInt(r.Turn, 10) + "\n")
	heading(&l, "beliefs", len(r.Beliefs))
	for i := range r.Beliefs {
		writeBelief(&l, &r.Beliefs[i])
	}
	heading(&l, "calls whose result is waited for", len(r.Calls))
	for i := range r.Calls {
		c := &r.Calls[i]
		l.words("  - ")
		l.said(c.Source)
		l.words(", for the key ")
		l.name(c.Key)
		l.words("\n    " + c.Digest + "\n")
	}
	heading(&l, "sources", len(r.Sources))
	for _, s := range r.Sources {
		l.words("  - ")
		l.said(s.Name)
		l.words(": reliability " + percentage(s.Reliability) + ", " + strconv.FormatInt(s.Right, 10) + " times right, " + strconv.FormatInt(s.Wrong, 10) + " times wrong\n")
	}
	writeRederivations(&l, r.Rederive)
	writeFeedback(&l, r.Feedback)
	return string(l.text)
}

// heading begins a part that has elements; nothing is written of an empty one,
// except that there is no belief.
func heading(l *line, title string, elements int) {
	switch {
	case elements > 0:
		l.words(title + ":\n")
	case title == "beliefs":
		l.words("nothing is believed\n")
	}
}

func writeBelief(l *line, b *schema.BeliefReport) {
	for i := range b.Revisions {
		r := &b.Revisions[i]
		l.words("  - ")
		l.name(r.Reference)
		l.words(" = ")
		l.said(pyvalue.Format(r.Value.Value))
		switch {
		case b.Status == schema.BeliefStatusOut:
			l.words(", out")
		case b.Conflicted:
			l.words(", in conflict, confidence " + percentage(r.Confidence))
		case !b.Visible:
			l.words(", not shown, confidence " + percentage(r.Confidence))
		default:
			l.words(", confidence " + percentage(r.Confidence))
		}
		l.words(", by ")
		l.said(r.Source)
		l.words("\n")
	}
}

func writeRederivations(l *line, list []schema.Rederivation) {
	heading(l, "to derive again", len(list))
	for i := range list {
		r := &list[i]
		l.words("  - ")
		l.name(r.Key)
		l.words(": ")
		l.quote(r.Instruction)
		writeKeys(l, "\n    from: ", r.Inputs)
		writeKeys(l, "\n    not held: ", r.Missing)
		if r.Formula != nil {
			l.words("\n    formula: ")
			l.code(*r.Formula)
		}
		l.words("\n    attempts left: " + strconv.FormatInt(r.AttemptsLeft, 10) + "\n")
	}
}

func writeKeys(l *line, label string, keys []string) {
	for i, key := range keys {
		if i == 0 {
			l.words(label)
		} else {
			l.words(", ")
		}
		l.name(key)
	}
}

func writeFeedback(l *line, feedback *string) {
	if feedback != nil {
		l.words("to tell the model: ")
		l.said(*feedback)
		l.words("\n")
	}
}

// StateUpdate writes what a reply or a command changed, for a terminal.
func StateUpdate(u *schema.StateUpdate) string {
	var l line
	heading(&l, "state", len(u.Changes))
	for i := range u.Changes {
		l.words("  - ")
		l.said(u.Changes[i].Text)
		if call := u.Changes[i].Call; call != nil && u.Changes[i].What == schema.ChangeKindCalled {
			l.words("\n    " + *call)
		}
		l.words("\n")
	}
	heading(&l, "out", len(u.Out))
	for _, name := range u.Out {
		l.words("  - ")
		l.name(name)
		l.words("\n")
	}
	writeRederivations(&l, u.Rederive)
	writeFeedback(&l, u.Feedback)
	return string(l.text)
}

// StateVerification writes what the checks of proofs found, for a terminal.
func StateVerification(v *schema.StateVerification) string {
	var l line
	count := map[schema.CheckOutcome]int{}
	for i := range v.Steps {
		s := &v.Steps[i]
		count[s.Outcome]++
		l.words(string(s.Outcome) + "  ")
		l.name(s.Reference)
		l.words(" (" + string(s.Check) + "): ")
		l.said(s.Text)
		l.words("\n")
	}
	for i, outcome := range schema.CheckOutcomeValues() {
		if i > 0 {
			l.words(", ")
		}
		l.words(strconv.Itoa(count[outcome]) + " " + string(outcome))
	}
	l.words("\n")
	if v.First != nil {
		s := &v.Steps[*v.First]
		l.words("the first step that fails is ")
		l.name(s.Reference)
		l.words(": ")
		l.said(s.Text)
		l.words("\n")
	}
	return string(l.text)
}
