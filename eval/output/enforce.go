package output

import (
	"context"
	"fmt"
	"strings"

	"github.com/contractc/contractc/internal/canonical"
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/outputcontract"
	"github.com/contractc/contractc/schema"
)

// MaxRetries is how often a loop may ask again at most.
const MaxRetries = 100

// Question is what a model is asked.
type Question struct {
	// Attempt counts the questions from 1.
	Attempt int
	// Text is the whole prompt, for a model that keeps no conversation: the task
	// with the instructions, and after the first attempt the last reply and what
	// is wrong with it.
	Text string
	// Feedback is only what is new: nothing at the first attempt, later what is
	// wrong with the last reply, for a model that keeps the conversation.
	Feedback string
}

// Ask asks a model and returns its reply. An error ends the loop.
type Ask func(ctx context.Context, q Question) (Reply, error)

// Options configure a loop. Zero values mean the defaults.
type Options struct {
	// Retries is how often the model is asked again at most, in place of what the
	// contract's ladder says: steps of the ladder that are left over are skipped,
	// and where they do not suffice the last retry is repeated. A ladder without
	// retries is never retried.
	Retries *int
	// Told leaves the instructions out of the first prompt: the task says the
	// contract already.
	Told bool
	// Conversation sends the feedback alone after the first attempt, since the
	// model remembers the rest.
	Conversation bool
	// Command is kept in the transcript.
	Command []string
	// Keep is called with the transcript before the first attempt and after each.
	// An error of it ends the loop: an attempt that cannot be kept is not made.
	Keep func(*schema.OutputTranscript) error
}

// NotConformingError says that no reply conforms. The outcome is fail or ask.
type NotConformingError struct {
	Contract schema.OutputIdentity
	Outcome  schema.OutputOutcome
	Attempts int
	Problems []schema.OutputProblem // of the last reply
}

// maxSaid is how many problems an error says.
const maxSaid = 5

// Error returns how many replies there were, and what is wrong with the last.
func (e *NotConformingError) Error() string {
	replies := "none of " + fmt.Sprint(e.Attempts) + " replies conforms"
	if e.Attempts == 1 {
		replies = "the reply does not conform"
	}
	var list []string
	for _, p := range e.Problems[:min(len(e.Problems), maxSaid)] {
		list = append(list, strings.TrimSuffix(p.Message, "."))
	}
	if more := len(e.Problems) - maxSaid; more > 0 {
		list = append(list, fmt.Sprintf("and %d more problems", more))
	}
	return fmt.Sprintf("%s to %s %s: %s", replies, e.Contract.Id, e.Contract.Version, strings.Join(list, "; "))
}

// Enforce asks a model for a reply to a task until one conforms, at most as often
// as the ladder or the options allow. The transcript has every attempt, also
// where there is an error: a [*NotConformingError] where no reply conforms, the
// error of ask, of the context or of Keep, or one of ours. Where the ladder ends
// in a fallback there is no error, and the transcript says so in its outcome.
func (c *Contract) Enforce(ctx context.Context, task string, opt Options, ask Ask) (*schema.OutputTranscript, error) {
	l := &loop{Contract: c, opt: opt, ask: ask, ladder: c.ladder(opt.Retries)}
	l.transcript = &schema.OutputTranscript{
		Format: schema.OutputTranscriptFormat, Contract: c.identity, Command: opt.Command, MaxRetries: int64(len(l.ladder) - 1), Attempts: []schema.OutputAttempt{},
	}
	if opt.Retries != nil && (*opt.Retries < 0 || *opt.Retries > MaxRetries) {
		return l.failed(fmt.Errorf("the number of retries is between 0 and %d, not %d", MaxRetries, *opt.Retries))
	}
	if err := l.keep(); err != nil {
		return l.failed(err)
	}
	return l.run(ctx, l.first(task))
}

// ladder are the steps after each attempt, the last of which ends the loop.
func (c *Contract) ladder(retries *int) []schema.OutputStep {
	steps := c.compiled.Ladder
	if retries == nil || len(steps) == 1 {
		return steps
	}
	again, end := steps[:len(steps)-1], steps[len(steps)-1]
	out := make([]schema.OutputStep, 0, max(0, min(*retries, MaxRetries))+1)
	for i := range max(0, min(*retries, MaxRetries)) {
		out = append(out, again[min(i, len(again)-1)])
	}
	return append(out, end)
}

// loop is one loop.
type loop struct {
	*Contract
	opt        Options
	ask        Ask
	ladder     []schema.OutputStep
	transcript *schema.OutputTranscript
}

// first is the first prompt: the task, and what the contract says.
func (l *loop) first(task string) string {
	parts := []string{strings.TrimRight(task, "\r\n")}
	if !l.opt.Told {
		parts = append(parts, strings.TrimRight(l.prompt, "\n"))
	}
	if strings.TrimSpace(parts[0]) == "" {
		parts = parts[1:]
	}
	return strings.Join(parts, "\n\n") + "\n"
}

func (l *loop) keep() error {
	if l.opt.Keep == nil {
		return nil
	}
	return l.opt.Keep(l.transcript)
}

// failed ends the loop with an error that is no fault of a reply.
func (l *loop) failed(err error) (*schema.OutputTranscript, error) {
	text := diag.Neutralise(err.Error())
	l.transcript.Error, l.transcript.Reply, l.transcript.Value = &text, nil, nil
	l.end(schema.OutputOutcomeError)
	_ = l.keep() // the error that is returned says more than one of keeping it
	return l.transcript, err
}

func (l *loop) end(outcome schema.OutputOutcome) { l.transcript.Outcome = &outcome }

// run makes the attempts.
func (l *loop) run(ctx context.Context, first string) (*schema.OutputTranscript, error) {
	q := Question{Attempt: 1, Text: first}
	for {
		a, read, err := l.attempt(ctx, q)
		if err != nil {
			return l.failed(err)
		}
		if a.Findings.Conforms {
			return l.accept(read.taken, a.Findings.Value)
		}
		step := l.ladder[q.Attempt-1]
		a.Step = &step
		if !outputcontract.Retries(step) {
			return l.last(step, a)
		}
		if err := l.keep(); err != nil {
			return l.failed(err)
		}
		q = l.next(q, first, read.text, a)
	}
}

// attempt asks once and checks the reply, which it returns out of its envelope.
// The attempt is kept in the transcript whatever comes of it.
func (l *loop) attempt(ctx context.Context, q Question) (a *schema.OutputAttempt, found reading, err error) {
	sent := q.Text
	if l.opt.Conversation && q.Attempt > 1 {
		sent = q.Feedback
	}
	l.transcript.Attempts = append(l.transcript.Attempts, schema.OutputAttempt{Attempt: int64(q.Attempt), Prompt: sent})
	a = &l.transcript.Attempts[q.Attempt-1]
	answer, err := l.call(ctx, Question{Attempt: q.Attempt, Text: sent, Feedback: q.Feedback})
	if answer.Printed != "" {
		a.Printed = &answer.Printed
	}
	if answer.Text != nil {
		text, digest := strings.ToValidUTF8(string(answer.Text), "\uFFFD"), canonical.DigestBytes(answer.Text)
		a.Reply, a.ReplyDigest = &text, &digest
	}
	if err != nil {
		reason := diag.Neutralise(err.Error())
		a.Error = &reason
		return a, found, err
	}
	if a.Findings, found = l.read(ctx, answer); a.Findings.Error != nil {
		return a, found, fmt.Errorf("the reply cannot be checked: %s", *a.Findings.Error)
	}
	return a, found, nil
}

// call calls ask. A panic of it is an error.
func (l *loop) call(ctx context.Context, q Question) (answer Reply, err error) {
	defer recovered(&err)
	if err := ctx.Err(); err != nil {
		return Reply{}, err
	}
	return l.ask(ctx, q)
}

// next is the next question: exactly what is wrong with the reply.
func (l *loop) next(q Question, first, text string, a *schema.OutputAttempt) Question {
	feedback := a.Findings.Feedback
	if *a.Step == schema.OutputStepRetryWithExample {
		feedback += "\n\n" + l.words.Feedback.Example + "\n\n" + strings.TrimRight(l.compiled.Example(), "\n")
	}
	feedback += "\n"
	parts := []string{strings.TrimRight(first, "\n")}
	if n := len(text); n > 0 && n <= l.words.Feedback.ReplyBytes {
		parts = append(parts, l.words.Feedback.Reply, strings.TrimRight(strings.ToValidUTF8(text, "\uFFFD"), "\r\n"))
	}
	return Question{Attempt: q.Attempt + 1, Text: strings.Join(append(parts, feedback), "\n\n"), Feedback: feedback}
}

// accept ends the loop with a reply.
func (l *loop) accept(text string, value *schema.Any) (*schema.OutputTranscript, error) {
	l.transcript.Reply, l.transcript.Value = &text, value
	l.end(schema.OutputOutcomeConforms)
	if err := l.keep(); err != nil {
		return l.failed(err)
	}
	return l.transcript, nil
}

// last ends the loop without a reply that conforms.
func (l *loop) last(step schema.OutputStep, a *schema.OutputAttempt) (*schema.OutputTranscript, error) {
	outcome := schema.OutputOutcomeFail
	switch step {
	case schema.OutputStepFallback:
		outcome = schema.OutputOutcomeFallback
		text := *l.compiled.Written.Fallback
		found, read := l.read(context.Background(), Reply{Text: []byte(text), From: "text"})
		if text = read.taken; !found.Conforms {
			return l.failed(fmt.Errorf("the fallback of %s does not conform", l.identity.Id))
		}
		l.transcript.Reply, l.transcript.Value = &text, found.Value
	case schema.OutputStepAsk:
		outcome = schema.OutputOutcomeAsk
	case schema.OutputStepFail, schema.OutputStepRetry, schema.OutputStepRetryWithExample:
	}
	l.end(outcome)
	if err := l.keep(); err != nil {
		return l.failed(err)
	}
	if outcome == schema.OutputOutcomeFallback {
		return l.transcript, nil
	}
	return l.transcript, &NotConformingError{Contract: l.identity, Outcome: outcome, Attempts: len(l.transcript.Attempts), Problems: a.Findings.Problems}
}
