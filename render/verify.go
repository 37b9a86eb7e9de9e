package render

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/contractc/contractc/internal/canonical"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/schema"
)

// A VerificationError says how a stored card, or a decision with its cards,
// differs from what the digests are of.
type VerificationError struct {
	// Reason is one line.
	Reason string
}

// Error returns the reason.
func (e *VerificationError) Error() string { return "does not verify: " + e.Reason }

func unverified(format string, args ...any) error {
	return &VerificationError{Reason: fmt.Sprintf(format, args...)}
}

// Verify computes the digest of a stored card again from its binding, and
// compares what stands both in the card and in the binding: text, index and
// whether it is approvable. A text that a terminal would obey is refused too: its
// digest says that nobody changed it since, not that we wrote it. Its error is a
// *VerificationError.
func Verify(card schema.Card) error {
	if card.Binding == nil {
		return unverified("it has no binding")
	}
	canon, err := canonical.Marshal(card.Binding.Value)
	if err != nil {
		return unverified("the binding: %v", err)
	}
	if digest := canonical.DigestBytes(canon); digest != card.Digest {
		return unverified("the digest of the binding is %s, not %q", digest, card.Digest)
	}
	n, list := doc.ReadJSON("", canon, bindingLimits())
	if len(list) > 0 {
		return unverified("the binding: %v", list)
	}
	return compareBound(&card, n)
}

func bindingLimits() doc.Limits { return doc.Limits{Bytes: 64 << 20, Depth: 256, Nodes: 4 << 20} }

func compareBound(card *schema.Card, n *doc.Node) error {
	for _, c := range []struct {
		key  string
		kind doc.Kind
		want string
	}{
		{"type", doc.String, CardType},
		{"text", doc.String, card.Text},
		{"index", doc.Number, fmt.Sprint(card.Index)},
	} {
		if v := n.Get(c.key); v == nil || v.Kind != c.kind || v.Text != c.want {
			return unverified("its %s is not the one in the binding", c.key)
		}
	}
	if v := n.Get("approvable"); v == nil || v.Kind != doc.Bool || v.Bool != card.Approvable {
		return unverified("whether it is approvable is not what the binding says")
	}
	if at := strings.IndexFunc(card.Text, neverWritten); at >= 0 {
		return unverified("its text holds a character that no renderer writes, at byte %d", at)
	}
	if !strings.HasSuffix(card.Text, "\n") {
		return unverified("its text does not end with a line break")
	}
	return nil
}

// neverWritten reports characters that a renderer of any version escapes, by
// categories in which a character stays. Those that a later version of Unicode
// assigns are left out: they were escaped while they were unassigned.
func neverWritten(r rune) bool {
	if r == '\n' || r == ' ' {
		return false
	}
	return r == utf8.RuneError || unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Cs, unicode.Z)
}
