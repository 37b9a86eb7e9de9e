package render

import (
	"errors"
	"slices"

	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/internal/canonical"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/schema"
)

// VerifyDecision verifies every card of a stored decision, and that the rest of
// the decision says the same as the cards wherever both speak: which actions
// are calls, what was decided on each and on the whole, the guarantees and that
// no verdict on one is better than on a call, coverage, what was mended in the
// reply, and the digests of what decided. What no card is bound to, such as the verdict on a claim, is not
// covered by any digest and cannot be verified. Its error is a
// *VerificationError.
func VerifyDecision(d *schema.Decision) error {
	calls := callsOf(d)
	if d.Error != nil {
		calls = nil
	}
	if len(d.Cards) != len(calls) {
		return unverified("it has %d cards for %d calls", len(d.Cards), len(calls))
	}
	for i := range d.Cards {
		if err := verifyCardOf(d, &d.Cards[i], calls[i]); err != nil {
			return err
		}
	}
	return verifyOutcome(d)
}

// callsOf are the actions that a decision was made on, in the order of the
// reply.
func callsOf(d *schema.Decision) []*schema.ActionResult {
	var calls []*schema.ActionResult
	for i := range d.Actions {
		if d.Actions[i].Decision != nil {
			calls = append(calls, &d.Actions[i])
		}
	}
	return calls
}

func verifyCardOf(d *schema.Decision, card *schema.Card, call *schema.ActionResult) error {
	err := Verify(*card)
	if err == nil {
		err = compareCall(d, card, call)
	}
	var e *VerificationError
	if errors.As(err, &e) {
		return unverified("the card of action %d: %s", call.Index+1, e.Reason)
	}
	return err
}

// compareCall compares a card that verifies with what the decision says of its
// call.
func compareCall(d *schema.Decision, card *schema.Card, call *schema.ActionResult) error {
	if card.Index != call.Index {
		return unverified("it is of action %d", card.Index+1)
	}
	n, err := bindingOf(card)
	if err != nil {
		return err
	}
	digest := ""
	if call.Digest != nil {
		digest = *call.Digest
	}
	for _, c := range []struct{ what, bound, said string }{
		{"decision", textAt(n, "decision"), string(*call.Decision)},
		{"action digest", textAt(n.Get("action"), "digest"), digest},
	} {
		if c.bound != c.said {
			return unverified("the %s of the call is %q and not %q", c.what, c.bound, c.said)
		}
	}
	if err := compareRead(call, digest); err != nil {
		return err
	}
	if err := compareTurn(n, card.Index, d); err != nil {
		return err
	}
	return compareDigests(n, d.Digests)
}

// compareRead compares the call as it was read, where the decision holds it, with
// the digest of what was decided, and whether it counts as accepted.
func compareRead(call *schema.ActionResult, digest string) error {
	if call.Accepted != (*call.Decision != schema.OutcomeDeny) {
		return unverified("whether the call is accepted is not what was decided")
	}
	if call.Action == nil {
		return nil
	}
	read, _ := call.Action.Value.(map[string]any)
	if got, err := eval.ActionDigest(read); err != nil || got != digest {
		return unverified("the call is not the one that the digest is of")
	}
	return nil
}

// bindingOf reads the binding of a card that verifies.
func bindingOf(card *schema.Card) (*doc.Node, error) {
	canon, err := canonical.Marshal(card.Binding.Value)
	if err != nil {
		return nil, unverified("the binding: %v", err)
	}
	n, list := doc.ReadJSON("", canon, bindingLimits())
	return n, list.Err()
}

func textAt(n *doc.Node, key string) string {
	if v := n.Get(key); v != nil && v.Kind == doc.String {
		return v.Text
	}
	return ""
}

func compareDigests(n *doc.Node, d *schema.Digests) error {
	if d == nil {
		return unverified("the decision has no digests")
	}
	for _, c := range []struct{ key, said string }{
		{"context", d.Context}, {"engine", d.Engine}, {"reply", d.Reply},
		{"rules", d.Rules}, {"schema", d.Schema}, {"unicode", d.Unicode},
	} {
		if textAt(n, c.key) != c.said {
			return unverified("the digests say another %s than the binding", c.key)
		}
	}
	if binds(n.Get("bundles"), len(d.Bundles), bundles(sortedBundles(d.Bundles))) {
		return nil
	}
	return unverified("the digests name other bundles than the binding")
}

// binds reports whether a list of a binding is the one that is said.
func binds(bound *doc.Node, n int, item func(*binder, int)) bool {
	if bound == nil {
		return false
	}
	b := &binder{}
	b.list(n, item)
	said, err := canonical.Transform(b.dst)
	if err != nil {
		return false
	}
	written, err := canonical.Marshal(bound)
	return err == nil && slices.Equal(said, written)
}

// verifyOutcome compares the decision on the turn with those on its calls.
func verifyOutcome(d *schema.Decision) error {
	want, any := schema.OutcomeAllow, false
	for _, call := range callsOf(d) {
		want, any = worse(want, *call.Decision), true
	}
	if d.Error != nil {
		want, any = schema.OutcomeDeny, true
	}
	if any != (d.Decision != nil) || any && *d.Decision != want {
		return unverified("the decision on the whole is not that on its calls")
	}
	return nil
}
