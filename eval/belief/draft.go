package belief

import (
	"fmt"
	"slices"

	"github.com/contractc/contractc/internal/canonical"
	"github.com/contractc/contractc/internal/pyvalue"
	"github.com/contractc/contractc/schema"
)

// UpdateFormat is the version of the document that says what changed.
const UpdateFormat = schema.StateUpdateFormat

// draft is a base in the making. Its embedded base is its own and knows at any
// time which revisions are held; how sure they are is computed when it is done.
type draft struct {
	*Base
	before  *Base
	changes []schema.StateChange
}

// draft begins a change of the base. What the draft changes in place is copied;
// the rest is shared.
func (b *Base) draft() *draft {
	state := b.state
	state.Revisions = slices.Clone(state.Revisions)
	state.Calls = slices.Clone(state.Calls)
	state.Sources = slices.Clone(state.Sources)
	state.Attempts = slices.Clone(state.Attempts)
	return &draft{Base: b.rules.index(state), before: b}
}

// done ends the change. The error says that the state has no canonical form,
// which storable rules out.
func (d *draft) done() (*Base, *schema.StateUpdate, error) {
	after := d.rules.index(d.state)
	if err := after.seal(); err != nil {
		return nil, nil, err
	}
	update := &schema.StateUpdate{
		Format: UpdateFormat, Before: &d.before.digest, After: after.digest,
		Changes: d.changes, Out: []string{}, Rederive: []schema.Rederivation{},
	}
	lost := map[string]bool{}
	for i := range d.before.state.Revisions {
		if d.before.support[i].held && !after.support[i].held {
			update.Out = append(update.Out, after.nameOf(i))
			lost[after.state.Revisions[i].Key] = true
		}
	}
	for _, r := range after.rederivations() {
		if lost[r.Key] {
			update.Rederive = append(update.Rederive, r)
		}
	}
	return after, update, nil
}

func (d *draft) note(c schema.StateChange) { d.changes = append(d.changes, c) }

// storable reports why a value cannot be in a state: NaN and infinities have no
// canonical form, nor has what is nested too deep.
func storable(v any) error {
	_, err := canonical.MarshalExact([]any{[]any{[]any{v}}}) // as deep as it will stand
	return err
}

// add puts a revision at the end of the state, and returns its place.
func (d *draft) add(r schema.Revision, j schema.Justification) int {
	r.Version, r.Turn = int64(len(d.byKey[r.Key])+1), d.state.Turn
	r.Justifications = []schema.Justification{j}
	d.state.Revisions = append(d.state.Revisions, r)
	place := len(d.state.Revisions) - 1
	d.Base.add(place)
	d.support = append(d.support, support{held: d.holds(j)})
	d.renewed(r.Key)
	return place
}

// holds reports whether everything that a new justification rests on is held.
func (d *draft) holds(j schema.Justification) bool {
	derivation, ok := j.(*schema.Derivation)
	return !ok || !slices.ContainsFunc(d.antecedents(derivation), func(i int) bool { return !d.support[i].held })
}

// believe gives a value of a key a justification: the held revision with this
// value gets it, or else a new one.
func (d *draft) believe(key string, value any, claim *string, j schema.Justification) int {
	for _, i := range d.held(key) {
		if d.rules.equal(d.state.Revisions[i].Value.Value, value) {
			d.justify(i, j)
			return i
		}
	}
	return d.add(schema.Revision{Key: key, Value: schema.Any{Value: value}, Claim: claim}, j)
}

// justify adds a justification to a revision that is held. One that says the
// same as another adds nothing, and sources that agree have checked each other.
func (d *draft) justify(place int, j schema.Justification) {
	r := &d.state.Revisions[place]
	for _, old := range r.Justifications {
		if sameJustification(old, j) {
			return
		}
	}
	if premise(j) {
		d.corroborate(r, originOf(commonOf(j).source))
	}
	r.Justifications = append(slices.Clone(r.Justifications), j)
}

// corroborate notes that a source agrees with those that a value already had.
func (d *draft) corroborate(r *schema.Revision, origin string) {
	var others []string
	for _, j := range r.Justifications {
		if o := originOf(commonOf(j).source); premise(j) && counts(j) && !slices.Contains(others, o) {
			others = append(others, o)
		}
	}
	if len(others) == 0 || slices.Contains(others, origin) {
		return
	}
	for _, o := range append(others, origin) {
		d.found(o, true)
	}
}

// withdraw makes justifications of a revision count no longer.
func (d *draft) withdraw(place int, why schema.Withdrawal, which func(schema.Justification) bool) {
	r := &d.state.Revisions[place]
	list := slices.Clone(r.Justifications)
	for i, j := range list {
		if counts(j) && which(j) {
			list[i] = withdraw(j, why)
		}
	}
	r.Justifications = list
	d.settle()
}

// sameJustification reports whether a justification that counts says the same
// as another.
func sameJustification(old, j schema.Justification) bool {
	a, b := commonOf(old), commonOf(j)
	if a.withdrawn != nil || a.source != b.source || !samePointer(a.confidence, b.confidence) {
		return false
	}
	switch j := j.(type) {
	case *schema.Assertion:
		_, ok := old.(*schema.Assertion)
		return ok
	case *schema.Citation:
		old, ok := old.(*schema.Citation)
		return ok && old.Quote == j.Quote && old.DocumentDigest == j.DocumentDigest
	case *schema.ToolResult:
		old, ok := old.(*schema.ToolResult)
		return ok && old.Call == j.Call
	case *schema.Derivation:
		old, ok := old.(*schema.Derivation)
		return ok && samePointer(old.Formula, j.Formula) && slices.Equal(old.Antecedents, j.Antecedents)
	}
	return false
}

func samePointer[T comparable](a, b *T) bool { return a == b || a != nil && b != nil && *a == *b }

// worded is a change of a revision in the words of the claim contract.
func (d *draft) worded(what schema.ChangeKind, index *int64, place int, form string, args ...any) {
	name := d.nameOf(place)
	value := pyvalue.Format(d.state.Revisions[place].Value.Value)
	all := append([]any{name, value}, args...)
	d.note(schema.StateChange{What: what, Index: index, Reference: &name, Text: fmt.Sprintf(form, all...)})
}
