package belief

import (
	"fmt"

	"github.com/contractc/contractc/schema"
)

// A Fact is what somebody says.
type Fact struct {
	Key   string
	Value any // a plain JSON value
	// Source is who says so, such as human:ana; human:user where it is empty.
	Source string
	// Claim says it in natural language; may be empty.
	Claim string
	// Confidence is how far the source is trusted in this; nil for the default
	// of its kind.
	Confidence *float64
}

// A FactError says why something cannot be believed.
type FactError struct{ Message string }

// Error returns the message.
func (e *FactError) Error() string { return e.Message }

// Assert believes facts. Another value under a key that holds one makes a
// conflict, which is settled by retracting one of the two. The error is a
// *FactError.
func (b *Base) Assert(facts ...Fact) (*Base, *schema.StateUpdate, error) {
	d := b.draft()
	for _, f := range facts {
		if err := f.check(); err != nil {
			return nil, nil, err
		}
		j := &schema.Assertion{Source: f.Source, Turn: d.state.Turn, Confidence: f.Confidence}
		if j.Source == "" {
			j.Source = DefaultSource
		}
		place := d.believe(f.Key, f.Value, optional(f.Claim), j)
		d.worded(schema.ChangeKindAsserted, nil, place, "asserted %[1]s = %[2]s by %[3]s", j.Source)
	}
	return d.done()
}

// DefaultSource is the source of a fact that names none.
const DefaultSource = "human:user"

func (f *Fact) check() error {
	if f.Key == "" {
		return &FactError{"the key of a belief must not be empty"}
	}
	if err := storable(f.Value); err != nil {
		return &FactError{fmt.Sprintf("the value of %q cannot be stored: %v", f.Key, err)}
	}
	if c := f.Confidence; c != nil && !(*c >= 0 && *c <= 1) {
		return &FactError{fmt.Sprintf("the confidence in %q is not between 0 and 1", f.Key)}
	}
	return nil
}

func optional(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// From takes over the beliefs of a context into an empty base: those that are
// held as assertions of their sources, those that are out as retracted. The
// error is a *FactError for a belief that a state cannot express: two values of
// one key, or a belief that is held and hidden.
func (r *Rules) From(beliefs []schema.Belief) (*Base, *schema.StateUpdate, error) {
	b := r.Empty()
	var facts []Fact
	for i := range beliefs {
		f := Fact{Key: beliefs[i].Key, Value: beliefs[i].Value.Value, Source: or(beliefs[i].Source, ""), Claim: or(beliefs[i].Claim, "")}
		if or(beliefs[i].Conflicted, false) {
			return nil, nil, &FactError{fmt.Sprintf("the belief %q is in conflict, and the context has only one of its values", f.Key)}
		}
		if !or(beliefs[i].Visible, true) && or(beliefs[i].Status, schema.BeliefStatusIn) == schema.BeliefStatusIn {
			return nil, nil, &FactError{fmt.Sprintf("the belief %q is held and hidden; a state hides what is not sure enough, and nothing else", f.Key)}
		}
		facts = append(facts, f)
	}
	b, update, err := b.Assert(facts...)
	if err != nil {
		return nil, nil, err
	}
	d := b.draft()
	for i := range beliefs {
		if or(beliefs[i].Status, schema.BeliefStatusIn) == schema.BeliefStatusOut {
			d.withdraw(i, schema.WithdrawalRetracted, func(schema.Justification) bool { return true })
		}
	}
	if b, _, err = d.done(); err != nil {
		return nil, nil, err
	}
	update.Before, update.After = nil, b.digest
	return b, update, nil
}
