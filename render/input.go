package render

import "github.com/contractc/contractc/schema"

// A CardInput is everything that a card shows of one call and is bound to. The
// renderer only reads it. Slices are shown in the order given, except that
// bundles are sorted.
type CardInput struct {
	// Index is the 0-based position of the call in the reply.
	Index int
	// Tool is the identity of the tool.
	Tool Tool
	// Arguments is the object of arguments as a plain JSON value: numbers are
	// json.Number and are shown exactly as written.
	Arguments any
	// Secret names the top-level arguments whose value is never shown. A
	// command, a path and a destination are never secret.
	Secret []string
	// NonEmpty names the top-level arguments that must not be empty for a
	// person to approve the call, such as a command or a path.
	NonEmpty []string
	// ActionDigest is the digest of the canonical action.
	ActionDigest string

	// Decision is the decision on the call. Where a part of the card has no
	// trusted description, an allow becomes an ask; see CodeOnly.
	Decision schema.Outcome
	// Reasons are all reasons for the decision.
	Reasons []schema.Reason

	// Effects are what the call does; none if no effect type models it.
	Effects []Effect
	// Guarantees are all guarantees in force.
	Guarantees []Guarantee
	// Coverage are the entries that concern the call.
	Coverage []schema.CoverageEntry
	// Violations are the rules that the call broke, Observations the ones of
	// severity warn and observe that fired.
	Violations, Observations []schema.Violation

	// Completeness says whether the reply is known to be whole, and Edits are
	// the leniencies and repairs that were used to read it.
	Completeness schema.Completeness
	Edits        []schema.Edit

	// Claim is the agent's own description of the call, if it gave one.
	Claim *string

	// Request, Session and Principal are shown where given.
	Request, Session, Principal *string

	// Digests are those of everything behind the decision. Events is the digest
	// of the events so far and State that of the belief state; empty where
	// there is none.
	Digests       schema.Digests
	Events, State string

	// MaxBytes is how long the canonical text may be to be shown whole; 0 for
	// DefaultMaxBytes.
	MaxBytes int
}

// DefaultMaxBytes is how long the text of a card may be where nothing else is
// said: more than any person reads, less than any output cuts.
const DefaultMaxBytes = 32 << 10

// A Tool is the identity of a tool.
type Tool struct {
	// Namespace is the server or group that it belongs to; empty if none.
	Namespace string
	// Name is its name.
	Name string
	// SchemaDigest is the digest of the JSON Schema of its arguments; empty if
	// it has none.
	SchemaDigest string
}

// An Effect is one thing that the call does.
type Effect struct {
	// Type is the qualified name of the effect type, such as
	// filesystem.ReadFile, and Version its version.
	Type, Version string
	// Digest is that of the effect type in its bundle.
	Digest string
	// Sentence is the reviewed template over the fields; empty if there is none.
	Sentence string
	// Trusted says that the digest of the source of the sentence is verified.
	Trusted bool
	// Fields are the fields of the event, in the order of the effect type.
	Fields []Field
}

// A Field is one field of an effect.
type Field struct {
	Name string
	// Value is nil where the field is absent or its value is not known.
	Value schema.Value
	// Class is the class that the value must have, such as StringValue; empty
	// for any.
	Class string
	// Secret says that only the length is shown, and KeyedDigest is a digest
	// under a key of the deployment, where it has one.
	Secret      bool
	KeyedDigest string
}

// A Guarantee is a contract in force with everything that is said of it.
type Guarantee struct {
	// Expression is the contract expression as written.
	Expression string
	// Invocation is the bound contract; nil if the expression is not bound.
	Invocation *schema.Invocation
	// Constraint is what it means, its parameters replaced by literals.
	Constraint schema.Constraint
	// Text is the reviewed template over the parameters; empty if there is none.
	Text string
	// Scope are the paragraphs on what is not covered.
	Scope []string
	// Trusted says that the digest of the source of text and scope is verified.
	Trusted bool
	// Verdict is that over the events so far with this call; Because are the
	// indexes of the events that decided and Reason says why it is not holds.
	Verdict schema.Verdict
	Because []int64
	Reason  string
	// Proofs are recorded words of provers that concern the invocation.
	Proofs []schema.VerifiedClaim
}

// described reports whether a trusted text says what the effect is.
func (e *Effect) described() bool { return e.Trusted && e.Sentence != "" }

// described reports whether a trusted text says what the guarantee is.
func (g *Guarantee) described() bool {
	return g.Trusted && g.Text != "" && g.Invocation != nil && g.Invocation.Digest != ""
}

// CodeOnly reports whether a part of the card has no trusted description. A call
// with such a card must not be decided as an allow (DESIGN 6.3). A text that
// turns out not to fit its values has the same effect; see Document.Outcome.
func (in *CardInput) CodeOnly() bool {
	if len(in.Effects) == 0 {
		return true
	}
	for i := range in.Effects {
		if !in.Effects[i].described() {
			return true
		}
	}
	for i := range in.Guarantees {
		if !in.Guarantees[i].described() {
			return true
		}
	}
	return false
}
