package eval

import (
	"fmt"

	"github.com/contractc/contractc/internal/tables"
)

// FeedbackTable is the id of the table that says how much a model is told.
const FeedbackTable = "claim.feedback"

// Feedback says how much a model is told of what became of its reply.
type Feedback struct {
	// Reasons is first or all: which of the reasons against an action are told.
	Reasons string `json:"reasons"`
	// Losses is told or silent: what is said of actions that were cut off, stand
	// outside the response or were not searched for.
	Losses string `json:"losses"`
	// Line is the greatest length of a line in characters; 0 for none.
	Line int `json:"line"`
}

// prepareFeedback reads the table. Without one, all is told.
func (e *Engine) prepareFeedback(Options) error {
	e.feedback = Feedback{Reasons: "all", Losses: "told"}
	if _, ok := e.tables[FeedbackTable]; !ok {
		return nil
	}
	values, err := e.tableOf(FeedbackTable)
	if err != nil {
		return err
	}
	if e.feedback, err = decodeFeedback(values, e.claimSet()); err != nil {
		return fmt.Errorf("table %q: %w", FeedbackTable, err)
	}
	return nil
}

// decodeFeedback reads the section for a rule set and checks it.
func decodeFeedback(values any, set string) (Feedback, error) {
	var f Feedback
	if err := tables.Section(values, set, &f); err != nil {
		return Feedback{}, err
	}
	switch {
	case f.Reasons != "first" && f.Reasons != "all":
		return Feedback{}, fmt.Errorf("reasons are first or all, not %q", f.Reasons)
	case f.Losses != "told" && f.Losses != "silent":
		return Feedback{}, fmt.Errorf("losses are told or silent, not %q", f.Losses)
	case f.Line != 0 && f.Line < minFeedbackLine:
		return Feedback{}, fmt.Errorf("line is 0 or at least %d, not %d", minFeedbackLine, f.Line)
	}
	return f, nil
}

// minFeedbackLine is what a line needs to say anything.
const minFeedbackLine = 100
