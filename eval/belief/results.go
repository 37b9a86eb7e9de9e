package belief

import (
	"fmt"
	"slices"
	"strings"

	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/schema"
)

// A CallError says why a result cannot be recorded.
type CallError struct{ Message string }

// Error returns the message.
func (e *CallError) Error() string { return e.Message }

// Return records the result of an accepted call by the digest of its action: a
// premise under the key of the call, shown from the next turn on. A result under
// the same key from the same tool with the same arguments takes the place of an
// older one with another value. trust is the confidence in the tool, nil for the
// default. Of several equal calls it is for the oldest that waits. The error is
// a *CallError: the call was not accepted, or has its result already, or the
// value cannot be stored.
func (b *Base) Return(call string, value any, trust *float64) (*Base, *schema.StateUpdate, error) {
	d := b.draft()
	record, err := d.waitingFor(call)
	if err != nil {
		return nil, nil, err
	}
	if err := storable(value); err != nil {
		return nil, nil, &CallError{fmt.Sprintf("the result of %q cannot be stored: %v", record.Tool, err)}
	}
	if trust != nil && !(*trust >= 0 && *trust <= 1) {
		return nil, nil, &CallError{fmt.Sprintf("the trust in %q is not between 0 and 1", record.Tool)}
	}
	d.supersede(record, value)
	place := d.believe(record.Key, value, record.Claim, &schema.ToolResult{
		Source: record.Source, Turn: d.state.Turn, Confidence: trust, Call: record.Digest,
	})
	name := d.nameOf(place)
	turn := d.state.Turn
	record.Status, record.Settled, record.Result = schema.CallStatusReturned, &turn, &name
	d.worded(schema.ChangeKindReturned, nil, place, "called %[3]s -> %[1]s = %[2]s", record.Tool)
	return d.done()
}

// Raise records that an accepted call failed, by the digest of its action, with
// the type and the text of the error, such as KeyError and 'Q7'. The update has
// the feedback for the model. The error is a *CallError, as of Return.
func (b *Base) Raise(call, errorType, text string) (*Base, *schema.StateUpdate, error) {
	d := b.draft()
	record, err := d.waitingFor(call)
	if err != nil {
		return nil, nil, err
	}
	turn := d.state.Turn
	record.Status, record.Settled, record.ErrorType, record.ErrorText = schema.CallStatusRaised, &turn, &errorType, &text
	feedback := raised(record)
	d.note(schema.StateChange{What: schema.ChangeKindRaised, Call: &record.Digest, Text: record.Tool + " raised " + diag.Neutralise(errorType)})
	after, update, err := d.done()
	if err == nil {
		update.Feedback = &feedback
	}
	return after, update, err
}

// raised is the feedback for a call that failed, in the words of the claim
// contract and on one line, whatever the text of the error holds.
func raised(r *schema.CallRecord) string {
	tool := pyRepr(r.Tool)
	return fmt.Sprintf("call_tool %s rejected: tool %s raised %s: %s", tool, tool, diag.Neutralise(*r.ErrorType), diag.Neutralise(*r.ErrorText))
}

// Feedback is what the model must be told of calls that failed since the last
// turn, one line for each; empty where none did.
func (b *Base) Feedback() string {
	var lines []string
	for i := range b.state.Calls {
		if r := &b.state.Calls[i]; r.Status == schema.CallStatusRaised && *r.Settled == b.state.Turn {
			lines = append(lines, raised(r))
		}
	}
	return strings.Join(lines, "\n")
}

// waitingFor finds the oldest call with a digest that has no result yet.
func (d *draft) waitingFor(digest string) (*schema.CallRecord, error) {
	settled := false
	for i := range d.state.Calls {
		if r := &d.state.Calls[i]; r.Digest == digest {
			if r.Status == schema.CallStatusWaiting {
				return r, nil
			}
			settled = true
		}
	}
	if settled {
		return nil, &CallError{fmt.Sprintf("the call %q has its result already", digest)}
	}
	return nil, &CallError{fmt.Sprintf("no call with the digest %q was accepted", digest)}
}

// supersede withdraws older results of the same call that were another value.
func (d *draft) supersede(record *schema.CallRecord, value any) {
	for _, place := range slices.Clone(d.held(record.Key)) {
		if d.rules.equal(d.state.Revisions[place].Value.Value, value) {
			continue
		}
		d.withdraw(place, schema.WithdrawalSuperseded, func(j schema.Justification) bool {
			return premise(j) && commonOf(j).source == record.Source
		})
	}
}
