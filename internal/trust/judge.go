package trust

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/contractc/contractc/internal/signing"
	"github.com/contractc/contractc/schema"
)

// Candidate is a bundle that somebody wants to decide with.
type Candidate struct {
	Name, Version, Digest string
	// Embedded says that it is the part of this program that was checked when it was built.
	Embedded bool
	// Signed is what its signatures say; nil where it has none.
	Signed *signing.Signed
}

// Terms are what a policy is applied under.
type Terms struct {
	// At is the time that signatures must count at.
	At time.Time
	// Pins are digests beside those of the policy; any is taken where there are none.
	Pins []string
	// Older takes a version before the latest one that was seen.
	Older bool
	// Reading says that nothing is decided with the bundle: that it has expired or is an older version is then a note.
	Reading bool
}

// Judge says whether a bundle may be decided with. A nil policy asks for no signature, and then only pins are looked at: nothing is verified.
func (p *Policy) Judge(c *Candidate, t Terms) *schema.TrustAnswer {
	j := &judge{policy: p, of: c, terms: t, answer: &schema.TrustAnswer{Keys: []string{}, Problems: []string{}, Notes: []string{}}}
	j.pinned(t.Pins, "--pin names")
	if p != nil {
		j.judge()
	}
	j.answer.Accepted = len(j.answer.Problems) == 0
	return j.answer
}

type judge struct {
	policy *Policy
	of     *Candidate
	terms  Terms
	answer *schema.TrustAnswer
}

func (j *judge) refuse(format string, args ...any) {
	j.answer.Problems = append(j.answer.Problems, fmt.Sprintf(format, args...))
}

// old refuses what decides nothing new where only reading is asked for.
func (j *judge) old(format string, args ...any) {
	if j.terms.Reading {
		j.answer.Notes = append(j.answer.Notes, fmt.Sprintf(format, args...))
		return
	}
	j.refuse(format, args...)
}

func (j *judge) pinned(pins []string, where string) {
	if len(pins) > 0 && !slices.Contains(pins, j.of.Digest) {
		j.refuse("the bundle %q has the digest %s, which is not the one that %s", j.of.Name, j.of.Digest, where)
	}
}

func (j *judge) judge() {
	entry := j.policy.entry(j.of.Name)
	if entry == nil {
		if !j.of.Embedded {
			j.refuse("the file of trust does not speak of the bundle %q; name it, or add an entry for the name *", j.of.Name)
		}
		return
	}
	j.pinned(entry.Pins, "the file of trust pins")
	if !j.of.Embedded {
		j.signed(entry)
	}
	j.notOlder()
}

// signed looks at the signatures. What is not asked for is not needed; what is there must be right.
func (j *judge) signed(entry *schema.TrustedBundle) {
	if j.of.Signed == nil {
		if entry.Signed {
			j.refuse("the bundle %q is not signed, and must be by %s", j.of.Name, signatures(thresholdOf(entry)))
		}
		return
	}
	s := j.of.Signed.Statement
	if s.Name != j.of.Name || s.Version != j.of.Version || s.Digest != j.of.Digest {
		j.refuse("the signature is for the bundle %q %s of the digest %s, and this is %q %s of the digest %s", s.Name, s.Version, s.Digest, j.of.Name, j.of.Version, j.of.Digest)
		return
	}
	keys, err := j.of.Signed.Verify(j.policy.keysFor(entry))
	var unknown *signing.KeyError
	if errors.As(err, &unknown) && !entry.Signed {
		return
	}
	if err != nil {
		j.refuse("the signature of the bundle %q does not count: %v", j.of.Name, err)
		return
	}
	j.answer.Keys = keys
	if n := thresholdOf(entry); int64(len(keys)) < n {
		j.refuse("the bundle %q is signed by %d of the keys that may, and must be by %d", j.of.Name, len(keys), n)
		return
	}
	j.answer.Verified = true
	j.notExpired(s.Expires)
}

func (j *judge) notExpired(expires *string) {
	if expires == nil {
		return
	}
	until, err := time.Parse(time.RFC3339, *expires)
	if err != nil {
		j.refuse("the signature says until when it counts in no form that is known: %q", *expires)
		return
	}
	if !j.terms.At.Before(until) {
		j.old("the signature of the bundle %q counted until %s, and it is %s", j.of.Name, until.UTC().Format(time.RFC3339), j.terms.At.UTC().Format(time.RFC3339))
	}
}

// notOlder refuses a version before the latest that was seen, and another content under the same version.
func (j *judge) notOlder() {
	seen := j.policy.seen(j.of.Name)
	if seen == nil || j.terms.Older {
		return
	}
	hint := "; --allow-older takes it, where going back is meant"
	if j.terms.Reading {
		hint = ""
	}
	switch c := compareVersions(j.of.Version, seen.Version); {
	case c < 0:
		j.old("the bundle %q has version %s, and %s was seen already%s", j.of.Name, j.of.Version, seen.Version, hint)
	case c == 0 && j.of.Digest != seen.Digest:
		j.old("the bundle %q has another content than was seen of the same version %s%s", j.of.Name, seen.Version, hint)
	}
}
