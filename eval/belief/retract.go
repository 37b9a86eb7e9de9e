package belief

import (
	"fmt"

	"github.com/contractc/contractc/schema"
)

// A KeyError says that there is nothing to do about a key.
type KeyError struct{ Message string }

// Error returns the message.
func (e *KeyError) Error() string { return e.Message }

// Retract takes back a belief: every held value of a key, or one revision of it
// where the name is key@version. What rested on it and on nothing else goes out
// with it, and the update lists what must be derived again. The error is a
// *KeyError: there is no such belief, or it is out already.
func (b *Base) Retract(name string) (*Base, *schema.StateUpdate, error) {
	places, err := b.named(name)
	if err != nil {
		return nil, nil, err
	}
	d := b.draft()
	done := false
	for _, place := range places {
		if !b.support[place].held {
			continue
		}
		done = true
		d.withdraw(place, schema.WithdrawalRetracted, func(schema.Justification) bool { return true })
		d.worded(schema.ChangeKindRetracted, nil, place, "retracted %[1]s = %[2]s")
	}
	if !done {
		return nil, nil, &KeyError{fmt.Sprintf("%q is out already", name)}
	}
	return d.done()
}

// named finds the revisions that a key or key@version names.
func (b *Base) named(name string) ([]int, error) {
	if places := b.byKey[name]; len(places) > 0 {
		return places, nil
	}
	if ref, ok := parseReference(name); ok {
		if place, ok := b.places[ref]; ok {
			return []int{place}, nil
		}
	}
	return nil, &KeyError{fmt.Sprintf("nothing was ever believed under the key %q", name)}
}
