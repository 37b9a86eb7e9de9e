package eval

import "fmt"

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
	if err := e.Table(FeedbackTable, &e.feedback); err != nil {
		return err
	}
	f := e.feedback
	switch {
	case f.Reasons != "first" && f.Reasons != "all":
		return fmt.Errorf("table %q: reasons are first or all, not %q", FeedbackTable, f.Reasons)
	case f.Losses != "told" && f.Losses != "silent":
		return fmt.Errorf("table %q: losses are told or silent, not %q", FeedbackTable, f.Losses)
	case f.Line != 0 && f.Line < minFeedbackLine:
		return fmt.Errorf("table %q: line is 0 or at least %d, not %d", FeedbackTable, minFeedbackLine, f.Line)
	}
	return nil
}

// minFeedbackLine is what a line needs to say anything.
const minFeedbackLine = 100
